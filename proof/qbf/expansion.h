// SPDX-License-Identifier: MIT
// Solves "the attacker can force a win within so many plies" by counterexample-guided expansion
// over a SAT solver: Janota, Klieber, Marques-Silva and Clarke, "Solving QBF with Counterexample
// Guided Refinement" (2016), whose recursive abstraction refinement is here made for games.
//
// Whoever is to move looks for a move by SAT, against those replies of the other side that have
// refuted earlier tries, each with what refutes the further moves: a tree of replies, in which
// their own moves are left open. What is found is asked of the other side, in the same way. If it
// has an answer, that is added to the tree; if there is no move against the tree, the tree refutes
// all. What a QBF solver does not know: after a number of moves there is one state, however it was
// reached, and its result is kept, for all its images by the symmetries of the rules.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "proof/arena.h"
#include "proof/qbf/grounded.h"

namespace zermelo::proof {

struct ExpansionStatistics {
  std::uint64_t sat_calls = 0;
  std::uint64_t states = 0;   // that were decided
  std::uint64_t replies = 0;  // nodes of trees that were given to the SAT solver
};

// Keeps what it has found. One thread at a time.
class ExpansionSolver {
 public:
  // The arena must outlive it. `stop` is asked often; it and `progress` may be empty. `symmetries`:
  // of the arena's rules, without the identity; they are copied.
  ExpansionSolver(const Arena& arena, Side attacker, std::function<bool()> stop,
                  std::function<void(const ExpansionStatistics&)> progress = {},
                  std::span<const symbolic::ModelSymmetry> symmetries = {});
  ~ExpansionSolver();
  ExpansionSolver(const ExpansionSolver&) = delete;
  ExpansionSolver& operator=(const ExpansionSolver&) = delete;

  // Whether the attacker wins within so many plies from that state; nothing if it was stopped.
  std::optional<bool> wins(const ArenaBoard& state, int plies);
  // A move that was found to win (the attacker's) or not to lose within some number of plies (the
  // other side's) in that state; nothing if it was not met. Of several the one that does more.
  std::optional<std::size_t> known_move(const ArenaBoard& state) const;

  const ExpansionStatistics& statistics() const;

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace zermelo::proof
