// SPDX-License-Identifier: MIT
// The order in which groups of materials are solved.
#pragma once

#include <cstdint>
#include <vector>

namespace zermelo::bddl {

// An acyclic graph of groups. Nodes are numbered so that edges go to higher numbers.
struct GroupGraph {
  std::vector<std::vector<int>> next;  // ascending, each once, without the group itself
  std::vector<double> positions;       // how many there may be
};

// New numbers for the groups, ascending along the edges too. They are solved from the last one
// down, and the values of a group are needed until all groups with moves to it are solved: the
// order is a greedy one that keeps few values at a time. (To find the best one is NP-hard, as
// pebbling is; Sethi, 1975.) The old numbers if there are more than 4,096 groups.
std::vector<int> order_groups(const GroupGraph& graph);

// The most positions whose values are needed at a time, with those of the group at work, if groups
// are solved from the last one down.
double most_values_needed(const GroupGraph& graph);

}  // namespace zermelo::bddl
