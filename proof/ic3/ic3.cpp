// SPDX-License-Identifier: MIT
// The search: level by level, as in A. Bradley, "SAT-Based Model Checking without Unrolling" (VMCAI
// 2011), and J. Zandvliet, "Adapting IC3 for Combinatorial Two-Player Games" (Leiden, 2020); or at
// once, without levels, where play comes to an end by itself.
#include "proof/ic3/ic3.h"

#include <fmt/format.h>

#include <cassert>
#include <utility>

#include "gen/error.h"
#include "proof/ic3/ic3_search.h"
#include "proof/ic3/needed_cubes.h"

namespace zermelo::proof {
namespace {

// The last level that is looked at.
constexpr int greatest_depth = 4000;

StateVector vector_of(const std::vector<bool>& state) {
  StateVector result(state.size());
  for (std::size_t k = 0; k < state.size(); ++k) result.set(k, state[k]);
  return result;
}

}  // namespace

Ic3Search::Ic3Search(const ReachGame& game, const Ic3Options& options)
    : game_(game),
      options_(options),
      start_(vector_of(game.start)),
      attacker_(game.moves[Player::attacker]),
      defender_(game.moves[Player::defender]) {
  wins_or_continues_ = attacker_.solver().new_variable();
  attacker_.solver().add_clause({-wins_or_continues_, attacker_.attacked(), -attacker_.ended()});
  if (!options.stop) return;
  attacker_.solver().stop_when(options.stop);
  defender_.solver().stop_when(options.stop);
}

Ic3Result Ic3Search::run() {
  try {
    if (options_.generalise == Generalise::both) find_stable_literals();
    if (options_.stepwise || options_.depth || !search_at_once()) search_by_levels();
  } catch (const QueryStopped&) {
    result_.verdict = Verdict::unknown;
  }
  update_statistics();
  result_.statistics = statistics_;
  return std::move(result_);
}

bool Ic3Search::search_at_once() {
  statistics_.depth = infinity;
  try {
    const bool is_blocked = block(start_, game_.first, infinity);
    finish(is_blocked ? Verdict::no_win : Verdict::win, infinity);
    return true;
  } catch (const CycleFound&) {
    path_.clear();
    return false;
  }
}

void Ic3Search::search_by_levels() {
  const int last = options_.depth.value_or(infinity);
  for (int depth = options_.only_depth ? last : 1; depth <= last; ++depth) {
    if (depth > greatest_depth)
      throw OutOfMemory(fmt::format("IC3 looks no further than {} plies.", greatest_depth));
    statistics_.depth = depth;
    if (!block(start_, game_.first, depth)) return finish(Verdict::win, depth);
    result_.plies = depth;
    if (push_cubes(depth)) return finish(Verdict::no_win, infinity);
    if (is_invariant_at_start_due(depth) && add_invariant_at_start())
      return finish(Verdict::no_win, infinity);
  }
  finish(Verdict::no_win, last);
}

void Ic3Search::finish(Verdict verdict, int plies) {
  const bool won = verdict == Verdict::win;
  if (won) plies = won_[game_.first][*won_[game_.first].find(start_, {0, plies})].bound;
  assert(check());
  auto cubes = needed_cubes(game_, won ? won_ : blocked_, won, plies, options_.stop);
  if (!cubes) throw QueryStopped();
  result_.cubes = std::move(*cubes);
  result_.verdict = verdict;
  result_.plies = plies;
}

void Ic3Search::update_statistics() {
  statistics_.sat_calls = sat_calls();
  statistics_.blocked = blocked_[Player::attacker].size() + blocked_[Player::defender].size();
  statistics_.won = won_[Player::attacker].size() + won_[Player::defender].size();
}

Ic3Result solve_by_ic3(const ReachGame& game, const Ic3Options& options) {
  return Ic3Search(game, options).run();
}

}  // namespace zermelo::proof
