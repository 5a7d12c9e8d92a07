// SPDX-License-Identifier: MIT
#include "gen/rules_in_words.h"

#include <fmt/format.h>

#include "gen/ostle/parameters.h"
#include "gen/text/board_words.h"

namespace zermelo::ostle {
namespace {

std::string loss_sentence(int lose) {
  if (lose == 0) return "A side that has lost all its pieces has lost.";
  return fmt::format("A side that is down to {} piece{} has lost.", number_word(lose),
                     lose == 1 ? "" : "s");
}

}  // namespace

// (gen/games.cmake)
RulesInWords rules_in_words(const ParameterTexts& texts) {
  const Parameters p = parse_parameters(texts);
  const Grid grid{p.size, p.size};
  const auto first = [&](int rank) {
    Squares squares = 0;
    for (int file = 0; file < p.start; ++file) squares |= bit_of(grid.square(file, rank));
    return squares;
  };
  const int middle = (p.size - 1) / 2;
  return {
      {"The board",
       {board_sentence(grid),
        fmt::format("At the start there are black pieces on {} and white pieces on {}; a hole is "
                    "on {}.",
                    squares_text(first(0), grid), squares_text(first(p.size - 1), grid),
                    format_square(grid.square(middle, middle), grid))}},
      {"Moves",
       {"Black moves first; then the sides take turns. Nobody may pass.",
        "The side to move moves one of its own pieces, or the hole, one square up, down, left or "
        "right.",
        "A piece that moves onto a square with another one, of either side, pushes it on in the "
        "same direction, and that one may push the next, and so on.",
        "A piece that falls into the hole or off the board is out of the game.",
        "The hole moves to open squares only. It pushes nothing.",
        p.repetition == Repetition::exact ? "No move may restore the position of two moves earlier."
                                          : "No move may restore the position of two moves "
                                            "earlier, or a mirror image or rotation of it."}},
      {"The end", {loss_sentence(p.lose), "A game that never ends is drawn."}}};
}

}  // namespace zermelo::ostle
