// SPDX-License-Identifier: MIT
#include "gen/rules_in_words.h"

#include "gen/notakto/game.h"
#include "gen/text/board_words.h"

namespace zermelo::notakto {

// (gen/games.cmake)
RulesInWords rules_in_words(const ParameterTexts& texts) {
  const Parameters p = parse_parameters(texts);
  return {{"The board", {board_sentence({p.columns, p.rows}), "At the start it is empty."}},
          {"Moves",
           {"Black moves first; then the sides take turns.",
            "The side to move puts a stone on an open square, where it stays. Both sides put the "
            "same stones, which are black here."}},
          {"The end",
           {"A side that completes three stones in a row, across, upright or diagonally, has lost.",
            "If the board fills up before that, the game is drawn."}}};
}

}  // namespace zermelo::notakto
