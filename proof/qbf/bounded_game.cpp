// SPDX-License-Identifier: MIT
#include "proof/qbf/bounded_game.h"

#include <cstdint>

#include "gen/bddl/coordinates.h"
#include "gen/bddl/effects.h"
#include "gen/bddl/model.h"
#include "gen/bddl/spec.h"
#include "gen/error.h"

namespace zermelo::proof {
namespace {

using symbolic::black;
using symbolic::white;

std::vector<bddl::Action> plain_actions(const std::vector<bddl::Action>& actions,
                                        const bddl::Problem& problem, const std::string& file) {
  bddl::check_effects(actions, file);
  std::vector<bddl::Action> result;
  for (const bddl::Action& action : actions) {
    for (const bddl::Condition* condition : {&action.precondition, &action.effect}) {
      for (const bddl::SquareCondition& c : *condition)
        bddl::check_on_board(c, problem.columns, problem.rows, file);
    }
    for (bddl::Condition& effect : bddl::without_negation(action.effect))
      result.push_back({action.name, action.precondition, std::move(effect), action.place});
  }
  return result;
}

std::vector<bddl::Condition> checked(const std::vector<bddl::Condition>& conditions,
                                     const bddl::Problem& problem) {
  for (const bddl::Condition& condition : conditions) {
    for (const bddl::SquareCondition& c : condition)
      bddl::check_on_board(c, problem.columns, problem.rows, problem.file);
  }
  return conditions;
}

}  // namespace

BoundedGame bounded_game(const GameSpec& spec, std::optional<int> depth) {
  if (spec.name != "bddl") {
    throw UsageError("Formulas of this kind are made of games in BDDL: --bddl DOMAIN PROBLEM.");
  }
  const bddl::Rules rules = bddl::rules_of(spec);
  const bddl::Problem& problem = rules.problem;
  BoundedGame game;
  game.columns = problem.columns;
  game.rows = problem.rows;
  game.start = checked({problem.start}, problem).front();
  game.white_first = problem.white_first;
  game.actions[black] = plain_actions(rules.domain.black, problem, rules.domain.file);
  game.actions[white] = plain_actions(rules.domain.white, problem, rules.domain.file);
  game.goals[black] = checked(problem.black_goals, problem);
  game.goals[white] = checked(problem.white_goals, problem);
  game.stuck_loses = rules.stuck.value_or(bddl::stuck_by_default(problem)) == bddl::Stuck::loses;
  if (!depth) depth = problem.depth;
  if (!depth) throw UsageError("The file says no #depth: say how many steps with --depth N.");
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
