// SPDX-License-Identifier: MIT
// The rules of a variant (gen/variant/variant.h) in the form that endgame tables work with.
#pragma once

#include "gen/variant/endgame_rules.h"
#include "gen/variant/moves.h"

namespace zermelo::endgames {

struct VariantRules {
  Rules rules;
  // By kind in `rules`: its number in the variant. Royal kinds come first, then the variant's last
  // one (in chess: king, queen, rook, bishop, knight, pawn), without kinds that no play can bring
  // to the board.
  std::vector<int> kinds;
};

// Where men can stand follows from the start, ways and promotions: pawns of chess stand on ranks 2
// to 7. Throws UsageError for a variant with rules that tables do not know yet; it says which.
VariantRules endgame_rules(const variant::Rules& rules);

// Men as the variant has them, with that side to move.
variant::Position position_of(const VariantRules& rules, const Men& men, int side);

}  // namespace zermelo::endgames
