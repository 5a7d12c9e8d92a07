// SPDX-License-Identifier: MIT
#include "proof/ic3/prove_by_ic3.h"

#include <utility>

#include "proof/check/arena.h"
#include "proof/ic3/ic3_strategy.h"
#include "proof/ic3/reach_game.h"
#include "proof/strategy/state_walk.h"
#include "symbolic/model/game_model.h"

namespace zermelo::proof {
namespace {

using symbolic::GameModel;
using symbolic::other;

// The result if the game is over at the start.
Ic3Result over_at_once(const Arena& arena, const ArenaState& start, Side attacker) {
  Ic3Result result;
  const bool won = holds(arena, start, arena.won[attacker]);
  result.verdict = won ? Verdict::win : Verdict::no_win;
  result.plies = won ? 0 : infinity;
  return result;
}

}  // namespace

Ic3Proof prove_by_ic3(const GameSpec& game, Side attacker, const std::string& start,
                      const Ic3Options& options) {
  const GameModel model = symbolic::game_model_of(game);
  const Arena arena = make_arena(model, start);
  const ArenaState from = start_of(arena);
  const Ic3Result result = holds(arena, from, arena.over)
                               ? over_at_once(arena, from, attacker)
                               : solve_by_ic3(make_reach_game(arena, attacker, from.board,
                                                              from.to_move, model.symmetries),
                                              options);

  Ic3Proof proof;
  proof.verdict = result.verdict;
  proof.plies = result.plies;
  proof.statistics = result.statistics;
  if (result.verdict == Verdict::unknown) return proof;
  const bool wins = result.verdict == Verdict::win;
  Claim claim{wins ? Claim::Kind::wins : Claim::Kind::does_not_lose, {}};
  if (result.plies != infinity) claim.plies = result.plies;
  proof.strategy = empty_strategy(game, model.model, wins ? attacker : other(attacker), claim);
  proof.strategy.start = start;
  add_cubes(proof.strategy, result, arena);
  return proof;
}

}  // namespace zermelo::proof
