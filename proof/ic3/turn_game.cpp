// SPDX-License-Identifier: MIT
#include "proof/ic3/turn_game.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "gen/error.h"
#include "proof/check/binary_number.h"
#include "proof/sat/cnf.h"
#include "proof/sat/solver.h"
#include "proof/strategy/state_walk.h"
#include "symbolic/model/aig.h"

namespace zermelo::proof {
namespace {

using symbolic::AigCopier;
using symbolic::both_sides;
using symbolic::false_literal;
using symbolic::true_literal;

// --- Board games ---------------------------------------------------------------------------------

class TurnGameMaker {
 public:
  TurnGameMaker(const Arena& arena, Side alice)
      : arena_(arena), alice_(alice), copy_(arena.aig, game_.aig) {}

  TurnGame make() {
    game_.names = arena_.names;
    game_.names.emplace_back("white_to_move");
    for (std::size_t k = 0; k < game_.names.size(); ++k) game_.state.push_back(game_.aig.input());
    const std::size_t moves =
        std::max(arena_.moves[symbolic::black].size(), arena_.moves[symbolic::white].size());
    for (std::size_t k = bits_for(moves - 1); k > 0; --k) game_.choice.push_back(game_.aig.input());
    for (std::size_t k = 0; k < arena_.board.size(); ++k)
      copy_.set(arena_.board[k], game_.state[k]);
    copy_.set(arena_.white_to_move, game_.state.back());

    const Literal white = game_.state.back();
    game_.turn = alice_ == symbolic::white ? !white : white;
    game_.won_a = copy_(arena_.won[alice_]);
    game_.won_b = copy_(arena_.won[symbolic::other(alice_)]);
    game_.next = game_.state;
    game_.next.back() = !white;
    game_.possible = false_literal;
    for (const Side side : both_sides) add_moves(side);
    const Literal goes_on = game_.aig.land(copy_(arena_.is_board), !copy_(arena_.over));
    game_.possible = game_.aig.land(game_.possible, goes_on);

    const ArenaState start = start_of(arena_);
    for (std::size_t k = 0; k < arena_.board.size(); ++k) game_.start.push_back(start.board[k]);
    game_.start.push_back(start.to_move == symbolic::white);
    assert(game_.check());
    return std::move(game_);
  }

 private:
  void add_moves(Side side) {
    const Literal turn = side == symbolic::white ? game_.state.back() : !game_.state.back();
    const auto& moves = arena_.moves[side];
    for (std::size_t n = 0; n < moves.size(); ++n) {
      const Literal chosen = game_.aig.land(turn, equals(game_.aig, game_.choice, n));
      const Literal made = game_.aig.land(chosen, copy_(moves[n].guard));
      game_.possible = game_.aig.lor(game_.possible, made);
      for (std::size_t k = 0; k < arena_.board.size(); ++k) {
        const Literal after = copy_(moves[n].next[k]);
        if (after != game_.state[k]) game_.next[k] = game_.aig.choose(made, after, game_.next[k]);
      }
    }
  }

  const Arena& arena_;
  Side alice_;
  TurnGame game_;
  AigCopier copy_;
};

// --- For our own IC3 -----------------------------------------------------------------------------

// A graph that grows beyond this many nodes is given up.
constexpr std::uint32_t most_graph_nodes = 4'000'000;

// Whether some value of the choice makes the function true: each variable in turn is replaced by
// both its values.
Literal some_choice(TurnGame& game, Literal function) {
  for (const Literal variable : game.choice) {
    Literal either = false_literal;
    for (const Literal value : {false_literal, true_literal}) {
      AigCopier copy(game.aig, game.aig);
      for (const Literal l : game.state) copy.set(l, l);
      for (const Literal l : game.choice) copy.set(l, l == variable ? value : l);
      either = game.aig.lor(either, copy(function));
    }
    function = either;
    if (game.aig.size() > most_graph_nodes)
      throw UsageError(
          "In which states a player has no move is too complicated to find out: the file has too "
          "many inputs.");
  }
  return function;
}

bool can_be_true(const Aig& aig, Literal function) {
  SatSolver solver;
  CnfEncoder encoder(aig, solver);
  const SatLiteral wanted = encoder.implies(function);
  return solver.solve({&wanted, 1}) == SatSolver::Answer::satisfiable;
}

class TurnReachMaker {
 public:
  explicit TurnReachMaker(const TurnGame& game) : game_(game) {
    Aig& aig = game_.aig;
    over_ = aig.lor(game_.won_a, game_.won_b);
    const Literal stuck = !some_choice(game_, game_.possible);
    const std::vector<Literal> after =
        functions_of(game_, game_.next,
                     std::vector<Literal>{game_.won_a, aig.lor(game_.won_b, stuck), game_.turn});
    attacked_ = after[0];
    ended_ = aig.land(after[1], !after[0]);
    const Literal stays = aig.equal(after[2], game_.turn);
    alternates_ = !can_be_true(aig, aig.land(aig.land(game_.possible, !over_), stays));
  }

  TurnReachGame make() {
    TurnReachGame result;
    result.alternates = alternates_;
    result.game.moves[Player::attacker] = moves(!game_.turn);
    result.game.moves[Player::defender] = moves(game_.turn);
    const std::vector<bool> values = evaluate(game_.aig, inputs_at_start());
    const bool bob = value_of(values, game_.turn);
    result.game.first = bob ? Player::defender : Player::attacker;
    result.game.start = game_.start;
    return result;
  }

 private:
  std::vector<bool> inputs_at_start() const {
    std::vector<bool> inputs = game_.start;
    inputs.resize(inputs.size() + game_.choice.size());
    return inputs;
  }

  // Of the player who is to move where `turn` holds; elsewhere they pass, by choosing nothing.
  Moves moves(Literal turn) const {
    Moves result;
    result.aig = game_.aig;
    Aig& aig = result.aig;
    result.state = game_.state;
    result.choice = game_.choice;
    result.is_state = alternates_ ? aig.land(turn, !over_) : !over_;
    result.legal = game_.possible;
    result.attacked = attacked_;
    result.ended = ended_;
    result.next = game_.next;
    if (alternates_) return result;
    const Literal passes = aig.land(!turn, !aig.any(game_.choice));
    result.legal = aig.lor(passes, aig.land(turn, game_.possible));
    result.attacked = aig.land(turn, attacked_);
    result.ended = aig.land(turn, ended_);
    for (std::size_t k = 0; k < game_.state.size(); ++k)
      result.next[k] = aig.choose(turn, game_.next[k], game_.state[k]);
    return result;
  }

  TurnGame game_;
  Literal over_, attacked_, ended_;
  bool alternates_ = false;
};

}  // namespace

bool TurnGame::check() const {
  const auto is_input = [&](Literal literal, std::size_t number) {
    return !literal.negated() && literal.node() < aig.size() && aig.is_input(literal.node()) &&
           aig.input_number(literal.node()) == number;
  };
  const auto in_graph = [&](Literal literal) { return literal.node() < aig.size(); };
  if (!aig.check() || aig.inputs() != state.size() + choice.size()) return false;
  for (std::size_t k = 0; k < state.size(); ++k)
    if (!is_input(state[k], k)) return false;
  for (std::size_t k = 0; k < choice.size(); ++k)
    if (!is_input(choice[k], state.size() + k)) return false;
  for (const Literal literal : {possible, turn, won_a, won_b})
    if (!in_graph(literal)) return false;
  return names.size() == state.size() && next.size() == state.size() &&
         start.size() == state.size() && std::ranges::all_of(next, in_graph);
}

std::vector<Literal> functions_of(TurnGame& game, std::span<const Literal> state,
                                  std::span<const Literal> functions) {
  AigCopier copy(game.aig, game.aig);
  for (std::size_t k = 0; k < game.state.size(); ++k) copy.set(game.state[k], state[k]);
  for (const Literal l : game.choice) copy.set(l, l);
  std::vector<Literal> result;
  for (const Literal function : functions) result.push_back(copy(function));
  return result;
}

TurnGame make_turn_game(const Arena& arena, Side alice) {
  return TurnGameMaker(arena, alice).make();
}

TurnReachGame make_reach_game(const TurnGame& game) { return TurnReachMaker(game).make(); }

std::optional<bool> over_at_start(const TurnGame& game) {
  std::vector<bool> inputs = game.start;
  inputs.resize(inputs.size() + game.choice.size());
  const std::vector<bool> values = evaluate(game.aig, inputs);
  if (value_of(values, game.won_a)) return true;
  if (value_of(values, game.won_b)) return false;
  SatSolver solver;
  CnfEncoder encoder(game.aig, solver);
  std::vector<SatLiteral> assumptions = {encoder.implies(game.possible)};
  for (std::size_t k = 0; k < game.state.size(); ++k) {
    const SatLiteral variable = encoder.equals(game.state[k]);
    assumptions.push_back(game.start[k] ? variable : -variable);
  }
  if (solver.solve(assumptions) == SatSolver::Answer::satisfiable) return {};
  return false;
}

}  // namespace zermelo::proof
