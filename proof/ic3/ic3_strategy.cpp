// SPDX-License-Identifier: MIT
#include "proof/ic3/ic3_strategy.h"

#include <algorithm>
#include <map>
#include <utility>

#include "proof/check/binary_number.h"
#include "proof/sat/cnf.h"
#include "proof/sat/solver.h"
#include "symbolic/model/aig.h"

namespace zermelo::proof {
namespace {

using symbolic::false_literal;

// The move that a choice with one variable per move makes.
std::size_t move_number(const StateVector& choice, std::size_t moves) {
  std::size_t n = 0;
  while (n < moves && !choice[n]) ++n;
  return n;
}

class CubeCircuits {
 public:
  CubeCircuits(Strategy& strategy, const Ic3Result& result, const Arena& arena)
      : strategy_(strategy), result_(result), arena_(arena) {}

  void add() {
    for (const Player player : {Player::attacker, Player::defender}) {
      for (const Ic3Cube& cube : result_.cubes[player]) add_cube(player, cube);
    }
    combine();
  }

 private:
  Aig& aig() { return strategy_.aig; }
  bool wins() const { return strategy_.claim.kind == Claim::Kind::wins; }
  Side side_of(Player player) const {
    const bool is_owner = (player == Player::attacker) == wins();
    return is_owner ? strategy_.owner : symbolic::other(strategy_.owner);
  }
  // The better a bound, the earlier it comes.
  int preference(int bound) const { return wins() ? bound : -bound; }

  void add_cube(Player player, const Ic3Cube& cube) {
    const Side side = side_of(player);
    const Literal turn = strategy_.inputs.back();
    Literal in_cube = side == symbolic::white ? turn : !turn;
    for (std::size_t k = 0; k + 1 < strategy_.inputs.size(); ++k) {
      if (!cube.cube.has(k)) continue;
      in_cube =
          aig().land(in_cube, cube.cube.values[k] ? strategy_.inputs[k] : !strategy_.inputs[k]);
    }
    int bound = cube.bound;
    if (!wins()) bound = std::min(bound, strategy_.claim.plies.value_or(infinity));
    Literal& all = by_bound_.emplace(preference(bound), false_literal).first->second;
    all = aig().lor(all, in_cube);
    if (side != strategy_.owner) return;
    const std::size_t move = move_number(cube.choice, strategy_.moves.size());
    Literal& moved =
        by_move_.emplace(std::pair(preference(bound), move), false_literal).first->second;
    moved = aig().lor(moved, in_cube);
  }

  // Of the cubes that contain a state, the one with the best bound counts.
  void combine() {
    symbolic::AigCopier copy(arena_.aig, aig());
    for (std::size_t k = 0; k < arena_.board.size(); ++k)
      copy.set(arena_.board[k], strategy_.inputs[k]);
    copy.set(arena_.white_to_move, strategy_.inputs.back());

    Literal earlier = false_literal;
    for (const auto& [preference, here] : by_bound_) {
      add_number(strategy_.rank, static_cast<std::size_t>(std::abs(preference)),
                 aig().land(here, !earlier));
      earlier = aig().lor(earlier, here);
    }
    strategy_.member = without(earlier, copy(arena_.over), copy(arena_.is_board));
    earlier = false_literal;
    for (const auto& [key, here] : by_move_) {
      add_number(strategy_.move, key.second, aig().land(here, !earlier));
      earlier = aig().lor(earlier, here);
    }
    if (!wins() && !strategy_.claim.plies) strategy_.rank.clear();
  }
  // Cubes may have states in which the game is over. If these do not, on any board, the circuit
  // that would say so is not needed.
  Literal without(Literal set, Literal over, Literal is_board) {
    SatSolver solver;
    CnfEncoder encoder(aig(), solver);
    for (const Literal literal : {set, over, is_board})
      solver.add_clause({encoder.implies(literal)});
    const bool meet = solver.solve() == SatSolver::Answer::satisfiable;
    return meet ? aig().land(set, !over) : set;
  }
  // Sets the bits of a number where the condition holds.
  void add_number(std::vector<Literal>& bits, std::size_t number, Literal condition) {
    for (std::size_t bit = 0; number >> bit != 0; ++bit) {
      if (bits.size() <= bit) bits.resize(bit + 1, false_literal);
      if ((number >> bit & 1) != 0) bits[bit] = aig().lor(bits[bit], condition);
    }
  }

  Strategy& strategy_;
  const Ic3Result& result_;
  const Arena& arena_;
  std::map<int, Literal> by_bound_;
  std::map<std::pair<int, std::size_t>, Literal> by_move_;
};

}  // namespace

void add_cubes(Strategy& strategy, const Ic3Result& result, const Arena& arena) {
  CubeCircuits(strategy, result, arena).add();
}

}  // namespace zermelo::proof
