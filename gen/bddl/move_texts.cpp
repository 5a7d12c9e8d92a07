// SPDX-License-Identifier: MIT
#include "gen/bddl/move_texts.h"

#include <algorithm>

#include "gen/bddl/plain_rules.h"

namespace zermelo::bddl {
namespace {

bool has_texts(const GroundGame& game) {
  return std::ranges::any_of(game.sides, [](const GroundSide& side) {
    return std::ranges::any_of(side.actions,
                               [](const GroundAction& action) { return !action.text.empty(); });
  });
}

PlainPosition plain_of(const PiecePosition& p, const GroundGame& game) {
  PlainPosition plain;
  plain.white_to_move = p.white_to_move;
  for_each_square(p.occupied(), [&](int square) {
    plain.squares[static_cast<std::size_t>(square)] = p.at(square);
  });
  for (const bool white : {false, true}) {
    for (std::size_t hand = 0; hand < game.hands.size(); ++hand) {
      plain.hands[white ? 1 : 0][hand] =
          static_cast<std::uint8_t>(p.in_hand(white, game.hands[hand].kind));
    }
  }
  return plain;
}

}  // namespace

MoveTexts::MoveTexts(const GroundGame& game)
    : game_(has_texts(game) ? std::make_shared<const GroundGame>(game) : nullptr) {}

std::string MoveTexts::of(const PieceChange& change) const {
  if (!game_) return {};
  const WrittenTurns turns = written_turns(*game_, plain_of(change.before, *game_));
  const auto found = turns.find(plain_of(change.after, *game_));
  return found == turns.end() ? std::string() : found->second;
}

}  // namespace zermelo::bddl
