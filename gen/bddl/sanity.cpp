// SPDX-License-Identifier: MIT
#include "gen/bddl/sanity.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "gen/bddl/effects.h"
#include "gen/bddl/model.h"

namespace zermelo::bddl {
namespace {

// Whether some board meets `before` but not `goal`, and meets `goal` with the effect. All three
// speak of single squares.
bool can_fulfil(const Demand& before, const Effect& effect, const Demand& goal) {
  // Squares that the effect makes something that the goal does not allow.
  if (((effect.black & goal.no_black) | (effect.white & goal.no_white) |
       (effect.open & goal.no_open)) != 0)
    return false;
  // Squares that stay as they are, and cannot be what both ask.
  const Squares rest = ~effect.squares();
  const Squares none_left = (before.no_black | goal.no_black) & (before.no_white | goal.no_white) &
                            (before.no_open | goal.no_open);
  if ((none_left & rest) != 0) return false;
  // Squares that the effect can change from something that the goal does not allow.
  const Squares wrong = (goal.no_black & ~before.no_black) | (goal.no_white & ~before.no_white) |
                        (goal.no_open & ~before.no_open);
  return (wrong & effect.squares()) != 0;
}

// What is so on every such board.
Demand known_after(const Demand& before, const Effect& effect, const Demand& goal) {
  const Squares rest = ~effect.squares();
  return {((before.no_black | goal.no_black) & rest) | effect.white | effect.open,
          ((before.no_white | goal.no_white) & rest) | effect.black | effect.open,
          ((before.no_open | goal.no_open) & rest) | effect.black | effect.white};
}

struct CompiledGoal {
  const Condition* written;
  Pattern pattern;
};
using Goals = std::vector<CompiledGoal>;

bool some_is_implied(const Goals& goals, const Demand& known) {
  bool found = false;
  for (const CompiledGoal& goal : goals) {
    for_each_square(goal.pattern.anchors(),
                    [&](int at) { found = found || known.implies(goal.pattern.at(at)); });
  }
  return found;
}

// Whether the rule can fulfil `goal` without certainly also fulfilling one of its own side's goals.
bool can_fulfil(const Rule& rule, const Pattern& goal, const Goals& own) {
  bool found = false;
  for_each_square(rule.anchors(), [&](int anchor) {
    if (found) return;
    const Demand& before = rule.before(anchor);
    const Effect& effect = rule.effect(anchor);
    for_each_square(goal.anchors(), [&](int at) {
      found = found || (can_fulfil(before, effect, goal.at(at)) &&
                        !some_is_implied(own, known_after(before, effect, goal.at(at))));
    });
  });
  return found;
}

Goals compiled(const std::vector<Condition>& conditions, Grid grid, const std::string& file) {
  Goals goals;
  for (const Condition& goal : conditions) goals.push_back({&goal, Pattern(goal, grid, file)});
  return goals;
}

std::optional<std::string> opponents_goal(const Domain& domain, const Problem& problem,
                                          bool white_moves) {
  const Grid grid{problem.columns, problem.rows};
  const Goals black = compiled(problem.black_goals, grid, problem.file),
              white = compiled(problem.white_goals, grid, problem.file);
  const Goals& goals = white_moves ? black : white;
  const Goals& own = white_moves ? white : black;
  if (goals.empty()) return std::nullopt;
  for (const Action& action : white_moves ? domain.white : domain.black) {
    for (const Condition& effect : without_negation(action.effect)) {
      const Rule rule(action, effect, grid, domain.file);
      const auto goal = std::ranges::find_if(
          goals, [&](const CompiledGoal& g) { return can_fulfil(rule, g.pattern, own); });
      if (goal == goals.end()) continue;
      const char* mover = white_moves ? "White" : "Black";
      const char* other = white_moves ? "Black" : "White";
      const Place& place = goal->written->front().place;
      return fmt::format(
          "{}:{}:{}: {}'s action '{}' can fulfil a goal of {}'s ({}:{}:{}), against sanity "
          "condition {} of BDDL. A goal counts only after a move of its own side, so the game goes "
          "on then.",
          domain.file, action.place.line, action.place.column, mover, action.name, other,
          problem.file, place.line, place.column, white_moves ? 3 : 2);
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
