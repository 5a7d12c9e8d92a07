// SPDX-License-Identifier: MIT
// Tables of a grid game that list the positions that play can lead to: for any game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/grid/game.h"
#include "gen/grid/metric.h"
#include "probe/grid_choices.h"
#include "tablebase/code_table.h"
#include "tablebase/grid_explore.h"
#include "tablebase/grid_solve.h"
#include "tablebase/grid_stats.h"
#include "tablebase/grid_table.h"
#include "tablebase/grid_verify.h"
#include "tablebase/reports.h"

namespace zermelo {

// What GridEngine needs to know of how a game's positions are found and stored. The game must
// outlive everything here.
template <class Game, class MetricOfTable = DistanceMetric>
struct CodeStorage {
  using Metric = MetricOfTable;
  static constexpr TableHeader::States states = TableHeader::States::codes;

  // Values looked up in the file. Thread-safe.
  class Values {
   public:
    using Metric = MetricOfTable;
    Values(const Game& game, std::shared_ptr<const TableFile> file)
        : probe_(std::move(file)), table_(game, probe_, probe_.file().slices().size()) {}
    Values(const Values&) = delete;
    Values& operator=(const Values&) = delete;

    std::optional<Value> value(const GridPosition& p) const { return table_.value(p); }
    std::optional<Value> of_move(const GridPosition& next, Ending ending) const {
      return table_.of_move(next, ending);
    }

   private:
    CodeProbe probe_;
    GridTable<Game, CodeProbe, Metric> table_;
  };

  // The positions of a table, as the miner reads them (see probe/dense_source.h for its members).
  class Source;

  static CountReport count(const Game& game, int threads, const WorkProgress& progress) {
    CountReport report;
    report.columns = reachable_columns();
    CodeSpace space(0, "");
    const std::span<const GridSymmetry> symmetries = symmetries_of_start(game);
    Explorer<Game> explorer(game, symmetries, space, Explorer<Game>::Finished::counted, threads);
    const auto layers = explorer.run([&](const auto& explored) {
      if (progress) progress(explored.positions, 0);
      return false;
    });
    for (std::size_t i = 0; i < layers.size(); ++i) {
      CountReport::Slice slice{game.layer_name(static_cast<int>(i)), {}, {}};
      const SparseSet& going_on = layers[i].positions;
      const SparseSet& over = layers[i].finished;
      const Images of_over = images(game, over, threads),
                   of_others = images(game, going_on, threads);
      slice.counts["canonical"] = of_others.canonical + of_over.canonical;
      slice.counts["canonical_over"] = of_over.canonical;
      slice.counts["over"] = of_over.positions;
      slice.counts["positions"] = of_others.positions + of_over.positions;
      report.add(std::move(slice));
    }
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
    return GridVerifier<Game, Metric>(game, table, threads, std::move(progress)).run();
  }

  // As Engine::position_at.
  static std::optional<GridPosition> position_at(const Game& game, const TableFile& table,
                                                 std::size_t slice, std::uint64_t index) {
    const std::uint64_t blocks = table.slices()[slice].blocks();
    if (blocks < 2) return std::nullopt;  // the first one only lists the others
    CodeMembers block;
    CodeProbe(table).read_block(slice, 1 + index / block_indices % (blocks - 1), block);
    if (block.codes.empty()) return std::nullopt;
    return position_of(game, block.codes[index % block.codes.size()]);
  }

 private:
  // What a set stands for: its members are canonical by the symmetries of the start.
  struct Images {
    std::uint64_t positions = 0;
    std::uint64_t canonical = 0;  // by all symmetries of the game
  };
  static Images images(const Game& game, const SparseSet& set, int threads) {
    constexpr std::uint64_t chunk = 1 << 16;
    std::mutex mutex;
    Images sum;
    parallel_tasks((set.size() + chunk - 1) / chunk, thread_count(threads), [&] {
      return [&](std::uint64_t task) {
        Images part;
        set.for_each(task * chunk, std::min(set.size(), (task + 1) * chunk),
                     [&](std::uint64_t, std::uint64_t code) {
                       const GridPosition p = game.codes().decode(code);
                       part.positions += orbit_size(symmetries_of_start(game), p);
                       part.canonical += stands_for_all(game, set, p, code);
                     });
        const std::lock_guard lock(mutex);
        sum.positions += part.positions;
        sum.canonical += part.canonical;
      };
    });
    return sum;
  }
  // Whether no other member is counted for p's images by all symmetries.
  static bool stands_for_all(const Game& game, const SparseSet& set, const GridPosition& p,
                             std::uint64_t code) {
    if (symmetries_of_start(game).size() == game.symmetries().size()) return true;
    std::vector<std::uint64_t> images;
    for (const GridSymmetry& g : game.symmetries()) {
      const GridPosition image{g(p.black), g(p.white), p.white_to_move};
      images.push_back(game.codes().encode(canonical(symmetries_of_start(game), image)));
    }
    return std::ranges::none_of(
        images, [&](std::uint64_t image) { return image < code && set.find(image); });
  }
};

template <class Game, class Metric>
class CodeStorage<Game, Metric>::Source {
 public:
  using State = GridPosition;
  using Table = GridTable<Game, LoadedCodes, Metric>;
  using Chooser = GridChooser<Game, Table>;
  // A canonical position.
  struct Place {
    int slice = 0;
    std::uint64_t code = 0;
    auto operator<=>(const Place&) const = default;
  };
  static Place place_of(const Game& game, const GridPosition& p) {
    return {game.layer(p), game.codes().encode(canonical(game, p))};
  }

  // Positions that are won at once are not in the table; if they are wanted, play is explored anew
  // to find them. If only single places will be read, that is not needed.
  Source(const Game& game, std::shared_ptr<const TableFile> file, bool wants_won_at_once,
         bool single_places, int threads)
      : game_(game),
        members_(*file, threads),
        table_(game, members_, file->slices().size()),
        slices_(static_cast<int>(file->slices().size())) {
    if (!wants_won_at_once || single_places) return;
    CodeSpace space(0, "");
    Explorer<Game> explorer(game, game.symmetries(), space, Explorer<Game>::Finished::ignored,
                            threads);
    explored_ = explorer.run([](const auto&) { return false; });
    explored_.resize(static_cast<std::size_t>(slices_));
  }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  int slices() const { return slices_; }
  void begin_slice(int) {}
  std::uint64_t blocks(int slice) const {
    return (positions(slice).size() + block_indices - 1) / block_indices;
  }
  void expect_scan() const {}
  Chooser chooser() const { return {game_, table_}; }

  class Reader {
   public:
    explicit Reader(const Source& source) : s_(source) {}

    template <class Wants, class Visit>
    void read_block(int slice, std::uint64_t block, Wants&& wants, Visit&& visit) {
      const SparseSet& positions = s_.positions(slice);
      const std::uint64_t begin = block * block_indices;
      const std::uint64_t end = std::min(positions.size(), begin + block_indices);
      bool going_on = true;
      positions.for_each(begin, end, [&](std::uint64_t number, std::uint64_t code) {
        if (!going_on) return;
        const Value value = s_.value(slice, number, code);
        if (wants(value)) going_on = visit(Place{slice, code}, state({slice, code}), value);
      });
    }
    template <class Wants, class Visit>
    void read(const Place& place, Wants&& wants, Visit&& visit) {
      const Value value = s_.value_of(place);
      if (wants(value)) visit(place, state(place), value);
    }
    State state(const Place& place) const { return position_of(s_.game_, place.code); }

   private:
    const Source& s_;
  };

 private:
  const SparseSet& positions(int slice) const {
    const auto number = static_cast<std::size_t>(slice);
    return explored_.empty() ? members_.members(number) : explored_[number].positions;
  }
  Value value(int slice, std::uint64_t number, std::uint64_t code) const {
    return explored_.empty() ? members_.value(static_cast<std::size_t>(slice), number)
                             : value_of({slice, code});
  }
  Value value_of(const Place& place) const {
    const auto value = members_.find(static_cast<std::size_t>(place.slice), place.code);
    return value.value_or(Value::win(1));
  }

  const Game& game_;
  LoadedCodes members_;
  Table table_;
  int slices_;
  std::vector<ExploredLayer> explored_;
};

}  // namespace zermelo
