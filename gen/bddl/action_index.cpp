// SPDX-License-Identifier: MIT
#include "gen/bddl/action_index.h"

#include <algorithm>

namespace zermelo::bddl {

bool SquareIndex::add(std::uint32_t number, const SquareDemands& squares, bool white, int kinds) {
  white_ = white;
  const ContentSet own = ContentSet::of_side(white, kinds);
  const auto first =
      std::ranges::find_if(squares, [&](const auto& pair) { return own.includes(pair.second); });
  if (first == squares.end()) return add_without_piece(number, squares);
  // The second square is the one about which most is known.
  auto second = squares.end();
  for (auto at = squares.begin(); at != squares.end(); ++at) {
    if (at == first) continue;
    if (second == squares.end() || at->second.size() < second->second.size()) second = at;
  }
  pieces_on_ |= bit_of(first->first);
  for (int kind = 0; kind < kinds; ++kind) {
    if (!first->second.contains(content_of(kind, white))) continue;
    OfPiece& piece = by_piece_[static_cast<std::size_t>(first->first) * PieceSet::most_kinds +
                               static_cast<std::size_t>(kind)];
    if (second == squares.end()) {
      piece.plain.push_back(number);
      continue;
    }
    for (Content content = 0; content <= 2 * kinds; ++content) {
      if (second->second.contains(content))
        with_second(piece, second->first, content).push_back(number);
    }
  }
  return squares.size() <= 2;
}

SquareIndex::Numbers& SquareIndex::with_second(OfPiece& piece, int square, Content content) {
  auto found = std::ranges::find(piece.seconds, square, &Second::square);
  if (found == piece.seconds.end()) {
    piece.seconds.push_back({square, {}});
    found = piece.seconds.end() - 1;
  }
  return found->by_content[content];
}

bool SquareIndex::add_without_piece(std::uint32_t number, const SquareDemands& squares) {
  const auto open = std::ranges::find_if(
      squares, [](const auto& pair) { return pair.second == ContentSet::open(); });
  if (open == squares.end()) {
    others_.push_back(number);
    return squares.empty();
  }
  open_ |= bit_of(open->first);
  by_open_[static_cast<std::size_t>(open->first)].push_back(number);
  return squares.size() == 1;
}

std::string Gate::key() const {
  std::string key;
  append_key(GroundDemand{{}, hands, {}}, key);
  for (const GroundCondition& count : counts) append_key(count, key);
  return key;
}

PieceGate::PieceGate(const Gate& gate, std::span<const tree::Hand> hand_kinds, int kinds)
    : hands_(gate.hands, hand_kinds) {
  for (const GroundCondition& count : gate.counts) counts_.emplace_back(count, hand_kinds, kinds);
}

bool ActionIndex::add(std::uint32_t number, const Gate& gate, const SquareDemands& squares,
                      std::span<const tree::Hand> hand_kinds, bool white, int kinds,
                      std::size_t family) {
  const std::string key = gate.key();
  auto found = std::ranges::find_if(
      gates_, [&](const Gated& gated) { return gated.family == family && gated.key == key; });
  if (found == gates_.end()) {
    gates_.push_back({key, family, PieceGate(gate, hand_kinds, kinds), {}});
    found = gates_.end() - 1;
  }
  return found->index.add(number, squares, white, kinds);
}

}  // namespace zermelo::bddl
