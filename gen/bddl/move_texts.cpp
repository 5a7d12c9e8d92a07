// SPDX-License-Identifier: MIT
#include "gen/bddl/move_texts.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace zermelo::bddl {
namespace {

bool has_texts(const GroundGame& game) {
  return std::ranges::any_of(game.sides, [](const GroundSide& side) {
    return std::ranges::any_of(side.actions,
                               [](const GroundAction& action) { return !action.text.empty(); });
  });
}

}  // namespace

std::vector<std::vector<std::string>> texts_of_turns(const PieceRules& rules,
                                                     std::span<const PieceChange> changes) {
  std::vector<std::vector<std::string>> texts(changes.size());
  if (!rules.has_texts() || changes.empty()) return texts;
  std::map<PiecePosition, std::size_t> places;
  for (std::size_t i = 0; i < changes.size(); ++i) places.emplace(changes[i].after, i);
  rules.for_each_turn(changes[0].before, [&](const PiecePosition& next, std::string text) {
    const auto place = places.find(next);
    if (place == places.end() || text.empty()) return;
    std::vector<std::string>& known = texts[place->second];
    if (std::ranges::find(known, text) == known.end()) known.push_back(std::move(text));
  });
  return texts;
}

MoveTexts::MoveTexts(const GroundGame& game)
    : rules_(has_texts(game)
                 ? std::make_shared<const PieceRules>(std::make_shared<const GroundGame>(game))
                 : nullptr) {}

std::string MoveTexts::of(const PieceChange& change) const {
  if (!rules_) return {};
  const std::vector<std::string> texts = texts_of_turns(*rules_, {&change, 1}).front();
  return texts.empty() ? std::string() : texts.front();
}

}  // namespace zermelo::bddl
