// SPDX-License-Identifier: MIT
// A game in version 1 of BDDL as a grid game (gen/grid/game.h), with unmoves.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gen/bddl/grid_rules.h"
#include "gen/bddl/potential.h"
#include "gen/grid/game.h"

namespace zermelo::bddl {

// Immutable and thread-safe.
class BddlGame {
 public:
  // Throws UsageError if a move has too many ways back.
  explicit BddlGame(GridRules rules);
  BddlGame(const BddlGame&) = delete;
  BddlGame& operator=(const BddlGame&) = delete;

  Grid grid() const { return rules_.grid(); }
  const GridPosition& start() const { return rules_.start(); }
  std::span<const GridSymmetry> symmetries() const { return rules_.symmetries(); }
  // Throws UsageError if the game has too many positions to number; then has_codes() is false.
  const GridCodes& codes() const { return codes_.get(); }
  bool has_codes() const { return codes_.any(); }
  bool is_layered() const { return potential_.every_move_raises(); }
  int layer(const GridPosition& p) const { return potential_(p); }
  int longest_step() const { return potential_.greatest_raise(); }
  std::string layer_name(int layer) const;
  std::string move_text(const GridChange& change) const { return format_change(change, grid()); }
  const GridRules& rules() const { return rules_; }
  // As everywhere in BDDL, of the goals only those of the side that moved last count.
  PositionStatus status(const GridPosition& p) const;

  // For depth_search.h.
  bool may_win(const GridPosition& p, int moves) const { return rules_.may_reach_goal(p, moves); }
  // For a position in which the side that has just moved has won: whether it has won because the
  // other side cannot move, and not by one of its goals.
  bool is_stuck_win(const GridPosition& p) const { return !rules_.has_won(p, !p.white_to_move); }
  StuckWins stuck_wins() const {
    if (!rules_.stuck_loses()) return StuckWins::none;
    return rules_.has_goals(false) ? StuckWins::some : StuckWins::all;
  }

  template <class Visit>
  void for_each_successor(const GridPosition& p, Visit&& visit) const {
    for_each_result(p, [&](const GridPosition& next) { visit(next, ending_of(next)); });
  }
  // The same in two parts, for callers that need few of the endings: calls visit(position), and
  // how the move that led to a position has ended the game.
  template <class Visit>
  void for_each_result(const GridPosition& p, Visit&& visit) const {
    for (const ShiftedAction& action : rules_.actions(p.white_to_move)) {
      for_each_square(action.applicable(p), [&](int place) {
        const GridPosition next = action.apply(p, place);
        assert(next.white_to_move != p.white_to_move && is_possible(next));
        assert(potential_(next) >= potential_(p));
        assert(has_way_back(p, action, place));
        visit(next);
      });
    }
  }

  Ending ending_of(const GridPosition& p) const {
    if (rules_.has_won(p, !p.white_to_move)) return Ending::won;
    if (rules_.can_move(p)) return Ending::none;
    return rules_.stuck_loses() ? Ending::won : Ending::drawn;
  }

  // Calls visit(position) for every position with a move to p, once or more often; only some of
  // those can occur in play.
  template <class Visit>
  void for_each_predecessor(const GridPosition& p, Visit&& visit) const {
    for (const Unmove& unmove : unmoves_[p.white_to_move ? 0 : 1]) {
      for_each_square(unmove.after.where(p), [&](int place) { undo(p, unmove, place, visit); });
    }
  }

 private:
  // An action, what the board is like after it, and what the squares that it changes may have been
  // before, at place 0.
  struct Unmove {
    const ShiftedAction* action;
    ShiftedDemand after;
    std::vector<Effect> before;
  };

  template <class Visit>
  void undo(const GridPosition& p, const Unmove& unmove, int place, Visit&& visit) const {
    const Squares rest = ~unmove.action->effect(place).squares();
    for (const Effect& at_place_0 : unmove.before) {
      const Effect before = at_place_0.shifted(place);
      const GridPosition q{(p.black & rest) | before.black, (p.white & rest) | before.white,
                           !p.white_to_move};
      // (Play never has so few pieces, or so many; such a position has no code.)
      if (!codes_.covers(std::popcount(q.occupied()))) continue;
      assert(is_possible(q) && unmove.action->before(place).holds(q));
      assert(unmove.action->apply(q, place) == p);
      visit(q);
    }
  }

  // Whether p has what every position must have; for assertions.
  bool is_possible(const GridPosition& p) const {
    return (p.black & p.white) == 0 && (p.occupied() & ~grid().all()) == 0;
  }
  // Whether for_each_predecessor leads from the position after the move back to p.
  bool has_way_back(const GridPosition& p, const ShiftedAction& action, int place) const {
    const Squares changed = action.effect(0).squares();
    const Effect was{p.black >> place & changed, p.white >> place & changed,
                     changed & ~(p.occupied() >> place)};
    return std::ranges::any_of(unmoves_[p.white_to_move ? 1 : 0], [&](const Unmove& unmove) {
      return unmove.action == &action &&
             std::ranges::find(unmove.before, was) != unmove.before.end() &&
             (unmove.after.where(action.apply(p, place)) & bit_of(place)) != 0;
    });
  }

  static std::vector<Unmove> unmoves_of(std::span<const ShiftedAction> actions);
  static GridCodesIfAny codes_of(const GridRules& rules);

  GridRules rules_;
  Potential potential_;
  GridCodesIfAny codes_;
  std::vector<Unmove> unmoves_[2];  // of Black's moves, of White's
};

}  // namespace zermelo::bddl
