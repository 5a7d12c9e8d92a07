// SPDX-License-Identifier: MIT
// What can be said about all states that play can reach, from small parts of a safety game: latches
// that depend on no other latches, such as those of a monitor that watches a few signals. All
// inputs are free in it, so every state of a play is in these sets, whoever makes which choices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "proof/synthesis/safety_game.h"

namespace zermelo::proof {

// Bit k of a state is the value of latch number `latches[k]`, at most 64.
struct ReachableStates {
  std::vector<std::size_t> latches;   // ascending
  std::vector<std::uint64_t> states;  // the first one is the start
};

// The reachable states of all parts that are small enough to list them, without parts of parts.
// They can share latches. Takes time in proportion to the graph, and some milliseconds.
std::vector<ReachableStates> reachable_states(const SafetyGraph& game);

}  // namespace zermelo::proof
