// SPDX-License-Identifier: MIT
// IC3 for games: finds who wins without enumerating states, by SAT queries of one move each.
// After J. Zandvliet, "Adapting IC3 for Combinatorial Two-Player Games" (Leiden, 2020), which
// adapts A. Bradley, "SAT-Based Model Checking without Unrolling" (VMCAI 2011); but sound with
// generalisation, see docs/proofs.md.
//
// Two families of cubes are kept for each player's states:
//   blocked   the attacker cannot win within `level` plies, over-approximating what they can win
//   won       the attacker wins within `rank` plies, under-approximating it
// No state is considered won because it is not blocked, so generalising one family never harms the
// other.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "proof/ic3/cube_set.h"
#include "proof/ic3/reach_game.h"
#include "proof/verdict.h"

namespace zermelo::proof {

struct Ic3Statistics {
  std::uint64_t obligations = 0;  // states that had to be decided at a level
  std::uint64_t sat_calls = 0;
  std::uint64_t blocked = 0, won = 0;  // cubes
  int depth = 0;                       // that is being looked at; infinity: any
};

struct Ic3Options {
  Generalise generalise = Generalise::both;
  // Only wins within this many plies count.
  std::optional<int> depth;
  // Looks for wins within 1, 2, 3, ... plies, so that the shortest is found; otherwise for wins of
  // any length at once, unless play can go round in circles.
  bool stepwise = false;
  // For callers that know the answer: begins with `depth` itself, not with 1, 2, 3, ...
  bool only_depth = false;
  // Returns the choice that the player should try first in a state, if any.
  std::function<std::optional<StateVector>(Player, const StateVector& state)> advice;
  std::function<bool()> stop;  // called often
  std::function<void(const Ic3Statistics&)> progress;
};

struct Ic3Result {
  Verdict verdict = Verdict::unknown;
  // For a win: within how many plies. Otherwise: within how many it is refuted; infinity: at all.
  int plies = 0;
  // Just what is needed to show it: cubes of won states (win) or of blocked ones (no_win).
  ByPlayer<std::vector<Ic3Cube>> cubes;
  Ic3Statistics statistics;
};

// Unknown only if options.stop said so. Throws OutOfMemory beyond 4,000 plies.
Ic3Result solve_by_ic3(const ReachGame& game, const Ic3Options& options = {});

}  // namespace zermelo::proof
