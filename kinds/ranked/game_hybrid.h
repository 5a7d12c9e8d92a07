// SPDX-License-Identifier: MIT
// The hybrid for any game that has a Boolean model: layers of positions as frozen diagrams on disk
// (kinds/ranked/game_layers.h), then retrograde analysis on two bits per position, two layers in
// memory. Edelkamp, Kissmann and Rohte (2014), Figures 4 and 5; the rules of the game are the
// model's, evaluated for 64 positions at a time. (Connect Four has a solver of its own,
// kinds/ranked/solve.h, which also makes tables.)
#pragma once

#include <functional>

#include "gen/game_spec.h"
#include "kinds/ranked/hybrid_options.h"
#include "kinds/ranked/outcome_vector.h"
#include "symbolic/bdd/frozen_bdd.h"

namespace zermelo::symbolic {

// Called for every layer that is solved and each side to move in it: its positions, and their
// outcomes by rank, which are black's or white's wins as `first_wins` and `second_wins`.
using OutcomesSink =
    std::function<void(int layer, Side to_move, const FrozenBdd& positions, const OutcomeVector&)>;

// The methods bits, which is also what hybrid means here, and none. There is no table. In the
// report, a layer's `stones` is its number, and `nodes` those of both sides to move together.
// Throws UsageError for a game without a model, one in which play can come back to a position, and
// options for tables; OutOfNodes, OutOfMemory, Interrupted, FileError.
HybridReport solve_game_by_hybrid(const GameSpec& game, const HybridOptions& options,
                                  const OutcomesSink& sink = {});

}  // namespace zermelo::symbolic
