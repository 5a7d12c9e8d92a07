// SPDX-License-Identifier: MIT
#include "gen/bddl/piece_condition.h"

#include "symmetry/bits.h"

namespace zermelo::bddl {

PieceCondition::PieceCondition(const GroundCondition& condition, std::span<const tree::Hand> hands,
                               int kinds)
    : type_(condition.type),
      negated_(condition.negated),
      white_(condition.white),
      square_(condition.square),
      set_(condition.set),
      comparison_(condition.comparison),
      left_(condition.left, hands, kinds),
      right_(condition.right, hands, kinds) {
  for (const GroundCondition& part : condition.parts) parts_.emplace_back(part, hands, kinds);
}

PieceCondition::Quantity::Quantity(const GroundQuantity& quantity,
                                   std::span<const tree::Hand> hands, int kinds) {
  using Of = tree::Quantity::Of;
  if (quantity.of == Of::number) {
    number_ = quantity.number;
  } else if (quantity.of == Of::hand) {
    in_hand_ = true;
    white_ = quantity.white;
    kind_ = hands[static_cast<std::size_t>(quantity.hand)].kind;
  } else {
    if (quantity.counted.contains(open_square)) open_ = quantity.squares;
    for (const bool white : {false, true}) {
      const ContentSet side = ContentSet::of_side(white, kinds);
      if (quantity.counted.includes(side)) {
        (white ? white_squares_ : black_) = quantity.squares;
        continue;
      }
      for (int kind = 0; kind < kinds; ++kind) {
        const Content piece = content_of(kind, white);
        if (!quantity.counted.contains(piece)) continue;
        of_kinds_ = quantity.squares;
        kinds_counted_.push_back(piece);
      }
    }
  }
}

int PieceCondition::Quantity::value(const PiecePosition& p) const {
  if (in_hand_) return p.in_hand(white_, kind_);
  Squares counted = (p.black & black_) | (p.white & white_squares_) | (~p.occupied() & open_);
  for (const Content piece : kinds_counted_)
    counted |= p.of_kind(kind_of(piece)) & (is_white(piece) ? p.white : p.black) & of_kinds_;
  return number_ + count_bits(counted);
}

}  // namespace zermelo::bddl
