// SPDX-License-Identifier: MIT
#include "gen/bddl/piece_condition.h"

#include <algorithm>

namespace zermelo::bddl {
namespace {

bool asks_for_squares_alone(const GroundCondition& condition) {
  if (condition.type == GroundCondition::Type::square) return true;
  const bool has_parts =
      condition.type == GroundCondition::Type::all || condition.type == GroundCondition::Type::any;
  if (!has_parts) return false;
  return !condition.parts.empty() && std::ranges::all_of(condition.parts, asks_for_squares_alone);
}

}  // namespace

PieceCondition::PieceCondition(const GroundCondition& condition, std::span<const tree::Hand> hands,
                               int kinds)
    : type_(condition.type),
      negated_(condition.negated),
      white_(condition.white),
      square_(condition.square),
      set_(condition.set) {
  if (condition.type == GroundCondition::Type::compare) {
    comparison_ = condition.compared->comparison;
    left_ = Quantity(condition.compared->left, hands, kinds);
    right_ = Quantity(condition.compared->right, hands, kinds);
  }
  for (const GroundCondition& part : condition.parts) parts_.emplace_back(part, hands, kinds);
  if (!asks_for_squares_alone(condition)) return;
  const std::vector<GroundDemand> demands = demands_of(condition, ContentSet::everything(kinds));
  asks_for_squares_alone_ = std::ranges::all_of(
      demands, [](const GroundDemand& demand) { return demand.rest.is_always(); });
  if (!asks_for_squares_alone_) return;
  for (const GroundDemand& demand : demands)
    alternatives_.emplace_back(demand.squares, demand.hands, hands, kinds);
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

}  // namespace zermelo::bddl
