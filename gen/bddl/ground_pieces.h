// SPDX-License-Identifier: MIT
// The pieces and positions of ground games as games on grids have them.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "gen/bddl/ground.h"
#include "gen/grid/piece_position.h"

namespace zermelo::bddl {

inline PieceSet piece_set_of(const GroundGame& game) {
  std::vector<PieceKind> kinds;
  for (const tree::Kind& kind : game.kinds) kinds.push_back({kind.name, kind.letter, false});
  for (const tree::Hand& hand : game.hands)
    kinds[static_cast<std::size_t>(hand.kind)].in_hand = true;
  std::vector<BoardLine> lines;
  if (game.moves_along_lines || game.exists != game.grid.all()) {
    lines = game.lines;
    lines.insert(lines.end(), game.links.begin(), game.links.end());
  }
  return PieceSet(game.grid.columns, game.grid.rows, std::move(kinds), game.exists,
                  std::move(lines));
}

inline PiecePosition piece_position_of(const PlainPosition& plain, const GroundGame& game) {
  PiecePosition p;
  p.white_to_move = plain.white_to_move;
  for (int square = 0; square < game.grid.squares(); ++square)
    p.set(square, plain.squares[static_cast<std::size_t>(square)]);
  for (const bool white : {false, true}) {
    for (std::size_t hand = 0; hand < game.hands.size(); ++hand)
      p.set_in_hand(white, game.hands[hand].kind, plain.hands[white ? 1 : 0][hand]);
  }
  return p;
}

}  // namespace zermelo::bddl
