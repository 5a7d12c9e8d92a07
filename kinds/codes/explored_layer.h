// SPDX-License-Identifier: MIT
// What has been found of a layer of a grid game's positions.
#pragma once

#include <cstdint>
#include <vector>

#include "tablebase/sets/code_set.h"

namespace zermelo {

// Up to symmetry.
struct ExploredLayer {
  CodeSet positions = {};  // in which the game goes on, by code
  CodeSet finished = {};   // in which it is over, if they are wanted
  // How many are in `positions`, or would be: those that the mover wins at once may be left out.
  std::uint64_t reached = 0;
  bool leaves_out_won_at_once = false;
};

// Play need not lead to the last layers that a game could have.
inline void drop_empty_layers(std::vector<ExploredLayer>& layers) {
  while (!layers.empty() && layers.back().reached == 0) layers.pop_back();
}

}  // namespace zermelo
