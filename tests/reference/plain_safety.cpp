// SPDX-License-Identifier: MIT
#include "tests/reference/plain_safety.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace zermelo::test {

using proof::AigerFile;
using proof::AigerLatch;

AigerFile random_safety_game(std::mt19937& random, const SafetyShape& shape, int gates) {
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

AigerFile random_defined_game(std::mt19937& random, const SafetyShape& shape,
                              std::uint32_t defined) {
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
  for (std::uint32_t c = 0; c < defined; ++c) {
    std::uint32_t wanted = literal();
    for (int n = 0; n < 7; ++n) wanted = differ(wanted, land(literal(), literal()));
    right = land(right, differ(file.input_literal(shape.environment + c), wanted) ^ 1u);
  }
  file.outputs[0] = right ^ 1u;
  return file;
}

namespace {

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

}  // namespace

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

namespace {

// Whether the free inputs can avoid the error forever.
bool error_can_be_avoided(const AigerFile& circuit) {
  SafetyShape all_free{static_cast<std::uint32_t>(circuit.latches.size()), 0, circuit.inputs};
  return is_realizable(circuit, all_free);
}

}  // namespace

testing::AssertionResult circuit_wins(const AigerFile& circuit, const SafetyShape& shape,
                                      bool realizable) {
  if (!circuit.check()) return testing::AssertionFailure() << "the circuit cannot be written";
  if (circuit.inputs != (realizable ? shape.environment : shape.controller))
    return testing::AssertionFailure() << "the other side's inputs are left";
  if (realizable ? error_can_come(circuit) : error_can_be_avoided(circuit))
    return testing::AssertionFailure() << "the circuit loses:\n" << format_aiger_ascii(circuit);
  return testing::AssertionSuccess();
}

}  // namespace zermelo::test
