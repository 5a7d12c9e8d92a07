// SPDX-License-Identifier: MIT
// Random safety games in AIGER, and who wins them by a fixpoint over all states. Shares no code
// with what it checks but the structure that a file is read into.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

#include "proof/aiger/aiger.h"

namespace zermelo::test {

struct SafetyShape {
  std::uint32_t latches = 4, environment = 2, controller = 2;
  std::uint32_t inputs() const { return environment + controller; }
};

// A random circuit; the error is rare, so that both sides win often enough.
proof::AigerFile random_safety_game(std::mt19937& random, const SafetyShape& shape, int gates = 25);
// The same with up to three outputs or bad states, and up to two constraints, which are rarely
// broken.
proof::AigerFile random_game_of_lists(std::mt19937& random, const SafetyShape& shape);
// The same, but any control of the first `defined` that is not a certain function of the latches
// and the environment's inputs, with a large diagram, is an error, too.
proof::AigerFile random_defined_game(std::mt19937& random, const SafetyShape& shape,
                                     std::uint32_t defined);

// Whether the controller can avoid the error forever, found by removing states until nothing more
// is removed. (What comes after a constraint is broken does not matter any more.) Latches begin
// at 0.
bool is_realizable(const proof::AigerFile& file, const SafetyShape& shape);
// Whether an error can occur in a circuit in which some inputs are left free.
bool error_can_come(const proof::AigerFile& circuit);
// Whether a circuit belongs to the winning side, and wins.
testing::AssertionResult circuit_wins(const proof::AigerFile& circuit, const SafetyShape& shape,
                                      bool realizable);

}  // namespace zermelo::test
