// SPDX-License-Identifier: MIT
#include "gen/ostle/parameters.h"

namespace zermelo::ostle {

const GameInfo& info() {
  static const GameInfo game = {
      "ostle",
      "push pieces off the board or into the wandering hole (Masaki Suzuki, 2017)",
      "A move is the square of a piece or of the hole, and a direction: U up, D down, L left, R "
      "right.",
      {{"size", "3..6", "5", "side of the board"},
       {"start", "1..size, or 5 if that is less", "size, or 5 if that is less",
        "pieces per side at the start"},
       {"lose", "0..start-1", "3, or start-1 if that is less",
        "a side down to this many pieces has lost"},
       {"total", "2*(lose+1)..2*start", "2*start",
        "only positions with at most this many pieces in all"},
       {"repetition", "exact|symmetric", "exact",
        "rule 8 forbids restoring the position of two plies before, or also a mirror image of it"}},
      {{"hole-key", "Only moves of the hole win"}},
      {.tiles = true}};
  return game;
}

Parameters parse_parameters(const ParameterTexts& texts) {
  const ParameterValues values = read_parameters(info(), texts);
  return {values.at("size"), values.at("start"), values.at("lose"), values.at("total"),
          values.at("repetition") == 0 ? Repetition::exact : Repetition::symmetric};
}

ParameterTexts describe(const Parameters& p) {
  return parameter_texts(info(), {{"size", p.size},
                                  {"start", p.start},
                                  {"lose", p.lose},
                                  {"total", p.total},
                                  {"repetition", p.repetition == Repetition::exact ? 0 : 1}});
}

}  // namespace zermelo::ostle
