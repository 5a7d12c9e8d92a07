// SPDX-License-Identifier: MIT
#include "kinds/endgames/material_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/parallel.h"
#include "probe/game.h"
#include "tablebase/format/run_file.h"

namespace zermelo::endgames {
namespace {

constexpr std::uint64_t runs_a_task = 128;

constexpr std::uint64_t runs_of(std::uint64_t numbers) {
  return (numbers + value_run_numbers - 1) / value_run_numbers;
}

// Packs one side's values.
class SideWriter {
 public:
  SideWriter(const SolvedTable& table, int side, int threads)
      : table_(table),
        codes_(table.codes[static_cast<std::size_t>(side)]),
        threads_(threads),
        palette_(used()),
        contexts_(std::max<std::size_t>(1, palette_.size()), table.index.last_group()) {}

  void write(TableWriter& writer, SliceRecord record, int side, const SideStats& stats) {
    record.indices = codes_.size();
    record.positions = record.members = stats.positions;
    for (const std::uint8_t code : palette_) record.palette.push_back(table_.palette[code]);
    for (const auto& [value, count] : stats.histogram) record.histogram[value] = count;
    if (stats.longest_win >= 0) record.longest = {stats.longest_index};
    const SymbolModel model(counted());
    writer.begin_slice(record);
    RunWriter runs(writer, static_cast<std::size_t>(side), model);
    std::uint64_t first = 0;
    parallel_in_order(
        tasks(), threads_,
        [&] {
          return [&](std::uint64_t task) {
            std::vector<std::vector<std::byte>> packed;
            for_each_run(task, [&](std::span<const std::uint8_t> run) {
              packed.push_back(pack_value_run(run, contexts_, model));
            });
            return packed;
          };
        },
        [&](std::vector<std::vector<std::byte>>& packed) {
          for (const auto& run : packed) {
            runs.add(first, run);
            first += value_run_numbers;
          }
        });
    runs.finish();
    writer.end_slice();
  }

 private:
  std::uint64_t tasks() const { return (runs_of(codes_.size()) + runs_a_task - 1) / runs_a_task; }

  // The codes that occur, ascending, and by code what it becomes.
  std::vector<std::uint8_t> used() {
    std::array<bool, 256> occurs{};
    for (const std::uint8_t code : codes_) occurs[code] = true;
    std::vector<std::uint8_t> all;
    for (std::size_t code = 0; code < occurs.size(); ++code) {
      if (!occurs[code]) continue;
      becomes_[code] = static_cast<std::uint8_t>(all.size());
      all.push_back(static_cast<std::uint8_t>(code));
    }
    return all;
  }
  template <class Visit>
  void for_each_run(std::uint64_t task, Visit&& visit) const {
    std::array<std::uint8_t, value_run_numbers> values;
    const std::uint64_t end = std::min(runs_of(codes_.size()), (task + 1) * runs_a_task);
    for (std::uint64_t run = task * runs_a_task; run < end; ++run) {
      const std::uint64_t begin = run * value_run_numbers;
      const std::size_t count = std::min<std::uint64_t>(value_run_numbers, codes_.size() - begin);
      for (std::size_t i = 0; i < count; ++i) values[i] = becomes_[codes_[begin + i]];
      visit(std::span(values).first(count));
    }
  }
  SymbolCounts counted() const {
    const auto none = [&] {
      return SymbolCounts(contexts_.groups(), ValueContexts::group(), contexts_.symbols());
    };
    SymbolCounts all = none();
    std::mutex mutex;
    parallel_tasks(static_cast<std::uint64_t>(threads_), threads_, [&] {
      return [&, own = none()](std::uint64_t part) mutable {
        for (std::uint64_t task = part; task < tasks();
             task += static_cast<std::uint64_t>(threads_)) {
          for_each_run(task, [&](std::span<const std::uint8_t> run) {
            count_value_run(run, contexts_, own);
          });
        }
        const std::lock_guard lock(mutex);
        all += std::exchange(own, none());
      };
    });
    return all;
  }

  const SolvedTable& table_;
  const std::vector<std::uint8_t>& codes_;
  int threads_;
  std::array<std::uint8_t, 256> becomes_{};
  std::vector<std::uint8_t> palette_;  // the table's codes that occur
  ValueContexts contexts_;
};

}  // namespace

std::string slice_name(const std::string& material, int side) {
  return material + (side == 0 ? " w" : " b");
}

void write_material(const std::string& path, const GameSpec& game, const std::string& name,
                    const SolvedTable& table, const std::array<SideStats, 2>& stats, int threads) {
  TableHeader header{game, distance_metric, creator()};
  header.states = TableHeader::States::numbered;
  TableWriter writer(path, header);
  for (const int side : {0, 1}) {
    SideWriter(table, side, threads)
        .write(writer, {.name = slice_name(name, side)}, side,
               stats[static_cast<std::size_t>(side)]);
  }
  writer.finish();
}

MaterialFile::MaterialFile(const std::string& path, const GameSpec& game, const Rules& rules,
                           const Material& material)
    : file_(path), material_(material), index_(rules, material) {
  const std::string name = name_of(rules, material);
  const TableHeader& header = file_.header();
  const auto is_right = [&](int side) {
    const SliceRecord& s = slice(side);
    return s.name == slice_name(name, side) && s.indices == index_.size() && !s.palette.empty() &&
           s.palette.size() <= 256;
  };
  if (header.states != TableHeader::States::numbered || header.game != game ||
      header.metric != distance_metric || file_.slices().size() != 2 || !is_right(0) ||
      !is_right(1))
    file_.damaged("it is not the table of this material of its folder's variant");
}

const MaterialFile::Model& MaterialFile::model(std::size_t slice) const {
  return models_.get(slice, [&] {
    const ValueContexts c(file_.slices()[slice].palette.size(), index_.last_group());
    return Model{c, read_run_model(file_, slice, c.groups(), ValueContexts::group(), c.symbols())};
  });
}

Value MaterialFile::value(int side, std::uint64_t number) const {
  const auto s = static_cast<std::size_t>(side);
  return naming_file(file_, [&] {
    if (number >= index_.size()) throw DamagedTable("a number is too great");
    const std::optional<std::uint64_t> place = file_.block_of(s, number);
    if (!place || *place == 0) throw DamagedTable("a number has no block");
    const RunBlock block = read_run_block(file_, s, *place);
    const std::optional<std::size_t> run = block.run_of(number);
    if (!run || number - block.first_code(*run) >= value_run_numbers)
      throw DamagedTable("a number has no run");
    const Model& m = model(s);
    ValueRunReader reader(block.run(*run), m.contexts, m.symbols);
    std::uint8_t code = 0;
    for (std::uint64_t n = block.first_code(*run); n <= number; ++n) code = reader.next();
    return slice(side).palette[code];
  });
}

void MaterialFile::read_block(int side, std::uint64_t number,
                              std::vector<std::uint8_t>& codes) const {
  codes.clear();
  const auto s = static_cast<std::size_t>(side);
  const std::uint64_t begin = number * block_numbers;
  const std::uint64_t end = std::min(index_.size(), begin + block_numbers);
  naming_file(file_, [&] {
    if (slice(side).blocks() != 1 + blocks())
      throw DamagedTable("it has not as many blocks as its numbers need");
    const Model& m = model(s);
    const RunBlock block = read_run_block(file_, s, number + 1);
    for (std::size_t run = 0; run < block.runs(); ++run) {
      const std::uint64_t first = begin + codes.size();
      if (first >= end || block.first_code(run) != first)
        throw DamagedTable("a block's runs are out of order");
      ValueRunReader reader(block.run(run), m.contexts, m.symbols);
      for (std::uint64_t n = first; n < std::min(end, first + value_run_numbers); ++n)
        codes.push_back(reader.next());
    }
    if (begin + codes.size() != end) throw DamagedTable("a block has not all of its runs");
  });
}

std::unique_ptr<SolvedTable> MaterialFile::load(const Rules& rules, int threads) const {
  auto table = std::make_unique<SolvedTable>(rules, material_);
  for (const int side : {0, 1}) {
    for (const Value value : slice(side).palette) table->palette.push_back(value);
  }
  const auto raw = [](Value value) { return value.raw(); };
  std::ranges::sort(table->palette, {}, raw);
  table->palette.erase(std::unique(table->palette.begin(), table->palette.end()),
                       table->palette.end());
  if (table->palette.size() > 256) file_.damaged("it has more than 256 values");
  file_.expect_scan();
  for (const int side : {0, 1}) {
    const auto s = static_cast<std::size_t>(side);
    std::vector<std::uint8_t> becomes;
    for (const Value value : slice(side).palette)
      becomes.push_back(static_cast<std::uint8_t>(
          std::ranges::lower_bound(table->palette, value.raw(), {}, raw) - table->palette.begin()));
    std::vector<std::uint8_t>& codes = table->codes[s];
    codes.resize(index_.size());
    parallel_tasks(blocks(), threads, [&] {
      return [&, read = std::vector<std::uint8_t>()](std::uint64_t block) mutable {
        read_block(side, block, read);
        std::ranges::transform(read,
                               codes.begin() + static_cast<std::ptrdiff_t>(block * block_numbers),
                               [&](std::uint8_t code) { return becomes[code]; });
      };
    });
  }
  return table;
}

}  // namespace zermelo::endgames
