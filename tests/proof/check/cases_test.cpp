// SPDX-License-Identifier: MIT
#include "proof/check/cases.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace zermelo::proof {
namespace {

using symbolic::Aig;
using symbolic::Literal;

struct RandomCircuit {
  Aig aig;
  std::vector<Literal> inputs, outputs;

  RandomCircuit(int input_count, int gates, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<Literal> all;
    for (int n = 0; n < input_count; ++n) all.push_back(aig.input());
    inputs = all;
    const auto any = [&] {
      const Literal literal = all[random() % all.size()];
      return random() % 2 == 0 ? literal : !literal;
    };
    for (int n = 0; n < gates; ++n) all.push_back(aig.land(any(), any()));
    for (int n = 0; n < 3; ++n) outputs.push_back(any());
  }
};

// All assignments of the inputs.
std::vector<std::vector<bool>> states(std::size_t inputs) {
  std::vector<std::vector<bool>> all;
  for (std::uint32_t bits = 0; bits < 1u << inputs; ++bits) {
    all.emplace_back();
    for (std::size_t k = 0; k < inputs; ++k) all.back().push_back((bits >> k & 1) != 0);
  }
  return all;
}

bool is_in(const std::vector<bool>& state, const Case& fixed) {
  for (const auto& [input, value] : fixed) {
    if (state[input] != value) return false;
  }
  return true;
}

TEST(Cases, EveryStateIsInOne) {
  std::size_t divided = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    const RandomCircuit circuit(8, 200, seed);
    const auto cases = cases_of(circuit.aig, circuit.inputs, circuit.outputs, seed % 20);
    divided += cases.size() > 1;
    ASSERT_TRUE(is_partition(cases));
    for (const std::vector<bool>& state : states(8)) {
      int in = 0;
      for (const Case& fixed : cases) in += is_in(state, fixed);
      ASSERT_EQ(in, 1) << "seed " << seed;
    }
  }
  EXPECT_GT(divided, 100u);
}

TEST(Cases, AreNoPartitionIfOneIsMissingOrOtherwise) {
  EXPECT_FALSE(is_partition({}));
  EXPECT_TRUE(is_partition(std::vector<Case>{Case{}}));
  EXPECT_FALSE(is_partition(std::vector<Case>{Case{{0, true}}}));
  const Case a = {{0, true}, {1, true}}, b = {{0, true}, {1, false}}, c = {{0, false}, {2, true}},
             d = {{0, false}, {2, false}, {1, true}}, e = {{0, false}, {2, false}, {1, false}};
  const std::vector<Case> cases = {a, b, c, d, e};
  ASSERT_TRUE(is_partition(cases));
  for (std::size_t n = 0; n < cases.size(); ++n) {
    auto others = cases;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(n));
    EXPECT_FALSE(is_partition(others));
    others = cases;
    others.insert(others.begin() + static_cast<std::ptrdiff_t>(n), cases[n]);
    EXPECT_FALSE(is_partition(others));
    others = cases;
    others[n].back().value = !others[n].back().value;
    EXPECT_FALSE(is_partition(others));
    others = cases;
    others[n].pop_back();
    EXPECT_FALSE(is_partition(others));
  }
}

TEST(Cases, SmallFunctionsAreOne) {
  const RandomCircuit circuit(8, 50, 1);
  const auto cases = cases_of(circuit.aig, circuit.inputs, circuit.outputs, 50);
  ASSERT_EQ(cases.size(), 1u);
  EXPECT_TRUE(cases[0].empty());
}

// One input chooses between two functions of the others: nothing else halves the circuit.
TEST(Cases, AChoiceIsDividedByWhatChooses) {
  Aig aig;
  std::vector<Literal> inputs;
  for (int n = 0; n < 9; ++n) inputs.push_back(aig.input());
  const auto parity_of = [&](std::size_t from) {
    Literal parity = symbolic::false_literal;
    for (std::size_t k = from; k < from + 4; ++k) parity = aig.lxor(parity, inputs[k]);
    return parity;
  };
  const std::vector<Literal> choice = {aig.choose(inputs[4], parity_of(0), parity_of(5))};
  const std::vector<Case> expected = {{{4, true}}, {{4, false}}};
  EXPECT_EQ(cases_of(aig, inputs, choice, 10), expected);
}

// Functions without inputs that matter are not divided forever.
TEST(Cases, WhatCannotBeDividedStays) {
  Aig aig;
  std::vector<Literal> inputs;
  for (int n = 0; n < 10; ++n) inputs.push_back(aig.input());
  const std::vector<Literal> constant = {symbolic::true_literal, inputs[3]};
  EXPECT_EQ(cases_of(aig, inputs, constant, 0).size(), 1u);
}

}  // namespace
}  // namespace zermelo::proof
