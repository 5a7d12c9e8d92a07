// SPDX-License-Identifier: MIT
// Checks a table against an independent method: the whole game is solved with decision diagrams
// (symbolic/bdd/symbolic_solution.h), which share no code with the solvers of tables, and then
// compared with the table position by position.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "probe/table.h"

namespace zermelo {

struct ValidationOptions {
  std::uint64_t memory = std::uint64_t{4} << 30;  // bytes, for the diagrams
  int threads = 0;                                // for comparing; 0: one per processor
  std::function<void(const std::string& what)> progress = {};
  const std::atomic<bool>* stop = nullptr;
};

struct ValidationReport {
  // Positions that play can lead to, as the diagrams count them: those in which the side to move
  // wins, loses or does neither, and those in which the game has ended.
  struct Layer {
    std::string name;
    std::uint64_t won = 0, lost = 0, drawn = 0, ended = 0;
    std::uint64_t going_on() const { return won + lost + drawn; }
  };
  std::vector<Layer> layers;  // those that have positions
  Layer total;

  // Positions in which the game goes on, up to symmetry, in the diagrams and in the table. If every
  // position of the diagrams is in the table and these are equal, the table has no others.
  std::uint64_t canonical = 0, in_table = 0;

  std::uint64_t mistakes = 0;         // positions with another outcome, or missing from the table
  std::vector<std::string> mistaken;  // one sentence each, at most ten, in order
  bool same() const { return mistakes == 0 && canonical == in_table; }
};

// Compares outcomes, not plies or scores. Throws UsageError for games without a Boolean model and
// for tables of distances; OutOfNodes; Interrupted; DamagedTable.
ValidationReport validate(const Table& table, const ValidationOptions& options);

}  // namespace zermelo
