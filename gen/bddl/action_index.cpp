// SPDX-License-Identifier: MIT
#include "gen/bddl/action_index.h"

#include <algorithm>

namespace zermelo::bddl {

bool ActionIndex::add(std::uint32_t number, const Demand& demand, bool white, int kinds) {
  const ContentSet own = ContentSet::of_side(white, kinds);
  const auto first = std::ranges::find_if(
      demand.squares, [&](const auto& pair) { return own.includes(pair.second); });
  if (first == demand.squares.end()) return add_in_hand(number, demand);
  // The second square is the one about which most is known.
  auto second = demand.squares.end();
  for (auto at = demand.squares.begin(); at != demand.squares.end(); ++at) {
    if (at == first) continue;
    if (second == demand.squares.end() || at->second.size() < second->second.size()) second = at;
  }
  for (int kind = 0; kind < kinds; ++kind) {
    if (!first->second.contains(content_of(kind, white))) continue;
    OfPiece& piece =
        by_piece_[static_cast<std::size_t>(first->first)][static_cast<std::size_t>(kind)];
    if (second == demand.squares.end()) {
      piece.plain.push_back(number);
      continue;
    }
    for (Content content = 0; content <= 2 * kinds; ++content) {
      if (second->second.contains(content))
        with_second(piece, second->first, content).push_back(number);
    }
  }
  return demand.squares.size() <= 2 && !demand.hand;
}

ActionIndex::Numbers& ActionIndex::with_second(OfPiece& piece, int square, Content content) {
  auto found = std::ranges::find(piece.seconds, square, &Second::square);
  if (found == piece.seconds.end()) {
    piece.seconds.push_back({square, {}});
    found = piece.seconds.end() - 1;
  }
  return found->by_content[content];
}

bool ActionIndex::add_in_hand(std::uint32_t number, const Demand& demand) {
  if (!demand.hand) {
    others_.push_back(number);
    return demand.squares.empty();
  }
  auto hand = std::ranges::find(in_hand_, *demand.hand, &InHand::kind);
  if (hand == in_hand_.end()) {
    in_hand_.push_back({*demand.hand, 0, {}, {}});
    hand = in_hand_.end() - 1;
  }
  const auto is_open = [](const auto& pair) { return pair.second == ContentSet::open(); };
  const auto open = std::ranges::find_if(demand.squares, is_open);
  if (open == demand.squares.end()) {
    hand->others.push_back(number);
    return demand.squares.empty();
  }
  hand->squares |= bit_of(open->first);
  hand->by_square[static_cast<std::size_t>(open->first)].push_back(number);
  return demand.squares.size() == 1;
}

}  // namespace zermelo::bddl
