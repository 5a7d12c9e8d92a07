// SPDX-License-Identifier: MIT
#include "symbolic/model/aig.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <vector>

namespace zermelo::symbolic {
namespace {

std::vector<bool> bits_of(unsigned number, std::size_t size) {
  std::vector<bool> bits(size);
  for (std::size_t n = 0; n < size; ++n) bits[n] = (number >> n & 1) != 0;
  return bits;
}

TEST(Aig, ComputesWhatItsNamesSay) {
  Aig aig;
  const Literal a = aig.input(), b = aig.input(), c = aig.input();
  const Literal land = aig.land(a, b), lor = aig.lor(a, b), lxor = aig.lxor(a, b);
  const Literal equal = aig.equal(a, b), choose = aig.choose(a, b, c);
  const std::vector<Literal> abc = {a, b, c};
  const Literal all = aig.all(abc), any = aig.any(abc);
  for (unsigned n = 0; n < 8; ++n) {
    const std::vector<bool> in = bits_of(n, 3), values = evaluate(aig, in);
    EXPECT_EQ(value_of(values, land), in[0] && in[1]);
    EXPECT_EQ(value_of(values, lor), in[0] || in[1]);
    EXPECT_EQ(value_of(values, lxor), in[0] != in[1]);
    EXPECT_EQ(value_of(values, equal), in[0] == in[1]);
    EXPECT_EQ(value_of(values, choose), in[0] ? in[1] : in[2]);
    EXPECT_EQ(value_of(values, all), n == 7);
    EXPECT_EQ(value_of(values, any), n != 0);
    EXPECT_EQ(value_of(values, !any), n == 0);
  }
}

TEST(Aig, CountsTrueLiterals) {
  Aig aig;
  std::vector<Literal> inputs;
  for (int n = 0; n < 6; ++n) inputs.push_back(aig.input());
  for (int number = 0; number <= 6; ++number) {
    const Literal exactly = aig.exactly(inputs, number);
    for (unsigned n = 0; n < 64; ++n) {
      EXPECT_EQ(value_of(evaluate(aig, bits_of(n, 6)), exactly), std::popcount(n) == number);
    }
  }
}

TEST(Aig, IsSimulatedForManyAssignmentsAtOnce) {
  Aig aig;
  std::vector<Literal> inputs;
  for (int n = 0; n < 6; ++n) inputs.push_back(aig.input());
  const Literal three = aig.exactly(inputs, 3), some = aig.any(inputs);
  std::vector<std::uint64_t> words(6);
  for (unsigned n = 0; n < 64; ++n)
    for (unsigned k = 0; k < 6; ++k) words[k] |= std::uint64_t{n >> k & 1} << n;
  const std::vector<std::uint64_t> values = simulate(aig, words);
  for (unsigned n = 0; n < 64; ++n) {
    const std::vector<bool> single = evaluate(aig, bits_of(n, 6));
    for (const Literal literal : {three, !three, some, inputs[2], false_literal, true_literal})
      EXPECT_EQ((value_of(values, literal) >> n & 1) != 0, value_of(single, literal)) << n;
  }
}

TEST(Aig, KeepsOneNodeForEqualAnds) {
  Aig aig;
  const Literal a = aig.input(), b = aig.input();
  const Literal first = aig.land(a, b);
  const std::uint32_t size = aig.size();
  EXPECT_EQ(aig.land(b, a), first);
  EXPECT_EQ(aig.land(a, a), a);
  EXPECT_EQ(aig.land(a, !a), false_literal);
  EXPECT_EQ(aig.land(true_literal, b), b);
  EXPECT_EQ(aig.land(b, false_literal), false_literal);
  EXPECT_EQ(aig.size(), size);
  EXPECT_TRUE(aig.is_and(first.node()));
  EXPECT_TRUE(aig.is_input(a.node()));
  EXPECT_EQ(aig.input_number(b.node()), 1u);
}

}  // namespace
}  // namespace zermelo::symbolic
