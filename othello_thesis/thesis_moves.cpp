// SPDX-License-Identifier: MIT
#include "othello_thesis/thesis_moves.h"

#include <cassert>
#include <numeric>
#include <utility>
#include <vector>

#include "symbolic/bdd/model_bdd.h"

namespace zermelo::symbolic {

Bdd turn_is(Side side, int turn) { return Bdd::literal(2 * turn, side == white); }

Bdd with_turn(const States& states, int turn) {
  return ite(turn_is(white, turn), states[white], states[black]);
}

States without_turn(const Bdd& states, int turn) {
  return {cofactor(states, turn_is(black, turn)), cofactor(states, turn_is(white, turn))};
}

DiagramSize size_of(std::span<const Bdd> diagrams) {
  const std::uint64_t nodes = complemented_node_count(diagrams);
  return {nodes, has_complement_edges() ? nodes : node_count(diagrams)};
}

namespace {

using Moves = SymbolicGame::Moves;

std::vector<Moves> moves_of(ThesisStep step) {
  if (step == ThesisStep::disc) return {Moves::up};
  if (step == ThesisStep::pass) return {Moves::level};
  return {Moves::up, Moves::level};
}

Bdd passes(const OthelloModel& othello) {
  const Model& model = othello.model();
  ModelBdds bdds(model);
  const States can_pass = {bdds.of(model.moves[black].back().guard),
                           bdds.of(model.moves[white].back().guard)};
  return with_turn(can_pass, model.turn) & bdds.of(othello.board_unchanged()) &
         bdds.of(othello.turn_changes());
}

}  // namespace

Bdd complete_relation(const OthelloModel& othello, ThesisStep step) {
  Bdd relation;
  if (step != ThesisStep::pass) {
    for (int s = 0; s < othello.options().squares(); ++s) {
      relation |= ModelBdds(othello.model()).of(othello.step(s));
    }
  }
  if (step != ThesisStep::disc) relation |= passes(othello);
  return relation;
}

std::vector<Bdd> partitioned_relation(const OthelloModel& othello) {
  ModelBdds bdds(othello.model());
  std::vector<Bdd> relations;
  for (int s = 0; s < othello.options().squares(); ++s)
    relations.push_back(bdds.of(othello.step(s)));
  relations.push_back(passes(othello));
  return relations;
}

ThesisMoves::ThesisMoves(const OthelloModel& othello, const SymbolicGame& game,
                         ThesisRelation relation)
    : game_(game), turn_(othello.model().turn), is_complete_(relation == ThesisRelation::complete) {
  assert(turn_ >= 0);
  if (!is_complete_) return;
  std::vector<int> all(static_cast<std::size_t>(othello.model().variables()));
  std::iota(all.begin(), all.end(), 0);
  for (const ThesisStep step : {ThesisStep::any, ThesisStep::disc, ThesisStep::pass})
    complete_[static_cast<std::size_t>(step)] = Relation(complete_relation(othello, step), all);
}

States ThesisMoves::successors(const States& states, ThesisStep step) const {
  if (is_complete_) return without_turn(image(with_turn(states, turn_), complete(step)), turn_);
  States result;
  for (const Moves moves : moves_of(step)) {
    result = result | States{game_.successors(states[white], white, moves),
                             game_.successors(states[black], black, moves)};
  }
  return result;
}

Bdd ThesisMoves::predecessors(const Bdd& boards, Side side, ThesisStep step,
                              const Bdd& within) const {
  if (is_complete_) {
    const Bdd from = preimage(complete(step), boards & turn_is(other(side), turn_));
    return cofactor(from, turn_is(side, turn_)) & within;
  }
  Bdd result;
  for (const Moves moves : moves_of(step))
    result |= game_.predecessors(boards, side, moves, within);
  return result;
}

Bdd ThesisMoves::can_move(Side side, ThesisStep step) const {
  Bdd result;
  for (const Moves moves : moves_of(step)) result |= game_.can_move(side, moves);
  return result;
}

}  // namespace zermelo::symbolic
