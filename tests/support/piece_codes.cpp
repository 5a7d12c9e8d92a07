// SPDX-License-Identifier: MIT
#include "tests/support/piece_codes.h"

#include <fmt/format.h>

#include <cassert>

#include "gen/error.h"
#include "gen/text/counted.h"

namespace zermelo {

PossibleContents::PossibleContents(const PieceSet& pieces)
    : contents(static_cast<std::size_t>(grid_of(pieces).squares()), 1) {
  const std::uint32_t all = (std::uint32_t{2} << content_of(pieces.size() - 1, true)) - 1;
  for_each_square(pieces.squares(), [&](int s) { contents[static_cast<std::size_t>(s)] = all; });
  for (int kind = 0; kind < pieces.size(); ++kind) {
    if (pieces[kind].in_hand) most_in_hand[static_cast<std::size_t>(kind)] = PieceSet::most_in_hand;
  }
}

PieceCodes::PieceCodes(const PieceSet& pieces, const PossibleContents& possible) {
  bool fits = true;
  const auto multiply = [&](std::uint64_t radix) {
    fits = fits && !__builtin_mul_overflow(size_, radix, &size_) && size_ >> 63 == 0;
  };
  for_each_square(pieces.squares(), [&](int square) {
    SquareDigit digit{.square = square, .radix = 0};
    digit.digit_of.fill(none);
    for (Content content = 0; content < PieceSet::contents; ++content) {
      if ((possible.contents[static_cast<std::size_t>(square)] >> content & 1) == 0) continue;
      digit.content_of[digit.radix] = content;
      digit.digit_of[content] = static_cast<std::uint8_t>(digit.radix++);
    }
    assert(digit.radix > 0);
    squares_.push_back(digit);
    multiply(digit.radix);
  });
  for (int kind = 0; kind < pieces.size(); ++kind) {
    const int most = possible.most_in_hand[static_cast<std::size_t>(kind)];
    for (const bool white : {false, true}) {
      if (most == 0) continue;
      hands_.push_back({white, kind, static_cast<std::uint64_t>(most) + 1});
      multiply(hands_.back().radix);
    }
  }
  if (fits) return;
  throw UsageError(
      fmt::format("A board of {} by {} squares with {} of pieces has too many positions to number.",
                  pieces.columns(), pieces.rows(), counted(pieces.size(), "kind")));
}

bool PieceCodes::covers(const PiecePosition& p) const {
  for (const SquareDigit& digit : squares_) {
    if (digit.digit_of[p.at(digit.square)] == none) return false;
  }
  PiecePosition rest = p;
  for (const HandDigit& hand : hands_) {
    const auto held = static_cast<std::uint64_t>(p.in_hand(hand.of_white, hand.kind));
    if (held >= hand.radix) return false;
    rest.set_in_hand(hand.of_white, hand.kind, 0);
  }
  return rest.hands == 0;
}

std::uint64_t PieceCodes::encode(const PiecePosition& p) const {
  assert(covers(p));
  std::uint64_t code = 0;
  for (const SquareDigit& digit : squares_)
    code = code * digit.radix + digit.digit_of[p.at(digit.square)];
  for (const HandDigit& hand : hands_)
    code = code * hand.radix + static_cast<std::uint64_t>(p.in_hand(hand.of_white, hand.kind));
  code = 2 * code + (p.white_to_move ? 1 : 0);
  assert(code < size() && decode(code) == p);
  return code;
}

PiecePosition PieceCodes::decode(std::uint64_t code) const {
  assert(code < size());
  PiecePosition p;
  p.white_to_move = code % 2 != 0;
  code /= 2;
  for (auto hand = hands_.rbegin(); hand != hands_.rend(); ++hand) {
    p.set_in_hand(hand->of_white, hand->kind, static_cast<int>(code % hand->radix));
    code /= hand->radix;
  }
  for (auto digit = squares_.rbegin(); digit != squares_.rend(); ++digit) {
    p.set(digit->square, digit->content_of[code % digit->radix]);
    code /= digit->radix;
  }
  return p;
}

}  // namespace zermelo
