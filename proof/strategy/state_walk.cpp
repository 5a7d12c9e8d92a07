// SPDX-License-Identifier: MIT
#include "proof/strategy/state_walk.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "gen/error.h"
#include "proof/sat/cnf.h"
#include "proof/sat/solver.h"

namespace zermelo::proof {
namespace {

std::vector<bool> values_in(const Arena& arena, const ArenaState& state) {
  std::vector<bool> inputs;
  for (std::size_t k = 0; k < arena.board.size(); ++k) inputs.push_back(state.board[k]);
  inputs.push_back(state.to_move == symbolic::white);
  return evaluate(arena.aig, inputs);
}

using Words = std::vector<std::uint64_t>;

bool value_of(const Words& values, Literal literal, std::size_t k) {
  return (symbolic::value_of(values, literal) >> k & 1) != 0;
}

// Sees which of at most 64 states end the game, and how.
void look_at_ends(const Arena& arena, std::span<ArenaSuccessor> reached) {
  std::vector<ArenaState> states;
  for (const ArenaSuccessor& next : reached) states.push_back(next.state);
  const Words values = simulate(arena.aig, inputs_of(states, arena.board.size()));
  for (std::size_t k = 0; k < reached.size(); ++k) {
    assert(value_of(values, arena.is_board, k));
    reached[k].is_over = value_of(values, arena.over, k);
    for (const Side side : symbolic::both_sides)
      if (value_of(values, arena.won[side], k)) reached[k].winner = side;
  }
}

}  // namespace

std::vector<std::uint64_t> inputs_of(std::span<const ArenaState> states,
                                     std::size_t board_variables) {
  assert(states.size() <= symbolic::assignments_per_word);
  Words inputs(board_variables + 1);
  for (std::size_t k = 0; k < states.size(); ++k) {
    const auto set = [&](std::size_t input, bool value) {
      inputs[input] |= std::uint64_t{value} << k;
    };
    for (std::size_t n = 0; n < board_variables; ++n) set(n, states[k].board[n]);
    set(board_variables, states[k].to_move == symbolic::white);
  }
  return inputs;
}

ArenaState start_of(const Arena& arena) {
  SatSolver solver;
  CnfEncoder encoder(arena.aig, solver);
  std::vector<SatLiteral> board;
  for (const Literal variable : arena.board) board.push_back(encoder.equals(variable));
  const SatLiteral white_to_move = encoder.equals(arena.white_to_move);
  solver.add_clause({encoder.implies(arena.start)});
  if (solver.solve() != SatSolver::Answer::satisfiable)
    throw IllegalPosition("The game has no start.");
  ArenaState result;
  for (std::size_t k = 0; k < board.size(); ++k) result.board[k] = solver.value(board[k]);
  result.to_move = solver.value(white_to_move) ? symbolic::white : symbolic::black;
  assert(holds(arena, result, arena.start));
  return result;
}

bool holds(const Arena& arena, const ArenaState& state, Literal function) {
  return value_of(values_in(arena, state), function);
}

std::vector<ArenaSuccessor> successors(const Arena& arena, const ArenaState& state) {
  const std::vector<bool> values = values_in(arena, state);
  [[maybe_unused]] const bool goes_on =
      value_of(values, arena.is_board) && !value_of(values, arena.over);
  std::vector<ArenaSuccessor> result;
  const auto& moves = arena.moves[state.to_move];
  for (std::size_t n = 0; n < moves.size(); ++n) {
    if (!value_of(values, moves[n].guard)) continue;
    ArenaSuccessor next{n, {{}, other(state.to_move)}, false, {}};
    for (std::size_t k = 0; k < arena.board.size(); ++k)
      next.state.board[k] = value_of(values, moves[n].next[k]);
    result.push_back(next);
  }
  constexpr std::size_t most = symbolic::assignments_per_word;
  for (std::size_t begin = 0; begin < result.size(); begin += most) {
    const std::size_t count = std::min(most, result.size() - begin);
    look_at_ends(arena, std::span(result).subspan(begin, count));
  }
  return result;
}

std::vector<bool> following_variables(const Arena& arena) {
  SatSolver solver;
  CnfEncoder encoder(arena.aig, solver);
  std::vector<SatLiteral> board;
  for (const Literal variable : arena.board) board.push_back(encoder.equals(variable));
  solver.add_clause({encoder.implies(arena.is_board)});
  std::vector<bool> result = {false};
  for (std::size_t k = 1; k < board.size(); ++k) {
    const std::array<SatLiteral, 2> otherwise = {-board[k - 1], board[k]};
    result.push_back(solver.solve(otherwise) == SatSolver::Answer::unsatisfiable);
  }
  return result;
}

}  // namespace zermelo::proof
