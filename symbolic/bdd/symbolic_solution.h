// SPDX-License-Identifier: MIT
// A game solved with sets of states alone: no position is ever looked at individually.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/game_spec.h"
#include "symbolic/bdd/bdd.h"
#include "symbolic/bdd/frozen_bdd.h"
#include "symbolic/bdd/isolated.h"
#include "symbolic/model/model.h"

namespace zermelo::symbolic {

// Boards that play can lead to with one side to move. Each is one member: among several assignments
// that mean the same board, the canonical one.
struct SolvedSets {
  // Boards in which the game goes on, and the side to move wins, loses, or does neither.
  FrozenBdd won, lost, drawn;
  std::uint64_t ended = 0;  // in which the game has ended

  std::uint64_t size() const { return won.size() + lost.size() + drawn.size(); }
};

struct SolvedLayer {
  std::string name;
  BySide<SolvedSets> sets;  // by the side to move
};

struct SymbolicSolution {
  std::vector<SolvedLayer> layers;  // those of the model

  std::string bytes() const;
  // The inverse. Throws DamagedTable.
  static SymbolicSolution from_bytes(std::string_view bytes);
};

// Layer by layer: forwards the boards that play can lead to, backwards what they are worth. Games
// whose layers have moves within them, also in circles, are solved by fixpoints: what is never won
// or lost is drawn. Throws OutOfNodes; Error if the model has more than 64 variables.
SymbolicSolution solve_symbolically(const Model& model, const BddOptions& options,
                                    const ProgressText& progress);
// The same for a game's model (symbolic/model/game_model.h) in a process of its own
// (symbolic/bdd/isolated.h); options.memory is set from `bdd`.
SymbolicSolution solve_symbolically_isolated(const GameSpec& game, const BddOptions& bdd,
                                             IsolatedOptions options);
extern const IsolatedWork solve_symbolically_work;

}  // namespace zermelo::symbolic
