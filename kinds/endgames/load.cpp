// SPDX-License-Identifier: MIT
#include "kinds/endgames/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "gen/parallel.h"
#include "kinds/endgames/left_out.h"
#include "tablebase/job/memory_limit.h"

namespace zermelo::endgames {
namespace {

constexpr std::size_t computed_a_task = 1 << 12;

bool has_left_out(const MaterialFile& file) {
  return std::ranges::any_of(file.file().slices(), &SliceRecord::is_left_out);
}

}  // namespace

TablesInMemory::TablesInMemory(const EndgameFolder& folder, int threads)
    : folder_(folder), threads_(threads), most_bytes_(MemoryLimit().bytes()) {}

std::vector<const SolvedTable*> TablesInMemory::load(const std::vector<std::size_t>& tables) {
  std::vector<std::size_t> needed;
  for (const std::size_t table : tables) add_needed(table, needed);
  forget_others(needed);
  for (const std::size_t table : needed) {
    if (!loaded_.contains(table)) load_one(table);
  }
  std::vector<const SolvedTable*> result;
  for (const std::size_t table : tables) result.push_back(loaded_.at(table).get());
  return result;
}

// (What a table converts to comes before it.)
void TablesInMemory::add_needed(std::size_t table, std::vector<std::size_t>& needed) const {
  if (std::ranges::find(needed, table) != needed.end()) return;
  if (has_left_out(folder_.table(table))) {
    for (const MaterialGroup& g : Materials(folder_.rules()).conversions(folder_.groups()[table])) {
      const auto found = std::ranges::find(folder_.groups(), g);
      if (found != folder_.groups().end())  // (Else a move that leads there says so.)
        add_needed(static_cast<std::size_t>(found - folder_.groups().begin()), needed);
    }
  }
  needed.push_back(table);
}

void TablesInMemory::forget_others(const std::vector<std::size_t>& needed) {
  const auto is_needed = [&](std::size_t table) {
    return std::ranges::find(needed, table) != needed.end();
  };
  // What is stored is soon read again.
  std::erase_if(loaded_, [&](const auto& entry) {
    return !is_needed(entry.first) && !has_left_out(folder_.table(entry.first));
  });
  MemoryNeed need{.bytes = fixed_memory,
                  .who = fmt::format("Computing what {} leaves out needs", folder_.path())};
  std::uint64_t others = 0;
  bool computes = false;
  for (const std::size_t table : needed) {
    need.bytes += bytes_of(table);
    computes = computes || has_left_out(folder_.table(table));
  }
  for (const auto& [table, loaded] : loaded_) others += is_needed(table) ? 0 : bytes_of(table);
  if (need.bytes + others > most_bytes_)
    std::erase_if(loaded_, [&](const auto& entry) { return !is_needed(entry.first); });
  // (What tables that are not shrunk take is the caller's business.)
  if (computes && need.bytes > most_bytes_) MemoryLimit().require(need);
}

void TablesInMemory::load_one(std::size_t table) {
  const MaterialFile& file = folder_.table(table);
  SolvedTable& loaded = *(loaded_[table] = file.load(folder_.rules(), threads_));
  for (std::size_t slot = 0; slot < file.slots(); ++slot) {
    if (file.slice(slot).is_left_out) compute({table, slot, 0}, loaded.slices[slot].codes);
  }
}

void TablesInMemory::compute(const EndgameFolder::Place& slice, std::vector<std::uint8_t>& codes) {
  const auto lookup = [this](const EndgameFolder::Place& place) {
    return loaded_.at(place.table)->at(place.slot, place.index);
  };
  const std::uint64_t tasks = (codes.size() + computed_a_task - 1) / computed_a_task;
  parallel_tasks(tasks, threads_, [&] {
    return
        [&, values = LeftOutValues<decltype(lookup)>(folder_, lookup)](std::uint64_t task) mutable {
          const std::size_t begin = task * computed_a_task;
          values.codes({slice.table, slice.slot, begin},
                       std::span(codes).subspan(
                           begin, std::min<std::size_t>(computed_a_task, codes.size() - begin)));
        };
  });
}

}  // namespace zermelo::endgames
