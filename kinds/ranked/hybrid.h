// SPDX-License-Identifier: MIT
// Connect Four by the hybrid of Edelkamp, Kissmann and Rohte (2014): layers of boards found as
// decision diagrams, which then serve as perfect hash functions of bit vectors for retrograde
// analysis, with two bits per board and two layers in memory.
#pragma once

#include <cstdint>
#include <functional>

#include "gen/connect/parameters.h"
#include "kinds/ranked/hybrid_board.h"
#include "kinds/ranked/outcome_vector.h"
#include "symbolic/bdd/frozen_bdd.h"
#include "symbolic/bdd/symbolic_game.h"

namespace zermelo::symbolic {

// The boards with one more stone that moves lead to from all boards with `stones` stones.
Bdd next_connect_boards(const SymbolicGame& game, int stones, const Bdd& boards);

// Called, by any thread, with the number of further boards that are done; returns whether to stop.
using BoardsTick = std::function<bool(std::uint64_t boards)>;

// The outcomes of all boards with `stones` stones, from those with one more. Both sets are of
// ConnectModel's variables, ended games included; `above` and its outcomes are empty for the last
// layer. Goes through the diagram once, and with every board through the diagram above to all of
// its successors at the same time, so that hardly any step is made twice. Throws Error if a
// successor is not in `above`. If it was stopped, what it wrote is incomplete. `ended`, for
// GoalTest::diagram: the layer's boards with a line.
OutcomeCounts solve_connect_layer(const connect::Parameters& game, int stones,
                                  const FrozenBdd& boards, const FrozenBdd& above,
                                  const OutcomeVector& outcomes_above, OutcomeVector& outcomes,
                                  int threads, const BoardsTick& tick = {},
                                  GoalTest test = GoalTest::direct,
                                  const FrozenBdd& ended = FrozenBdd());

// The outcomes of some ranks, with the first one's at place 0, from sets: those of `boards` that
// the first player wins, and the second.
void write_outcomes_of_sets(const FrozenBdd& boards, const FrozenBdd& first_wins,
                            const FrozenBdd& second_wins, RankRange ranks, OutcomeVector& outcomes,
                            int threads);

}  // namespace zermelo::symbolic
