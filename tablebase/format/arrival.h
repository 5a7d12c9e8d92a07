// SPDX-License-Identifier: MIT
// When a position can be reached from the start of the game.
#pragma once

#include <compare>

namespace zermelo {

// All are in plies from the start; -1: never. `complete` and `unrestricted` are never earlier than
// `first`.
struct Arrival {
  int first = -1;         // of the earliest way there
  int complete = -1;      // of the earliest way after which every move can be played, or has been
                          // played after an earlier arrival
  int unrestricted = -1;  // of the earliest way after which nothing is forbidden
  auto operator<=>(const Arrival&) const = default;
};

}  // namespace zermelo
