// SPDX-License-Identifier: MIT
#include "proof/qbf/grounded.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "proof/check/binary_number.h"
#include "proof/qbf/arena_steps.h"
#include "proof/qbf/ground_arena.h"
#include "proof/qbf/possible_goals.h"

namespace zermelo::proof {
namespace {

using symbolic::false_literal;
using symbolic::true_literal;

class Grounder {
 public:
  Grounder(const Arena& arena, Side attacker, Literal won_at_end)
      : changes_(arena), attacker_(attacker), won_at_end_(won_at_end) {}

  GroundedFormula make(const ArenaBoard& start, int plies) {
    std::vector<Literal> board;
    for (const bool value : start.values) board.push_back(value ? true_literal : false_literal);
    plies_ = plies;
    // The graph is built forwards; the matrix is built backwards, from the last ply to the first.
    result_.formula.matrix = state(std::move(board), start.to_move, 1);
    return std::move(result_);
  }

 private:
  Aig& aig() { return result_.formula.aig; }
  const Arena& arena() const { return changes_.arena(); }

  // The attacker wins from this state, in which ply `ply` comes next.
  Literal state(std::vector<Literal> board, Side side, int ply) {
    ArenaAt here(changes_, aig(), std::move(board), side);
    const Literal won = here(arena().won[attacker_]);
    const Literal over = here(arena().over);
    if (ply > plies_) return here(won_at_end_);
    if (over == true_literal) return won;

    const bool is_attackers = side == attacker_;
    const std::size_t count = here.moves().size();
    const std::vector<Literal> number =
        result_.formula.add(!is_attackers, fmt::format("move {}", ply), bits_below(count));
    result_.moves.push_back(number);
    std::vector<Literal> chosen;
    Literal possible = false_literal;
    for (std::size_t m = 0; m < count; ++m) {
      chosen.push_back(number.empty() ? true_literal : equals(aig(), number, m));
      possible = aig().lor(possible, aig().land(chosen[m], here.guard(m)));
    }
    const Literal later = state(here.after(chosen), symbolic::other(side), ply + 1);
    const Literal goes_on =
        is_attackers ? aig().land(possible, later) : aig().lor(!possible, later);
    return aig().lor(won, aig().land(!over, goes_on));
  }
  static std::size_t bits_below(std::size_t count) {
    return count < 2 ? 0 : zermelo::proof::bits_for(count - 1);
  }

  const ArenaChanges changes_;
  const Side attacker_;
  const Literal won_at_end_;
  int plies_ = 0;
  GroundedFormula result_;
};

}  // namespace

GroundedFormula grounded_formula(const Arena& arena, Side attacker, const ArenaBoard& start,
                                 int plies, Literal won_at_end) {
  return Grounder(arena, attacker, won_at_end).make(start, plies);
}

GroundedFormula grounded_formula(const BoundedGame& game) {
  BySide<Literal> goal;
  const Arena arena = ground_arena(with_possible_goals(game), &goal);
  const bool is_blacks = game.depth % 2 != 0;
  const int plies = game.depth - (game.white_first ? 1 : 0) - (is_blacks ? 0 : 1);
  // If the last step is Black's, its goal must be reached; if it is White's, it is enough that
  // White then has no move.
  return grounded_formula(arena, symbolic::black, start_board(arena), plies,
                          is_blacks ? goal[symbolic::black] : arena.won[symbolic::black]);
}

}  // namespace zermelo::proof
