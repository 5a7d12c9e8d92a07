// SPDX-License-Identifier: MIT
// A grid game behind the Engine interface; included by one source file a game. Storage says how its
// positions are found and stored: CodeStorage or StoneStorage.
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
#include "probe/grid_choices.h"
#include "probe/grid_puzzle_rules.h"
#include "probe/miner.h"
#include "probe/read_listed.h"
#include "probe/solution_builder.h"
#include "tablebase/depth_search.h"

namespace zermelo {

// The plies of the shortest win as Definition 3.10 of the BDDL paper counts them, where `plies` are
// those of the shortest one: a win by leaving White without a move takes two more. Nothing if that
// takes a search that was stopped.
template <class Game>
std::optional<int> defined_plies(const Game& game, int plies, const DepthOptions& options) {
  if constexpr (requires { game.stuck_wins(); }) {
    if (game.stuck_wins() == StuckWins::all) return plies + 2;
    if (game.stuck_wins() == StuckWins::some)
      return DepthSearch<Game>(game, options, true).run().plies;
  }
  return plies;
}

template <class Game>
DepthReport find_depth(const Game& game, const DepthOptions& options) {
  DepthReport report{DepthSearch<Game>(game, options).run(), {}};
  if (!report.search.plies) return report;
  const std::optional<int> plies = defined_plies(game, *report.search.plies, options);
  if (plies) report.depth = *plies + (game.start().white_to_move ? 1 : 0);
  return report;
}

// Reads a position in which the game goes on. Throws IllegalPosition or GameOver.
template <class Game>
GridPosition read_position(const Game& game, std::string_view text) {
  const GridPosition p = parse_position(text, game.grid());
  game.check(p);
  return p;
}

template <class Game, class Storage>
class GridProber final : public Prober {
 public:
  GridProber(std::shared_ptr<const Game> game, std::shared_ptr<const TableFile> file)
      : game_(std::move(game)), values_(*game_, std::move(file)), rules_(*game_) {}

  Value value(std::string_view text) const override {
    return value_of(read_position(*game_, text));
  }

  std::vector<MoveValue> moves(std::string_view text) const override {
    std::vector<MoveValue> result;
    for (const Choice& c : choices(read_position(*game_, text))) {
      result.push_back(
          {rules_.move_text(c.option), c.value, c.ends() ? "" : rules_.state_text(c.option.next)});
    }
    return result;
  }

  Line line(std::string_view text, int limit) const override {
    Line line;
    std::set<GridPosition> seen;
    GridPosition p = read_position(*game_, text);
    while (static_cast<int>(line.moves.size()) < limit && seen.insert(p).second) {
      const Choice best = choices(p).front();
      line.moves.push_back(rules_.move_text(best.option));
      line.complete = best.ends();
      if (line.complete) break;
      p = best.option.next;
    }
    return line;
  }

  Diagram diagram(std::string_view text, bool with_moves) const override {
    const GridPosition p = read_position(*game_, text);
    Diagram d = make_diagram(p, game_->grid());
    d.caption += ": " + to_string(value_of(p), Metric::kind);
    if (with_moves) {
      for (const Choice& c : choices(p)) d.moves.push_back(drawn(c));
    }
    return d;
  }

  Solution solution(std::string_view text, const SolutionOptions& options) const override {
    if (Metric::kind == zermelo::Metric::outcome) {
      throw UsageError(
          "This table tells who wins, not in how many plies: there are no solutions in it.");
    }
    const GridPosition p = read_position(*game_, text);
    return SolutionBuilder(Chooser(*game_, values_), rules_, options).build(p, value_of(p));
  }

 private:
  using Metric = typename Storage::Metric;
  using Values = typename Storage::Values;
  using Chooser = GridChooser<Game, Values>;
  using Choice = typename Chooser::Choice;

  Value value_of(const GridPosition& p) const {
    const std::optional<Value> value = values_.value(p);
    if (value) return *value;
    throw NotInTable("Play from the start cannot lead to this position, so the table lacks it.");
  }

  std::vector<Choice> choices(const GridPosition& p) const {
    return Chooser(*game_, values_).best_first(p);
  }

  DiagramMove drawn(const Choice& c) const {
    const auto [from, to, taken, given] = c.option.change;
    DiagramMove move;
    const Grid grid = game_->grid();
    const Squares at = from != 0 ? from : to;
    if (at != 0) move.from = std::countr_zero(at);
    if (std::has_single_bit(from) && std::has_single_bit(to)) {
      move.dx = grid.file_of(std::countr_zero(to)) - grid.file_of(move.from);
      move.dy = grid.rank_of(std::countr_zero(to)) - grid.rank_of(move.from);
    }
    return valued(move, c.value, Metric::kind);
  }

  std::shared_ptr<const Game> game_;
  Values values_;
  GridPuzzleRules<Game> rules_;
};

template <class Game, class Storage>
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

  std::string canonical(std::string_view text) const override {
    GridPosition p = read_position(*game_, text);
    if constexpr (requires { Storage::has_all_orientations; }) {
      return format_position(p, game_->grid());
    } else if constexpr (CodedGame<Game>) {
      // A code may stand for several positions that are worth the same.
      const auto& codes = game_->codes();
      p = codes.decode(codes.encode(zermelo::canonical(*game_, codes.decode(codes.encode(p)))));
    } else {
      p = zermelo::canonical(*game_, p);
    }
    return format_position(p, game_->grid());
  }

  CountReport count(bool, int threads, WorkProgress progress) const override {
    return Storage::count(*game_, threads, progress);
  }

  SolveReport solve(const std::string& path, const SolveOptions& options) const override {
    constexpr Metric kind = Storage::Metric::kind;
    TableHeader header{spec(),
                       kind == Metric::score     ? score_metric
                       : kind == Metric::outcome ? outcome_metric
                                                 : distance_metric,
                       creator()};
    header.states = Storage::states;
    return Storage::solve(*game_, std::move(header), path, options);
  }

  SolveReport reach(const std::string&, const SolveOptions&, SearchedMoves) const override {
    throw no_distances();
  }
  std::unique_ptr<DistanceProber> distance_prober(std::shared_ptr<const TableFile>) const override {
    throw no_distances();
  }
  ReachReport reach_stats(const TableFile&, int, WorkProgress) const override {
    throw no_distances();
  }

  std::unique_ptr<Prober> prober(std::shared_ptr<const TableFile> table) const override {
    check(*table);
    return std::make_unique<GridProber<Game, Storage>>(game_, std::move(table));
  }

  StatsReport stats(const TableFile& table, bool, int threads,
                    WorkProgress progress) const override {
    check(table);
    return Storage::stats(*game_, table, threads, std::move(progress));
  }

  SurveyReport survey(const TableFile&, int, WorkProgress) const override {
    throw UsageError(fmt::format("There is no survey of {}.", spec_.name));
  }

  VerifyReport verify(const TableFile& table, int threads, WorkProgress progress) const override {
    check(table);
    return Storage::verify(*game_, table, threads, std::move(progress));
  }

  MineReport mine(const TableFile& table, const PuzzleConditions& conditions,
                  const MineOptions& options, const PuzzleSink& sink) const override {
    check(table);
    constexpr bool counts_plies = Storage::Metric::kind == Metric::distance;
    check_metric(conditions, Storage::Metric::kind);
    if (!conditions.own.empty()) {
      throw UsageError(
          fmt::format("{} has no condition '{}'.", spec_.name, *conditions.own.begin()));
    }
    std::optional<std::vector<Place>> listed;
    if (options.positions) listed = places_of(table, *options.positions);
    if (contradictory(conditions)) return {.complete = true};
    const bool at_once = counts_plies && (!conditions.win_in || conditions.win_in->first == 1);
    Source source(*game_, borrowed(table), at_once, listed.has_value(),
                  thread_count(options.threads));
    const GridPuzzleRules<Game> rules(*game_);
    return Miner(source, rules, conditions, options, std::move(listed)).run(sink);
  }

  DepthReport depth(const DepthOptions& options) const override {
    if constexpr (requires { game_->codes(); }) {
      return find_depth(*game_, options);
    } else {
      throw UsageError(fmt::format("{} has no search for the shortest win; solve it.", spec_.name));
    }
  }

  std::optional<std::string> position_at(const TableFile& table, std::size_t slice,
                                         std::uint64_t index) const override {
    const std::optional<GridPosition> p = Storage::position_at(*game_, table, slice, index);
    return p ? std::optional(format_position(*p, game_->grid())) : std::nullopt;
  }

 private:
  using Source = typename Storage::Source;
  using Place = typename Source::Place;

  // A table that is used only as long as the caller has it.
  static std::shared_ptr<const TableFile> borrowed(const TableFile& table) {
    return {std::shared_ptr<const void>(), &table};
  }

  // The places of the positions listed, each once up to symmetry.
  std::vector<Place> places_of(const TableFile& table,
                               const std::vector<ListedPosition>& listed) const {
    std::vector<Place> places;
    std::set<Place> seen;
    const auto values = prober(borrowed(table));
    for (const ListedPosition& entry : listed) {
      const GridPosition p = read_listed(entry.where, [&] {
        values->value(entry.text);  // it is in the table, or this throws
        return read_position(*game_, entry.text);
      });
      const Place place = Source::place_of(*game_, p);
      if (seen.insert(place).second) places.push_back(place);
    }
    return places;
  }

  UsageError no_distances() const {
    return UsageError(fmt::format("There are no tables of distances for {}.", spec_.name));
  }

  void check(const TableFile& table) const {
    table.require_values();
    const bool same = table.header().game == spec() && table.header().states == Storage::states;
    if (!same)
      throw DamagedTable(fmt::format("{} is damaged: it is not of its game.", table.path()));
  }

  GameSpec spec_;
  std::shared_ptr<const Game> game_;
};

}  // namespace zermelo
