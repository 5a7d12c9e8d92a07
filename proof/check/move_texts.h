// SPDX-License-Identifier: MIT
// Moves of an arena as players write them in one position.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "proof/check/arena.h"

namespace zermelo::proof {

// The texts of the moves that are possible in a state, by their numbers. `inputs`: the values of
// the arena's board variables, and whether White is to move.
std::map<std::size_t, std::string> move_texts(const symbolic::GameModel& model, const Arena& arena,
                                              const std::vector<bool>& inputs);

}  // namespace zermelo::proof
