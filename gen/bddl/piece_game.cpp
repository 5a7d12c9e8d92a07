// SPDX-License-Identifier: MIT
#include "gen/bddl/piece_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "gen/error.h"
#include "gen/text/counted.h"
#include "gen/wrong_file.h"

namespace zermelo::bddl {

PieceGame::PieceGame(const GroundGame& game) : rules_(game), texts_(game), codes_(rules_.pieces()) {
  pieces_at_start_ = std::popcount(start().occupied());
  if (rules_.greatest_gain() <= 0) {
    layers_ = Layers::fewer;
    longest_step_ = -rules_.least_gain();
  } else if (rules_.least_gain() >= 0) {
    layers_ = Layers::more;
    longest_step_ = rules_.greatest_gain();
  }
  for (const GridSymmetry& g : rules_.symmetries())
    if (image(g, start()) == start()) symmetries_of_start_.push_back(g);
  const PositionStatus now = status(start());
  if (!now.goes_on()) {
    throw WrongFile(
        fmt::format("{}: the game is over at its start. {}", game.files.front(), now.why));
  }
}

int PieceGame::layer(const PiecePosition& p) const {
  const int count = std::popcount(p.occupied());
  if (layers_ == Layers::fewer) return pieces_at_start_ - count;
  return layers_ == Layers::more ? count - pieces_at_start_ : 0;
}

std::string PieceGame::layer_name(int layer) const {
  if (layers_ == Layers::none) return fmt::format("layer {}", layer);
  return counted(layers_ == Layers::fewer ? pieces_at_start_ - layer : pieces_at_start_ + layer,
                 "piece");
}

std::string PieceGame::move_text(const PieceChange& change) const {
  std::string text = texts_.of(change);
  return text.empty() ? format_change(change, pieces()) : text;
}

PositionStatus PieceGame::status(const PiecePosition& p) const {
  if (!codes_.covers(p) || layer(p) < 0)
    return PositionStatus::impossible("No position of this game has these pieces.");
  const zermelo::Colour side = colour_of(p.white_to_move), last = opponent_of(side);
  if (const std::optional<tree::Result> result = rules_.end_by_line(p)) {
    if (*result == tree::Result::draw) return PositionStatus::drawn("The game is drawn.");
    const zermelo::Colour winner = *result == tree::Result::win ? last : side;
    return PositionStatus::over(winner, side, fmt::format("{} has won.", colour_name(winner)));
  }
  if (rules_.can_move(p)) return {};
  const tree::Result result = rules_.stuck_result(p);
  if (result == tree::Result::draw)
    return PositionStatus::drawn(
        fmt::format("{} cannot move: the game is drawn.", colour_name(side)));
  const bool wins = result == tree::Result::win;
  return PositionStatus::over(
      wins ? side : last, side,
      fmt::format("{} cannot move and has {}.", colour_name(side), wins ? "won" : "lost"));
}

}  // namespace zermelo::bddl
