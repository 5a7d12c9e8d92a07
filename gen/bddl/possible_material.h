// SPDX-License-Identifier: MIT
// What can stand on each square, and be in each hand, as far as single ground actions tell: all
// that play from the start can bring about, and perhaps more.
#pragma once

#include <array>
#include <vector>

#include "gen/bddl/ground.h"

namespace zermelo::bddl {

// In every position that play leads to, the pieces of a kind in both hands, and the pieces on the
// board that may come there, are at most this many.
struct MaterialBound {
  int hand = 0;
  ContentSet counted;  // on the board
  int most = 0;
};

struct PossibleMaterial {
  std::vector<ContentSet> squares;  // by square; of those that do not exist: open
  std::array<std::array<int, tree::most_hands>, 2> most_in_hand{};  // Black's, White's
  std::vector<MaterialBound> bounds;                                // of some of the hands
};

// Also of what stands there in the middle of a turn. With #material play begins wherever its pieces
// can stand.
PossibleMaterial possible_material(const GroundGame& game);

}  // namespace zermelo::bddl
