// SPDX-License-Identifier: MIT
#include "gen/rules_in_words.h"

#include "gen/clobber/game.h"
#include "gen/text/board_words.h"

namespace zermelo::clobber {

// (gen/games.cmake)
RulesInWords rules_in_words(const ParameterTexts& texts) {
  const Clobber game(parse_parameters(texts));
  return {{"The board",
           {board_sentence(game.grid()), start_sentence(game.start(), game.grid(), "piece")}},
          {"Moves",
           {"Black moves first; then the sides take turns.",
            "The side to move takes a piece of the other side that stands next to one of its own, "
            "above, below, left or right of it, and puts its piece in that place."}},
          {"The end", {"A side that cannot take when it is to move has lost."}}};
}

}  // namespace zermelo::clobber
