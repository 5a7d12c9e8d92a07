// SPDX-License-Identifier: MIT
// Safety games in AIGER: random ones against a fixpoint over all states, the circuits of their
// winners by walking through them; our own games against what tables say.
#include "proof/synthesis/safety_game.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "gen/error.h"
#include "proof/prove.h"
#include "proof/synthesis/safety_sets.h"
#include "symbolic/model/game_model.h"
#include "tests/support/error_text.h"

namespace zermelo::proof {
namespace {

struct SafetyShape {
  std::uint32_t latches = 4, environment = 2, controller = 2;
  std::uint32_t inputs() const { return environment + controller; }
};

// A random circuit; the error comes seldom, so that both sides win often enough.
AigerFile random_safety_game(std::mt19937& random, const SafetyShape& shape) {
  AigerFile file;
  file.inputs = shape.inputs();
  file.latches.resize(shape.latches);
  const auto literal = [&](std::uint32_t variables) {
    return static_cast<std::uint32_t>(2 + random() % (2 * variables));
  };
  for (int n = 0; n < 25; ++n) {
    const std::uint32_t a = literal(file.variables()), b = literal(file.variables());
    file.ands.push_back({std::max(a, b), std::min(a, b)});
  }
  for (AigerLatch& latch : file.latches) latch.next = literal(file.variables());
  // (An AND of several, so that it is seldom true.)
  const std::uint32_t one = file.and_literal(24), two = literal(file.variables() - 1);
  file.ands.push_back({std::max(one, two), std::min(one, two)});
  file.outputs = {file.and_literal(25)};
  for (std::uint32_t n = 0; n < shape.inputs(); ++n) {
    file.input_names[n] = (n < shape.environment ? "u" : "controllable_c") + std::to_string(n);
  }
  return file;
}

// A file's next state and error, by its text: one AND after another.
struct SafetyStep {
  unsigned next = 0;
  bool error = false;
};
SafetyStep step_of(const AigerFile& file, unsigned latches, unsigned inputs) {
  std::vector<bool> values(file.variables() + 1);
  const auto of = [&](std::uint32_t literal) { return values[literal / 2] != (literal % 2 != 0); };
  for (std::uint32_t n = 0; n < file.inputs; ++n) values[1 + n] = (inputs >> n & 1) != 0;
  const auto latch_count = static_cast<std::uint32_t>(file.latches.size());
  for (std::uint32_t n = 0; n < latch_count; ++n)
    values[1 + file.inputs + n] = (latches >> n & 1) != 0;
  for (std::uint32_t n = 0; n < file.ands.size(); ++n)
    values[1 + file.inputs + latch_count + n] = of(file.ands[n].left) && of(file.ands[n].right);
  SafetyStep result;
  for (std::uint32_t n = 0; n < latch_count; ++n)
    result.next |= unsigned{of(file.latches[n].next)} << n;
  result.error = of(file.outputs.front());
  return result;
}

// Whether the controller keeps the error away for ever, by removing states until no more go.
bool is_realizable(const AigerFile& file, const SafetyShape& shape) {
  std::vector<bool> safe(std::size_t{1} << shape.latches, true);
  const auto holds = [&](unsigned latches) {
    for (unsigned u = 0; u < 1u << shape.environment; ++u) {
      bool answered = false;
      for (unsigned c = 0; c < 1u << shape.controller; ++c) {
        const SafetyStep step = step_of(file, latches, u | c << shape.environment);
        answered = answered || (!step.error && safe[step.next]);
      }
      if (!answered) return false;
    }
    return true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned latches = 0; latches < safe.size(); ++latches) {
      if (!safe[latches] || holds(latches)) continue;
      safe[latches] = false;
      changed = true;
    }
  }
  return safe[0];
}

// Whether an error can come up in a circuit of whose inputs some are left free.
bool error_can_come(const AigerFile& circuit) {
  std::set<unsigned> seen = {0};
  std::vector<unsigned> waiting = {0};
  while (!waiting.empty()) {
    const unsigned latches = waiting.back();
    waiting.pop_back();
    for (unsigned inputs = 0; inputs < 1u << circuit.inputs; ++inputs) {
      const SafetyStep step = step_of(circuit, latches, inputs);
      if (step.error) return true;
      if (seen.insert(step.next).second) waiting.push_back(step.next);
    }
  }
  return false;
}

// Whether the free inputs can keep the error away for ever.
bool error_can_be_avoided(const AigerFile& circuit) {
  SafetyShape all_free{static_cast<std::uint32_t>(circuit.latches.size()), 0, circuit.inputs};
  return is_realizable(circuit, all_free);
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
    const Ic3Result result = solve_by_ic3(make_safety_game(file));
    ASSERT_EQ(result.verdict == Ic3Result::Verdict::no_win, expected) << format_aiger_ascii(file);
    const AigerFile circuit = winning_circuit(file, result);
    ASSERT_TRUE(circuit.check());
    if (expected) {
      EXPECT_EQ(circuit.inputs, shape.environment);
      ASSERT_FALSE(error_can_come(circuit)) << format_aiger_ascii(file);
    } else {
      EXPECT_EQ(circuit.inputs, shape.controller);
      ASSERT_FALSE(error_can_be_avoided(circuit)) << format_aiger_ascii(file);
    }
  }
  EXPECT_GT(realizable, games / 10);
  EXPECT_LT(realizable, games * 9 / 10);
}

TEST(SafetyGame, SetsDecideRandomOnesTooAndTheirCircuitsWin) {
  const SafetyShape shape;
  std::mt19937 random(12);
  int realizable = 0;
  constexpr int games = 40;
  for (int n = 0; n < games; ++n) {
    const AigerFile file = random_safety_game(random, shape);
    const bool expected = is_realizable(file, shape);
    realizable += expected;
    const SafetySets sets = solve_safety_by_sets(file, {.memory = 32 << 20}, {});
    ASSERT_EQ(sets.realizable, expected) << format_aiger_ascii(file);
    EXPECT_GT(sets.iterations, 0);
    if (expected) {
      ASSERT_FALSE(error_can_come(sets.circuit)) << format_aiger_ascii(file);
    } else {
      ASSERT_FALSE(error_can_be_avoided(sets.circuit)) << format_aiger_ascii(file);
    }
  }
  EXPECT_GT(realizable, 0);
  EXPECT_LT(realizable, games);
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
      const Ic3Result result = solve_by_ic3(make_safety_game(file));
      EXPECT_EQ(result.verdict, opponent.verdict) << to_string(game) << ", owner " << owner;
      EXPECT_NE(result.verdict, Ic3Result::Verdict::unknown);
    }
  }
}

TEST(SafetyGame, OtherFilesAreRefused) {
  std::mt19937 random(3);
  const AigerFile game = random_safety_game(random, {});
  const auto complaint = [](const AigerFile& file) {
    return test::error_text<UsageError>([&] { make_safety_game(file); });
  };
  AigerFile none = game, two = game, fair = game, open = game;
  none.outputs.clear();
  EXPECT_EQ(complaint(none),
            "The file is no safety game: it has 0 outputs and 0 bad states, and not one.");
  two.bad = {2};
  EXPECT_EQ(complaint(two),
            "The file is no safety game: it has 1 outputs and 1 bad states, and not one.");
  fair.fairness = {2};
  EXPECT_EQ(complaint(fair),
            "The file is no safety game: it has constraints, justice or fairness properties.");
  open.latches[0].reset = AigerLatch::Reset::uninitialized;
  EXPECT_EQ(complaint(open), "The file is no safety game: a latch has no first value.");
}

TEST(SafetyGame, LatchesCanBeginAtOne) {
  // The output is the latch, which keeps its value.
  AigerFile file;
  file.latches = {{.next = 2}};
  file.outputs = {2};
  EXPECT_EQ(solve_by_ic3(make_safety_game(file)).verdict, Ic3Result::Verdict::no_win);
  file.latches[0].reset = AigerLatch::Reset::one;
  EXPECT_EQ(solve_by_ic3(make_safety_game(file)).verdict, Ic3Result::Verdict::win);
}

}  // namespace
}  // namespace zermelo::proof
