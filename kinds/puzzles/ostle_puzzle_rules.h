// SPDX-License-Identifier: MIT
// What the mining of puzzles needs to know about Ostle beyond its rules: which moves take and which
// give up a piece, what tempts a beginner, how states are written; and Ostle's own conditions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <tuple>

#include "gen/move_kind.h"
#include "gen/ostle/notation.h"
#include "gen/ostle/state_view.h"
#include "kinds/dense/dense_moves.h"
#include "probe/puzzle.h"
#include "probe/temptation.h"

namespace zermelo::ostle {

struct OwnConditions {
  bool hole_key = false;  // every move that wins moves the hole
};
// By their names in info(). Throws UsageError for others.
OwnConditions parse_own_conditions(const std::set<std::string>& names);

// Game is Ostle<N, Bits>. Immutable; the game must outlive it.
template <class Game>
class PuzzleRules {
 public:
  using State = GameState<Game>;
  using MadeMove = typename Game::MadeMove;
  static constexpr int side = Game::Geometry::side;

  PuzzleRules(const Game& game, OwnConditions own) : game_(game), own_(own) {}

  // From the player's point of view.
  bool is_white_to_move(const State& state) const { return state.white_to_move; }
  // The numbers of pieces of the side to move and of the other side.
  PieceCounts pieces(int slice) const {
    const auto size = game_.slice_size(slice);
    return {size.own, size.opponent};
  }
  PieceCounts pieces(const State& state) const { return pieces(state.slice); }

  // Whether positions in the slice may meet the conditions.
  bool wants_slice(const PuzzleConditions& c, int slice) const {
    if (c.sacrifice && !can_sacrifice(slice)) return false;
    return !c.pieces || *c.pieces == pieces(slice);
  }

  // Whether a move in a position of the slice may give up a piece without losing the game by that.
  bool can_sacrifice(int slice) const {
    return game_.slice_size(slice).own > game_.parameters().lose + 1;
  }

  // Whether a move in a position of the slice pushes off a piece of the opponent's, or of its
  // maker's.
  bool captures(const State& state, const MadeMove& made) const {
    return made.kind == MoveKind::wins ||
           (made.kind == MoveKind::exit && takes_opponent(state.slice, made));
  }
  bool gives_up(const State& state, const MadeMove& made) const {
    return made.kind == MoveKind::loses ||
           (made.kind == MoveKind::exit && !takes_opponent(state.slice, made));
  }

  // Whether the maker of a move that removes nothing could end the game at once if the opponent
  // passed.
  bool threatens(const State&, const MadeMove& made) const {
    return game_.wins_at_once(game_.next_slice(made.slice), made.position.swapped());
  }

  // How strongly a move tempts somebody who does not look ahead: the weight with which it is
  // played. The opponent's pieces are pushed off with pleasure, one's own with reluctance, and the
  // last spare one never.
  double temptation(const State& state, const MadeMove& made) const {
    return temptation_of(made.kind == MoveKind::loses, captures(state, made),
                         gives_up(state, made));
  }

  // Whether Ostle's own conditions allow this move to be a winning one.
  bool may_be_key(const State& state, const MadeMove& made) const {
    return !own_.hole_key || made.move.from == state.position.hole;
  }

  // Whether some move leads to the canonical position without forbidding anything.
  bool is_reachable(const State& state) const {
    const auto place = game_.locate(state.slice, state.position);
    return game_.possible_replies(state.slice, state.position, place.stabiliser) >>
               Game::no_slot_number &
           1;
  }

  // For a state up to symmetry.
  using Identity = std::tuple<int, std::uint64_t, unsigned>;
  Identity identity(const State& s) const {
    const auto place = game_.locate(s.slice, s.position);
    const bool restricted = !(s.forbidden == Game::no_move);
    return {s.slice, place.index,
            restricted ? game_.slot_in(place, s.forbidden, s.position.hole) : Game::no_slot_number};
  }

  // Of all moves of a position.
  std::vector<std::string> move_texts(const std::vector<MadeMove>& all) const {
    std::vector<std::string> texts;
    for (const MadeMove& made : all) texts.push_back(move_text(made));
    return texts;
  }
  std::string move_text(const MadeMove& made) const { return format_move(made.move, side); }
  std::string state_text(const State& state) const { return seen(state).text(); }
  Diagram diagram(const State& state) const { return make_diagram(seen(state).state()); }

 private:
  static StateView<side> seen(const State& s) { return {s.position, s.white_to_move, s.forbidden}; }
  // For a move that removes a piece: whether the piece was the opponent's, who is to move next.
  bool takes_opponent(int slice, const MadeMove& made) const {
    return game_.slice_size(made.slice).own < game_.slice_size(slice).opponent;
  }

  const Game& game_;
  OwnConditions own_;
};

}  // namespace zermelo::ostle
