// SPDX-License-Identifier: MIT
#include "proof/qbf/bounded_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>

#include "gen/bddl/coordinates.h"
#include "gen/bddl/effects.h"
#include "gen/bddl/model.h"
#include "gen/bddl/spec.h"
#include "gen/bddl/statement.h"
#include "gen/error.h"
#include "gen/wrong_file.h"

namespace zermelo::proof {
namespace {

using symbolic::black;
using symbolic::white;

// Whether the condition can hold on a board of this size, as far as its fixed columns and rows
// tell.
bool may_hold(const bddl::Condition& condition, const bddl::Problem& problem) {
  return bddl::fixed_part_on_board(condition, problem.columns, problem.rows);
}

std::vector<bddl::Action> plain_actions(const std::vector<bddl::Action>& actions,
                                        const bddl::Problem& problem, const std::string& file) {
  std::vector<bddl::Action> result;
  for (const bddl::Action& action : actions) {
    for (const bddl::Condition* condition : {&action.precondition, &action.effect}) {
      for (const bddl::SquareCondition& c : *condition)
        bddl::check_on_board(c, problem.columns, problem.rows, file);
    }
    if (!may_hold(action.precondition, problem) || !may_hold(action.effect, problem)) continue;
    for (bddl::Condition& effect : bddl::without_negation(action.effect))
      result.push_back({action.name, action.precondition, std::move(effect), action.place});
  }
  return result;
}

std::vector<bddl::Condition> possible_goals(const std::vector<bddl::Condition>& goals,
                                            const bddl::Problem& problem) {
  std::vector<bddl::Condition> result;
  for (const bddl::Condition& goal : goals) {
    for (const bddl::SquareCondition& c : goal)
      bddl::check_on_board(c, problem.columns, problem.rows, problem.file);
    if (may_hold(goal, problem)) result.push_back(goal);
  }
  return result;
}

// Sanity condition 1 (Definition 3.9). Throws WrongFile.
void require_undecided(const BoundedGame& game, const std::string& file) {
  std::map<std::pair<int, int>, bddl::Colour> pieces;
  for (const bddl::SquareCondition& c : game.start) {
    const SquarePlace place = *place_of(game, c, {1, 1});
    pieces.emplace(std::pair(place.x, place.y), c.colour);
  }
  const auto holds = [&](const bddl::SquareCondition& c, SquarePlace anchor) {
    const auto place = place_of(game, c, anchor);
    if (!place) return false;
    const auto found = pieces.find({place->x, place->y});
    return bddl::Colours::of(c).contains(found == pieces.end() ? bddl::Colour::open
                                                               : found->second);
  };
  for (const symbolic::Side side : symbolic::both_sides) {
    for (const bddl::Condition& goal : game.goals[side]) {
      for (int square = 0; square < game.columns * game.rows; ++square) {
        const SquarePlace anchor{square % game.columns + 1, square / game.columns + 1};
        if (!std::ranges::all_of(goal, [&](const auto& c) { return holds(c, anchor); })) continue;
        throw WrongFile(fmt::format("{}: the start is won by {} already.", file,
                                    side == black ? "Black" : "White"));
      }
    }
  }
}

}  // namespace

BoundedGame bounded_game(const GameSpec& spec, std::optional<int> depth) {
  if (spec.name != "bddl") {
    throw UsageError(
        "Formulas of this kind can only be made for games in BDDL: --bddl DOMAIN PROBLEM.");
  }
  const bddl::Rules rules = bddl::rules_of(spec);
  const bddl::Problem& problem = rules.problem;
  BoundedGame game;
  game.columns = problem.columns;
  game.rows = problem.rows;
  for (const bddl::SquareCondition& c : problem.start)
    bddl::require_on_board(c, problem.columns, problem.rows, problem.file);
  game.start = problem.start;
  game.white_first = problem.white_first;
  game.actions[black] = plain_actions(rules.domain.black, problem, rules.domain.file);
  game.actions[white] = plain_actions(rules.domain.white, problem, rules.domain.file);
  game.goals[black] = possible_goals(problem.black_goals, problem);
  game.goals[white] = possible_goals(problem.white_goals, problem);
  game.stuck_loses = rules.stuck.value_or(bddl::stuck_by_default(problem)) == bddl::Stuck::loses;
  require_undecided(game, problem.file);
  if (!depth) depth = problem.depth;
  if (!depth) throw UsageError("The file has no #depth: give the number of steps with --depth N.");
  game.depth = *depth;
  return game;
}

std::optional<SquarePlace> place_of(const BoundedGame& game, const bddl::SquareCondition& condition,
                                    SquarePlace anchor) {
  const std::int64_t x = bddl::value_of(condition.x, anchor.x, game.columns);
  const std::int64_t y = bddl::value_of(condition.y, anchor.y, game.rows);
  if (x < 1 || x > game.columns || y < 1 || y > game.rows) return std::nullopt;
  return SquarePlace{static_cast<int>(x), static_cast<int>(y)};
}

}  // namespace zermelo::proof
