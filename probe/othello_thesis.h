// SPDX-License-Identifier: MIT
// The experiments of S. van Dijk's thesis "Solving Othello using BDDs" (Leiden, 2019): its five
// algorithms, and the sizes of the decision diagrams on the way. Each experiment runs in a process
// of its own, because diagrams that grow too large may end the process.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gen/game_spec.h"

namespace zermelo {

struct ThesisQuestion {
  GameSpec game;  // othello: rows and cols (2..8), start_file and start_rank
  // 1 reachable states; 2 retrograde analysis; 3 of reachable states; 4 by number of discs; 5 both;
  // absent: the sizes of what they begin with.
  std::optional<int> algorithm = std::nullopt;
  bool relation = false;        // without an algorithm: also the size of the relation of all moves
  bool steps = false;           // instead: each square's moves, in its diagram and by equation 5.3
  std::string encoding = "3t";  // of a square; or "standard"
  std::string order = "rows";   // of squares; or "columns", "corners-first", "corners-last"
  std::string turn = "first";   // the place of its variable; or "last"
  bool white_wins = true;       // whose wins are looked for: White's or Black's
  std::uint64_t memory = std::uint64_t{4} << 30;  // bytes, for the diagrams
  int threads = 1;                                // with Sylvan
};

// Numbers of states may exceed 64 bits, so they are texts, in decimal.
struct ThesisAnswer {
  struct Iteration {
    int number = 0;
    std::string states;
    std::uint64_t nodes = 0;
  };
  struct Result {
    std::uint64_t peak_nodes = 0;
    std::optional<std::string> reachable;
    std::optional<std::uint64_t> reachable_nodes;
    std::optional<bool> start_is_won;
    std::vector<Iteration> iterations;
  };
  struct Sizes {
    std::uint64_t initial_nodes = 0;
    std::optional<std::uint64_t> relation_nodes;
    // `won_nodes` includes codes that mean nothing.
    std::uint64_t won_nodes = 0, won_states_nodes = 0;
    std::string won_states;
  };
  struct Step {
    std::string square;
    std::uint64_t nodes = 0;
    std::string counted, formula;
  };

  std::string library;  // that makes the diagrams
  int rows = 0, cols = 0;
  // One of these three, as asked.
  std::optional<Result> result;
  std::optional<Sizes> sizes;
  std::optional<std::vector<Step>> steps;
  // What the experiment's process has used.
  double processor_seconds = 0;
  std::uint64_t memory_bytes = 0;
};

// All may be empty. Functions are called on the caller's thread.
struct ThesisOptions {
  std::function<void(const std::string& what)> progress = {};
  // What an algorithm has found after an iteration, so that it is not lost if the next ones fail.
  std::function<void(const ThesisAnswer& so_far)> so_far = {};
  const std::atomic<bool>* stop = nullptr;
};

// Throws UsageError, Interrupted, and Error if the diagrams do not fit into the memory.
ThesisAnswer ask_thesis(const ThesisQuestion& question, const ThesisOptions& options = {});

}  // namespace zermelo
