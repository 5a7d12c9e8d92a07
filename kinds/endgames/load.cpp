// SPDX-License-Identifier: MIT
#include "kinds/endgames/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <map>
#include <span>
#include <utility>

#include "gen/parallel.h"
#include "kinds/endgames/left_out.h"
#include "tablebase/job/memory_limit.h"

namespace zermelo::endgames {
namespace {

// Tables that are in memory, and all that theirs follow from.
class LoadedTables {
 public:
  LoadedTables(const EndgameFolder& folder, int threads) : folder_(folder), threads_(threads) {}

  void load(const std::vector<std::size_t>& tables) {
    for (const std::size_t table : tables) add_needed(table);
    require_memory();
    for (const std::size_t table : needed_) load(table);
  }
  std::unique_ptr<SolvedTable> take(std::size_t table) {
    assert(loaded_.at(table));
    return std::move(loaded_.at(table));
  }

 private:
  static bool has_left_out(const MaterialFile& file) {
    return std::ranges::any_of(file.file().slices(), &SliceRecord::is_left_out);
  }

  // (What a table converts to comes before it.)
  void add_needed(std::size_t table) {
    if (std::ranges::find(needed_, table) != needed_.end()) return;
    if (has_left_out(folder_.table(table))) {
      for (const MaterialGroup& g :
           Materials(folder_.rules()).conversions(folder_.groups()[table])) {
        const auto found = std::ranges::find(folder_.groups(), g);
        if (found == folder_.groups().end()) continue;  // (A move that leads there says so.)
        add_needed(static_cast<std::size_t>(found - folder_.groups().begin()));
        makes_values_ = true;
      }
    }
    needed_.push_back(table);
  }

  // (What tables that are not shrunk take is the caller's business.)
  void require_memory() const {
    if (!makes_values_) return;
    MemoryNeed need{.bytes = fixed_memory,
                    .who = fmt::format("Computing what {} leaves out needs", folder_.path())};
    for (const std::size_t table : needed_) need.bytes += folder_.table(table).index().size();
    MemoryLimit().require(need);
  }

  void load(std::size_t table) {
    const MaterialFile& file = folder_.table(table);
    SolvedTable& loaded = *(loaded_[table] = file.load(folder_.rules(), threads_));
    for (std::size_t slot = 0; slot < file.slots(); ++slot) {
      if (file.slice(slot).is_left_out) compute({table, slot, 0}, loaded.slices[slot].codes);
    }
  }

  void compute(const EndgameFolder::Place& slice, std::vector<std::uint8_t>& codes) {
    const auto lookup = [this](const EndgameFolder::Place& place) {
      return loaded_.at(place.table)->at(place.slot, place.index);
    };
    const std::uint64_t tasks = (codes.size() + numbers_a_task - 1) / numbers_a_task;
    parallel_tasks(tasks, threads_, [&] {
      return [&, values = LeftOutValues<decltype(lookup)>(folder_, lookup)](
                 std::uint64_t task) mutable {
        const std::size_t begin = task * numbers_a_task;
        values.codes({slice.table, slice.slot, begin},
                     std::span(codes).subspan(
                         begin, std::min<std::size_t>(numbers_a_task, codes.size() - begin)));
      };
    });
  }

  static constexpr std::size_t numbers_a_task = 1 << 12;

  const EndgameFolder& folder_;
  int threads_;
  std::vector<std::size_t> needed_;
  bool makes_values_ = false;
  std::map<std::size_t, std::unique_ptr<SolvedTable>> loaded_;
};

}  // namespace

std::vector<std::unique_ptr<SolvedTable>> load_tables(const EndgameFolder& folder,
                                                      const std::vector<std::size_t>& tables,
                                                      int threads) {
  LoadedTables loaded(folder, threads);
  loaded.load(tables);
  std::vector<std::unique_ptr<SolvedTable>> taken;
  for (const std::size_t table : tables) taken.push_back(loaded.take(table));
  return taken;
}

}  // namespace zermelo::endgames
