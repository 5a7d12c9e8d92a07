// SPDX-License-Identifier: MIT
#include "gen/rules_in_words.h"

#include <fmt/format.h>

#include "gen/mnk/game.h"
#include "gen/text/board_words.h"

namespace zermelo::mnk {

// (gen/games.cmake)
RulesInWords rules_in_words(const ParameterTexts& texts) {
  const Parameters p = parse_parameters(texts);
  return {{"The board", {board_sentence({p.m, p.n}), "At the start it is empty."}},
          {"Moves",
           {"Black moves first; then the sides take turns.",
            "The side to move puts a stone of its colour on an open square, where it stays."}},
          {"The end",
           {fmt::format("The first side to have {} stones in a row, across, upright or diagonally, "
                        "has won.",
                        number_word(p.k)),
            "If the board fills up before that, the game is drawn."}}};
}

}  // namespace zermelo::mnk
