// SPDX-License-Identifier: MIT
#include "gen/bddl/piece_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "gen/error.h"
#include "gen/text/counted.h"
#include "gen/wrong_file.h"

namespace zermelo::bddl {

PieceGame::PieceGame(const GroundGame& game) : rules_(game), codes_(rules_.pieces()) {
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

std::vector<std::vector<std::string>> PieceGame::texts_of_turns(
    std::span<const PieceChange> changes) const {
  std::vector<std::vector<std::string>> texts(changes.size());
  if (!rules_.has_texts() || changes.empty()) return texts;
  std::map<PiecePosition, std::size_t> places;
  for (std::size_t i = 0; i < changes.size(); ++i) places.emplace(changes[i].after, i);
  rules_.for_each_turn(changes[0].before, [&](const PiecePosition& next, std::string text) {
    const auto place = places.find(next);
    if (place == places.end() || text.empty()) return;
    std::vector<std::string>& known = texts[place->second];
    if (std::ranges::find(known, text) == known.end()) known.push_back(std::move(text));
  });
  return texts;
}

std::vector<std::string> PieceGame::move_texts(std::span<const PieceChange> changes) const {
  const std::vector<std::vector<std::string>> turns = texts_of_turns(changes);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < changes.size(); ++i)
    texts.push_back(turns[i].empty() ? move_text(changes[i]) : turns[i].front());
  tell_apart(texts, changes, pieces());
  return texts;
}

std::vector<std::vector<std::string>> PieceGame::other_texts(
    std::span<const PieceChange> changes, std::span<const std::string> texts) const {
  std::vector<std::vector<std::string>> others = texts_of_turns(changes);
  std::map<std::string, int> meanings;
  for (std::size_t i = 0; i < others.size(); ++i) {
    std::erase(others[i], texts[i]);
    ++meanings[texts[i]];
    for (const std::string& text : others[i]) ++meanings[text];
  }
  for (std::vector<std::string>& of_move : others)
    std::erase_if(of_move, [&](const std::string& text) { return meanings[text] > 1; });
  return others;
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
