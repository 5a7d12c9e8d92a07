// SPDX-License-Identifier: MIT
// What has been found of a layer of a grid game's positions.
#pragma once

#include <cstdint>

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

}  // namespace zermelo
