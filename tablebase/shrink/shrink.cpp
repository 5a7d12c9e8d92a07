// SPDX-License-Identifier: MIT
#include "tablebase/shrink/shrink.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <mutex>
#include <numeric>
#include <utility>

#include "gen/parallel.h"
#include "gen/wrong_file.h"
#include "tablebase/format/run_block.h"
#include "tablebase/format/shrunk_block.h"
#include "tablebase/format/symbol_model.h"

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

// One slice of a table without the plies of its losses.
class SliceWithoutLosses {
 public:
  SliceWithoutLosses(const TableFile& table, std::size_t slice, int threads)
      : table_(table),
        slice_(slice),
        threads_(threads),
        old_(table.slices()[slice]),
        record_(old_),
        contexts_(record_.palette) {
    record_.palette = palette_without_losses(old_.palette);
    if (record_.palette.size() > ShrunkContexts::most_palette)
      throw WrongFile(fmt::format("{} cannot be shrunk: slice {} has more than {} kinds of values.",
                                  table.path(), old_.name, ShrunkContexts::most_palette));
    contexts_ = ShrunkContexts(record_.palette);
  }

  // Call done() for each block that has been looked at, twice.
  template <class Done>
  void write(TableWriter& writer, const Done& done) {
    const SymbolCounts symbols = counts(done);
    const SymbolModel model(symbols);
    record_.code_bytes = static_cast<std::uint64_t>(
        model.bits(symbols, contexts_.of_count(), contexts_.of_count() + 1) / 8);
    writer.begin_slice(record_);
    parallel_in_order(
        old_.blocks(), threads_,
        [&] {
          return [&, codec = BlockCodec(), contents = BlockContents()](std::uint64_t b) mutable {
            read(codec, b, contents);
            return pack_shrunk_block(contents, old_.indices_in_block(b), contexts_, model,
                                     block_identity(slice_, b));
          };
        },
        [&](const std::vector<std::byte>& block) {
          writer.append_block(block);
          done();
        });
    writer.append_block(model_block(model, block_identity(slice_, old_.blocks())));
    writer.end_slice();
  }

 private:
  // What the whole table's block is to become.
  void read(BlockCodec& codec, std::uint64_t block, BlockContents& contents) const {
    table_.read_block(codec, slice_, block, contents);
    contents = without_losses(contents, old_.palette, record_.palette);
  }

  // What one thread has counted is added to what all have.
  struct Counting {
    SliceWithoutLosses& all;
    SymbolCounts& sum;
    SymbolCounts counts;
    std::vector<std::uint64_t> values;  // by code of the old palette
    BlockCodec codec = {};
    BlockContents contents = {};

    Counting(SliceWithoutLosses& slice, SymbolCounts& of_all)
        : all(slice), sum(of_all), counts(of_all), values(slice.old_.palette.size()) {
      std::ranges::fill(counts.numbers(), 0);
    }
    Counting(Counting&&) = default;
    ~Counting() {
      if (counts.numbers().empty()) return;  // (moved from)
      const std::lock_guard lock(all.mutex_);
      sum += counts;
      for (std::size_t code = 0; code < values.size(); ++code) {
        const Value value = all.old_.palette[code];
        // (Also of those that no position has, as second values only, so that it is known what
        // there is.)
        if (value.is_loss()) all.record_.histogram[value] += values[code];
      }
    }
    void operator()(std::uint64_t b) {
      all.table_.read_block(codec, all.slice_, b, contents);
      for (const PaletteCode code : contents.first) ++values[code];
      contents = without_losses(contents, all.old_.palette, all.record_.palette);
      count_shrunk_block(contents, all.old_.indices_in_block(b), all.contexts_, counts);
    }
  };

  template <class Done>
  SymbolCounts counts(const Done& done) {
    SymbolCounts sum(contexts_.groups(), contexts_.group(), contexts_.symbols());
    const std::uint64_t portion = 4096;
    for (std::uint64_t begin = 0; begin < old_.blocks(); begin += portion) {
      const std::uint64_t count = std::min(portion, old_.blocks() - begin);
      parallel_tasks(count, threads_, [&] {
        return [&, counting = Counting(*this, sum), begin](std::uint64_t b) mutable {
          counting(begin + b);
        };
      });
      for (std::uint64_t i = 0; i < count; ++i) done();
    }
    return sum;
  }

  const TableFile& table_;
  std::size_t slice_;
  int threads_;
  const SliceRecord& old_;
  SliceRecord record_;
  ShrunkContexts contexts_;
  std::mutex mutex_;
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

void write_without_loss_plies(const TableFile& table, const std::string& creator,
                              const std::string& path, int threads, const WorkProgress& progress) {
  assert(table.header().states == TableHeader::States::indexed && table.header().holds_values());
  table.check_whole();
  TableHeader header = table.header();
  header.creator = creator;
  header.shrunk_from = table.bytes();
  const PartFile part(TableWriter::part_path(path));
  TableWriter writer(path, header);
  const bool reversed = is_written_in_reverse(table);
  const std::size_t slices = table.slices().size();
  std::uint64_t done = 0, total = 0;
  for (const SliceRecord& record : table.slices()) total += 2 * record.blocks();
  for (std::size_t i = 0; i < slices; ++i) {
    SliceWithoutLosses(table, reversed ? slices - 1 - i : i, thread_count(threads))
        .write(writer, [&] {
          if (++done % 64 == 0 && progress) progress(done, total);
        });
  }
  writer.finish(reversed ? TableWriter::Order::reversed : TableWriter::Order::as_written);
}

}  // namespace zermelo
