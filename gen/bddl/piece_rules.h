// SPDX-License-Identifier: MIT
// The rules of a game in version 2 of BDDL, compiled: moves, unmoves, and how a move ends the game.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/bddl/action_index.h"
#include "gen/bddl/attack_index.h"
#include "gen/bddl/end_lines.h"
#include "gen/bddl/ground.h"
#include "gen/bddl/piece_condition.h"
#include "gen/bddl/piece_masks.h"
#include "gen/bddl/sure_moves.h"
#include "gen/bddl/turn_material.h"
#include "gen/grid/game.h"
#include "gen/grid/piece_position.h"
#include "gen/lazy.h"

namespace zermelo::bddl {

// Immutable and thread-safe.
class PieceRules {
 public:
  explicit PieceRules(const std::shared_ptr<const GroundGame>& game);

  const PieceSet& pieces() const { return pieces_; }
  Grid grid() const { return grid_; }
  // Nothing if the game is made of #material.
  const std::optional<PiecePosition>& start() const { return start_; }
  // Symmetries of the grid that map the rules of both sides onto themselves, the identity first.
  std::span<const GridSymmetry> symmetries() const { return symmetries_; }
  const std::string& name(std::size_t action, bool white) const {
    return side(white).actions[action].name;
  }

  // Calls visit(position) for the result of every move, with the other side to move, once or more
  // often, until it returns false. Nothing is asked about whether the game is over. Returns whether
  // it never returned false.
  template <class Visit>
  bool for_each_result(const PiecePosition& p, Visit&& visit) const {
    return visit_results(p, std::ref(visit));
  }
  // The three that follow are compiled once, for whoever need not be as fast as a solver.
  bool visit_results(const PiecePosition& p,
                     const std::function<bool(const PiecePosition&)>& visit) const;
  // As for_each_move and for_each_cause.
  void visit_moves(const PiecePosition& p,
                   const std::function<void(const PiecePosition&, Ending)>& visit) const;
  void visit_causes(const PiecePosition& p,
                    const std::function<void(const PiecePosition&)>& visit) const;
  // Calls visit(position, ending, change) for the result of every move, once or more often.
  // `change` is the number of what the move does to the material, or no_change if that depends on
  // the position; numbers of a side are below changes(white).
  template <class Visit>
  void for_each_move(const PiecePosition& p, Visit&& visit) const {
    const Side& s = side(p.white_to_move);
    const bool all_lines = holds_before_move(p);
    play(p, [&](const PiecePosition& next, const Action& action, std::uint16_t change) {
      visit(next, ending_after(s, next, action, all_lines || action.part > 0), change);
      return true;
    });
  }
  static constexpr std::uint16_t no_change = 0xffff;
  std::size_t changes(bool white) const { return side(white).material_changes; }

  // Whether the texts of moves are those of actions with :text. Then for_each_turn calls
  // visit(position, text) as for_each_result does; the text is that of the parts of the turn, one
  // after the other, and empty if one of them has none.
  bool has_texts() const { return has_texts_; }
  template <class Visit>
  void for_each_turn(const PiecePosition& p, Visit&& visit) const {
    TurnTexts<std::remove_reference_t<Visit>> turn{visit, {}};
    play(p, turn);
  }
  bool can_move(const PiecePosition& p) const {
    return surely_moves(p) || !for_each_result(p, [](const PiecePosition&) { return false; });
  }
  // Whether a move that led to p is none because of #illegal.
  bool is_illegal(const PiecePosition& p) const {
    return side(!p.white_to_move).illegal.first(p, attacks_in(p)).has_value();
  }
  // How the move that led to p has ended the game, for the side that made it.
  Ending ending_of(const PiecePosition& p) const {
    return ending_by(side(!p.white_to_move).ends.first(p, attacks_in(p)), p);
  }
  // The result for the side to move, which cannot move.
  tree::Result stuck_result(const PiecePosition& p) const;
  // How the side that has moved has ended it by one of its lines of ends.
  std::optional<tree::Result> end_by_line(const PiecePosition& p) const;
  // Whether a move of the mover of p ends the game by a win, as for_each_move tells, but sooner.
  bool wins_at_once(const PiecePosition& p) const;
  // Whether the mover of p has a move after which its first line holds.
  bool reaches_first_line(const PiecePosition& p) const;
  // The number of that line.
  std::optional<int> end_line(const PiecePosition& p) const {
    return side(!p.white_to_move).ends.first(p, attacks_in(p));
  }

  // Calls visit(position, change) for every position with a move to p, once or more often; only
  // some of those can occur in play. `change` is as for for_each_move.
  template <class Visit>
  void for_each_cause(const PiecePosition& p, Visit&& visit) const {
    for_each_cause(
        p, [](std::size_t) { return true; }, visit);
  }
  // The turns of a side fall into families, by what they change of the material.
  std::span<const TurnMaterial::Differences> families(bool white) const {
    return unmoves(white).families;
  }
  // As above, without the turns of families, by number, that are not wanted(family).
  template <class Wanted, class Visit>
  void for_each_cause(const PiecePosition& p, const Wanted& wanted, Visit&& visit) const {
    PiecePosition mover = p;
    mover.white_to_move = !p.white_to_move;
    const Side& s = side(mover.white_to_move);
    if (!s.illegal.empty() && is_illegal(p)) return;
    for_each_undone(mover, wanted, [&](const PiecePosition& q, std::uint16_t change) {
      if (!s.needs_forward_test || leads_to(q, p)) visit(q, change);
    });
  }

  // At most how many positions one turn may have to be undone to, by what its squares may have
  // held.
  double most_causes() const;

  // Whether the piece of the side on the square would leave or change by a move of the other side.
  bool attacked(const PiecePosition& p, int square, bool white) const;

 private:
  // What conditions ask about attacks in a position.
  struct AttacksIn {
    const PieceRules& rules;
    const PiecePosition& p;
    bool operator()(int square, bool white) const { return rules.attacked(p, square, white); }
  };

  using Allowed = std::vector<std::pair<int, ContentSet>>;  // by square; others may hold anything
  struct Clause {
    PieceCondition when;
    PieceChanges changes;
    Allowed allowed;  // of the squares that it changes
  };
  // An action of which only what the squares held before is not known from what it leaves.
  struct Undo {
    std::uint32_t action;
    PieceChanges before;  // puts back what was there
    bool is_certain;      // a position with what the action leaves may have come from it
  };
  struct Action {
    std::string name, text;
    PieceDemand before;
    Allowed allowed;  // of each square of which something is asked
    PieceCondition rest;
    bool has_rest = false;
    bool is_certain = false;  // possible wherever the index finds it
    PieceChanges changes;
    std::vector<Clause> clauses;
    bool otherwise = false;
    int part = 0;
    Boxed<GroundThen> then;
    PieceCondition then_when;
    int then_number = -1;  // the same for actions with the same then_when and next ones
    std::vector<std::uint32_t> touched_ends;
    // What it does to the material, by what stands on a square before.
    std::array<std::uint16_t, PieceSet::contents> material{};
    int material_square = 0;
  };
  using Numbers = std::vector<std::uint32_t>;
  struct Side {
    std::vector<Action> actions;
    ActionIndex first, first_otherwise;  // the actions that begin a turn
    ActionIndex to_first_line;           // those of them that may bring the first end about
    EndLines ends, stuck, illegal;
    AttackIndex attacks;
    SureMoves sure_moves;
    bool has_long_turns = false;  // or actions that are possible only if no others are
    // Whether only making all moves tells which are possible: if some are not legal after others.
    bool needs_forward_test = false;
    // What actions and turns change of the material has numbers; 0 is nothing. By the number of
    // some parts, then of a further action: what they change together.
    std::size_t material_changes = 0, changes_of_actions = 0;
    std::vector<std::uint16_t> together;
  };

  // What only unmoves need.
  struct Unmoves {
    ActionIndex undone;  // numbers of undos
    std::vector<Undo> undos;
    SquareIndex undone_otherwise;  // numbers of actions that have no undos
    std::vector<TurnMaterial::Differences> families;
  };

  // What play() visits with, for callers who want to know the parts of turns: enter() and leave()
  // are called around each part.
  template <class Visit>
  struct TurnTexts {
    Visit& visit;
    std::vector<const std::string*> parts;

    void enter(const Action& action) { parts.push_back(&action.text); }
    void leave() { parts.pop_back(); }
    bool operator()(const PiecePosition& next, const Action&, std::uint16_t) {
      std::string text;
      for (const std::string* part : parts) text += *part;
      const bool some_are_missing =
          std::ranges::any_of(parts, [](const std::string* part) { return part->empty(); });
      visit(next, some_are_missing ? std::string() : text);
      return true;
    }
  };

  const Side& side(bool white) const { return sides_[white ? 1 : 0]; }
  const Unmoves& unmoves(bool white) const {
    return unmoves_[white ? 1 : 0].get([&] { return compile_unmoves(white); });
  }
  ContentSet everything() const { return ContentSet::everything(pieces_.size()); }
  AttacksIn attacks_in(const PiecePosition& p) const { return {*this, p}; }

  // What the parts of a turn change together: some of them, and the action.
  static std::uint16_t change_with(const Side& s, std::uint16_t others, const Action& action,
                                   const PiecePosition& p) {
    const std::uint16_t own = action.material[p.at(action.material_square)];
    if (others == 0 || own == no_change) return own;
    if (others == no_change || s.together.empty()) return no_change;
    return s.together[others * s.changes_of_actions + own];
  }

  // --- Ends --------------------------------------------------------------------------------------

  // Whether a line of the mover's ends holds already. If none held before an action, only some can
  // hold after it.
  bool holds_before_move(const PiecePosition& p) const;
  Ending ending_after(const Side& s, const PiecePosition& p, const Action& action,
                      bool all_lines) const {
    return ending_by(line_after(s, p, action, all_lines), p);
  }
  std::optional<int> line_after(const Side& s, const PiecePosition& p, const Action& action,
                                bool all_lines) const {
    const auto attacked = attacks_in(p);
    return all_lines ? s.ends.first(p, attacked)
                     : s.ends.first_of(action.touched_ends, p, attacked);
  }
  Ending ending_by(std::optional<int> line, const PiecePosition& p) const {
    if (!line && surely_moves(p)) return Ending::none;
    return ending_or_stuck(line, p);
  }
  Ending ending_or_stuck(std::optional<int> line, const PiecePosition& p) const;
  // Whether the game would be won for the side that made the move that led to p, were that move
  // legal. The line is as for ending_or_stuck.
  bool would_win(std::optional<int> line, const PiecePosition& p) const;
  // Found without making a move; may be false though there is one.
  bool surely_moves(const PiecePosition& p) const {
    return side(p.white_to_move).sure_moves.has_any(p);
  }

  // --- Moves -------------------------------------------------------------------------------------

  bool is_applicable(const Action& action, const PiecePosition& p) const {
    return action.before.holds(p) && (!action.has_rest || action.rest.holds(p, attacks_in(p)));
  }
  // The same of an action that the index has found.
  bool is_applicable_where_found(const Action& action, const PiecePosition& p) const {
    return action.is_certain || is_applicable(action, p);
  }
  // Makes what the action does of p, with the same side to move. Returns whether hands allow it.
  bool apply(const Action& action, const PiecePosition& p, PiecePosition& next) const {
    next = p;
    if (!action.changes.apply(p, next)) return false;
    return action.clauses.empty() || apply_clauses(action, p, next);
  }
  bool apply_clauses(const Action& action, const PiecePosition& p, PiecePosition& next) const;

  // Calls visit(position, action, change) for every end of a turn; the action is the last one.
  template <class Visit>
  bool play(const PiecePosition& p, Visit&& visit) const {
    const Side& s = side(p.white_to_move);
    bool possible = false;
    const auto make = [&](std::uint32_t n) {
      const Action& action = s.actions[n];
      if (!is_applicable_where_found(action, p)) return true;
      return make_move(s, action, p, 0, possible, visit);
    };
    if (!s.first.for_each(p, make)) return false;
    return possible || s.first_otherwise.for_each(p, make);
  }
  // A part of a turn that is not the first; `before` is what the others have changed.
  template <class Visit>
  bool play_on(const PiecePosition& p, const GroundThen& then, std::uint16_t before, bool& possible,
               Visit& visit) const {
    const Side& s = side(p.white_to_move);
    for (const bool otherwise : {false, true}) {
      if (possible) break;
      for (const auto& [begin, end] : then.next) {
        for (int n = begin; n < end; ++n) {
          const Action& action = s.actions[static_cast<std::size_t>(n)];
          if (action.otherwise != otherwise || !is_applicable(action, p)) continue;
          if (!make_move(s, action, p, before, possible, visit)) return false;
        }
      }
    }
    return true;
  }
  // `possible` is set if the turn can go on with this action and end legally.
  template <class Visit>
  bool make_move(const Side& s, const Action& action, const PiecePosition& p, std::uint16_t before,
                 bool& possible, Visit& visit) const {
    PiecePosition next;
    if (!apply(action, p, next)) return true;
    const std::uint16_t change = change_with(s, before, action, p);
    if constexpr (requires { visit.leave(); }) {
      visit.enter(action);
      const bool go_on = end_or_go_on(s, action, next, change, possible, visit);
      visit.leave();
      return go_on;
    } else {
      return end_or_go_on(s, action, next, change, possible, visit);
    }
  }
  // After an action has led to `next`.
  template <class Visit>
  bool end_or_go_on(const Side& s, const Action& action, PiecePosition& next, std::uint16_t change,
                    bool& possible, Visit& visit) const {
    if (action.then && action.then_when.holds(next, attacks_in(next))) {
      bool goes_on = false;
      if (!play_on(next, *action.then, change, goes_on, visit)) return false;
      possible = possible || goes_on;
      if (goes_on) return true;
    }
    next.white_to_move = !next.white_to_move;
    if (!s.illegal.empty() && is_illegal(next)) return true;
    possible = true;
    return visit(next, action, change);
  }

  bool leads_to(const PiecePosition& p, const PiecePosition& next) const {
    return !for_each_result(p, [&](const PiecePosition& q) { return q != next; });
  }

  // --- Unmoves -----------------------------------------------------------------------------------

  // Whether one of the actions that `then` names is possible, or one of those without :otherwise.
  // (Only if no action is illegal.)
  bool any_possible(const Side& s, const GroundThen& then, bool plain_only,
                    const PiecePosition& p) const;
  bool any_first_possible(const Side& s, const PiecePosition& p) const;

  // The conditions under which turns go on, in one position: each is asked once. (There are as many
  // as squares, at most, in most games.)
  class ThenWhen {
   public:
    ThenWhen(const PieceRules& rules, const PiecePosition& p) : rules_(rules), p_(p) {}
    bool holds(const Action& action) {
      if (action.then_number >= most) return now(action);
      const std::uint64_t bit = std::uint64_t{1} << action.then_number;
      if ((known_ & bit) == 0) {
        known_ |= bit;
        if (now(action)) true_ |= bit;
      }
      return (true_ & bit) != 0;
    }

   private:
    static constexpr int most = 64;
    bool now(const Action& action) const {
      return action.then_when.holds(p_, rules_.attacks_in(p_));
    }

    const PieceRules& rules_;
    const PiecePosition& p_;
    std::uint64_t known_ = 0, true_ = 0;
  };

  // Calls visit(q, change) for what was before a turn that has led to p, whose
  // side to move is the one that made it; if the side needs a forward test, for what may have been.
  template <class Wanted, class Visit>
  void for_each_undone(const PiecePosition& p, const Wanted& wanted, Visit&& visit) const {
    const Side& s = side(p.white_to_move);
    ThenWhen then_when(*this, p);
    const auto may_be_last = [&](const Action& action) {
      if (!action.then || s.needs_forward_test || !then_when.holds(action)) return true;
      return !any_possible(s, *action.then, false, p);
    };
    const auto undo_earlier = [&](const PiecePosition& q, const Action& action) {
      undo_earlier_parts(s, action, q, change_with(s, 0, action, q), visit);
    };
    for_each_undone_part(s, p, wanted, may_be_last, undo_earlier);
  }
  // Before `action`, as a part of a turn, was played in p; `change` is its and the later parts'.
  template <class Visit>
  void undo_earlier_parts(const Side& s, const Action& action, const PiecePosition& p,
                          std::uint16_t change, Visit& visit) const {
    if (action.part == 0) {
      if (action.otherwise && !s.needs_forward_test && any_first_possible(s, p)) return;
      return visit(p, change);
    }
    const auto number = static_cast<int>(&action - s.actions.data());
    ThenWhen then_when(*this, p);
    const auto leads_on = [&](const Action& earlier) {
      if (!leads_on_to(earlier, number) || !then_when.holds(earlier)) return false;
      if (!action.otherwise || s.needs_forward_test) return true;
      return !any_possible(s, *earlier.then, true, p);
    };
    const auto undo_earlier = [&](const PiecePosition& q, const Action& earlier) {
      undo_earlier_parts(s, earlier, q, change_with(s, change, earlier, q), visit);
    };
    for_each_undone_part(
        s, p, [](std::size_t) { return true; }, leads_on, undo_earlier);
  }
  static bool leads_on_to(const Action& action, int next);

  // Calls visit(q, action) for every action that may_be(action), of the families that are
  // wanted(family), and every q that it alone, as a part of a turn, turns into p.
  template <class Wanted, class MayBe, class Visit>
  void for_each_undone_part(const Side& s, const PiecePosition& p, const Wanted& wanted,
                            MayBe&& may_be, const Visit& visit) const {
    const Unmoves& unmoves = this->unmoves(p.white_to_move);
    unmoves.undone.for_each(p, wanted, [&](std::uint32_t n) {
      const Undo& undo = unmoves.undos[n];
      const Action& action = s.actions[undo.action];
      if (!undo.is_certain && !action.changes.may_lead_to(p)) return true;
      if (!may_be(action)) return true;
      PiecePosition q = p;
      if (!action.changes.undo_hands(q)) return true;
      undo.before.apply(p, q);
      if (undo.is_certain || is_applicable(action, q)) visit(q, action);
      return true;
    });
    unmoves.undone_otherwise.for_each(p, [&](std::uint32_t n) {
      const Action& action = s.actions[n];
      if (!may_be(action)) return true;
      std::vector<PiecePosition> causes;
      list_causes(action, p, causes);
      for (const PiecePosition& q : causes) {
        PiecePosition again;
        if (!is_applicable(action, q) || !apply(action, q, again)) continue;
        if (again == p) visit(q, action);
      }
      return true;
    });
  }
  void list_causes(const Action& action, const PiecePosition& p,
                   std::vector<PiecePosition>& causes) const;
  void undo_squares(const Allowed& allowed, const PieceChanges& changes,
                    std::vector<PiecePosition>& causes) const;
  static Squares lost_squares(const PieceChanges& changes);
  ContentSet allowed_at(const Allowed& allowed, int square) const;

  // --- Compiling ---------------------------------------------------------------------------------

  Side compile(const GroundGame& game, bool white) const;
  Action compile(const GroundAction& action) const;
  void add_first(Side& s, const GroundAction& action, std::uint32_t number, bool white) const;
  Unmoves compile_unmoves(bool white) const;
  void add_undos(Unmoves& unmoves, const TurnMaterial& material, const GroundAction& action,
                 std::uint32_t number, bool white) const;
  static std::size_t family_of(Unmoves& unmoves, const TurnMaterial::Differences& differences);
  static void number_thens(Side& s, const std::vector<GroundAction>& actions);
  void number_material_changes(Side& s, const std::vector<GroundAction>& actions) const;
  static void number_changes_together(Side& s, std::vector<MaterialDifference> changes);

  // Until what only unmoves need is made of it, by side.
  mutable std::array<std::shared_ptr<const GroundGame>, 2> games_;
  Grid grid_;
  PieceSet pieces_;
  std::vector<tree::Hand> hand_kinds_;
  std::array<Side, 2> sides_;
  std::array<Lazy<Unmoves>, 2> unmoves_;  // of the sides
  std::optional<PiecePosition> start_;
  std::vector<GridSymmetry> symmetries_;
  bool has_texts_ = false;
};

}  // namespace zermelo::bddl
