// SPDX-License-Identifier: MIT
#include "gen/bddl/piece_masks.h"

namespace zermelo::bddl {

// --- Demands -------------------------------------------------------------------------------------

HandsDemand::HandsDemand(const std::vector<HandDemand>& hands,
                         std::span<const tree::Hand> hand_kinds) {
  for (const HandDemand& hand : hands) {
    const int kind = hand_kinds[static_cast<std::size_t>(hand.hand)].kind;
    PiecePosition one;
    one.set_in_hand(hand.white, kind, 1);
    if (hand.least == 0 && hand.most == 0) {
      none_ |= one.hands * PieceSet::most_in_hand;
    } else if (hand.least == 1 && hand.most == PieceSet::most_in_hand) {
      some_ |= one.hands;
    } else {
      others_.push_back({hand.white, kind, hand.least, hand.most});
    }
  }
}

bool HandsDemand::others_hold(const PiecePosition& p) const {
  for (const InHand& hand : others_) {
    const int number = p.in_hand(hand.white, hand.kind);
    if (number < hand.least || hand.most < number) return false;
  }
  return true;
}

PieceDemand::PieceDemand(const std::vector<std::pair<int, ContentSet>>& squares,
                         const std::vector<HandDemand>& hands,
                         std::span<const tree::Hand> hand_kinds, int kinds)
    : hands_(hands, hand_kinds) {
  for (const auto& [square, set] : squares) add(square, set, kinds);
  plain_ = squares_.empty() && hands_.is_empty();
}

void PieceDemand::add(int square, ContentSet set, int kinds) {
  const Squares here = bit_of(square);
  const ContentSet all_black = ContentSet::of_side(false, kinds),
                   all_white = ContentSet::of_side(true, kinds);
  const ContentSet black = set & all_black, white = set & all_white;
  if (black.empty()) no_black_ |= here;
  if (white.empty()) no_white_ |= here;
  if (!set.contains(open_square)) no_open_ |= here;
  const bool any_black = black.empty() || black == all_black,
             any_white = white.empty() || white == all_white;
  if (any_black && any_white) return;
  const ContentSet one = black.empty() ? white : black;
  const bool is_one_kind =
      one.size() == 1 && (black.empty() || white.empty() || white == black.exchanged());
  if (!is_one_kind) {
    squares_.emplace_back(square, set);
    return;
  }
  one_kind_ |= here;
  for (std::size_t i = 0; i < kinds_.size(); ++i)
    if ((kind_of(one.only()) >> i & 1) != 0) kinds_[i] |= here;
}

// --- Changes -------------------------------------------------------------------------------------

PieceChanges::PieceChanges(const std::vector<std::pair<int, Content>>& after,
                           const std::vector<std::pair<int, int>>& copies,
                           const std::vector<HandChange>& hands,
                           std::span<const tree::Hand> hand_kinds)
    : after_(after), copies_(copies) {
  PiecePosition constants;
  for (const auto& [square, content] : after) {
    changed_ |= bit_of(square);
    constants.set(square, content);
  }
  black_ = constants.black;
  white_ = constants.white;
  kinds_ = constants.kinds;
  for (const HandChange& hand : hands) {
    hands_.push_back(
        {hand.white, hand_kinds[static_cast<std::size_t>(hand.hand)].kind, hand.change});
  }
  plain_ = copies_.empty() && hands_.empty();
}

bool PieceChanges::apply_otherwise(const PiecePosition& p, PiecePosition& next) const {
  for (const auto& [to, from] : copies_) next.set(to, p.at(from));
  return change_hands(next, 1);
}

// What leaves a hand must have been in it before anything comes.
bool PieceChanges::change_hands(PiecePosition& p, int sign) const {
  for (const bool comes : {sign<0, sign> 0}) {
    for (const InHand& hand : hands_) {
      if ((hand.change > 0) != comes) continue;
      const int number = p.in_hand(hand.white, hand.kind) + sign * hand.change;
      if (number < 0 || number > PieceSet::most_in_hand) return false;
      p.set_in_hand(hand.white, hand.kind, number);
    }
  }
  return true;
}

}  // namespace zermelo::bddl
