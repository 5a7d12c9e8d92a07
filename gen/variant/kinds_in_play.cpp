// SPDX-License-Identifier: MIT
#include "gen/variant/kinds_in_play.h"

#include <algorithm>
#include <utility>

#include "gen/variant/fen.h"

namespace zermelo::variant {

KindsInPlay::KindsInPlay(const Rules& rules)
    : rules_(rules),
      start_(parse_fen(rules.variant().start, rules.variant())),
      on_board_(rules.variant().kinds.size()),
      in_hand_(rules.variant().kinds.size()) {
  for (const Square square : start_.occupied())
    meet(kind_of_man(start_.men[square]), colour_of_man(start_.men[square]));
  for (const Colour side : {Colour::black, Colour::white}) {
    for (std::size_t k = 0; k < std::min<std::size_t>(in_hand_.size(), most_kinds_in_hand); ++k) {
      if (start_.hands[side][k] > 0) hold(static_cast<int>(k), side);
    }
  }
}

void KindsInPlay::meet(int kind, Colour side) {
  if (kind == no_kind || std::exchange(on_board_[static_cast<std::size_t>(kind)][side], true))
    return;
  const Variant& v = rules_.variant();
  const Kind& man = v.kinds[static_cast<std::size_t>(kind)];
  meet(man.promotes_to, side);
  if (v.demotion && rules_.is_promoted(kind)) meet(man.demotes_to, side);
  if (v.promotion_pawns[side].contains(static_cast<Square>(kind))) {
    for (const Square next : v.promotion_kinds[side]) meet(rules_.promoted_pawn(next), side);
  }
  if (v.drops.captures_to_hand && !man.royal) hold(rules_.kind_in_hand(kind), opponent_of(side));
}

void KindsInPlay::hold(int kind, Colour side) {
  const Drops& drops = rules_.variant().drops;
  if (!drops.allowed) return;
  in_hand_[static_cast<std::size_t>(kind)][side] = true;
  meet(kind, side);
  if (drops.promoted)
    meet(rules_.variant().kinds[static_cast<std::size_t>(kind)].promotes_to, side);
}

}  // namespace zermelo::variant
