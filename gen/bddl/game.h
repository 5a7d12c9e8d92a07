// SPDX-License-Identifier: MIT
// A game in BDDL as a grid game (gen/grid/game.h), with unmoves.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gen/bddl/model.h"
#include "gen/bddl/potential.h"
#include "gen/grid/game.h"

namespace zermelo::bddl {

// Immutable and thread-safe.
class BddlGame {
 public:
  // Throws UsageError if a move has too many ways back.
  explicit BddlGame(Model model);
  BddlGame(const BddlGame&) = delete;
  BddlGame& operator=(const BddlGame&) = delete;

  Grid grid() const { return model_.grid(); }
  const GridPosition& start() const { return model_.start(); }
  std::span<const GridSymmetry> symmetries() const { return model_.symmetries(); }
  // Throws UsageError if the game has too many positions to number; then has_codes() is false.
  const GridCodes& codes() const { return codes_.get(); }
  bool has_codes() const { return codes_.any(); }
  bool is_layered() const { return potential_.every_move_raises(); }
  int layer(const GridPosition& p) const { return potential_(p); }
  int longest_step() const { return potential_.greatest_raise(); }
  std::string layer_name(int layer) const;
  std::string move_text(const GridChange& change) const { return format_change(change, grid()); }
  const Model& model() const { return model_; }
  // As everywhere in BDDL, of the goals only those of the side that moved last count.
  PositionStatus status(const GridPosition& p) const;

  // For depth_search.h.
  bool may_win(const GridPosition& p, int moves) const { return model_.may_reach_goal(p, moves); }
  // For a position in which the side that has just moved has won: whether it has won because the
  // other side cannot move, and not by one of its goals.
  bool is_stuck_win(const GridPosition& p) const { return !model_.has_won(p, !p.white_to_move); }
  StuckWins stuck_wins() const {
    if (model_.stuck() != Stuck::loses) return StuckWins::none;
    return model_.has_goals(false) ? StuckWins::some : StuckWins::all;
  }

  template <class Visit>
  void for_each_successor(const GridPosition& p, Visit&& visit) const {
    for_each_result(p, [&](const GridPosition& next) { visit(next, ending_of(next)); });
  }
  // The same in two parts, for callers that need few of the endings: calls visit(position), and
  // how the move that led to a position has ended the game.
  template <class Visit>
  void for_each_result(const GridPosition& p, Visit&& visit) const {
    for (const Rule& rule : model_.rules(p.white_to_move)) {
      for_each_square(rule.applicable(p), [&](int anchor) {
        const GridPosition next = rule.apply(p, anchor);
        assert(next.white_to_move != p.white_to_move && is_possible(next));
        assert(potential_(next) >= potential_(p));
        assert(has_way_back(p, rule, anchor));
        visit(next);
      });
    }
  }

  Ending ending_of(const GridPosition& p) const {
    if (model_.has_won(p, !p.white_to_move)) return Ending::won;
    if (model_.can_move(p)) return Ending::none;
    return model_.stuck() == Stuck::loses ? Ending::won : Ending::drawn;
  }

  // Calls visit(position) for every position with a move to p, once or more often; only some of
  // those can occur in play.
  template <class Visit>
  void for_each_predecessor(const GridPosition& p, Visit&& visit) const {
    for (const Unrule& unrule : unrules_[p.white_to_move ? 0 : 1]) {
      for_each_square(unrule.anchors, [&](int anchor) { undo(p, unrule, anchor, visit); });
    }
  }

 private:
  // A rule and what the squares that it changes may have been before, at each anchor.
  struct Unrule {
    const Rule* rule;
    Squares anchors;
    std::vector<std::vector<Effect>> before;  // by anchor
  };

  template <class Visit>
  void undo(const GridPosition& p, const Unrule& unrule, int anchor, Visit&& visit) const {
    const Effect& e = unrule.rule->effect(anchor);
    const bool fits =
        (e.black & ~p.black) == 0 && (e.white & ~p.white) == 0 && (e.open & p.occupied()) == 0;
    if (!fits) return;
    const Squares rest = ~e.squares();
    for (const Effect& before : unrule.before[static_cast<std::size_t>(anchor)]) {
      const GridPosition q{(p.black & rest) | before.black, (p.white & rest) | before.white,
                           !p.white_to_move};
      if (!unrule.rule->before(anchor).holds(q)) continue;
      // (Play never has so few pieces, or so many; such a position has no code.)
      if (!codes_.covers(std::popcount(q.occupied()))) continue;
      assert(is_possible(q) && unrule.rule->apply(q, anchor) == p);
      visit(q);
    }
  }

  // Whether p has what every position must have; for assertions.
  bool is_possible(const GridPosition& p) const {
    return (p.black & p.white) == 0 && (p.occupied() & ~grid().all()) == 0;
  }
  // Whether for_each_predecessor leads from the position after the move back to p.
  bool has_way_back(const GridPosition& p, const Rule& rule, int anchor) const {
    const Squares changed = rule.effect(anchor).squares();
    const Effect was{p.black & changed, p.white & changed, changed & ~p.occupied()};
    const auto& unrules = unrules_[p.white_to_move ? 1 : 0];
    return std::ranges::any_of(unrules, [&](const Unrule& unrule) {
      const auto& before = unrule.before[static_cast<std::size_t>(anchor)];
      return unrule.rule == &rule && std::ranges::find(before, was) != before.end();
    });
  }

  static std::vector<Unrule> unrules_of(std::span<const Rule> rules);
  static GridCodesIfAny codes_of(const Model& model);

  Model model_;
  Potential potential_;
  GridCodesIfAny codes_;
  std::vector<Unrule> unrules_[2];  // of Black's moves, of White's
};

}  // namespace zermelo::bddl
