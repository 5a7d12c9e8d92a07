// SPDX-License-Identifier: MIT
// What a caller can specify for a search for the shortest win, and what it finds.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "gen/cxx_standard.h"

namespace zermelo {

struct DepthOptions {
  std::string start;   // a state of the game that play begins from; empty: the game's start
  bool white = false;  // look for wins of White, not of Black
  int max_plies = std::numeric_limits<std::uint16_t>::max() - 1;
  std::uint64_t memory = std::uint64_t{1} << 30;  // of the transposition table, about
  double seconds = 0;                             // when to give up; 0: never
  const std::atomic<bool>* stop = nullptr;        // set it to end the search
  // Called from time to time with the current depth and the number of positions looked at so far.
  std::function<void(int plies, std::uint64_t nodes)> progress;
};

struct DepthResult {
  std::optional<int> plies;  // of the side's shortest win, 0 if the start is won; nothing if none
                             // was found (wins by endless play are not looked for)
  int refuted = 0;           // there is no win in this many plies
  bool complete = false;     // if there is no win, it is certain that there is none at any depth;
                             // never for the side that wins by endless play
  std::uint64_t nodes = 0;   // positions looked at
};

// The same in the terms of Shaik and van de Pol (2023), Definition 3.10.
struct DepthReport {
  DepthResult search;
  // The smallest odd number of moves within which Black wins; nothing if `search` found no win. If
  // White begins, a dummy first move of Black's is counted; if Black wins by leaving White without
  // a move, that missing move and a dummy one after it are counted. Only for wins of Black from the
  // start of a game on a grid.
  std::optional<int> depth;
};

}  // namespace zermelo
