// SPDX-License-Identifier: MIT
#include "tablebase/shrink/shrink.h"

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <numeric>
#include <utility>

namespace zermelo {
namespace {

// Goes through the layers from the last one, since what a layer costs depends on later ones alone.
class LayerSearch {
 public:
  LayerSearch(const LayerCosts& layers, double lookups) : layers_(layers), cost_(layers.size()) {
    for (std::size_t layer = layers.size(); layer-- > 0;) {
      if (layers.bytes[layer] > 0) order_.push_back(layer);
    }
    most_ = lookups * static_cast<double>(order_.size());
    most_of_one_ = lookups * most_above_average;
    chosen_.resize(layers.size());
    best_.left_out = chosen_;
    bound_costs();
  }

  ChosenLayers run() {
    best_.lookups = 1;
    visit(0, 0, 0);
    return best_;
  }

 private:
  static constexpr double most_above_average = 16;
  static constexpr std::uint64_t most_steps = 4'000'000;

  // How much more a layer costs at least if it is left out: as much as if all others are kept.
  void bound_costs() {
    const std::vector<double> kept(layers_.size(), 1);
    for (std::size_t layer = 0; layer < layers_.size(); ++layer)
      more_if_left_out_.push_back(cost_of_left_out(layer, kept) - 1);
    place_.resize(layers_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) place_[order_[i]] = i;
    by_worth_ = order_;
    std::ranges::stable_sort(by_worth_, [&](std::size_t a, std::size_t b) {
      return static_cast<double>(layers_.bytes[a]) * more_if_left_out_[b] >
             static_cast<double>(layers_.bytes[b]) * more_if_left_out_[a];
    });
  }

  double cost_of_left_out(std::size_t layer, const std::vector<double>& costs) const {
    return std::accumulate(layers_.needs[layer].begin(), layers_.needs[layer].end(), 1.0,
                           [&](double sum, const ValuesNeeded& need) {
                             assert(need.layer > layer);
                             return sum + need.count * costs[need.layer];
                           });
  }

  // The bytes that leaving out layers from order_[i] on can save at most, one of them in part.
  double most_saved(std::size_t i, double cost) const {
    double room = most_ - cost - static_cast<double>(order_.size() - i), saved = 0;
    for (const std::size_t layer : by_worth_) {
      if (place_[layer] < i) continue;
      const double more = more_if_left_out_[layer];
      const auto bytes = static_cast<double>(layers_.bytes[layer]);
      if (more > room) return saved + bytes * std::max(room, 0.0) / more;
      room -= more;
      saved += bytes;
    }
    return saved;
  }

  // The layers before order_[i] are decided: they save so many bytes, and cost so much together.
  void visit(std::size_t i, std::uint64_t saved, double cost) {
    // (If all others are kept.)
    const double all = cost + static_cast<double>(order_.size() - i);
    if (all > most_) return;
    if (saved > saved_) {
      saved_ = saved;
      best_ = {chosen_, all / static_cast<double>(order_.size())};
    }
    if (i == order_.size() || ++steps_ > most_steps) return;
    if (static_cast<double>(saved) + most_saved(i, cost) <= static_cast<double>(saved_)) return;
    const std::size_t layer = order_[i];
    const double left_out = cost_of_left_out(layer, cost_);
    if (left_out <= most_of_one_) {
      chosen_[layer] = true;
      cost_[layer] = left_out;
      visit(i + 1, saved + layers_.bytes[layer], cost + left_out);
      chosen_[layer] = false;
    }
    cost_[layer] = 1;
    visit(i + 1, saved, cost + 1);
  }

  const LayerCosts& layers_;
  std::vector<std::size_t> order_;  // layers with values, the last one first
  std::vector<std::size_t> place_;  // in order_, by layer
  double most_ = 0, most_of_one_ = 0;
  std::vector<double> more_if_left_out_;  // than if it is kept, by layer; at least
  std::vector<std::size_t> by_worth_;     // layers by bytes for what they cost more
  std::vector<bool> chosen_;
  std::vector<double> cost_;  // by layer that is decided
  std::uint64_t steps_ = 0, saved_ = 0;
  ChosenLayers best_;
};

bool is_written_in_reverse(const TableFile& table) {
  return !table.slices().empty() &&
         table.slices().front().directory > table.slices().back().directory;
}

// Removes a part file that was not published.
class PartFile {
 public:
  explicit PartFile(std::string path) : path_(std::move(path)) {}
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;
  ~PartFile() { std::remove(path_.c_str()); }

 private:
  std::string path_;
};

}  // namespace

ChosenLayers layers_to_leave_out(const LayerCosts& layers, double lookups) {
  assert(layers.needs.size() == layers.size() && lookups >= 1);
  return LayerSearch(layers, lookups).run();
}

void write_shrunk(const TableFile& table, const std::vector<bool>& left_out,
                  const std::string& creator, const std::string& path,
                  const WorkProgress& progress) {
  assert(left_out.size() == table.slices().size());
  table.check_whole();
  TableHeader header = table.header();
  if (std::ranges::find(left_out, true) != left_out.end()) {
    header.creator = creator;
    header.shrunk_from = table.bytes();
  }
  const PartFile part(TableWriter::part_path(path));
  TableWriter writer(path, header);
  if (!table.own().empty()) writer.set_own(table.own());
  const bool reversed = is_written_in_reverse(table);
  for (std::size_t done = 0; done < left_out.size(); ++done) {
    const std::size_t slice = reversed ? left_out.size() - 1 - done : done;
    SliceRecord record = table.slices()[slice];
    record.is_left_out = left_out[slice];
    if (record.is_left_out) record.code_bytes = 0;
    const std::uint64_t blocks = record.blocks();
    writer.begin_slice(record);
    for (std::uint64_t block = 0; block < blocks; ++block) {
      writer.append_block(table.encoded_block(slice, block),
                          header.has_first_codes() ? table.first_code(slice, block) : 0);
    }
    writer.end_slice();
    if (progress) progress(done + 1, left_out.size());
  }
  writer.finish(reversed ? TableWriter::Order::reversed : TableWriter::Order::as_written);
}

}  // namespace zermelo
