// SPDX-License-Identifier: MIT
// Converts what people write to a state of Ostle as the solver sees it, always from the side to
// move, and back.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "gen/error.h"
#include "gen/move_kind.h"
#include "gen/ostle/notation.h"
#include "gen/ostle/position.h"
#include "symmetry/square_board.h"

namespace zermelo::ostle {

template <int N>
struct StateView {
  Position<N> position;
  bool white_to_move = false;
  Move forbidden;

  static StateView from(const State& state) {
    using Geometry = SquareBoard<N>;
    StateView seen;
    using Plain = typename Geometry::Half;
    const auto black = Geometry::from_plain(static_cast<Plain>(state.black)),
               white = Geometry::from_plain(static_cast<Plain>(state.white));
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

// Throws IllegalPosition if the move of a position cannot be one that rule 8 forbids.
template <int N, class Game>
void check_forbidden(const Game& game, int slice, const StateView<N>& seen) {
  const std::string name = format_move(seen.forbidden, N);
  bool found = false, removes = false;
  game.for_each_move(slice, seen.position, [&](const typename Game::MadeMove& made) {
    if (!(made.move == seen.forbidden)) return;
    found = true;
    removes = made.kind != MoveKind::inner;
  });
  if (!found)
    throw IllegalPosition(
        fmt::format("The forbidden move {} is not a move of this position.", name));
  if (removes) {
    throw IllegalPosition(fmt::format(
        "The forbidden move {} removes a piece; rule 8 never forbids such a move.", name));
  }
}

// Reads a state that has a value in a table of this game. Throws IllegalPosition, GameOver or
// NotInTable; does not check that its forbidden move is one of its moves. Game is Ostle<N, Bits>.
template <int N, class Game>
StateView<N> read_view(const Game& game, std::string_view text) {
  const State state = parse_state(text, N);
  require_to_move(material_status(state, game.parameters()));
  const StateView<N> seen = StateView<N>::from(state);
  if (game.slice_of(seen.position) < 0) {
    throw NotInTable(fmt::format("This table holds positions with at most {} pieces in all.",
                                 game.parameters().total));
  }
  return seen;
}

// The same, but its forbidden move must be one of its moves.
template <int N, class Game>
StateView<N> read_state(const Game& game, std::string_view text) {
  const StateView<N> seen = read_view<N>(game, text);
  if (seen.forbidden.from >= 0) check_forbidden(game, game.slice_of(seen.position), seen);
  return seen;
}

}  // namespace zermelo::ostle
