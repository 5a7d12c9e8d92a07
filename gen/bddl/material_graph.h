// SPDX-License-Identifier: MIT
// Which materials the moves of a game lead to, wherever the pieces stand, and in which order they
// can be solved: strongly connected components of the graph of materials.
#pragma once

#include <vector>

#include "gen/bddl/ground.h"
#include "gen/grid/material.h"
#include "gen/grid/piece_index.h"

namespace zermelo::bddl {

struct MaterialGraph {
  // Of one group: those that can be reached from each other. No move leads to a lower group.
  std::vector<PieceIndex::Slice> slices;
  // By group: whether moves stay in it; the lowest group from which moves lead to it.
  std::vector<bool> goes_round;
  std::vector<int> lowest_user;
  // Materials that moves lead to in which the game is over wherever the pieces stand, ascending.
  std::vector<Material> ended;
  // By group: the higher ones that moves lead to, ascending.
  std::vector<std::vector<int>> next;

  int groups() const { return static_cast<int>(goes_round.size()); }
};

// From these materials on. If `folded`, White's rules are Black's with the colours exchanged, and
// materials are those with Black to move. Throws UsageError if there are more than 200,000, or if
// their pieces can stand in more than `most_arrangements` ways; before long, also if there is no
// end to what hands can hold.
MaterialGraph find_materials(const GroundGame& game, const std::vector<Material>& starts,
                             bool folded, double most_arrangements);

}  // namespace zermelo::bddl
