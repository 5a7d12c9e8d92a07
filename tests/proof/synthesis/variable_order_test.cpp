// SPDX-License-Identifier: MIT
#include "proof/synthesis/variable_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace zermelo::proof {
namespace {

using symbolic::Aig;
using symbolic::Literal;

std::vector<Literal> some_inputs(Aig& aig, int count) {
  std::vector<Literal> result;
  for (int k = 0; k < count; ++k) result.push_back(aig.input());
  return result;
}

std::ptrdiff_t place(const std::vector<std::uint32_t>& order, Literal input) {
  return std::ranges::find(order, input.node()) - order.begin();
}

TEST(VariableOrders, HasEveryInputOnce) {
  Aig aig;
  const std::vector<Literal> inputs = some_inputs(aig, 5);
  const Literal function = aig.land(inputs[3], !inputs[1]);  // the functions do not use the others
  for (std::vector<std::uint32_t> order : variable_orders(aig, {function, inputs[4]})) {
    ASSERT_EQ(order.size(), 5u);
    std::ranges::sort(order);
    for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(order[k], inputs[k].node());
  }
  EXPECT_TRUE(variable_orders(Aig(), {symbolic::true_literal})[1].empty());
}

// The diagram of "z is x + y" is exponential where a sum stands far from its parts, as it does in a
// depth-first search from the highest bit.
TEST(VariableOrders, SumsStandWithTheirParts) {
  constexpr int bits = 32;
  Aig aig;
  const std::vector<Literal> x = some_inputs(aig, bits), y = some_inputs(aig, bits),
                             z = some_inputs(aig, bits);
  Literal carry = symbolic::false_literal;
  std::vector<Literal> equal;
  for (std::size_t k = 0; k < bits; ++k) {
    const Literal half = aig.lxor(x[k], y[k]);
    equal.insert(equal.begin(), aig.equal(z[k], aig.lxor(half, carry)));
    carry = aig.lor(aig.land(x[k], y[k]), aig.land(half, carry));
  }
  const std::vector<std::uint32_t> order = variable_orders(aig, {aig.all(equal)})[1];
  for (std::size_t k = 0; k < bits; ++k) {
    EXPECT_LE(std::abs(place(order, x[k]) - place(order, y[k])), 8) << k;
    EXPECT_LE(std::abs(place(order, x[k]) - place(order, z[k])), 8) << k;
  }
}

}  // namespace
}  // namespace zermelo::proof
