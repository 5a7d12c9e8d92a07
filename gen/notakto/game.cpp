// SPDX-License-Identifier: MIT
#include "gen/notakto/game.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/text/counted.h"

namespace zermelo::notakto {

const GameInfo& info() {
  static const GameInfo game = {
      "notakto",
      "tic-tac-toe with the same stones for both; completing three in a row loses",
      "A move is a square.",
      {{"rows", "1..63", "3", "of the board"},
       {"columns", "1..63/rows", "3, or 63/rows if that is less", "of the board"}},
      {}};
  return game;
}

Parameters parse_parameters(const ParameterTexts& texts) {
  const ParameterValues values = read_parameters(info(), texts);
  return {values.at("rows"), values.at("columns")};
}

Notakto::Notakto(const Parameters& p)
    : grid_{p.columns, p.rows}, lines_(grid_, 3), symmetries_(grid_symmetries(grid_)) {}

std::string Notakto::layer_name(int layer) const { return counted(layer, "stone"); }

std::string Notakto::move_text(const GridChange& change) const {
  // (All stones are black, whichever side puts them.)
  return format_square(std::countr_zero(change.to | change.given), grid_);
}

PositionStatus Notakto::status(const GridPosition& p) const {
  if (p.white != 0) return PositionStatus::impossible("In Notakto all stones are black.");
  const bool odd = count_bits(p.black) % 2 == 1;
  if (odd != p.white_to_move) {
    return PositionStatus::impossible(fmt::format(
        "With {} on the board it is {}'s move.",
        odd ? "an odd number of stones" : "an even number of stones", odd ? "White" : "Black"));
  }
  if (lines_.any(p.black)) {
    const Colour last = colour_of(!odd), winner = opponent_of(last);
    return PositionStatus::over(
        winner, winner, fmt::format("{} has completed a line and lost.", colour_name(last)));
  }
  if (p.black == grid_.all()) return PositionStatus::drawn("The board is full: the game is drawn.");
  return {};
}

}  // namespace zermelo::notakto
