// SPDX-License-Identifier: MIT
// What counting, statistics and verification find, free of any game's types.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gen/value.h"

namespace zermelo {

// done of total, in whatever unit the work has. Called from one thread at a time.
using WorkProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

struct CountReport {
  struct Class {
    std::string name;
    std::uint64_t positions = 0;
  };
  struct Slice {
    std::string name;
    std::uint64_t positions = 0, checkmates = 0, nontrivial_states = 0;
    std::vector<Class> classes;
  };
  // Up to symmetry: positions; those won at once; and states (position and forbidden move) that
  // some position leads to and that are not won at once. The last two are 0 if `quick`.
  std::uint64_t positions = 0, checkmates = 0, nontrivial_states = 0;
  bool quick = false;
  std::vector<Slice> slices;
};

struct StatsReport {
  std::uint64_t positions = 0;  // or states
  std::uint64_t wins = 0, losses = 0, draws = 0;
  std::map<Value, std::uint64_t> histogram;
  int longest_win = 0, longest_loss = 0;  // plies; 0 if there is none
  std::vector<std::string> longest;       // positions or states of the longest win, at most 100
  std::uint64_t longest_count = 0;        // how many there are
};

// Distances from the start of the game, in plies.
struct ReachReport {
  std::uint64_t positions = 0;               // canonical positions, reached or not
  std::uint64_t unreached_positions = 0;     // those that play cannot lead to
  std::uint64_t states = 0;                  // that play can lead to
  std::map<int, std::uint64_t> histogram;    // of those states
  int farthest = 0;                          // the greatest distance
  std::vector<std::string> farthest_states;  // at most 100, in order of index
};

struct VerifyReport {
  std::uint64_t positions = 0;         // members whose values were recomputed
  std::optional<std::string> failure;  // the first thing wrong, one sentence
};

}  // namespace zermelo
