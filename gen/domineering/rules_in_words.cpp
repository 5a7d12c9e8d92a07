// SPDX-License-Identifier: MIT
#include "gen/rules_in_words.h"

#include "gen/domineering/game.h"
#include "gen/text/board_words.h"

namespace zermelo::domineering {

// (gen/games.cmake)
RulesInWords rules_in_words(const ParameterTexts& texts) {
  const Parameters p = parse_parameters(texts);
  return {{"The board", {board_sentence({p.columns, p.rows}), "At the start it is empty."}},
          {"Moves",
           {"Black moves first; then the sides take turns.",
            "Black puts a domino upright on two open squares, one above the other.",
            "White puts a domino across on two open squares side by side."}},
          {"The end", {"A side that has no room for a domino when it is to move has lost."}}};
}

}  // namespace zermelo::domineering
