// SPDX-License-Identifier: MIT
// The formulas against brute force on random games, against the search on the shipped ones, and
// their sizes against those of the paper's program.
#include "proof/qbf/lifted.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "gen/error.h"
#include "probe/game.h"
#include "proof/qbf/expansion.h"
#include "proof/qbf/ground_arena.h"
#include "proof/qbf/grounded.h"
#include "proof/qbf/prove_qbf.h"
#include "proof/qbf/qbf_solvers.h"
#include "symbolic/model/game_model.h"
#include "tests/reference/bddl_reference.h"
#include "tests/reference/plain_qbf.h"
#include "tests/reference/random_bddl.h"
#include "tests/support/bddl_games.h"
#include "tests/support/clean_clauses.h"
#include "tests/support/long_tests.h"

namespace zermelo::proof {
namespace {

GameSpec spec_of(const test::RandomBddl& game) {
  return {"bddl",
          {{"domain", game.domain},
           {"problem", game.problem},
           {"stuck", game.stuck_loses ? "loss" : "draw"}}};
}

// The number of plies in which Black wins from the start, by brute force; nothing if Black does
// not.
std::optional<int> plies_of_win(const test::RandomBddl& game) {
  const test::BddlReference reference(game.domain, game.problem, game.stuck_loses);
  const auto values = reference.values();
  const auto found = values.find(reference.start());
  if (found == values.end()) return std::nullopt;  // nobody can move
  const int black = game.white_first ? -found->second : found->second;
  return black > 0 ? std::optional(black) : std::nullopt;
}

bool is_won_at_start(const GameSpec& spec) {
  try {
    make_game(spec);
    return false;
  } catch (const UsageError&) {
    return true;
  }
}

bool is_over_at_start(const GameSpec& spec) {
  const Arena arena = ground_arena(bounded_game(spec, 1));
  const ArenaBoard start = start_board(arena);
  std::vector<bool> values = start.values;
  values.push_back(start.to_move == symbolic::white);
  return value_of(evaluate(arena.aig, values), arena.over);
}

// Formulas of all depths, both encodings, and the expansion.
void expect_same(const test::RandomBddl& game, int most_depth) {
  SCOPED_TRACE(game.domain + game.problem);
  const GameSpec spec = spec_of(game);
  if (is_won_at_start(spec)) return;
  if (is_over_at_start(spec)) return;
  DepthOptions search;
  search.memory = 1 << 20;
  const std::optional<int> win = make_game(spec)->shortest_win()(search).search.plies;
  if (!game.effects_have_choice) {
    ASSERT_EQ(win, plies_of_win(game));
  }
  for (int depth = game.white_first ? 2 : 1; depth <= most_depth; ++depth) {
    SCOPED_TRACE(depth);
    const BoundedGame bounded = bounded_game(spec, depth);
    const bool lifted = test::is_true_qcir(to_qcir(lifted_formula(bounded)));
    ASSERT_EQ(lifted, test::is_true_qcir(to_qcir(grounded_formula(bounded).formula)));
    // (A goal and leaving White without a move count differently at odd depths: brute force does
    // not tell them apart.)
    const bool mixed = game.has_goals && game.stuck_loses && depth % 2 != 0;
    if (mixed) continue;
    const int plies = plies_of_depth(bounded);
    const bool expected = win && *win <= plies;
    ASSERT_EQ(lifted, expected) << plies;
    const Arena arena = ground_arena(bounded);
    ExpansionSolver expansion(arena, symbolic::black, {});
    ASSERT_EQ(expansion.wins(start_board(arena), std::max(plies, 0)), expected);
    const symbolic::GameModel model = symbolic::game_model_of(spec);
    const Arena of_masks = make_arena(model, "");
    ExpansionSolver symmetric(of_masks, symbolic::black, {}, {}, model.symmetries);
    ASSERT_EQ(symmetric.wins(start_board(of_masks), std::max(plies, 0)), expected);
  }
}

TEST(QbfFormulas, SayWhatBruteForceSays) {
  std::mt19937 random(7);
  const int games = test::long_tests() ? 4000 : 120;
  for (int k = 0; k < games && !testing::Test::HasFatalFailure(); ++k)
    expect_same(test::random_bddl(random, k % 3 != 0), 4);
}

// Goals are sets of squares by number, some of which are left out of formulas: too long for the
// depth, containing others, or with stones that are there.
test::RandomBddl random_explicit_game(std::mt19937& random) {
  const auto below = [&](unsigned n) { return random() % n; };
  const auto action = [](const char* before, const char* after) {
    return std::string(":action go\n:parameters (?x,?y)\n:precondition (") + before +
           ")\n:effect (" + after + ")\n";
  };
  test::RandomBddl game;
  const bool slides = below(3) == 0;  // White does, and so makes room for Black
  game.domain = "#blackactions\n" + action("open(?x,?y)", "black(?x,?y)") + "#whiteactions\n" +
                (slides ? action("white(?x,?y) open(?x+1,?y)", "open(?x,?y) white(?x+1,?y)")
                        : action("open(?x,?y)", "white(?x,?y)"));
  game.has_goals = true;
  game.stuck_loses = below(2) == 0;
  game.white_first = below(3) == 0;
  std::string start;
  for (int square = 0; square < 6; ++square) {
    if (below(3) != 0) continue;
    start += (below(2) == 0 ? "black(" : "white(") + std::to_string(square % 3 + 1) + "," +
             std::to_string(square / 3 + 1) + ") ";
  }
  const auto goals = [&](const std::string& side) {
    std::string text;
    for (unsigned k = 1 + below(4); k > 0; --k) {
      for (unsigned n = 1 + below(3); n > 0; --n) {
        const std::string colour = below(6) != 0 ? side : below(2) == 0 ? "open" : "white";
        const std::string square =
            colour + "(" + std::to_string(1 + below(3)) + "," + std::to_string(1 + below(2)) + ")";
        text += (below(8) == 0 ? "NOT(" + square + ")" : square) + " ";
      }
      text += "\n";
    }
    return text;
  };
  game.problem = "#boardsize\n3 2\n#init\n" + start + "\n#depth\n5\n#blackgoals\n" +
                 goals("black") + "#whitegoals\n" + (below(3) != 0 ? goals("white") : "") +
                 (game.white_first ? "#blackturn\nsecond\n" : "");
  return game;
}

TEST(QbfFormulas, WithoutGoalsThatCannotComeAboutSayTheSame) {
  std::mt19937 random(23);
  const int games = test::long_tests() ? 2000 : 60;
  for (int k = 0; k < games && !testing::Test::HasFatalFailure(); ++k)
    expect_same(random_explicit_game(random), 5);
}

// --- Sizes ---------------------------------------------------------------------------------------

struct PublishedSize {
  const char* file;
  std::uint64_t gates, variables, clauses, blocks, universals;
};

class LiftedSize : public testing::TestWithParam<PublishedSize> {};

TEST_P(LiftedSize, IsNotAboveThePapersProgram) {
  const PublishedSize& published = GetParam();
  const auto problem = test::published_games / published.file;
  if (!std::filesystem::exists(problem)) GTEST_SKIP() << problem << " is not here";
  const QbfSize size = size_of(lifted_formula(bounded_game(test::bddl_spec(problem))));
  EXPECT_LE(size.gates, published.gates);
  EXPECT_LE(size.variables, published.variables);
  EXPECT_LE(size.clauses, published.clauses);
  EXPECT_LE(size.blocks, published.blocks);
  EXPECT_LE(size.universals, published.universals);
}

INSTANTIATE_TEST_SUITE_P(
    Published, LiftedSize,
    testing::Values(PublishedSize{"httt/3x3_5_el.ig", 436, 501, 1397, 10, 20},
                    PublishedSize{"domineering/4x4_8.ig", 510, 596, 1587, 12, 20},
                    PublishedSize{"breakthrough/2x4_13.ig", 1151, 1279, 3695, 16, 39},
                    PublishedSize{"connect-c/4x4_9_connect3.ig", 868, 973, 2722, 14, 34},
                    PublishedSize{"evader_pursuer/8x8_7_e-8-1_p-3-4.ig", 1590, 1692, 5341, 10, 36}),
    [](const auto& instance) {
      std::string name = instance.param.file;
      for (char& letter : name)
        if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
      return name;
    });

GameSpec three_in_a_row(int size) {
  GameSpec spec = test::bddl_spec(test::shipped_games / "connect/4x4-3.bddl");
  std::string& problem = spec.parameters.at("problem");
  const std::size_t at = problem.find("4 4");
  problem.replace(at, 3, std::to_string(size) + " " + std::to_string(size));
  spec.parameters.erase("hash");
  return spec;
}

TEST(LiftedSize, GrowsLinearlyWithTheDepthAndHardlyWithTheBoard) {
  const auto gates = [](int board, int depth) {
    return static_cast<std::int64_t>(
        size_of(lifted_formula(bounded_game(three_in_a_row(board), depth))).gates);
  };
  // (From depth 7 on White has enough moves for a goal; before, the formula has none of White's.)
  const std::int64_t step = gates(4, 9) - gates(4, 7);
  EXPECT_EQ(gates(4, 11) - gates(4, 9), step);
  EXPECT_EQ(gates(4, 13) - gates(4, 11), step);
  EXPECT_LT(gates(4, 7) - gates(4, 5), 2 * step);
  EXPECT_LT(gates(32, 5), 3 * gates(4, 5)) << "64 times the squares";
}

// --- Against the search --------------------------------------------------------------------------

void expect_depth_of_search(const std::filesystem::path& file, int most_plies) {
  SCOPED_TRACE(file);
  const GameSpec spec = test::bddl_spec(file);
  DepthOptions search;
  search.memory = 1 << 24;
  search.max_plies = most_plies;
  const std::optional<int> plies = make_game(spec)->shortest_win()(search).search.plies;
  QbfOptions options;
  options.plies = most_plies;
  options.stepwise = true;
  const QbfProof proof = prove_by_qbf(spec, options);
  ASSERT_TRUE(proof.wins);
  ASSERT_EQ(*proof.wins, plies.has_value());
  if (plies) {
    ASSERT_EQ(proof.plies, *plies);
  }
}

TEST(QbfExpansion, FindsTheDepthsOfTheSearch) {
  const int most = test::long_tests() ? 7 : 5;
  for (const auto& file : test::problems_in(test::shipped_games)) {
    if (file.parent_path().filename() == "rings") continue;  // hundreds of plies
    ASSERT_NO_FATAL_FAILURE(expect_depth_of_search(file, most));
  }
  for (const auto& file : test::problems_in(test::published_games))
    ASSERT_NO_FATAL_FAILURE(expect_depth_of_search(file, most));
}

// DepQBF, where this program has it: an independent check of both encodings, at every depth up to 3
// (in long runs 7). Depths of a game are counted as in the paper.
struct DepQbfCount {
  int decided = 0, undecided = 0;
};

void expect_depqbf_agrees(const std::filesystem::path& file, int most_depth,
                          const QbfLimits& limits, DepQbfCount& count) {
  SCOPED_TRACE(file);
  const GameSpec spec = test::bddl_spec(file);
  DepthOptions search;
  search.memory = 1 << 26;
  search.max_plies = most_depth;
  const std::optional<int> win = make_game(spec)->shortest_win()(search).search.plies;
  for (int depth = bounded_game(spec, 1).white_first ? 2 : 1; depth <= most_depth; ++depth) {
    const BoundedGame game = bounded_game(spec, depth);
    const bool expected = win && *win <= plies_of_depth(game);
    for (const Qbf& formula : {lifted_formula(game), grounded_formula(game).formula}) {
      const QbfVerdict verdict = solve_by_depqbf(to_qdimacs(formula).text, limits);
      verdict.is_true ? ++count.decided : ++count.undecided;
      if (verdict.is_true) {
        ASSERT_EQ(*verdict.is_true, expected) << depth;
      }
    }
  }
}

TEST(QbfFormulas, AreDecidedByDepQbfAsBySearch) {
  if (!has_depqbf()) GTEST_SKIP() << "built without DepQBF";
  QbfLimits limits;
  limits.seconds = test::long_tests() ? 4 : 2;
  auto files = test::problems_in(test::shipped_games);
  if (test::long_tests()) {
    const auto published = test::problems_in(test::published_games);
    files.insert(files.end(), published.begin(), published.end());
  }
  DepQbfCount count;
  for (const auto& file : files) {
    const std::string name = file.filename().string();
    if (!test::long_tests() && !name.starts_with("2x2") && !name.starts_with("3x3")) continue;
    ASSERT_NO_FATAL_FAILURE(expect_depqbf_agrees(file, test::long_tests() ? 7 : 3, limits, count));
  }
  std::cout << count.decided << " formulas decided, " << count.undecided << " not\n";
  EXPECT_GT(count.decided, 40);
}

// --- Texts ---------------------------------------------------------------------------------------

TEST(Qcir, OfAConstantIsAFormula) {
  Qbf formula;
  formula.matrix = symbolic::false_literal;
  EXPECT_FALSE(test::is_true_qcir(to_qcir(formula)));
  formula.matrix = symbolic::true_literal;
  EXPECT_TRUE(test::is_true_qcir(to_qcir(formula)));
}

TEST(Qdimacs, EndsWithTheGates) {
  Qbf formula;
  const symbolic::Literal x = formula.add(false, "x", 1).front();
  const symbolic::Literal y = formula.add(true, "y", 1).front();
  formula.matrix = formula.aig.equal(x, y);
  const std::string text = to_qdimacs(formula).text;
  EXPECT_NE(text.find("c x: 1\nc y: 2\np cnf "), std::string::npos) << text;
  EXPECT_NE(text.find("\ne 1 0\na 2 0\ne 3"), std::string::npos) << text;
  EXPECT_FALSE(test::is_true_qcir(to_qcir(formula)));
}

// For every shipped game, and both encodings: no clause repeats a literal or is always true.
TEST(Qdimacs, HasCleanClauses) {
  std::size_t clauses = 0;
  for (const auto& file : test::problems_in(test::shipped_games)) {
    SCOPED_TRACE(file);
    const GameSpec spec = test::bddl_spec(file);
    const auto look_at = [&](const Qbf& formula) {
      const std::size_t found = test::expect_clean_clauses(to_qdimacs(formula).text);
      EXPECT_EQ(found, size_of(formula).clauses);
      clauses += found;
    };
    look_at(lifted_formula(bounded_game(spec, 7)));
    look_at(grounded_formula(bounded_game(spec, test::long_tests() ? 5 : 3)).formula);
    if (HasFailure()) return;
  }
  EXPECT_GT(clauses, 50'000u);
}

TEST(BoundedGame, RefusesWhatIsNoGameInBddl) {
  EXPECT_THROW(bounded_game({"notakto", {}}), UsageError);
}

}  // namespace
}  // namespace zermelo::proof
