// SPDX-License-Identifier: MIT
// What a strategy says about a state, from its circuits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "proof/check/strategy.h"
#include "proof/strategy/state_walk.h"

namespace zermelo::proof {

struct StateAnswer {
  bool is_member = false;  // otherwise the rest means nothing
  std::uint64_t rank = 0;
  std::uint64_t move = 0;  // the owner's, if they are to move: its number in the model
};

StateAnswer answer_in(const Strategy& strategy, const ArenaState& state);
// Much quicker than one by one.
std::vector<StateAnswer> answers_in(const Strategy& strategy, std::span<const ArenaState> states);

}  // namespace zermelo::proof
