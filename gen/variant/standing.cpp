// SPDX-License-Identifier: MIT
// Where men can come to stand.
#include <cassert>
#include <cstddef>

#include "gen/variant/fen.h"
#include "gen/variant/moves.h"

namespace zermelo::variant {

// Where a man may stand: in its region, not where it would have had to promote, and, if the game
// begins with such men, where they can come to from their first squares.
void Rules::find_standing() {
  for (const Kind& kind : variant_.kinds) standing_.push_back(kind.region);
  for (const Colour side : {Colour::black, Colour::white}) {
    if (!variant_.mandatory_pawn_promotion) continue;
    for (const Square pawn : variant_.promotion_pawns[side]) {
      const SquareSet dropped = variant_.drops.allowed ? drop_squares(pawn, side) : SquareSet();
      SquareSet& squares = standing_[pawn][side];
      squares &= ~variant_.promotion_region[side] | dropped;
    }
  }
  add_where_men_promote();
  follow_men_from_start();
  leave_out_immobile();
}

// A man that promotes, or steps back, may stand where it could not have gone: its region binds only
// its own moves.
void Rules::add_where_men_promote() {
  const std::vector<Kind>& kinds = variant_.kinds;
  for (const Colour side : {Colour::black, Colour::white}) {
    const SquareSet& zone = variant_.promotion_region[side];
    for (const Square kind : variant_.promotion_kinds[side]) {
      if (variant_.promotion_pawns[side].empty()) break;
      standing_[static_cast<std::size_t>(promoted_pawn(kind))][side] |= zone;
    }
    for (std::size_t low = 0; low < kinds.size(); ++low) {
      if (kinds[low].promotes_to == no_kind) continue;
      const auto high = static_cast<std::size_t>(kinds[low].promotes_to);
      standing_[high][side] |= kinds[low].region[side];
      if (variant_.demotion) standing_[low][side] |= kinds[high].region[side];
    }
  }
}

void Rules::follow_men_from_start() {
  const Position start = parse_fen(variant_.start, variant_);
  for (const Colour side : {Colour::black, Colour::white}) {
    for (std::size_t kind = 0; kind < variant_.kinds.size(); ++kind) {
      const Man man = man_of(static_cast<int>(kind), side);
      SquareSet begin;
      for (const Square square : start.of[side]) {
        if (start.men[square] == man) begin.add(square);
      }
      // (What promotion brings may appear elsewhere.)
      const bool promoted = variant_.promotion_kinds[side].contains(static_cast<Square>(kind)) ||
                            variant_.kinds[kind].demotes_to != no_kind || variant_.demotion;
      if (promoted || begin.empty()) continue;
      if (variant_.drops.allowed) begin |= drop_squares(static_cast<int>(kind), side);
      standing_[kind][side] &= reachable(static_cast<int>(kind), side, begin);
    }
  }
}

// Where a man can come to from any of these squares, and they themselves.
SquareSet Rules::reachable(int kind, Colour side, SquareSet begin) const {
  SquareSet seen = begin;
  while (!begin.empty()) {
    const Square from = begin.pop_first();
    for (const Way& way : ways_.from(side, kind, from)) {
      if (seen.contains(way.to)) continue;
      seen.add(way.to);
      begin.add(way.to);
    }
  }
  return seen;
}

void Rules::leave_out_immobile() {
  if (!variant_.immobility_illegal) return;
  for (const Colour side : {Colour::black, Colour::white}) {
    for (std::size_t kind = 0; kind < variant_.kinds.size(); ++kind) {
      const bool promoted = variant_.promotion_kinds[side].contains(static_cast<Square>(kind)) ||
                            variant_.kinds[kind].demotes_to != no_kind ||
                            (variant_.demotion && variant_.kinds[kind].promotes_to != no_kind);
      if (promoted) continue;
      for (const Square square : standing_[kind][side]) {
        if (ways_.from(side, static_cast<int>(kind), square).empty())
          standing_[kind][side].remove(square);
      }
    }
  }
}

}  // namespace zermelo::variant
