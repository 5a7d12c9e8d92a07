// SPDX-License-Identifier: MIT
// The rules of a game in version 2 of BDDL, compiled: demands and changes as sets of squares, so
// that a test or a move takes a few operations on words. Moves, unmoves, and how a move ends the
// game.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/bddl/ground.h"
#include "gen/grid/game.h"
#include "gen/grid/piece_position.h"

namespace zermelo::bddl {

// What squares must be like.
class PieceDemand {
 public:
  PieceDemand() = default;
  PieceDemand(const std::vector<std::pair<int, ContentSet>>& squares,
              const std::vector<HandDemand>& hands, std::span<const tree::Hand> hand_kinds,
              int kinds);

  bool holds(const PiecePosition& p) const {
    const Squares occupied = p.occupied();
    if (((p.black & no_black_) | (p.white & no_white_) | (~occupied & no_open_)) != 0) return false;
    Squares wrong = 0;
    for (std::size_t i = 0; i < kinds_.size(); ++i) wrong |= p.kinds[i] ^ kinds_[i];
    if ((wrong & one_kind_ & occupied) != 0) return false;
    return plain_ || holds_otherwise(p);
  }

 private:
  struct InHand {
    bool white;
    int kind, least, most;
  };
  void add(int square, ContentSet set, int kinds);
  bool holds_otherwise(const PiecePosition& p) const;

  Squares no_black_ = 0, no_white_ = 0, no_open_ = 0;
  // Squares whose piece, if there is one, is of one kind, and the bits of that kind.
  Squares one_kind_ = 0;
  std::array<Squares, 3> kinds_{};
  bool plain_ = true;                                // nothing but that
  std::vector<std::pair<int, ContentSet>> squares_;  // what cannot be said so
  std::vector<InHand> hands_;
};

// What squares become, and hands.
class PieceChanges {
 public:
  PieceChanges() = default;
  PieceChanges(const std::vector<std::pair<int, Content>>& after,
               const std::vector<std::pair<int, int>>& copies, const std::vector<HandChange>& hands,
               std::span<const tree::Hand> hand_kinds);

  // Writes into `next` what `p` says. Returns whether the hands allow it.
  bool apply(const PiecePosition& p, PiecePosition& next) const {
    next.black = (next.black & ~changed_) | black_;
    next.white = (next.white & ~changed_) | white_;
    for (std::size_t i = 0; i < kinds_.size(); ++i)
      next.kinds[i] = (next.kinds[i] & ~changed_) | kinds_[i];
    return plain_ || apply_otherwise(p, next);
  }

  const std::vector<std::pair<int, Content>>& after() const { return after_; }
  const std::vector<std::pair<int, int>>& copies() const { return copies_; }
  // Whether p can be the result, as far as constants show.
  bool may_lead_to(const PiecePosition& p) const;
  // Takes the changes of the hands back. Returns whether that is possible.
  bool undo_hands(PiecePosition& p) const { return change_hands(p, -1); }

 private:
  struct InHand {
    bool white;
    int kind, change;
  };
  bool apply_otherwise(const PiecePosition& p, PiecePosition& next) const;
  bool change_hands(PiecePosition& p, int sign) const;

  Squares changed_ = 0, black_ = 0, white_ = 0;
  std::array<Squares, 3> kinds_{};
  bool plain_ = true;
  std::vector<std::pair<int, Content>> after_;
  std::vector<std::pair<int, int>> copies_;
  std::vector<InHand> hands_;
};

// Immutable and thread-safe.
class PieceRules {
 public:
  explicit PieceRules(const GroundGame& game);

  const PieceSet& pieces() const { return pieces_; }
  Grid grid() const { return grid_; }
  // Nothing if the game is made of #material.
  const std::optional<PiecePosition>& start() const { return start_; }
  // Symmetries of the grid that map the rules of both sides onto themselves, the identity first.
  std::span<const GridSymmetry> symmetries() const { return symmetries_; }
  // By how much a move can change the number of pieces on the board.
  int least_gain() const { return least_gain_; }
  int greatest_gain() const { return greatest_gain_; }
  const std::string& name(std::size_t action, bool white) const {
    return side(white).actions[action].name;
  }

  // Calls visit(position) for the result of every move, with the other side to move, once or more
  // often, until it returns false. Nothing is asked about whether the game is over.
  template <class Visit>
  bool for_each_result(const PiecePosition& p, Visit&& visit) const {
    return play(p, first_part, visit);
  }
  // Whether the texts of moves are those of actions with :text. Then for_each_turn calls
  // visit(position, text) as for_each_result does; the text is that of the parts of the turn, one
  // after the other, and empty if one of them has none.
  bool has_texts() const { return has_texts_; }
  template <class Visit>
  void for_each_turn(const PiecePosition& p, Visit&& visit) const {
    TurnTexts<std::remove_reference_t<Visit>> turn{visit, {}};
    play(p, first_part, turn);
  }
  bool can_move(const PiecePosition& p) const {
    return !for_each_result(p, [](const PiecePosition&) { return false; });
  }
  // How the move that led to p has ended the game, for the side that made it.
  Ending ending_of(const PiecePosition& p) const;
  // The result for the side to move, which cannot move.
  tree::Result stuck_result(const PiecePosition& p) const;
  // How the side that has moved has ended it by one of its lines of ends.
  std::optional<tree::Result> end_by_line(const PiecePosition& p) const;

  // Calls visit(position) for every position with a move to p, once or more often; only some of
  // those can occur in play.
  template <class Visit>
  void for_each_cause(const PiecePosition& p, Visit&& visit) const {
    PiecePosition mover = p;
    mover.white_to_move = !p.white_to_move;
    for_each_undone(mover, [&](const PiecePosition& q) {
      if (!needs_forward_test_ || leads_to(q, p)) visit(q);
    });
  }

  // Whether the piece of the side on the square would leave or change by a move of the other side.
  bool attacked(const PiecePosition& p, int square, bool white) const;
  bool holds(const GroundCondition& condition, const PiecePosition& p) const;

 private:
  struct Clause {
    GroundCondition when;
    PieceChanges changes;
  };
  struct Action {
    std::string name, text;
    PieceDemand before;
    std::vector<std::pair<int, ContentSet>> allowed;  // of each square of which something is asked
    GroundCondition rest;
    bool has_rest = false;
    PieceChanges changes;
    std::vector<Clause> clauses;
    bool otherwise = false;
    int part = 0;
    std::optional<GroundThen> then;
  };
  struct End {
    tree::Result result;
    std::vector<std::pair<PieceDemand, GroundCondition>> when;
  };
  using Numbers = std::vector<std::uint32_t>;
  // Actions by what one square must hold, or holds afterwards; the others in a list.
  struct Index {
    std::array<std::array<Numbers, PieceSet::most_kinds>, max_squares> by_piece;
    Numbers others;
  };
  struct Side {
    std::vector<Action> actions;
    Index first, first_otherwise;  // of the actions that begin a turn
    Index undone;                  // all
    std::vector<End> ends, stuck, illegal;
    std::array<Numbers, max_squares> attacks;  // first actions that can change what the other has
  };

  static constexpr std::nullptr_t first_part = nullptr;

  // What play() visits with, for callers who want to know the parts of turns: enter() and leave()
  // are called around each part.
  template <class Visit>
  struct TurnTexts {
    Visit& visit;
    std::vector<const std::string*> parts;

    void enter(const Action& action) { parts.push_back(&action.text); }
    void leave() { parts.pop_back(); }
    bool operator()(const PiecePosition& next) {
      std::string text;
      for (const std::string* part : parts) text += *part;
      const bool some_are_missing =
          std::ranges::any_of(parts, [](const std::string* part) { return part->empty(); });
      visit(next, some_are_missing ? std::string() : text);
      return true;
    }
  };

  const Side& side(bool white) const { return sides_[white ? 1 : 0]; }
  ContentSet everything() const { return ContentSet::everything(pieces_.size()); }
  static bool holds(const PieceRules& rules, const std::vector<End>& ends, const PiecePosition& p,
                    std::optional<tree::Result>& result);

  bool is_applicable(const Action& action, const PiecePosition& p) const {
    return action.before.holds(p) && (!action.has_rest || holds(action.rest, p));
  }
  // The side to move stays the same. Nothing if a hand does not allow it.
  std::optional<PiecePosition> applied(const Action& action, const PiecePosition& p) const;
  bool is_illegal(const PiecePosition& after) const;

  // Calls body(action) for the actions of an index that one of the pieces of the side to move may
  // make, until it returns false.
  template <class Body>
  static bool for_each_candidate(const Index& index, const PiecePosition& p, Body&& body) {
    for (Squares own = p.own(); own != 0; own &= own - 1) {
      const int square = std::countr_zero(own);
      const auto& by_kind = index.by_piece[static_cast<std::size_t>(square)];
      for (const std::uint32_t n : by_kind[static_cast<std::size_t>(kind_of(p.at(square)))])
        if (!body(n)) return false;
    }
    for (const std::uint32_t n : index.others)
      if (!body(n)) return false;
    return true;
  }

  // One part of a turn: the first, or one of the actions in `next`.
  template <class Visit>
  bool play(const PiecePosition& p, std::nullptr_t, Visit&& visit) const {
    const Side& s = side(p.white_to_move);
    bool possible = false;
    const auto make = [&](std::uint32_t n) {
      return make_move(s, s.actions[n], p, possible, visit);
    };
    if (!for_each_candidate(s.first, p, make)) return false;
    return possible || for_each_candidate(s.first_otherwise, p, make);
  }
  template <class Visit>
  bool play(const PiecePosition& p, const GroundThen& then, bool& possible, Visit& visit) const {
    const Side& s = side(p.white_to_move);
    for (const bool otherwise : {false, true}) {
      if (possible) break;
      for (const auto& [begin, end] : then.next) {
        for (int n = begin; n < end; ++n) {
          const Action& action = s.actions[static_cast<std::size_t>(n)];
          if (action.otherwise != otherwise) continue;
          if (!make_move(s, action, p, possible, visit)) return false;
        }
      }
    }
    return true;
  }
  // `possible` is set if the turn can go on with this action and end legally.
  template <class Visit>
  bool make_move(const Side& s, const Action& action, const PiecePosition& p, bool& possible,
                 Visit& visit) const {
    if (!is_applicable(action, p)) return true;
    const std::optional<PiecePosition> next = applied(action, p);
    if (!next) return true;
    if constexpr (requires { visit.leave(); }) {
      visit.enter(action);
      const bool go_on = end_or_go_on(s, action, *next, possible, visit);
      visit.leave();
      return go_on;
    } else {
      return end_or_go_on(s, action, *next, possible, visit);
    }
  }
  // After an action has led to `next`.
  template <class Visit>
  bool end_or_go_on(const Side& s, const Action& action, const PiecePosition& next, bool& possible,
                    Visit& visit) const {
    if (action.then && holds(action.then->when, next)) {
      bool goes_on = false;
      if (!play(next, *action.then, goes_on, visit)) return false;
      possible = possible || goes_on;
      if (goes_on) return true;
    }
    PiecePosition after = next;
    after.white_to_move = !next.white_to_move;
    if (!s.illegal.empty() && is_illegal(after)) return true;
    possible = true;
    return visit(after);
  }

  bool leads_to(const PiecePosition& p, const PiecePosition& next) const {
    return !for_each_result(p, [&](const PiecePosition& q) { return q != next; });
  }

  // Calls visit(q) for what may have been before the turn that has led to p, whose side to move is
  // the one that made it.
  template <class Visit>
  void for_each_undone(const PiecePosition& p, Visit&& visit) const {
    const Side& s = side(p.white_to_move);
    for_each_candidate(s.undone, p, [&](std::uint32_t n) {
      const Action& action = s.actions[n];
      undo(action, p, [&](const PiecePosition& q) { undo_earlier_parts(s, action, q, visit); });
      return true;
    });
  }
  template <class Visit>
  void undo_earlier_parts(const Side& s, const Action& action, const PiecePosition& p,
                          Visit& visit) const {
    if (action.part == 0) return visit(p);
    const auto number = static_cast<int>(&action - s.actions.data());
    for_each_candidate(s.undone, p, [&](std::uint32_t n) {
      const Action& earlier = s.actions[n];
      if (leads_on_to(earlier, number))
        undo(earlier, p, [&](const PiecePosition& q) { undo_earlier_parts(s, earlier, q, visit); });
      return true;
    });
  }
  static bool leads_on_to(const Action& action, int next);

  // Calls visit(q) for every q that the action alone, as a part of a turn, turns into p.
  template <class Visit>
  void undo(const Action& action, const PiecePosition& p, Visit&& visit) const {
    std::vector<PiecePosition> causes;
    list_causes(action, p, causes);
    for (const PiecePosition& q : causes) {
      if (is_applicable(action, q) && applied(action, q) == p) visit(q);
    }
  }
  void list_causes(const Action& action, const PiecePosition& p,
                   std::vector<PiecePosition>& causes) const;
  void undo_squares(const Action& action, const PieceChanges& changes,
                    std::vector<PiecePosition>& causes) const;

  // --- Compiling ---------------------------------------------------------------------------------

  Side compile(const GroundSide& side, bool white) const;
  Action compile(const GroundAction& action) const;
  std::vector<End> compile(const std::vector<GroundEnd>& ends) const;
  void add_to_index(Index& index, std::uint32_t number,
                    const std::vector<std::pair<int, ContentSet>>& squares, bool white) const;
  void find_gains();
  void find_symmetries(const GroundGame& game);

  Grid grid_;
  PieceSet pieces_;
  std::vector<tree::Hand> hand_kinds_;
  std::array<Side, 2> sides_;
  std::optional<PiecePosition> start_;
  std::vector<GridSymmetry> symmetries_;
  bool needs_forward_test_ = false, has_texts_ = false;
  int least_gain_ = 0, greatest_gain_ = 0;
};

}  // namespace zermelo::bddl
