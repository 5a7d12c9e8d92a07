// SPDX-License-Identifier: MIT
// Controls of a safety game that are functions of what else there is, because any other value is an
// error.
#pragma once

#include <vector>

#include "proof/synthesis/reduced_game.h"

namespace zermelo::proof {

// Finds controls that can be replaced all at once: no function depends on any of the controls that
// are found. The controls of a game without any others need more than one call. Adds to the graph.
std::vector<DefinedControl> find_definitions(SafetyGraph& graph);

}  // namespace zermelo::proof
