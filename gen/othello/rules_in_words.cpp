// SPDX-License-Identifier: MIT
#include "gen/rules_in_words.h"

#include <fmt/format.h>

#include "gen/othello/game.h"
#include "gen/text/board_words.h"

namespace zermelo::othello {

// (gen/games.cmake)
RulesInWords rules_in_words(const ParameterTexts& texts) {
  const Parameters p = parse_parameters(texts);
  const Othello game(p);
  const std::string values =
      p.metric == Metric::score
          ? "What counts is by how many discs the game is won, not counting empty squares."
          : "What counts is who wins, and how soon.";
  return {{"The board",
           {board_sentence(game.grid()), start_sentence(game.start(), game.grid(), "disc")}},
          {"Moves",
           {"Black moves first; then the sides take turns.",
            "The side to move puts a disc of its colour on an open square, so that in at least one "
            "of the eight directions it encloses discs of the other side between this disc and "
            "another one of its own, without a gap. All discs that are enclosed are turned and "
            "change their colour.",
            "A side that cannot do so passes; a side that can may not pass."}},
          {"The end",
           {"When neither side can put a disc, the one that has more discs has won; if both have "
            "equally many, the game is drawn.",
            values}}};
}

}  // namespace zermelo::othello
