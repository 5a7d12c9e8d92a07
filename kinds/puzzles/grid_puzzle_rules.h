// SPDX-License-Identifier: MIT
// What the mining of puzzles needs to know about any grid game: which moves take and which give up
// a piece, what tempts a beginner, how positions are written. The counterpart of
// kinds/puzzles/ostle_puzzle_rules.h.
#pragma once

#include <bit>
#include <string>

#include "gen/grid/game.h"
#include "gen/text/diagram.h"
#include "kinds/grid/grid_moves.h"
#include "probe/puzzle.h"
#include "probe/temptation.h"

namespace zermelo {

// Whether a move leaves the opponent with fewer pieces on the board.
template <class Position>
bool is_capture(const Position& p, const BoardMove<Position>& move) {
  return std::popcount(move.next.own()) < std::popcount(p.opponent());
}

// Immutable; the game must outlive it.
template <class Game>
class GridPuzzleRules {
 public:
  using State = PositionOf<Game>;
  using Move = MoveOf<Game>;

  explicit GridPuzzleRules(const Game& game) : game_(game) {}

  bool is_white_to_move(const State& p) const { return p.white_to_move; }
  PieceCounts pieces(const State& p) const {
    return {std::popcount(p.own()), std::popcount(p.opponent())};
  }
  bool wants_slice(const PuzzleConditions&, int) const { return true; }

  bool captures(const State& p, const Move& move) const { return is_capture(p, move); }
  // Whether a move leaves its maker with fewer pieces on the board.
  bool gives_up(const State& p, const Move& move) const {
    return std::popcount(move.next.opponent()) < std::popcount(p.own());
  }
  // Whether the maker of a move could win at once if the opponent passed.
  bool threatens(const State& p, const Move& move) const {
    State passed = move.next;
    passed.white_to_move = p.white_to_move;
    return move.ending == Ending::none && wins_at_once(game_, passed);
  }

  // How strongly a move tempts somebody who does not look ahead: as in Ostle.
  double temptation(const State& p, const Move& move) const {
    return temptation_of(move.ending == Ending::lost, captures(p, move), gives_up(p, move));
  }

  bool may_be_key(const State&, const Move&) const { return true; }
  // (A table holds what play can lead to.)
  bool is_reachable(const State&) const { return true; }

  using Identity = State;
  Identity identity(const State& p) const { return canonical(game_, p); }

  std::string move_text(const Move& move) const { return zermelo::move_text(game_, move); }
  std::string state_text(const State& p) const { return format_position(p, board_of(game_)); }
  Diagram diagram(const State& p) const { return make_diagram(p, board_of(game_)); }

 private:
  const Game& game_;
};

}  // namespace zermelo
