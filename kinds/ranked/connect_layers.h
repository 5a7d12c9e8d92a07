// SPDX-License-Identifier: MIT
// Connect Four's layers as sets, without a library for diagrams: which boards there are with one
// stone more, and which of them each player wins. The same sets as with a library
// (kinds/ranked/hybrid_sets.h), in a fraction of the time, because what moves do to a column is
// followed on the way (kinds/ranked/column_walk.h).
#pragma once

#include <cstdint>

#include "gen/connect/parameters.h"
#include "kinds/ranked/layer_diagram.h"
#include "symbolic/bdd/frozen_bdd.h"
#include "symbolic/model/side.h"

namespace zermelo::symbolic {

// The numbers of boards in diagrams with outcomes. `ended`: the player who has just moved has a
// line.
enum class BoardNumber : std::uint32_t { first_wins = 1, second_wins = 2, draw = 3, ended = 4 };

class ConnectLayers {
 public:
  // Each diagram is made within `memory` bytes, in addition to those it is made from. Throws
  // UsageError for boards that are too large for the hybrid (check_hybrid_board).
  ConnectLayers(const connect::Parameters& game, std::uint64_t memory);

  // All throw OutOfNodes. Sets are of ConnectModel's variables; boards of a layer include those in
  // which the game has ended.

  // The boards of any layer, without those of others: those that a move leads to from a board
  // without lines, whose stones can have come in turn. (Without a line on a board there was none
  // before, so nothing else can be wrong with the way to it.)
  FrozenBdd boards(int stones) const;
  // The same from the boards with one stone less, which is quicker.
  FrozenBdd next(int stones, const FrozenBdd& boards) const;
  // The boards of a layer on which the player who has just moved has a line.
  FrozenBdd ended(int stones, const FrozenBdd& boards) const;
  // The outcomes of the boards with `stones` stones, from those with one more; `above` is not read
  // for the full board.
  LayerDiagram outcomes(int stones, const FrozenBdd& boards, const LayerDiagram& above) const;
  // The same diagram from sets that were kept: the boards that each player wins, ended games
  // included.
  LayerDiagram outcomes_of(int stones, const FrozenBdd& boards, const FrozenBdd& first_wins,
                           const FrozenBdd& second_wins) const;

 private:
  // Which boards have no line of a side's (1), and which have (2; 0: leave them out).
  LayerDiagram marked(Side side, const LayerDiagram& boards, std::uint32_t ended) const;
  // Both numbers, of a layer's boards.
  LayerDiagram marked(int stones, const FrozenBdd& boards) const;
  // The boards that moves lead to if the game goes on in all of these.
  LayerDiagram after_moves(int stones, const LayerDiagram& going_on) const;
  FrozenBdd empty_board() const;
  int cells() const { return game_.rows + 1; }

  connect::Parameters game_;
  std::uint64_t memory_;
};

}  // namespace zermelo::symbolic
