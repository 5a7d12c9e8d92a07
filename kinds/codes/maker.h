// SPDX-License-Identifier: MIT
// Tables that list the positions that play can lead to: made, counted, verified and read whole; for
// any game on a grid. Included by one source file per game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kinds/choices.h"
#include "kinds/codes/explore.h"
#include "kinds/codes/kind.h"
#include "kinds/codes/loaded_codes.h"
#include "kinds/codes/solve.h"
#include "kinds/codes/stats.h"
#include "kinds/codes/verify.h"
#include "kinds/grid/grid_maker.h"
#include "kinds/grid/grid_moves.h"
#include "tablebase/job/memory_limit.h"
#include "tablebase/reports.h"

namespace zermelo {

// Tells GridMaker how. The game must outlive everything here.
template <class Game, class MetricOfTable = DistanceMetric>
struct CodeTables : StoredCodes<Game, MetricOfTable> {
  using Metric = MetricOfTable;

  // The positions of a table, as the miner reads them (see kinds/dense/dense_source.h for its
  // members).
  class Source;
  using Walked = Source;  // as walks over all positions do
  // All values in memory, for whoever asks for most of them.
  struct Loaded : StoredCodes<Game, MetricOfTable> {
    using Values = GridTable<Game, LoadedCodes, MetricOfTable>;
  };

  static std::uint64_t mining_memory(const TableFile& file) {
    return LoadedCodes::bytes_needed(file);
  }

  static CountReport count(const Game& game, int threads, const WorkProgress& progress) {
    if constexpr (IndexedGame<Game>) {
      return count_by_index(game, threads, progress);
    } else {
      return count_by_lists(game, threads, progress);
    }
  }
  static CountReport count_by_lists(const Game& game, int threads, const WorkProgress& progress) {
    CountReport report;
    report.columns = reachable_columns();
    const MemoryLimit limit;
    CodeSpace space = space_for(limit);
    const std::span<const GridSymmetry> symmetries = symmetries_of_start(game);
    Explorer<Game> explorer(game, symmetries, space, Explorer<Game>::Finished::counted, threads);
    const auto layers = explorer.run([&] {
      require_memory(limit, explorer, "Counting needs");
      if (progress) progress(explorer.positions(), 0);
    });
    for (std::size_t i = 0; i < layers.size(); ++i) {
      add_slice(report, game.layer_name(static_cast<int>(i)),
                images(game, layers[i].positions, threads),
                images(game, layers[i].finished, threads));
    }
    return report;
  }
  // Positions are counted with all their images, as if play could begin with any image of the
  // start.
  static CountReport count_by_index(const Game& game, int threads, const WorkProgress& progress) {
    CountReport report;
    report.columns = reachable_columns();
    IndexExplorer<Game> explorer(game, IndexExplorer<Game>::Keep::all_and_finished, threads);
    const auto layers = explorer.run([&] {
      if (progress) progress(explorer.positions(), 0);
    });
    for (std::size_t i = 0; i < layers.size(); ++i) {
      add_slice(report, game.layer_name(static_cast<int>(i)),
                images(game.codes(), layers[i].positions, threads),
                images(game.codes(), layers[i].finished, threads));
    }
    const CodeSet elsewhere = explorer.take_finished_elsewhere();
    if (elsewhere.size() > 0)
      add_slice(report, "other ends", {}, images(game.ended_codes(), elsewhere, threads));
    return report;
  }

  static SolveReport solve(const Game& game, TableHeader header, const std::string& path,
                           const SolveOptions& options) {
    return GridSolve<Game, Metric>(game, std::move(header), path, options).run();
  }

  static StatsReport stats(const Game& game, const TableFile& table, int threads,
                           WorkProgress progress) {
    return grid_statistics<Game, Metric>(game, table, threads, std::move(progress));
  }

  static VerifyReport verify(const Game& game, const TableFile& table, int threads,
                             WorkProgress progress) {
    Verification verification(table, threads, std::move(progress));
    CodeVerifier<Game, Metric> verifier(game, verification);
    return verify_table(verifier, verification);
  }

  // Codes are sorted in half of the memory, and on disk if that is not enough.
  static CodeSpace space_for(const MemoryLimit& limit) {
    return {limit.none() ? 0 : std::max<std::uint64_t>(1, limit.bytes() / 2),
            std::filesystem::temp_directory_path().string()};
  }
  template <class AnyExplorer>
  static void require_memory(const MemoryLimit& limit, const AnyExplorer& explorer,
                             const char* who) {
    limit.require({.bytes = explorer.set_bytes() + fixed_memory, .at_least = true, .who = who});
  }

 private:
  // What a set represents: its members are canonical under the symmetries of the start.
  struct Images {
    std::uint64_t positions = 0;
    std::uint64_t canonical = 0;  // under all symmetries of the game
  };
  static void add_slice(CountReport& report, std::string name, const Images& going_on,
                        const Images& over) {
    CountReport::Slice slice{std::move(name), {}, {}};
    slice.counts["canonical"] = going_on.canonical + over.canonical;
    slice.counts["canonical_over"] = over.canonical;
    slice.counts["over"] = over.positions;
    slice.counts["positions"] = going_on.positions + over.positions;
    report.add(std::move(slice));
  }

  static Images images(const Game& game, const CodeSet& set, int threads) {
    return images_of(set, threads, [&] {
      return [&](std::uint64_t code, Images& sum) {
        const PositionOf<Game> p = game.codes().decode(code);
        sum.positions += orbit_size(symmetries_of_start(game), p);
        sum.canonical += stands_for_all(game, set, p, code);
      };
    });
  }
  // Members of a set of an index, which has one number for all images.
  template <class Index>
  requires requires(const Index& index) { index.groups(); }
  static Images images(const Index& index, const CodeSet& set, int threads) {
    return images_of(set, threads, [&] {
      return [sizes = typename Index::OrbitSizes(index)](std::uint64_t code, Images& sum) mutable {
        sum.positions += sizes.of(code);
        ++sum.canonical;
      };
    });
  }
  // Calls add(code, sum) for all members; each thread's add is one that make_add() returns.
  template <class MakeAdd>
  static Images images_of(const CodeSet& set, int threads, const MakeAdd& make_add) {
    constexpr std::uint64_t chunk = 1 << 16;
    std::mutex mutex;
    Images sum;
    parallel_tasks((set.size() + chunk - 1) / chunk, thread_count(threads), [&] {
      return [&, add = make_add()](std::uint64_t task) mutable {
        Images part;
        set.for_each(task * chunk, std::min(set.size(), (task + 1) * chunk),
                     [&](std::uint64_t, std::uint64_t code) { add(code, part); });
        const std::lock_guard lock(mutex);
        sum.positions += part.positions;
        sum.canonical += part.canonical;
      };
    });
    return sum;
  }
  // Whether no other member is counted for p's images under all symmetries.
  static bool stands_for_all(const Game& game, const CodeSet& set, const PositionOf<Game>& p,
                             std::uint64_t code) {
    if (symmetries_of_start(game).size() == game.symmetries().size()) return true;
    bool stands = true;
    for_each_image(game.symmetries(), p, [&](const PositionOf<Game>& image) {
      const std::uint64_t other = game.codes().encode(canonical(symmetries_of_start(game), image));
      stands = stands && !(other < code && set.contains(other));
    });
    return stands;
  }
};

template <class Game, class Metric>
class CodeTables<Game, Metric>::Source {
 public:
  using State = PositionOf<Game>;
  using Table = typename Loaded::Values;
  using Chooser = zermelo::Chooser<GridMoves<Game, Table>>;
  // A canonical position.
  struct Place {
    int slice = 0;
    std::uint64_t code = 0;
    auto operator<=>(const Place&) const = default;
  };
  static Place place_of(const Game& game, const PositionOf<Game>& p) {
    const Located place = locate(game, p);
    return {place.layer, place.code};
  }

  // Positions that are won at once are not in the table; if they are wanted, play is explored again
  // to find them. If only single places will be read, that is not needed. What look() throws, which
  // is called every so often, ends the reading.
  Source(const Game& game, std::shared_ptr<const TableFile> file, bool wants_won_at_once,
         bool single_places, int threads, const LoadedCodes::Look& look)
      : game_(game),
        table_(game, *file, threads, look),
        slices_(static_cast<int>(file->slices().size())) {
    if (!wants_won_at_once || single_places) return;
    const MemoryLimit limit;
    CodeSpace space = space_for(limit);
    explored_ = explore(game, WonAtOnce::kept, space, threads, [&](const auto& explorer) {
      look();
      require_memory(limit, explorer, "Reading this table needs");
    });
    explored_.resize(static_cast<std::size_t>(slices_));
  }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  // As that of the table.
  std::optional<Value> value(const State& p) const { return table_.value(p); }
  int slices() const { return slices_; }
  // Its number in the file.
  static std::size_t number_in_file(int slice) { return static_cast<std::size_t>(slice); }
  void begin_slice(int) {}
  std::uint64_t blocks(int slice) const {
    return (positions(slice).size() + block_indices - 1) / block_indices;
  }
  void expect_scan() const {}
  Chooser chooser() const { return Chooser({game_, table_}); }

  class Reader {
   public:
    explicit Reader(const Source& source) : s_(source) {}

    template <class Wants, class Visit>
    void read_block(int slice, std::uint64_t block, Wants&& wants, Visit&& visit) {
      const CodeSet& positions = s_.positions(slice);
      const std::uint64_t begin = block * block_indices;
      const std::uint64_t end = std::min(positions.size(), begin + block_indices);
      codes_.clear();
      positions.for_each(begin, end,
                         [&](std::uint64_t, std::uint64_t code) { codes_.push_back(code); });
      s_.read_values(slice, codes_, values_);
      for (std::size_t n = 0; n < codes_.size(); ++n) {
        const Place place{slice, codes_[n]};
        if (wants(values_[n]) && !visit(place, state(place), values_[n])) return;
      }
    }
    template <class Wants, class Visit>
    void read(const Place& place, Wants&& wants, Visit&& visit) {
      const Value value = s_.value_of(place);
      if (wants(value)) visit(place, state(place), value);
    }
    State state(const Place& place) const { return position_of(s_.game_, place.code); }

   private:
    const Source& s_;
    std::vector<std::uint64_t> codes_;  // of the block
    std::vector<Value> values_;
  };

 private:
  const CodeSet& positions(int slice) const {
    const auto number = static_cast<std::size_t>(slice);
    return explored_.empty() ? table_.members().members(number) : explored_[number].positions;
  }
  // The values of positions whose codes ascend: they are looked for from one to the next.
  void read_values(int slice, const std::vector<std::uint64_t>& codes,
                   std::vector<Value>& values) const {
    values.assign(codes.size(), Value::win(1));
    if (codes.empty()) return;
    const LoadedCodes& members = table_.members();
    const auto number = static_cast<std::size_t>(slice);
    const CodeSet& stored = members.members(number);
    std::size_t n = 0;
    stored.for_each(stored.rank(codes.front()), stored.rank(codes.back() + 1),
                    [&](std::uint64_t member, std::uint64_t code) {
                      while (n < codes.size() && codes[n] < code) ++n;
                      if (n < codes.size() && codes[n] == code)
                        values[n] = members.value(number, member);
                    });
  }
  Value value_of(const Place& place) const {
    const auto value = table_.members().find(static_cast<std::size_t>(place.slice), place.code);
    return value.value_or(Value::win(1));
  }

  const Game& game_;
  Table table_;
  int slices_;
  std::vector<ExploredLayer> explored_;
};

// Adds the makers of what add_codes_kinds (kinds/codes/kind.h) adds, in the same order.
template <class Game>
void add_codes_makers(GameWork& work, const GameSpec& spec,
                      const std::shared_ptr<const Game>& game) {
  for_each_codes_metric(spec, *game, [&](auto metric, const GameSpec& of_tables) {
    add_grid_maker<Game, CodeTables<Game, decltype(metric)>>(work, of_tables, game);
  });
}

}  // namespace zermelo
