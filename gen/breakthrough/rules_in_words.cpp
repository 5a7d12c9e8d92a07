// SPDX-License-Identifier: MIT
#include "gen/rules_in_words.h"

#include <fmt/format.h>

#include "gen/breakthrough/game.h"
#include "gen/text/board_words.h"

namespace zermelo::breakthrough {

// (gen/games.cmake)
RulesInWords rules_in_words(const ParameterTexts& texts) {
  const Breakthrough game(parse_parameters(texts));
  const Grid grid = game.grid();
  return {{"The board", {board_sentence(grid), start_sentence(game.start(), grid, "piece")}},
          {"Moves",
           {"Black moves first; then the sides take turns. Black goes up the board, White down.",
            "The side to move moves one of its pieces one square ahead, straight or diagonally.",
            "Straight ahead the square must be open. Diagonally it must be open or hold a piece of "
            "the other side, which is taken."}},
          {"The end",
           {fmt::format("Black has won with a piece on row {}, White with a piece on row 1.",
                        grid.rows),
            "A side that has lost all its pieces has lost."}}};
}

}  // namespace zermelo::breakthrough
