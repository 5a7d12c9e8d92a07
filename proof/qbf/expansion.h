// SPDX-License-Identifier: MIT
// Solves "the attacker can force a win within this many plies" by counterexample-guided expansion
// over a SAT solver: Janota, Klieber, Marques-Silva and Clarke, "Solving QBF with Counterexample
// Guided Refinement" (2016), whose recursive abstraction refinement is adapted to games here.
//
// The side to move looks for a move by SAT, against those replies of the other side that have
// refuted earlier attempts, each with what refutes the further moves: a tree of replies, in which
// the moves of the side itself are left open. The move that is found is put to the other side, in
// the same way. If that side has an answer, the answer is added to the tree; if there is no move
// against the tree, the tree refutes all moves. Unlike a QBF solver, this search knows that after a
// number of moves there is one state, however it was reached, and keeps its result for all its
// images under the symmetries of the rules.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "proof/check/arena.h"
#include "proof/qbf/grounded.h"

namespace zermelo::proof {

struct ExpansionStatistics {
  std::uint64_t sat_calls = 0;
  std::uint64_t states = 0;   // that were decided
  std::uint64_t replies = 0;  // nodes of trees that were given to the SAT solver
};

// Keeps what it has found. To be used by one thread at a time.
class ExpansionSolver {
 public:
  // The arena must outlive this object. `stop` is called often; it and `progress` may be empty.
  // `symmetries`: those of the arena's rules, without the identity; they are copied.
  ExpansionSolver(const Arena& arena, Side attacker, std::function<bool()> stop,
                  std::function<void(const ExpansionStatistics&)> progress = {},
                  std::span<const symbolic::ModelSymmetry> symmetries = {});
  ~ExpansionSolver();
  ExpansionSolver(const ExpansionSolver&) = delete;
  ExpansionSolver& operator=(const ExpansionSolver&) = delete;

  // Whether the attacker wins within this many plies from that state; nothing if it was stopped.
  std::optional<bool> wins(const ArenaBoard& state, int plies);
  // A move that was found to win (the attacker's) or not to lose within some number of plies (the
  // other side's) in that state; nothing if the state was not met. Of several moves, the one that
  // achieves more.
  std::optional<std::size_t> known_move(const ArenaBoard& state) const;

  const ExpansionStatistics& statistics() const;

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace zermelo::proof
