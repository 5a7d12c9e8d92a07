// SPDX-License-Identifier: MIT
// What tempts the beginner of docs/puzzles.md ("Difficulty"), who does not look ahead: the weights
// with which he plays moves.
#pragma once

namespace zermelo {

// `loses`: the move ends the game with a loss. `captures`: it leaves the other side with fewer
// pieces; `gives_up`: its maker.
constexpr double temptation_of(bool loses, bool captures, bool gives_up) {
  if (loses) return 0;
  return captures ? 4 : gives_up ? 0.25 : 1;
}

}  // namespace zermelo
