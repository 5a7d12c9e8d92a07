// SPDX-License-Identifier: MIT
#include "gen/mnk/game.h"

#include <fmt/format.h>

#include <algorithm>

namespace zermelo::mnk {

const GameInfo& info() {
  static const GameInfo game = {
      "mnk",
      "put stones on empty squares; k in a row win (tic-tac-toe, on any board)",
      "A move is a square.",
      {{"columns", "1..64", "3", "of the board", "m"},
       {"rows", "1..64/columns", "3, or 64/columns if that is less", "of the board", "n"},
       {"k", "2..64", "3", "this many stones in a row win"}},
      {},
      {},
      [](const ParameterTexts& texts) {
        const Parameters p = parse_parameters(texts);
        const bool is_tic_tac_toe = p.m == 3 && p.n == 3 && p.k == 3;
        return is_tic_tac_toe ? std::string("Tic-tac-toe") : fmt::format("{} in a row", p.k);
      }};
  return game;
}

Parameters parse_parameters(const ParameterTexts& texts) {
  const ParameterValues values = read_parameters(info(), texts);
  return {values.at("columns"), values.at("rows"), values.at("k")};
}

Mnk::Mnk(const Parameters& p)
    : LineGame({p.m, p.n}, p.k),
      parameters_(p),
      lines_(grid(), p.k),
      symmetries_(grid_symmetries(grid())) {}

std::string Mnk::text(const StonePosition& p) const {
  return format_position({p.black, p.white(), white_to_move(p.stones())}, grid());
}

}  // namespace zermelo::mnk
