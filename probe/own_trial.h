// SPDX-License-Identifier: MIT
// Trying out rules that are the user's own code before a solve trusts them: random games are played
// in another process, and everything that a table depends on is compared with itself. (Not in
// libzermelo-probe.)
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "probe/game.h"

namespace zermelo {

struct OwnTrialOptions {
  int games = 1000;         // random ones
  int most_plies = 200;     // of each
  double seconds = 60;      // for everything
  double call_seconds = 5;  // a single call that takes longer is an endless loop
  int perft_depth = 0;      // plies; 0: as many as have about a million positions
  std::uint64_t seed = 1;
  // Set it to stop: Interrupted is thrown.
  const std::atomic<bool>* stop = nullptr;
};

struct OwnTrialReport {
  std::uint64_t games = 0, states = 0;  // played; different ones looked at
  bool in_time = true;                  // whether all games were played
  std::vector<std::uint64_t> perft;     // by plies from the start: sequences of moves
  std::vector<std::string> checked;     // names of what was compared
  std::optional<std::string> failure;   // the first thing wrong, with function and state
};

// In a process of its own, so that a crash or an endless loop is told with its function and state
// (in this process, if an interpreter runs the rules; what they throw then is thrown here):
//  - each function twice, by two instances, and in another order, says the same; a start, too;
//  - buffers, and the stack below, that are filled with 0xA5 and then with 0x5A make no
//    difference, and nothing is written beyond a buffer or into the state that is asked about;
//  - states with the same text are the same state; moves of a state have different texts;
//  - `expand` agrees with `moves` and `play`; `canonical` gives a state that represents itself,
//    with the same result, mover and, up to symmetry, successors; `unmoves` and moves agree both
//    ways; no move leads to a lower `layer`; `parse` reads what `text` writes.
// Throws Error if there can be no such process, UsageError for a game whose rules are not code.
OwnTrialReport try_own_game(const Game& game, const OwnTrialOptions& options = {});

}  // namespace zermelo
