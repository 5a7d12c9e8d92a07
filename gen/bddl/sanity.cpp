// SPDX-License-Identifier: MIT
#include "gen/bddl/sanity.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "gen/bddl/effects.h"
#include "gen/bddl/model.h"

namespace zermelo::bddl {
namespace {

// Whether some board meets `before` but not `goal`, and meets `goal` with the effect. All three are
// about squares one by one.
bool can_fulfil(const Demand& before, const Effect& effect, const Demand& goal) {
  // Squares that the effect makes what the goal does not allow.
  if (((effect.black & goal.no_black) | (effect.white & goal.no_white) |
       (effect.open & goal.no_open)) != 0)
    return false;
  // Squares that stay as they are, and cannot be what both ask.
  const Squares rest = ~effect.squares();
  const Squares none_left = (before.no_black | goal.no_black) & (before.no_white | goal.no_white) &
                            (before.no_open | goal.no_open);
  if ((none_left & rest) != 0) return false;
  // Squares that the effect can change from what the goal does not allow.
  const Squares wrong = (goal.no_black & ~before.no_black) | (goal.no_white & ~before.no_white) |
                        (goal.no_open & ~before.no_open);
  return (wrong & effect.squares()) != 0;
}

struct CompiledGoal {
  const Condition* written;
  Pattern pattern;
};

bool can_fulfil(const Rule& rule, const Pattern& goal) {
  bool found = false;
  for_each_square(rule.anchors(), [&](int anchor) {
    if (found) return;
    for_each_square(goal.anchors(), [&](int at) {
      found = found || can_fulfil(rule.before(anchor), rule.effect(anchor), goal.at(at));
    });
  });
  return found;
}

std::optional<std::string> opponents_goal(const Domain& domain, const Problem& problem,
                                          bool white_moves) {
  const Grid grid{problem.columns, problem.rows};
  std::vector<CompiledGoal> goals;
  for (const Condition& goal : white_moves ? problem.black_goals : problem.white_goals)
    goals.push_back({&goal, Pattern(goal, grid, problem.file)});
  if (goals.empty()) return std::nullopt;
  for (const Action& action : white_moves ? domain.white : domain.black) {
    for (const Condition& effect : without_negation(action.effect)) {
      const Rule rule(action, effect, grid, domain.file);
      const auto goal = std::ranges::find_if(
          goals, [&](const CompiledGoal& g) { return can_fulfil(rule, g.pattern); });
      if (goal == goals.end()) continue;
      const char* mover = white_moves ? "White" : "Black";
      const char* other = white_moves ? "Black" : "White";
      const Place& place = goal->written->front().place;
      return fmt::format(
          "{}:{}:{}: {}'s action '{}' can fulfil a goal of {}'s ({}:{}:{}). A goal counts only "
          "after "
          "a move of its own side, so the game goes on then.",
          domain.file, action.place.line, action.place.column, mover, action.name, other,
          problem.file, place.line, place.column);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> opponents_goal(const Domain& domain, const Problem& problem) {
  if (auto found = opponents_goal(domain, problem, false)) return found;
  return opponents_goal(domain, problem, true);
}

}  // namespace zermelo::bddl
