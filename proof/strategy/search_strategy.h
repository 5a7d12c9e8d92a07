// SPDX-License-Identifier: MIT
// Strategies from the search for the shortest win, as proof/strategy/table_strategy.cpp makes them
// from tables.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "probe/game.h"

namespace zermelo {

struct SearchStrategyOptions {
  bool white = false;                              // who wins and owns the strategy
  int plies = 0;                                   // in which the search has found a win
  std::uint64_t memory = std::uint64_t{64} << 20;  // bytes of a transposition table, about
  const std::atomic<bool>* stop = nullptr;
};

struct SearchStrategyReport {
  std::uint64_t positions = 0;  // that can come up
  std::uint64_t gates = 0, bytes = 0;
};

// Writes a strategy that wins from a position (in which the game goes on) in as many plies as the
// search has found, and has a move in each position that can come up. The game must have a search
// and a Boolean model. Throws OutOfMemory, FileError, Interrupted.
SearchStrategyReport write_search_strategy(const Game& game, const std::string& position,
                                           const std::string& path,
                                           const SearchStrategyOptions& options);

}  // namespace zermelo
