// SPDX-License-Identifier: MIT
// Safety games in AIGER: random ones against a fixpoint over all states, the circuits of their
// winners by walking through them; our own games against tables.
#include "proof/synthesis/safety_game.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "gen/error.h"
#include "proof/ic3/prove_by_ic3.h"
#include "proof/synthesis/safety_sets.h"
#include "symbolic/model/game_model.h"
#include "tests/support/error_text.h"

namespace zermelo::proof {
namespace {

struct SafetyShape {
  std::uint32_t latches = 4, environment = 2, controller = 2;
  std::uint32_t inputs() const { return environment + controller; }
};

// A random circuit; the error is rare, so that both sides win often enough.
AigerFile random_safety_game(std::mt19937& random, const SafetyShape& shape, int gates = 25) {
  AigerFile file;
  file.inputs = shape.inputs();
  file.latches.resize(shape.latches);
  const auto literal = [&](std::uint32_t variables) {
    return static_cast<std::uint32_t>(2 + random() % (2 * variables));
  };
  for (int n = 0; n < gates; ++n) {
    const std::uint32_t a = literal(file.variables()), b = literal(file.variables());
    file.ands.push_back({std::max(a, b), std::min(a, b)});
  }
  for (AigerLatch& latch : file.latches) latch.next = literal(file.variables());
  // (An AND of several literals, so that it is rarely true.)
  const std::uint32_t one = file.and_literal(static_cast<std::uint32_t>(gates) - 1);
  const std::uint32_t two = literal(file.variables() - 1);
  file.ands.push_back({std::max(one, two), std::min(one, two)});
  file.outputs = {file.and_literal(static_cast<std::uint32_t>(gates))};
  for (std::uint32_t n = 0; n < shape.inputs(); ++n) {
    file.input_names[n] = (n < shape.environment ? "u" : "controllable_c") + std::to_string(n);
  }
  return file;
}

// The same with up to three outputs or bad states, and up to two constraints, which are rarely
// broken.
AigerFile random_game_of_lists(std::mt19937& random, const SafetyShape& shape) {
  AigerFile file = random_safety_game(random, shape);
  const auto seldom = [&] {
    const auto literal = [&] {
      return static_cast<std::uint32_t>(2 + random() % (2 * file.variables()));
    };
    const std::uint32_t a = literal(), b = literal();
    file.ands.push_back({std::max(a, b), std::min(a, b)});
    return file.and_literal(static_cast<std::uint32_t>(file.ands.size()) - 1);
  };
  for (auto n = random() % 2; n > 0; --n) file.outputs.push_back(seldom());
  for (auto n = random() % 3; n > 0; --n) file.bad.push_back(seldom());
  for (auto n = random() % 3; n > 0; --n) file.constraints.push_back(seldom() ^ 1u);
  if (!file.bad.empty() && random() % 2 == 0) file.outputs.clear();
  if (!file.constraints.empty()) file.constraint_names[0] = "assumed";
  if (!file.bad.empty()) file.bad_names[0] = "wrong";
  return file;
}

// The same, but any control that is not a certain function of the latches and the environment's
// inputs, with a large diagram, is an error, too, so that there is only one strategy, or none.
AigerFile random_defined_game(std::mt19937& random, const SafetyShape& shape) {
  AigerFile file = random_safety_game(random, shape, 20);
  const auto land = [&](std::uint32_t a, std::uint32_t b) {
    file.ands.push_back({std::max(a, b), std::min(a, b)});
    return file.and_literal(static_cast<std::uint32_t>(file.ands.size()) - 1);
  };
  const auto differ = [&](std::uint32_t a, std::uint32_t b) {
    return land(land(a, b) ^ 1u, land(a ^ 1u, b ^ 1u) ^ 1u);
  };
  // A literal of a latch or of one of the environment's inputs.
  const auto literal = [&] {
    const auto n = static_cast<std::uint32_t>(random() % (shape.latches + shape.environment));
    const std::uint32_t positive =
        n < shape.latches ? file.latch_literal(n) : file.input_literal(n - shape.latches);
    return positive ^ static_cast<std::uint32_t>(random() % 2);
  };
  std::uint32_t right = file.outputs[0] ^ 1u;
  for (std::uint32_t c = 0; c < shape.controller; ++c) {
    std::uint32_t wanted = literal();
    for (int n = 0; n < 7; ++n) wanted = differ(wanted, land(literal(), literal()));
    right = land(right, differ(file.input_literal(shape.environment + c), wanted) ^ 1u);
  }
  file.outputs[0] = right ^ 1u;
  return file;
}

// A file's next state and error, by its text: one AND after another. An error is a bad state, or an
// output if the file has no bad states; a step that breaks a constraint has no error.
struct SafetyStep {
  unsigned next = 0;
  bool error = false, breaks_constraint = false;
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
  for (const std::uint32_t literal : file.constraints)
    result.breaks_constraint = result.breaks_constraint || !of(literal);
  for (const std::uint32_t literal : file.bad.empty() ? file.outputs : file.bad)
    result.error = result.error || of(literal);
  result.error = result.error && !result.breaks_constraint;
  return result;
}

// Whether the controller can avoid the error forever, found by removing states until nothing more
// is removed. (What comes after a constraint is broken does not matter any more.)
bool is_realizable(const AigerFile& file, const SafetyShape& shape) {
  std::vector<bool> safe(std::size_t{1} << shape.latches, true);
  std::vector<SafetyStep> steps;
  for (unsigned latches = 0; latches < safe.size(); ++latches)
    for (unsigned inputs = 0; inputs < 1u << shape.inputs(); ++inputs)
      steps.push_back(step_of(file, latches, inputs));
  const auto holds = [&](unsigned latches) {
    for (unsigned u = 0; u < 1u << shape.environment; ++u) {
      bool answered = false;
      for (unsigned c = 0; c < 1u << shape.controller; ++c) {
        const SafetyStep& step = steps[latches << shape.inputs() | c << shape.environment | u];
        answered = answered || step.breaks_constraint || (!step.error && safe[step.next]);
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

// Whether an error can occur in a circuit in which some inputs are left free.
bool error_can_come(const AigerFile& circuit) {
  std::set<unsigned> seen = {0};
  std::vector<unsigned> waiting = {0};
  while (!waiting.empty()) {
    const unsigned latches = waiting.back();
    waiting.pop_back();
    for (unsigned inputs = 0; inputs < 1u << circuit.inputs; ++inputs) {
      const SafetyStep step = step_of(circuit, latches, inputs);
      if (step.error) return true;
      if (!step.breaks_constraint && seen.insert(step.next).second) waiting.push_back(step.next);
    }
  }
  return false;
}

// Whether the free inputs can avoid the error forever.
bool error_can_be_avoided(const AigerFile& circuit) {
  SafetyShape all_free{static_cast<std::uint32_t>(circuit.latches.size()), 0, circuit.inputs};
  return is_realizable(circuit, all_free);
}

// Whether a circuit belongs to the winning side, and wins.
testing::AssertionResult circuit_wins(const AigerFile& circuit, const SafetyShape& shape,
                                      bool realizable) {
  if (!circuit.check()) return testing::AssertionFailure() << "the circuit cannot be written";
  if (circuit.inputs != (realizable ? shape.environment : shape.controller))
    return testing::AssertionFailure() << "the other side's inputs are left";
  if (realizable ? error_can_come(circuit) : error_can_be_avoided(circuit))
    return testing::AssertionFailure() << "the circuit loses:\n" << format_aiger_ascii(circuit);
  return testing::AssertionSuccess();
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
    ASSERT_EQ(result.verdict == Verdict::no_win, expected) << format_aiger_ascii(file);
    ASSERT_TRUE(circuit_wins(winning_circuit(file, result), shape, expected))
        << format_aiger_ascii(file);
  }
  EXPECT_GT(realizable, games / 10);
  EXPECT_LT(realizable, games * 9 / 10);
}

// With so few nodes in the first table that garbage collections occur in the middle of everything.
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
    const AigerFile file =
        defined ? random_defined_game(random, shape) : random_safety_game(random, shape, 60);
    const bool expected = is_realizable(file, shape);
    realizable += expected;
    const SafetySets sets =
        solve_safety_by_sets(file, {.memory = 32 << 20, .first_nodes = 200}, {});
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
    const Ic3Result found = solve_by_ic3(make_safety_game(file));
    const SafetySets sets =
        solve_safety_by_sets(file, {.memory = 32 << 20, .first_nodes = 200}, {});
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
  const auto verdict = [&] { return solve_by_ic3(make_safety_game(file)).verdict; };
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
    const Ic3Result found = solve_by_ic3(make_safety_game(file), options);
    ASSERT_EQ(found.verdict, Verdict::no_win);
    EXPECT_LT(found.statistics.sat_calls, 10'000u);
    if (bits > 9) continue;
    EXPECT_FALSE(error_can_come(winning_circuit(file, found)));
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
      const Ic3Result result = solve_by_ic3(make_safety_game(file));
      EXPECT_EQ(result.verdict, opponent.verdict) << to_string(game) << ", owner " << owner;
      EXPECT_NE(result.verdict, Verdict::unknown);
    }
  }
}

TEST(SafetyGame, OtherFilesAreRefused) {
  std::mt19937 random(3);
  const AigerFile game = random_safety_game(random, {});
  const auto complaint = [](const AigerFile& file) {
    return test::error_text<UsageError>([&] { make_safety_game(file); });
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
  EXPECT_EQ(solve_by_ic3(make_safety_game(file)).verdict, Verdict::no_win);
  file.latches[0].reset = AigerLatch::Reset::one;
  EXPECT_EQ(solve_by_ic3(make_safety_game(file)).verdict, Verdict::win);
}

}  // namespace
}  // namespace zermelo::proof
