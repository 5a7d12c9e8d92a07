// SPDX-License-Identifier: MIT
#include "symbolic/bdd/count_states.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace zermelo::symbolic {
namespace {

// Sets given by their members, counted as they are made.
TEST(CountStates, CountsAssignments) {
  constexpr int variables = 5;
  const BddManager manager(variables);
  std::mt19937 random(2);
  for (int n = 0; n < 60; ++n) {
    Bdd states, relation;
    unsigned members = 0, steps = 0;
    const auto add = [&](Bdd& set, unsigned number, int levels, int step) {
      Bdd cube = Bdd::constant(true);
      for (int k = 0; k < levels; ++k) cube &= Bdd::literal(k * step, (number >> k & 1) != 0);
      set |= cube;
    };
    for (unsigned number = 0; number < 1u << variables; ++number) {
      if (random() % 3 != 0) continue;
      add(states, number, variables, 2);
      ++members;
    }
    for (unsigned number = 0; number < 1u << (2 * variables); number += 1 + random() % 40) {
      add(relation, number, 2 * variables, 1);
      ++steps;
    }
    EXPECT_EQ(to_string(count_states(states, variables)), std::to_string(members));
    EXPECT_EQ(to_string(count_states(!states, variables)),
              std::to_string((1u << variables) - members));
    EXPECT_EQ(to_string(count_steps(relation, variables)), std::to_string(steps));
  }
}

TEST(CountStates, RefusesNumbersBeyond128Bits) {
  const BddManager manager(130);
  EXPECT_EQ(count_states(Bdd::constant(true), 127), BigCount{1} << 127);
  EXPECT_THROW(count_states(Bdd::constant(true), 128), Error);
  EXPECT_EQ(count_states(Bdd::constant(false), 130), BigCount{0});
}

}  // namespace
}  // namespace zermelo::symbolic
