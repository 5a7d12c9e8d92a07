// SPDX-License-Identifier: MIT
// Engines that find values without a table.
#include <gtest/gtest.h>

#include <algorithm>

#include "proof/crosscheck.h"
#include "proof/qbf/grounded.h"
#include "proof/qbf/lifted.h"
#include "proof/qbf/prove_qbf.h"
#include "proof/strategy.h"
#include "proof/validate.h"
#include "symbolic/bdd/symbolic_solution.h"
#include "symbolic/model/game_model.h"
#include "tests/random_games/checks.h"
#include "tests/reference/plain_qbf.h"

namespace zermelo::random_games {
namespace {

void check_set(GameUnderTest& g, const symbolic::GameModel& model, const symbolic::FrozenBdd& set,
               symbolic::Side side, Outcome outcome) {
  for (std::uint64_t rank = 0; rank < set.size(); ++rank) {
    const std::string position = format_position(
        model.position(symbolic::to_board_state(set.unrank(rank)), side), model.pieces);
    ASSERT_EQ(g.table().probe(position).outcome(), outcome) << position;
  }
}

void check_row(const CrosscheckRow& row, std::optional<int> expected) {
  if (row.engine == "qbf" && row.verdict == Verdict::no_win && !row.complete) {
    ASSERT_TRUE(!expected || *expected > row.refuted);
    return;
  }
  ASSERT_EQ(row.verdict, expected ? Verdict::win : Verdict::no_win) << row.engine << row.note;
  if (row.plies) {
    ASSERT_EQ(row.plies, expected) << row.engine;
  }
}

}  // namespace

void check_sets(GameUnderTest& g) {
  const symbolic::GameModel model = symbolic::game_model_for_sets(g.spec());
  const auto solution = symbolic::solve_symbolically(model.model, {.memory = 1 << 22}, {});
  std::uint64_t positions = 0, ended = 0;
  for (const symbolic::SolvedLayer& layer : solution.layers) {
    for (const symbolic::Side side : symbolic::both_sides) {
      const symbolic::SolvedSets& sets = layer.sets[side];
      positions += sets.size();
      ended += sets.ended;
      ASSERT_NO_FATAL_FAILURE(check_set(g, model, sets.won, side, Outcome::win));
      ASSERT_NO_FATAL_FAILURE(check_set(g, model, sets.lost, side, Outcome::loss));
      ASSERT_NO_FATAL_FAILURE(check_set(g, model, sets.drawn, side, Outcome::draw));
    }
  }
  ASSERT_EQ(positions, g.reference().values().size());
  ASSERT_EQ(ended, g.reference().finished().size());
}

void check_search(GameUnderTest& g) {
  DepthOptions options;
  options.memory = 1 << 16;
  const DepthReport report = g.game().shortest_win()(options);
  const auto expected = g.plies_to_win(g.start(), false);
  ASSERT_EQ(report.search.plies, expected);
  ASSERT_TRUE(expected || report.search.complete);
  ASSERT_EQ(report.depth.has_value(), expected.has_value());
  if (expected) {
    ASSERT_GE(*report.depth, *expected);
  }
}

void check_formulas(GameUnderTest& g) {
  if (!g.one_in(10)) return;
  const test::CornerGame& written = g.written();
  const auto expected = g.plies_to_win(g.start(), false);
  const bool black_has_goal = !written.goals[0].empty();
  for (int depth = written.white_first ? 2 : 1; depth <= 3; ++depth) {
    const proof::BoundedGame bounded = proof::bounded_game(g.spec(), depth);
    const bool lifted = test::is_true_qcir(to_qcir(lifted_formula(bounded)));
    ASSERT_EQ(lifted, test::is_true_qcir(to_qcir(grounded_formula(bounded).formula))) << depth;
    // (A goal and leaving White without a move count differently at odd depths.)
    if (black_has_goal && written.stuck_loses && depth % 2 != 0) continue;
    const int plies = proof::plies_of_depth(bounded);
    ASSERT_EQ(lifted, expected && *expected <= plies) << depth << ' ' << plies;
  }
}

// "Black (or White) does not lose", as a problem of the synthesis competition.
void check_safety_games(GameUnderTest& g) {
  if (!g.one_in(15)) return;
  const bool white = g.random() % 2 == 0;
  const std::string path = g.file("game.aag");
  write_safety_game(g.spec(), white, path);
  const bool loses = g.plies_to_win(g.start(), !white).has_value();
  ProofOptions options;
  options.method = ProofOptions::Method::ic3;
  const ProofReport report = solve_safety_game(path, "", options);
  ASSERT_EQ(report.verdict, loses ? Verdict::win : Verdict::no_win) << white;
}

void check_crosscheck(GameUnderTest& g) {
  if (!g.one_in(40) && !(g.over_at_start() && g.one_in(5))) return;
  CrosscheckOptions options;
  options.threads = 1;
  options.memory = 1 << 28;
  const CrosscheckReport report = crosscheck(g.spec(), options);
  ASSERT_TRUE(report.agrees()) << report.disagreement;
  const auto expected = g.plies_to_win(g.start(), false);
  for (const CrosscheckRow& row : report.rows) ASSERT_NO_FATAL_FAILURE(check_row(row, expected));
  ASSERT_GE(report.rows.size(), 4u);
}

}  // namespace zermelo::random_games
