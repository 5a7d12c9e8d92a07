// SPDX-License-Identifier: MIT
#include "proof/qbf/arena_steps.h"

#include "gen/error.h"
#include "proof/sat/cnf.h"
#include "proof/sat/solver.h"

namespace zermelo::proof {

ArenaBoard start_board(const Arena& arena) {
  SatSolver solver;
  CnfEncoder encoder(arena.aig, solver);
  std::vector<SatLiteral> board;
  for (const Literal variable : arena.board) board.push_back(encoder.equals(variable));
  const SatLiteral white_to_move = encoder.equals(arena.white_to_move);
  solver.add_clause({encoder.implies(arena.start)});
  if (solver.solve() != SatSolver::Answer::satisfiable)
    throw IllegalPosition("The game has no start.");
  ArenaBoard result;
  for (const SatLiteral variable : board) result.values.push_back(solver.value(variable));
  result.to_move = solver.value(white_to_move) ? symbolic::white : symbolic::black;
  return result;
}

ArenaChanges::ArenaChanges(const Arena& arena) : arena_(arena) {
  for (const Side side : symbolic::both_sides) {
    changes_[side].resize(arena.board.size());
    const auto& moves = arena.moves[side];
    for (std::size_t m = 0; m < moves.size(); ++m) {
      for (std::size_t v = 0; v < arena.board.size(); ++v)
        if (moves[m].next[v] != arena.board[v]) changes_[side][v].push_back({m, moves[m].next[v]});
    }
  }
}

ArenaAt::ArenaAt(const ArenaChanges& changes, Aig& to, std::vector<Literal> board, Side to_move)
    : changes_(changes),
      aig_(to),
      board_(std::move(board)),
      to_move_(to_move),
      copy_(changes.arena().aig, to) {
  const Arena& arena = changes.arena();
  for (std::size_t v = 0; v < board_.size(); ++v) copy_.set(arena.board[v], board_[v]);
  copy_.set(arena.white_to_move,
            to_move == symbolic::white ? symbolic::true_literal : symbolic::false_literal);
}

std::vector<Literal> ArenaAt::after(std::span<const Literal> chosen) {
  std::vector<Literal> result;
  for (std::size_t v = 0; v < board_.size(); ++v) {
    Literal made_true = symbolic::false_literal, changed = symbolic::false_literal;
    for (const ArenaChanges::Change& change : changes_.of(to_move_, v)) {
      changed = aig_.lor(changed, chosen[change.move]);
      made_true = aig_.lor(made_true, aig_.land(chosen[change.move], copy_(change.value)));
    }
    result.push_back(aig_.lor(made_true, aig_.land(!changed, board_[v])));
  }
  return result;
}

}  // namespace zermelo::proof
