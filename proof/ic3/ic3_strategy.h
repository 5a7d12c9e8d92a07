// SPDX-License-Identifier: MIT
// What IC3 finds about a board game, as a strategy that can be checked.
#pragma once

#include "proof/check/arena.h"
#include "proof/check/strategy.h"
#include "proof/ic3/ic3.h"

namespace zermelo::proof {

// Fills in the circuits of `strategy`, which has its inputs, owner and claim: from cubes of won
// states if the owner is the attacker, and otherwise from blocked ones.
void add_cubes(Strategy& strategy, const Ic3Result& result, const Arena& arena);

}  // namespace zermelo::proof
