// SPDX-License-Identifier: MIT
// Tables of a game of stones (kinds/stones/read.h): made, counted, verified and read whole.
// Included by one source file per game.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "kinds/choices.h"
#include "kinds/grid/grid_maker.h"
#include "kinds/grid/grid_moves.h"
#include "kinds/stones/kind.h"
#include "kinds/stones/layer_costs.h"
#include "kinds/stones/solve.h"
#include "kinds/stones/stone_memory.h"
#include "kinds/stones/verify.h"
#include "tablebase/greatest_states.h"
#include "tablebase/reports.h"

namespace zermelo {

// As CodeTables.
template <class Game, class Lane>
struct StoneTables : StoredStones<Game, Lane> {
  using Stored = StoredStones<Game, Lane>;
  using Metric = typename Stored::Metric;
  using Stored::position;
  using Stored::stones;

  class Source;
  using Walked = Source;

  static CountReport count(const Game& game, int threads, const WorkProgress& progress) {
    CountReport report;
    report.columns = reachable_columns();
    MemoryLimit().require(
        {.bytes = stone_memory(game, StoneWork::counting), .who = "Counting needs"});
    StoneLayers<Game, Lane> layers(game, threads);
    std::uint64_t done = 0, total = 0;
    for (int i = 0; i <= game.cells(); ++i) total += layer_size(game, i);
    for (int i = 0; i <= game.cells(); ++i) {
      const ReachedLayer layer = layers.advance();
      report.add({game.layer_name(i),
                  {{"positions", layer.positions + layer.finished},
                   {"over", layer.finished},
                   {"canonical", layer.canonical + layer.canonical_finished},
                   {"canonical_over", layer.canonical_finished}},
                  {}});
      if (progress) progress(done += layer_size(game, i), total);
    }
    return report;
  }

  static SolveReport solve(const Game& game, TableHeader header, const std::string& path,
                           const SolveOptions& options) {
    return StoneSolve<Game, Lane>(game, std::move(header), path, options,
                                  [&](std::uint64_t bytes) { return what_fits(game, bytes); })
        .run();
  }

  static LayerCosts layer_costs(const Game& game, const TableFile& table) {
    return StoneLayerCosts<Game, Lane>(game, table).run();
  }

  // Everything in the statistics was noted when the table was made.
  static StatsReport stats(const Game& game, const TableFile& table, int, const WorkProgress&) {
    check_layers(game, table);
    StatsReport report;
    for (const SliceRecord& slice : table.slices()) {
      for (const auto& [value, count] : slice.histogram) report.histogram[value] += count;
    }
    summarise(report);
    for (std::size_t i = 0; i < table.slices().size(); ++i) {
      const SliceRecord& slice = table.slices()[i];
      const auto wins = slice.histogram.find(Value::win(report.longest_win));
      if (report.longest_win < 2 || wins == slice.histogram.end()) continue;
      for (const std::uint64_t code : slice.longest) {
        if (code >= layer_size(game, static_cast<int>(i)))
          table.damaged("a longest win is not a position");
        if (report.longest.size() < GreatestStates::most)
          report.longest.push_back(format_position(
              position(game, stone_position(game, static_cast<int>(i), code)), game.grid()));
      }
    }
    return report;
  }

  static VerifyReport verify(const Game& game, const TableFile& table, int threads,
                             WorkProgress progress) {
    MemoryLimit().require(
        {.bytes = stone_memory(game, StoneWork::reading), .who = "Verifying needs"});
    Verification verification(table, threads, std::move(progress));
    StoneVerifier<Game, Lane> verifier(game, verification);
    return verify_table(verifier, verification);
  }
};

// Reads the positions layer by layer, the fullest boards first. Their values are computed again on
// the way, which takes less time than looking them all up; only what puzzles need beyond that is
// looked up.
template <class Game, class Lane>
class StoneTables<Game, Lane>::Source {
 public:
  using State = GridPosition;
  using Values = typename StoneTables::Values;
  using Chooser = zermelo::Chooser<GridMoves<Game, Values>>;
  struct Place {
    int slice = 0;
    std::uint64_t code = 0;
    auto operator<=>(const Place&) const = default;
  };
  static Place place_of(const Game& game, const GridPosition& p) {
    const StonePosition best = canonical(game, stones(game, p));
    return {fullest_first(game.cells(), best.stones()), stone_code(game, best)};
  }

  // What look() throws, which is called for each layer, ends the reading.
  Source(const Game& game, std::shared_ptr<const TableFile> file, bool, bool single_places,
         int threads, const std::function<void()>& look)
      : game_(game), values_(game, std::move(file)), layers_(game, threads) {
    if (single_places) return;
    MemoryLimit().require(
        {.bytes = stone_memory(game, StoneWork::reading), .who = "Reading this table needs"});
    for (int i = 0; i <= game.cells(); ++i) {
      look();
      reached_.push_back(layers_.advance());
    }
    layers_.end_forward();
  }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  // Numbered as by fullest_first().
  int slices() const { return game_.cells() + 1; }
  // Its number in the file.
  std::size_t number_in_file(int slice) const { return static_cast<std::size_t>(stones_of(slice)); }
  void begin_slice(int slice) {
    while (layers_.stones() != stones_of(slice)) layers_.go_back();
  }
  // Parts of shapes.
  std::uint64_t blocks(int slice) const { return tasks(slice).count(); }
  void expect_scan() const {}
  Chooser chooser() const { return Chooser({game_, values_}); }

  class Reader {
   public:
    explicit Reader(const Source& source) : s_(source) {}

    template <class Wants, class Visit>
    void read_block(int slice, std::uint64_t block, Wants&& wants, Visit&& visit) {
      const int stones = s_.stones_of(slice);
      const ShapeTasks::Part part = s_.tasks(slice)[block];
      const ReachedLayer& reached = s_.reached_[static_cast<std::size_t>(stones)];
      if (reached.first_word[part.shape] == ReachedLayer::none) return;
      const std::uint64_t first_code = part.shape * binomial_64(stones, black_stones(stones));
      rows_.enter(s_.game_.shape(stones, part.shape));
      rows_.for_each(part.high_begin, part.high_end, [&](const ShapeRow& row) {
        const Lane* const boards = rows_.boards(row.low_ones);
        for (std::uint32_t i = 0; i < row.count; ++i) {
          if (!reached.contains(part.shape, row.rank + i)) continue;
          const std::uint64_t code = first_code + row.rank + i;
          const Value value = StoneScore::value(s_.layers_.scores().bytes[code], stones);
          if (!wants(value)) continue;
          const StonePosition p{rows_.shape(), Squares{boards[i]} | row.black};
          if (!visit(Place{slice, code}, position(s_.game_, p), value)) return false;
        }
        return true;
      });
    }
    template <class Wants, class Visit>
    void read(const Place& place, Wants&& wants, Visit&& visit) {
      const State p = state(place);
      const std::optional<Value> value = s_.values_.value(p);
      if (value && wants(*value)) visit(place, p, *value);
    }
    State state(const Place& place) const {
      return position(s_.game_, stone_position(s_.game_, s_.stones_of(place.slice), place.code));
    }

   private:
    const Source& s_;
    ShapeRows<Lane> rows_;
  };

 private:
  static constexpr int log_rows_of_block = 8;
  ShapeTasks tasks(int slice) const {
    const int stones = stones_of(slice);
    return {game_.shapes(stones), stones, log_rows_of_block};
  }
  int stones_of(int slice) const { return fullest_first(game_.cells(), slice); }

  const Game& game_;
  Values values_;
  StoneLayers<Game, Lane> layers_;
  std::vector<ReachedLayer> reached_;
};

// Adds the maker of what add_stones_kinds (kinds/stones/kind.h) adds.
template <class Game>
void add_stones_makers(GameWork& work, const GameSpec& spec,
                       const std::shared_ptr<const Game>& game) {
  with_lane(*game, [&](auto lane) {
    add_grid_maker<Game, StoneTables<Game, decltype(lane)>>(work, spec, game);
  });
}

}  // namespace zermelo
