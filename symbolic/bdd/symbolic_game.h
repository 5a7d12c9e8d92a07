// SPDX-License-Identifier: MIT
// A model with its moves as decision diagrams: what leads where. Sets are of boards, for one side
// to move or the other, so no variable says whose turn it is.
#pragma once

#include <string>
#include <vector>

#include "symbolic/bdd/bdd.h"
#include "symbolic/bdd/count_states.h"
#include "symbolic/model/model.h"

namespace zermelo::symbolic {

class ModelBdds;

// The manager must exist before this object is made and outlive it.
class SymbolicGame {
 public:
  explicit SymbolicGame(const Model& model);

  const Model& model() const { return model_; }
  const Bdd& initial() const { return initial_; }
  // Boards that mean something (not every assignment does).
  const Bdd& boards() const { return boards_; }
  // Among assignments that mean the same board, the one that is counted.
  const Bdd& canonical() const { return canonical_; }
  // Those of `boards` on which the game has ended if `to_move` is to move: won by `winner`, drawn.
  Bdd won(Side winner, Side to_move, const Bdd& boards) const {
    return union_of_parts(won_[winner][to_move], boards);
  }
  Bdd drawn(Side to_move, const Bdd& boards) const {
    return union_of_parts(drawn_[to_move], boards);
  }
  const Bdd& layer(int number) const { return layers_[static_cast<std::size_t>(number)]; }
  int layers() const { return static_cast<int>(layers_.size()); }

  // Moves that can lead to a higher layer, and those that can stay.
  enum class Moves { up, level };
  // Boards where the side has such a move if the game has not ended. Computed again with every
  // call.
  Bdd can_move(Side side, Moves moves) const;
  bool has_level_moves() const { return has_level_moves_; }
  int most_up() const { return most_up_; }
  // The boards that such moves of `side` lead to from `boards`, on which the game has not ended.
  Bdd successors(const Bdd& boards, Side side, Moves moves) const;
  // The boards `within`, on which the game has not ended, from which some such move of `side` leads
  // to `boards`.
  Bdd predecessors(const Bdd& boards, Side side, Moves moves, const Bdd& within) const;

  // Each board once.
  BigCount count(const Bdd& boards) const;

 private:
  // One move. If everything that it changes becomes constant, no relation is needed.
  struct Step {
    Bdd guard;
    bool up = true, level = false;
    bool constant = false;
    Bdd changed;        // variables, for quantifying
    Bdd result;         // the literals that they become
    Relation relation;  // otherwise
  };
  static Step make_step(ModelBdds& bdds, const ModelMove& move);
  static bool is_of(const Step& step, Moves moves) {
    return moves == Moves::up ? step.up : step.level;
  }
  static Bdd union_of_parts(const std::vector<Bdd>& parts, const Bdd& boards);
  static Bdd image_of(const Bdd& boards, const Step& step);
  static Bdd preimage_of(const Bdd& boards, const Step& step);

  const Model& model_;
  Bdd initial_, boards_, canonical_;
  BySide<std::vector<Step>> steps_;
  BySide<BySide<std::vector<Bdd>>> won_;  // [winner][to move]
  BySide<std::vector<Bdd>> drawn_;
  std::vector<Bdd> layers_;
  bool has_level_moves_ = false;
  int most_up_ = 0;
};

// The union, made in pairs so that large diagrams are rarely touched.
Bdd union_of(std::vector<Bdd> sets);

}  // namespace zermelo::symbolic
