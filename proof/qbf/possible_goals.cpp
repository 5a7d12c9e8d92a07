// SPDX-License-Identifier: MIT
#include "proof/qbf/possible_goals.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "gen/bddl/coordinates.h"

namespace zermelo::proof {
namespace {

using Action = BoundedGame::Action;
using Condition = BoundedGame::Condition;
using bddl::Colour;
using bddl::SquareCondition;
using symbolic::black;
using symbolic::both_sides;
using symbolic::other;
using symbolic::Side;
using symbolic::white;

Colour colour_of_side(Side side) { return side == black ? Colour::black : Colour::white; }

// Whether no action makes a square of this colour anything else.
bool is_stable(const BoundedGame& game, Colour colour) {
  const auto leaves_alone = [&](const Action& action) {
    return std::ranges::all_of(action.effect, [&](const SquareCondition& effect) {
      return effect.colour == colour ||
             std::ranges::any_of(action.precondition, [&](const SquareCondition& before) {
               return bddl::as_written(before) == bddl::as_written(effect) &&
                      !before.allows(colour);
             });
    });
  };
  return std::ranges::all_of(
      both_sides, [&](Side side) { return std::ranges::all_of(game.actions[side], leaves_alone); });
}

bool is_by_number(const SquareCondition& c) {
  return c.x.base != bddl::Coordinate::Base::anchor && c.y.base != bddl::Coordinate::Base::anchor;
}

class GoalFilter {
 public:
  explicit GoalFilter(const BoundedGame& game) : game_(game) {
    for (const SquareCondition& c : game.start) {
      const SquarePlace place = *place_of(game, c, {1, 1});
      start_[{place.x, place.y}] = c.colour;
    }
    for (const Colour colour : {Colour::black, Colour::white}) {
      if (is_stable(game, colour)) stable_.insert(colour);
    }
  }

  std::vector<Condition> filtered(Side side) const {
    std::vector<Condition> by_number, others;
    for (const Condition& goal : game_.goals[side]) {
      if (!is_possible(goal, side)) continue;
      if (std::ranges::all_of(goal, is_by_number)) {
        by_number.push_back(without_stable(goal));
      } else {
        others.push_back(goal);
      }
    }
    std::vector<Condition> result = without_subsumed(by_number);
    result.insert(result.end(), others.begin(), others.end());
    return result;
  }

 private:
  using Square = std::pair<int, int>;

  Colour at_start(SquarePlace place) const {
    const auto found = start_.find({place.x, place.y});
    return found == start_.end() ? Colour::open : found->second;
  }

  int moves_of(Side side) const {
    const int all = side == black ? (game_.depth + 1) / 2 : game_.depth / 2;
    return side == black && game_.white_first ? all - 1 : all;
  }
  // How many squares can become this side's until the end, at most.
  std::size_t squares_gained(Side side) const {
    std::size_t result = 0;
    for (const Side mover : both_sides) {
      std::size_t by_move = 0;
      for (const Action& action : game_.actions[mover]) {
        const auto gained =
            std::ranges::count(action.effect, colour_of_side(side), &SquareCondition::colour);
        by_move = std::max(by_move, static_cast<std::size_t>(gained));
      }
      result += by_move * static_cast<std::size_t>(std::max(moves_of(mover), 0));
    }
    return result;
  }

  bool is_possible(const Condition& goal, Side side) const {
    const std::size_t most = squares_gained(side);
    for (int y = 1; y <= game_.rows; ++y) {
      for (int x = 1; x <= game_.columns; ++x) {
        if (is_possible(goal, {x, y}, side, most)) return true;
      }
    }
    return false;
  }
  bool is_possible(const Condition& goal, SquarePlace anchor, Side side, std::size_t most) const {
    std::set<Square> missing;
    for (const SquareCondition& c : goal) {
      const auto place = place_of(game_, c, anchor);
      if (!place) return false;
      const Colour now = at_start(*place);
      const bool fulfilled = c.allows(now);
      if (!fulfilled && stable_.contains(now)) return false;
      if (!fulfilled && !c.negated && c.colour == colour_of_side(side))
        missing.emplace(place->x, place->y);
    }
    return missing.size() <= most;
  }

  // (A goal does not hold at the start, so something remains; otherwise it is left as it is.)
  Condition without_stable(const Condition& goal) const {
    Condition result;
    std::ranges::copy_if(goal, std::back_inserter(result), [&](const SquareCondition& c) {
      const Colour now = at_start(*place_of(game_, c, {1, 1}));
      return !stable_.contains(now) || !c.allows(now);
    });
    return result.empty() ? goal : result;
  }

  using GoalLiterals = std::set<std::tuple<int, int, Colour, bool>>;
  GoalLiterals literals_of(const Condition& goal) const {
    GoalLiterals result;
    for (const SquareCondition& c : goal) {
      const SquarePlace place = *place_of(game_, c, {1, 1});
      result.emplace(place.x, place.y, c.colour, c.negated);
    }
    return result;
  }
  std::vector<Condition> without_subsumed(const std::vector<Condition>& goals) const {
    std::vector<GoalLiterals> literals;
    for (const Condition& goal : goals) literals.push_back(literals_of(goal));
    std::vector<Condition> result;
    for (std::size_t k = 0; k < goals.size(); ++k) {
      const auto subsumes = [&](std::size_t n) {
        return n != k && std::ranges::includes(literals[k], literals[n]) &&
               (literals[n] != literals[k] || n < k);
      };
      bool subsumed = false;
      for (std::size_t n = 0; n < goals.size() && !subsumed; ++n) subsumed = subsumes(n);
      if (!subsumed) result.push_back(goals[k]);
    }
    return result;
  }

  const BoundedGame& game_;
  std::map<Square, Colour> start_;
  std::set<Colour> stable_;
};

}  // namespace

BoundedGame with_possible_goals(const BoundedGame& game) {
  const GoalFilter filter(game);
  BoundedGame result = game;
  for (const Side side : both_sides) result.goals[side] = filter.filtered(side);
  return result;
}

}  // namespace zermelo::proof
