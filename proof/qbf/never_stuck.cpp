// SPDX-License-Identifier: MIT
#include "proof/qbf/never_stuck.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "proof/qbf/arena_steps.h"
#include "proof/qbf/ground_arena.h"
#include "proof/sat/cnf.h"
#include "proof/sat/solver.h"

namespace zermelo::proof {
namespace {

using Action = BoundedGame::Action;
using bddl::Colour;
using symbolic::black;
using symbolic::false_literal;
using symbolic::true_literal;
using symbolic::white;

int plies_before(const BoundedGame& game, int step) { return step - (game.white_first ? 2 : 1); }

// Squares that White can move on as long as they are open.
std::size_t playable_squares(const BoundedGame& game) {
  std::size_t most = 0;
  for (const Action& action : game.actions[white]) {
    if (action.precondition.size() != 1 || action.precondition.front().negated ||
        action.precondition.front().colour != Colour::open || action.effect.size() != 1)
      continue;
    std::set<std::pair<int, int>> squares;
    for (int y = 1; y <= game.rows; ++y) {
      for (int x = 1; x <= game.columns; ++x) {
        const auto square = place_of(game, action.precondition.front(), {x, y});
        if (square && place_of(game, action.effect.front(), {x, y}))
          squares.emplace(square->x, square->y);
      }
    }
    most = std::max(most, squares.size());
  }
  return most;
}

bool enough_open_squares(const BoundedGame& game, int step) {
  std::size_t filled_by_move = 0;
  for (const Side side : symbolic::both_sides) {
    for (const Action& action : game.actions[side]) {
      const auto pieces = std::ranges::count_if(
          action.effect, [](const auto& c) { return c.colour != Colour::open; });
      filled_by_move = std::max(filled_by_move, static_cast<std::size_t>(pieces));
    }
  }
  const std::size_t filled =
      game.start.size() + filled_by_move * static_cast<std::size_t>(plies_before(game, step));
  return playable_squares(game) > filled;
}

// Whether no play of this many plies leads to a state in which White is to move and cannot.
bool shown_by_sat(const BoundedGame& game, int step) {
  constexpr int most_squares = 64, most_plies = 40;
  const int plies = plies_before(game, step);
  if (game.columns * game.rows > most_squares || plies > most_plies) return false;
  const Arena arena = ground_arena(game);
  const ArenaChanges changes(arena);

  Aig aig;
  SatSolver solver;
  // (CaDiCaL calls it at the same points every time, so the formula does not depend on the
  // machine.)
  solver.stop_when([asked = 0]() mutable { return ++asked > 20'000; });
  CnfEncoder encoder(aig, solver);
  const ArenaBoard start = start_board(arena);
  std::vector<Literal> board;
  for (const bool value : start.values) board.push_back(value ? true_literal : false_literal);
  Side side = start.to_move;
  for (int ply = 0; ply < plies; ++ply) {
    ArenaAt here(changes, aig, board, side);
    solver.add_clause({encoder.implies(!here(arena.over))});
    std::vector<Literal> chosen;
    std::vector<SatLiteral> some_move;
    for (std::size_t m = 0; m < here.moves().size(); ++m) {
      chosen.push_back(aig.input());
      some_move.push_back(encoder.equals(chosen.back()));
      solver.add_clause({-some_move.back(), encoder.implies(here.guard(m))});
      for (std::size_t n = 0; n < m; ++n) solver.add_clause({-some_move[n], -some_move[m]});
    }
    solver.add_clause(some_move);
    board = here.after(chosen);
    side = symbolic::other(side);
  }
  ArenaAt end(changes, aig, board, side);
  solver.add_clause({encoder.implies(end(arena.drawn))});
  return solver.solve() == SatSolver::Answer::unsatisfiable;
}

}  // namespace

bool cannot_be_stuck(const BoundedGame& game, int step) {
  return enough_open_squares(game, step) || shown_by_sat(game, step);
}

}  // namespace zermelo::proof
