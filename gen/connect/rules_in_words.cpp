// SPDX-License-Identifier: MIT
#include "gen/rules_in_words.h"

#include <fmt/format.h>

#include "gen/connect/parameters.h"
#include "gen/text/board_words.h"

namespace zermelo::connect {

// (gen/games.cmake)
RulesInWords rules_in_words(const ParameterTexts& texts) {
  const Parameters p = parse_parameters(texts);
  return {{"The board", {board_sentence({p.columns, p.rows}), "At the start it is empty."}},
          {"Moves",
           {"Black moves first; then the sides take turns.",
            "The side to move drops a stone of its colour into a column that has room. It falls to "
            "the lowest open square of that column and stays there."}},
          {"The end",
           {fmt::format("The first side to have {} stones in a row, across, upright or diagonally, "
                        "has won.",
                        number_word(p.line)),
            "If the board fills up before that, the game is drawn."}}};
}

}  // namespace zermelo::connect
