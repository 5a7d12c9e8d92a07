// SPDX-License-Identifier: MIT
// Safety games in AIGER: random ones against a fixpoint over all states, the circuits of their
// winners by walking through them; our own games against tables.
#include "proof/synthesis/safety_game.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "proof/ic3/prove_by_ic3.h"
#include "proof/synthesis/safety_sets.h"
#include "symbolic/model/game_model.h"
#include "tests/reference/plain_safety.h"
#include "tests/support/error_text.h"

namespace zermelo::proof {
namespace {

using test::circuit_wins;
using test::is_realizable;
using test::random_defined_game;
using test::random_game_of_lists;
using test::random_safety_game;
using test::SafetyShape;

// With so few nodes in the first table that garbage collections and reorderings occur in the middle
// of everything.
const SafetySetsOptions few_nodes{.bdd = {.memory = 32 << 20, .first_nodes = 200, .reorder = true}};

// The circuit of the winner that IC3 has found.
AigerFile winning_circuit(const AigerFile& file, const Ic3Result& found) {
  SafetyGraph graph = make_safety_graph(file);
  const std::vector<Literal> choices = winning_choices(graph, found);
  return closed_circuit(file, std::move(graph), found.verdict == Verdict::no_win, choices);
}

TEST(SafetyGame, RandomOnesAreDecidedAsByTheirStatesAndTheWinnersCircuitsWin) {
  const SafetyShape shape;
  std::mt19937 random(11);
  int realizable = 0;
  constexpr int games = 400;
  for (int n = 0; n < games; ++n) {
    const AigerFile file = random_safety_game(random, shape);
    ASSERT_TRUE(file.check());
    const bool expected = is_realizable(file, shape);
    realizable += expected;
    const Ic3Result result = solve_by_ic3(make_safety_game(make_safety_graph(file)));
    ASSERT_EQ(result.verdict == Verdict::no_win, expected) << format_aiger_ascii(file);
    ASSERT_TRUE(circuit_wins(winning_circuit(file, result), shape, expected))
        << format_aiger_ascii(file);
  }
  EXPECT_GT(realizable, games / 10);
  EXPECT_LT(realizable, games * 9 / 10);
}

TEST(SafetyGame, SetsDecideRandomOnesTooAndTheirCircuitsWin) {
  std::mt19937 random(12);
  int realizable = 0;
  constexpr int games = 1000;
  for (int n = 0; n < games; ++n) {
    const auto between = [&](unsigned least, unsigned most) {
      return static_cast<std::uint32_t>(least + random() % (most - least + 1));
    };
    const bool defined = n % 2 != 0;
    const SafetyShape shape{between(4, 6), between(1, 2), between(3, 5)};
    const AigerFile file = defined ? random_defined_game(random, shape, shape.controller)
                                   : random_safety_game(random, shape, 60);
    const bool expected = is_realizable(file, shape);
    realizable += expected;
    const SafetySets sets = solve_safety_by_sets(file, few_nodes, {});
    ASSERT_EQ(sets.realizable, expected) << format_aiger_ascii(file);
    EXPECT_GT(sets.iterations, 0);
    ASSERT_TRUE(circuit_wins(sets.circuit, shape, expected)) << format_aiger_ascii(file);
  }
  EXPECT_GT(realizable, games / 10);
  EXPECT_LT(realizable, games * 9 / 10);
}

TEST(SafetyGame, OutputsBadStatesAndConstraintsMeanWhatTheFormatSays) {
  const SafetyShape shape;
  std::mt19937 random(13);
  int realizable = 0, matter = 0;
  constexpr int games = 400;
  for (int n = 0; n < games; ++n) {
    const AigerFile file = random_game_of_lists(random, shape);
    ASSERT_TRUE(file.check());
    const bool expected = is_realizable(file, shape);
    realizable += expected;
    AigerFile unconstrained = file;
    unconstrained.constraints.clear();
    matter += is_realizable(unconstrained, shape) != expected;
    const Ic3Result found = solve_by_ic3(make_safety_game(make_safety_graph(file)));
    const SafetySets sets = solve_safety_by_sets(file, few_nodes, {});
    ASSERT_EQ(found.verdict == Verdict::no_win, expected) << format_aiger_ascii(file);
    ASSERT_EQ(sets.realizable, expected) << format_aiger_ascii(file);
    for (const AigerFile& circuit : {winning_circuit(file, found), sets.circuit}) {
      ASSERT_TRUE(circuit_wins(circuit, shape, expected)) << format_aiger_ascii(file);
      EXPECT_EQ(circuit.outputs.size(), file.outputs.size());
      EXPECT_EQ(circuit.bad.size(), file.bad.size());
      EXPECT_EQ(circuit.constraints.size(), file.constraints.size());
      EXPECT_EQ(circuit.bad_names, file.bad_names);
      EXPECT_EQ(circuit.constraint_names, file.constraint_names);
    }
  }
  EXPECT_GT(realizable, games / 10);
  EXPECT_LT(realizable, games * 9 / 10);
  EXPECT_GT(matter, 5);
}

TEST(SafetyGame, ABadStateMakesOutputsNoErrors) {
  // The output is always 1; the bad state is the controller's input.
  AigerFile file;
  file.inputs = 1;
  file.input_names[0] = "controllable_c";
  file.outputs = {1};
  const auto verdict = [&] {
    return solve_by_ic3(make_safety_game(make_safety_graph(file))).verdict;
  };
  EXPECT_EQ(verdict(), Verdict::win);
  file.bad = {2};
  EXPECT_EQ(verdict(), Verdict::no_win);
  file.bad = {2, 3};
  EXPECT_EQ(verdict(), Verdict::win);
  // A constraint that is broken in the same step excuses the error, and one broken before does.
  file.constraints = {0};
  EXPECT_EQ(verdict(), Verdict::no_win);
  file.latches = {{.next = 1}};
  file.bad = {4};
  file.constraints = {4};
  EXPECT_EQ(verdict(), Verdict::no_win);
  file.constraints = {5};
  EXPECT_EQ(verdict(), Verdict::no_win);
  file.constraints = {1};
  EXPECT_EQ(verdict(), Verdict::win);
}

// A counter that goes up unless the environment stops it, and that the controller can reset to 0
// when only the highest bit is missing to the last value, which is the error. (The "cnt" games of
// the synthesis competition.)
AigerFile counter_game(std::size_t bits) {
  Aig aig;
  const Literal stay = aig.input(), reset = aig.input();
  std::vector<Literal> counter, inputs = {stay, reset};
  for (std::size_t k = 0; k < bits; ++k) inputs.push_back(counter.emplace_back(aig.input()));
  Literal carry = symbolic::true_literal, before_last = !counter.back();
  for (std::size_t k = 0; k + 1 < bits; ++k) before_last = aig.land(before_last, counter[k]);
  const Literal back = aig.land(before_last, reset);
  std::vector<Literal> outputs = {symbolic::true_literal};
  for (const Literal bit : counter) outputs[0] = aig.land(outputs[0], bit);
  for (const Literal bit : counter) {
    const Literal next = aig.land(aig.choose(carry, !bit, bit), !back);
    outputs.push_back(aig.choose(stay, bit, next));
    carry = aig.land(carry, bit);
  }
  AigerFile file = with_latches(cone_of(aig, inputs, outputs), bits);
  file.input_names = {{0, "stay"}, {1, "controllable_reset"}};
  return file;
}

TEST(SafetyGame, CountersThatNeedManyStepsAreDecidedByWhatCanBeKept) {
  for (const std::size_t bits : {2u, 5u, 9u, 15u, 20u, 25u, 29u, 40u}) {
    SCOPED_TRACE(bits);
    const AigerFile file = counter_game(bits);
    std::uint64_t asked = 0;
    Ic3Options options;
    options.stepwise = true;
    options.stop = [&] { return ++asked > 1'000'000; };
    const Ic3Result found = solve_by_ic3(make_safety_game(make_safety_graph(file)), options);
    ASSERT_EQ(found.verdict, Verdict::no_win);
    EXPECT_LT(found.statistics.sat_calls, 10'000u);
    if (bits > 9) continue;
    EXPECT_FALSE(test::error_can_come(winning_circuit(file, found)));
  }
}

TEST(SafetyGame, OurGamesWrittenOutAreDecidedAsTheyAreThemselves) {
  const std::vector<GameSpec> games = {
      {"notakto", {{"columns", "2"}, {"rows", "3"}}},
      {"notakto", {{"columns", "3"}, {"rows", "3"}}},
      {"mnk", {{"m", "2"}, {"n", "3"}, {"k", "2"}}},
      {"domineering", {{"columns", "3"}, {"rows", "3"}}},
      {"clobber", {{"columns", "3"}, {"rows", "2"}}},
      {"breakthrough", {{"columns", "2"}, {"rows", "4"}}},
      {"connect", {{"columns", "3"}, {"rows", "3"}, {"line", "3"}}}};
  for (const GameSpec& game : games) {
    const auto model = symbolic::find_game_model(game);
    ASSERT_TRUE(model);
    for (const Side owner : symbolic::both_sides) {
      const AigerFile file = encode_safety_game(make_arena(model->model), owner);
      ASSERT_TRUE(file.check());
      EXPECT_EQ(parse_aiger(format_aiger_binary(file)), file);
      const Ic3Proof opponent = prove_by_ic3(game, symbolic::other(owner), "", {});
      const Ic3Result result = solve_by_ic3(make_safety_game(make_safety_graph(file)));
      EXPECT_EQ(result.verdict, opponent.verdict) << to_string(game) << ", owner " << owner;
      EXPECT_NE(result.verdict, Verdict::unknown);
    }
  }
}

TEST(SafetyGame, OtherFilesAreRefused) {
  std::mt19937 random(3);
  const AigerFile game = random_safety_game(random, {});
  const auto complaint = [](const AigerFile& file) {
    return test::error_text<UsageError>([&] { make_safety_graph(file); });
  };
  AigerFile none = game, fair = game, just = game, open = game;
  none.outputs.clear();
  EXPECT_EQ(complaint(none),
            "The file is not a safety game: it has no output and no bad state that could be an "
            "error.");
  fair.fairness = {2};
  just.justice = {{2}};
  for (const AigerFile& file : {fair, just}) {
    EXPECT_EQ(complaint(file),
              "The file is not a safety game: it has justice or fairness properties.");
  }
  open.latches[0].reset = AigerLatch::Reset::uninitialized;
  EXPECT_EQ(complaint(open), "The file is not a safety game: a latch has no first value.");
}

TEST(SafetyGame, LatchesCanBeginAtOne) {
  // The output is the latch, which keeps its value.
  AigerFile file;
  file.latches = {{.next = 2}};
  file.outputs = {2};
  EXPECT_EQ(solve_by_ic3(make_safety_game(make_safety_graph(file))).verdict, Verdict::no_win);
  file.latches[0].reset = AigerLatch::Reset::one;
  EXPECT_EQ(solve_by_ic3(make_safety_game(make_safety_graph(file))).verdict, Verdict::win);
}

}  // namespace
}  // namespace zermelo::proof
