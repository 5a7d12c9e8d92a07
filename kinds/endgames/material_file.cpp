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

// A rank of the board, and a row of the last group of men.
ValueContexts::Rows rows_of(const GroupIndex& index, std::size_t slot) {
  return {index.board_width(), index.of(slot).last_group()};
}

// Packs the values of one slice.
class SliceWriter {
 public:
  SliceWriter(const SolvedTable& table, std::size_t slot, bool of_outcomes, int threads)
      : codes_(table.slices[slot].codes),
        palette_(table.slices[slot].palette),
        threads_(threads),
        contexts_(palette_.size(), rows_of(table.index, slot), of_outcomes) {}

  void write(TableWriter& writer, SliceRecord record, std::size_t slot, const SliceStats& stats) {
    record.indices = codes_.size();
    record.positions = record.members = stats.positions;
    record.palette = palette_;
    for (const auto& [value, count] : stats.histogram) record.histogram[value] = count;
    if (stats.longest_win >= 0) record.longest = {stats.longest_index};
    const SymbolModel model(counted());
    writer.begin_slice(record);
    RunWriter runs(writer, slot, model, contexts_.run_numbers());
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
            first += contexts_.run_numbers();
          }
        });
    runs.finish();
    writer.end_slice();
  }

 private:
  std::uint64_t runs() const {
    return (codes_.size() + contexts_.run_numbers() - 1) / contexts_.run_numbers();
  }
  std::uint64_t tasks() const { return (runs() + runs_a_task - 1) / runs_a_task; }

  template <class Visit>
  void for_each_run(std::uint64_t task, Visit&& visit) const {
    const std::uint64_t end = std::min(runs(), (task + 1) * runs_a_task);
    for (std::uint64_t run = task * runs_a_task; run < end; ++run) {
      const std::uint64_t begin = run * contexts_.run_numbers();
      const std::size_t count =
          std::min<std::uint64_t>(contexts_.run_numbers(), codes_.size() - begin);
      visit(std::span(codes_).subspan(begin, count));
    }
  }
  SymbolCounts counted() const {
    const auto none = [&] {
      return SymbolCounts(contexts_.groups(), contexts_.group(), contexts_.symbols());
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

  const std::vector<std::uint8_t>& codes_;
  const std::vector<Value>& palette_;
  int threads_;
  ValueContexts contexts_;
};

}  // namespace

void write_material(const std::string& path, const GameSpec& game, const std::string& metric,
                    const Rules& rules, const SolvedTable& table,
                    const std::vector<SliceStats>& stats, int threads) {
  TableHeader header{game, metric, creator()};
  header.states = TableHeader::States::numbered;
  TableWriter writer(path, header);
  for (std::size_t slot = 0; slot < table.slices.size(); ++slot) {
    SliceWriter(table, slot, metric == outcome_metric, threads)
        .write(writer, {.name = table.index.group().slot_name(rules, slot)}, slot, stats[slot]);
  }
  writer.finish();
}

bool may_leave_slice_out(const Rules& rules, const MaterialGroup& group) {
  return group.materials.size() == 1 && group.slots.size() == 2 && !rules.endings().has_passes();
}

MaterialFile::MaterialFile(const std::string& path, const GameSpec& game, const std::string& metric,
                           const Rules& rules, const MaterialGroup& group)
    : file_(path), index_(rules, group), models_(index_.slots()) {
  const TableHeader& header = file_.header();
  bool is_right = header.states == TableHeader::States::numbered && header.game == game &&
                  header.metric == metric && file_.slices().size() == slots();
  for (std::size_t slot = 0; is_right && slot < slots(); ++slot) {
    const SliceRecord& s = slice(slot);
    is_right = s.name == group.slot_name(rules, slot) && s.indices == size(slot) &&
               !s.palette.empty() && s.palette.size() <= (has_outcomes() ? 3 : 256) &&
               (!s.is_left_out || may_leave_slice_out(rules, group));
  }
  is_right = is_right && std::ranges::count(file_.slices(), true, &SliceRecord::is_left_out) <= 1;
  if (!is_right) file_.damaged("it is not the table of this material of its folder's variant");
}

const MaterialFile::Model& MaterialFile::model(std::size_t slice) const {
  return models_.get(slice, [&] {
    const ValueContexts c(file_.slices()[slice].palette.size(), rows_of(index_, slice),
                          has_outcomes());
    return Model{c, read_run_model(file_, slice, c.groups(), c.group(), c.symbols())};
  });
}

Value MaterialFile::value(std::size_t s, std::uint64_t number) const {
  return naming_file(file_, [&] {
    if (number >= size(s)) throw DamagedTable("a number is too great");
    const std::optional<std::uint64_t> place = file_.block_of(s, number);
    if (!place || *place == 0) throw DamagedTable("a number has no block");
    const RunBlock block = read_run_block(file_, s, *place, run_numbers());
    const std::optional<std::size_t> run = block.run_of(number);
    if (!run || number - block.first_code(*run) >= run_numbers())
      throw DamagedTable("a number has no run");
    const Model& m = model(s);
    ValueRunReader reader(block.run(*run), m.contexts, m.symbols);
    std::uint8_t code = 0;
    for (std::uint64_t n = block.first_code(*run); n <= number; ++n) code = reader.next();
    return slice(s).palette[code];
  });
}

void MaterialFile::read_block(std::size_t s, std::uint64_t number,
                              std::vector<std::uint8_t>& codes) const {
  codes.clear();
  const std::uint64_t begin = number * block_numbers();
  const std::uint64_t end = std::min(size(s), begin + block_numbers());
  naming_file(file_, [&] {
    if (slice(s).blocks() != 1 + blocks(s))
      throw DamagedTable("it has not as many blocks as its numbers need");
    const Model& m = model(s);
    const RunBlock block = read_run_block(file_, s, number + 1, run_numbers());
    for (std::size_t run = 0; run < block.runs(); ++run) {
      const std::uint64_t first = begin + codes.size();
      if (first >= end || block.first_code(run) != first)
        throw DamagedTable("a block's runs are out of order");
      ValueRunReader reader(block.run(run), m.contexts, m.symbols);
      for (std::uint64_t n = first; n < std::min(end, first + run_numbers()); ++n)
        codes.push_back(reader.next());
    }
    if (begin + codes.size() != end) throw DamagedTable("a block has not all of its runs");
  });
}

std::unique_ptr<SolvedTable> MaterialFile::load(const Rules& rules, int threads) const {
  auto table = std::make_unique<SolvedTable>(rules, index_.group());
  file_.expect_scan();
  for (std::size_t slot = 0; slot < slots(); ++slot) {
    SolvedTable::Slice& loaded = table->slices[slot];
    loaded.palette = slice(slot).palette;
    loaded.codes.resize(size(slot));
    if (slice(slot).is_left_out) continue;
    parallel_tasks(blocks(slot), threads, [&] {
      return [&, read = std::vector<std::uint8_t>()](std::uint64_t block) mutable {
        read_block(slot, block, read);
        std::ranges::copy(
            read, loaded.codes.begin() + static_cast<std::ptrdiff_t>(block * block_numbers()));
      };
    });
  }
  return table;
}

}  // namespace zermelo::endgames
