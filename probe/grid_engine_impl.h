// SPDX-License-Identifier: MIT
// A grid game behind the Engine interface; included by one source file a game.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "probe/engine.h"
#include "tablebase/code_table.h"
#include "tablebase/grid_explore.h"
#include "tablebase/grid_solve.h"
#include "tablebase/grid_stats.h"
#include "tablebase/grid_table.h"
#include "tablebase/grid_verify.h"

namespace zermelo {

// A move as players see it: all ways to come to the same board are one.
struct GridMove {
  std::string text;
  GridPosition next;
  Ending ending;
};

// In order of the square that matters most to a reader: as their texts are.
template <class Game>
std::vector<GridMove> moves_of(const Game& game, const GridPosition& p) {
  std::vector<GridMove> moves;
  game.for_each_successor(p, [&](const GridPosition& next, Ending ending) {
    const auto same = [&](const GridMove& m) { return m.next == next; };
    if (std::ranges::any_of(moves, same)) return;
    moves.push_back({format_change(p, next, game.grid()), next, ending});
  });
  std::ranges::sort(moves, {}, &GridMove::text);
  return moves;
}

// Reads a position in which the game goes on. Throws IllegalPosition or GameOver.
template <class Game>
GridPosition read_position(const Game& game, std::string_view text) {
  const GridPosition p = parse_position(text, game.grid());
  game.check(p);
  return p;
}

template <class Game>
class GridProber final : public Prober {
 public:
  GridProber(std::shared_ptr<const Game> game, std::shared_ptr<const TableFile> file)
      : game_(std::move(game)),
        probe_(std::move(file)),
        table_(*game_, probe_, probe_.file().slices().size()) {}

  Value value(std::string_view text) const override {
    return value_of(read_position(*game_, text));
  }

  std::vector<MoveValue> moves(std::string_view text) const override {
    std::vector<MoveValue> result;
    for (const Choice& c : choices(read_position(*game_, text))) {
      const bool goes_on = c.move.ending == Ending::none;
      result.push_back(
          {c.move.text, c.value, goes_on ? format_position(c.move.next, game_->grid()) : ""});
    }
    return result;
  }

  Line line(std::string_view text, int limit) const override {
    Line line;
    std::set<GridPosition> seen;
    GridPosition p = read_position(*game_, text);
    while (static_cast<int>(line.moves.size()) < limit && seen.insert(p).second) {
      const Choice best = choices(p).front();
      line.moves.push_back(best.move.text);
      line.complete = best.move.ending != Ending::none;
      if (line.complete) break;
      p = best.move.next;
    }
    return line;
  }

  Diagram diagram(std::string_view text, bool with_moves) const override {
    const GridPosition p = read_position(*game_, text);
    Diagram d = make_diagram(p, game_->grid());
    d.caption += ": " + to_string(value_of(p));
    if (with_moves) {
      for (const Choice& c : choices(p)) d.moves.push_back(drawn(p, c));
    }
    return d;
  }

  Solution solution(std::string_view, const SolutionOptions&) const override {
    throw UsageError("There are no solutions for this game yet.");
  }

 private:
  struct Choice {
    GridMove move;
    Value value;
  };

  Value known(std::optional<Value> value) const {
    if (value) return *value;
    throw NotInTable("Play from the start cannot lead to this position, so the table lacks it.");
  }
  Value value_of(const GridPosition& p) const { return known(table_.value(p)); }

  std::vector<Choice> choices(const GridPosition& p) const {
    std::vector<Choice> result;
    for (GridMove& move : moves_of(*game_, p)) {
      const Value value = known(table_.of_move(move.next, move.ending));
      result.push_back({std::move(move), value});
    }
    std::ranges::stable_sort(result, std::greater(), &Choice::value);
    return result;
  }

  DiagramMove drawn(const GridPosition& p, const Choice& c) const {
    DiagramMove move;
    const Squares from = p.own() & ~(p.white_to_move ? c.move.next.white : c.move.next.black);
    const Squares to = (p.white_to_move ? c.move.next.white : c.move.next.black) & ~p.own();
    const Grid grid = game_->grid();
    const Squares at = from != 0 ? from : to;
    if (at != 0) move.from = std::countr_zero(at);
    if (std::has_single_bit(from) && std::has_single_bit(to)) {
      move.dx = grid.file_of(std::countr_zero(to)) - grid.file_of(move.from);
      move.dy = grid.rank_of(std::countr_zero(to)) - grid.rank_of(move.from);
    }
    const Value v = c.value;
    move.label = v.is_draw() ? "D" : fmt::format("{}{}", v.is_win() ? 'W' : 'L', v.plies());
    move.tone = v.is_draw()  ? DiagramMove::Tone::draw
                : v.is_win() ? DiagramMove::Tone::win
                             : DiagramMove::Tone::loss;
    return move;
  }

  std::shared_ptr<const Game> game_;
  CodeProbe probe_;
  GridTable<Game, CodeProbe> table_;
};

template <class Game>
class GridEngine final : public Engine {
 public:
  GridEngine(GameSpec spec, std::shared_ptr<const Game> game)
      : spec_(std::move(spec)), game_(std::move(game)) {}

  GameSpec spec() const override { return spec_; }
  std::string start() const override { return format_position(game_->start(), game_->grid()); }

  Diagram diagram(std::string_view text) const override {
    const GridPosition p = parse_position(text, game_->grid());
    Diagram d = make_diagram(p, game_->grid());
    try {
      game_->check(p);
    } catch (const GameOver& over) {
      d.caption = over.what();
    }
    return d;
  }

  CountReport count(bool quick, int threads, WorkProgress progress) const override {
    CountReport report;
    report.quick = quick;
    CodeSpace space(0, "");
    using Search = Explorer<Game>;
    Search explorer(*game_, space, Search::Finished::counted, threads);
    const auto layers = explorer.run([&](int, std::uint64_t positions) {
      if (progress) progress(positions, 0);
      return false;
    });
    for (std::size_t i = 0; i < layers.size(); ++i) {
      CountReport::Slice slice;
      slice.name = game_->layer_name(static_cast<int>(i));
      slice.positions = layers[i].positions.size() + layers[i].finished;
      report.positions += slice.positions;
      report.slices.push_back(std::move(slice));
    }
    return report;
  }

  SolveReport solve(const std::string& path, const SolveOptions& options) const override {
    TableHeader header{spec(), distance_metric, creator()};
    header.lists_codes = true;
    return GridSolve<Game>(*game_, std::move(header), path, options).run();
  }

  SolveReport reach(const std::string&, const SolveOptions&, SearchedMoves) const override {
    throw no_distances();
  }
  std::unique_ptr<DistanceProber> distance_prober(
      std::shared_ptr<const TableFile>) const override {
    throw no_distances();
  }
  ReachReport reach_stats(const TableFile&, int, WorkProgress) const override {
    throw no_distances();
  }

  std::unique_ptr<Prober> prober(std::shared_ptr<const TableFile> table) const override {
    check(*table);
    return std::make_unique<GridProber<Game>>(game_, std::move(table));
  }

  StatsReport stats(const TableFile& table, bool, int threads,
                    WorkProgress progress) const override {
    check(table);
    return grid_statistics(*game_, table, threads, std::move(progress));
  }

  SurveyReport survey(const TableFile&, int, WorkProgress) const override {
    throw UsageError(fmt::format("There is no survey of {}.", spec_.name));
  }

  VerifyReport verify(const TableFile& table, int threads, WorkProgress progress) const override {
    check(table);
    return GridVerifier<Game>(*game_, table, threads, std::move(progress)).run();
  }

  MineReport mine(const TableFile&, const PuzzleConditions&, const MineOptions&,
                  const PuzzleSink&) const override {
    throw UsageError("There is no mining of this game yet.");
  }

  std::optional<std::string> position_at(std::size_t slice, std::uint64_t index) const override {
    static_cast<void>(slice);
    static_cast<void>(index);
    return std::nullopt;
  }

 private:
  UsageError no_distances() const {
    return UsageError(fmt::format("There are no tables of distances for {}.", spec_.name));
  }

  void check(const TableFile& table) const {
    table.require_values();
    const bool same = table.header().game == spec() && table.header().lists_codes;
    if (!same)
      throw DamagedTable(fmt::format("{} is damaged: it is not of its game.", table.path()));
  }

  GameSpec spec_;
  std::shared_ptr<const Game> game_;
};

}  // namespace zermelo
