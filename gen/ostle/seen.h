// SPDX-License-Identifier: MIT
// A state of Ostle as the solver sees it, always from the side to move, and back to what people
// write.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "gen/error.h"
#include "gen/ostle/notation.h"
#include "gen/ostle/position.h"
#include "symmetry/square_board.h"

namespace zermelo::ostle {

template <int N>
struct Seen {
  Position<N> position;
  bool white_to_move = false;
  Move forbidden;

  static Seen from(const State& state) {
    using Geometry = SquareBoard<N>;
    Seen seen;
    const auto black = Geometry::from_plain(state.black), white = Geometry::from_plain(state.white);
    seen.white_to_move = state.white_to_move;
    seen.position = {state.white_to_move ? white : black, state.white_to_move ? black : white,
                     state.hole};
    seen.forbidden = state.forbidden.value_or(Move{});
    return seen;
  }

  State state() const {
    using Geometry = SquareBoard<N>;
    const auto own = Geometry::to_plain(position.own),
               opponent = Geometry::to_plain(position.opponent);
    State s{N, white_to_move ? opponent : own, white_to_move ? own : opponent, position.hole,
            white_to_move};
    if (forbidden.from >= 0) s.forbidden = forbidden;
    return s;
  }

  std::string text() const { return format_state(state()); }
};

// Reads a state that has a value in a table of this game. Throws IllegalPosition, GameOver or
// NotInTable; whether its forbidden move is one of its moves is not looked at. Game is Ostle<N,
// Bits>.
template <int N, class Game>
Seen<N> read_seen(const Game& game, std::string_view text) {
  const State state = parse_state(text, N);
  check_material(state, game.parameters());
  const Seen<N> seen = Seen<N>::from(state);
  if (game.slice_of(seen.position) < 0) {
    throw NotInTable(fmt::format("This table holds positions with at most {} pieces in all.",
                                 game.parameters().total));
  }
  return seen;
}

}  // namespace zermelo::ostle
