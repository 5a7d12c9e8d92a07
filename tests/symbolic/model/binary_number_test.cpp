// SPDX-License-Identifier: MIT
// Arithmetic circuits, tried with all small numbers.
#include "symbolic/model/binary_number.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace zermelo::symbolic {
namespace {

constexpr std::uint64_t largest_number = std::numeric_limits<std::uint64_t>::max();

std::vector<Literal> number_inputs(Aig& aig, std::size_t bits) {
  std::vector<Literal> result;
  for (std::size_t n = 0; n < bits; ++n) result.push_back(aig.input());
  return result;
}

// The inputs of two numbers, the first one's bits first.
std::vector<bool> inputs_for(std::uint64_t first, std::size_t bits, std::uint64_t second = 0,
                             std::size_t more = 0) {
  std::vector<bool> inputs;
  for (std::size_t n = 0; n < bits; ++n) inputs.push_back((first >> n & 1) != 0);
  for (std::size_t n = 0; n < more; ++n) inputs.push_back((second >> n & 1) != 0);
  return inputs;
}

std::uint64_t number_in(const std::vector<bool>& values, const std::vector<Literal>& bits) {
  std::uint64_t result = 0;
  for (std::size_t n = 0; n < bits.size(); ++n)
    result |= std::uint64_t{value_of(values, bits[n])} << n;
  return result;
}

TEST(BinaryNumber, ComparesNumbersOfAnyLengths) {
  for (std::size_t m = 0; m <= 4; ++m) {
    for (std::size_t n = 0; n <= 4; ++n) {
      Aig aig;
      const std::vector<Literal> a = number_inputs(aig, m), b = number_inputs(aig, n);
      const Literal is_less = less(aig, a, b);
      for (std::uint64_t x = 0; x < 1u << m; ++x) {
        for (std::uint64_t y = 0; y < 1u << n; ++y) {
          EXPECT_EQ(value_of(evaluate(aig, inputs_for(x, m, y, n)), is_less), x < y)
              << x << " of " << m << " bits, " << y << " of " << n;
        }
      }
    }
  }
}

TEST(BinaryNumber, ComparesWithConstants) {
  for (std::size_t m = 0; m <= 4; ++m) {
    for (const std::uint64_t value : {0u, 1u, 2u, 3u, 4u, 5u, 7u, 8u, 9u, 14u, 15u, 16u, 17u}) {
      Aig aig;
      const std::vector<Literal> a = number_inputs(aig, m);
      const Literal is_greater = greater_than(aig, a, value), reaches = at_least(aig, a, value);
      const Literal is_equal = equals(aig, a, value);
      for (std::uint64_t x = 0; x < 1u << m; ++x) {
        const std::vector<bool> values = evaluate(aig, inputs_for(x, m));
        EXPECT_EQ(value_of(values, is_greater), x > value) << x << ' ' << value;
        EXPECT_EQ(value_of(values, reaches), x >= value) << x << ' ' << value;
        EXPECT_EQ(value_of(values, is_equal), x == value) << x << ' ' << value;
      }
    }
  }
}

TEST(BinaryNumber, AddsOne) {
  for (std::size_t m = 0; m <= 5; ++m) {
    Aig aig;
    const std::vector<Literal> a = number_inputs(aig, m), more = plus_one(aig, a);
    EXPECT_EQ(more.size(), m + 1);
    for (std::uint64_t x = 0; x < 1u << m; ++x)
      EXPECT_EQ(number_in(evaluate(aig, inputs_for(x, m)), more), x + 1);
  }
}

TEST(BinaryNumber, AddsAndSubtractsNumbersOfAnyLengths) {
  for (std::size_t m = 0; m <= 4; ++m) {
    for (std::size_t n = 0; n <= 4; ++n) {
      Aig aig;
      const std::vector<Literal> a = number_inputs(aig, m), b = number_inputs(aig, n);
      const std::vector<Literal> sum = plus(aig, a, b), difference = minus(aig, a, b);
      for (std::uint64_t x = 0; x < 1u << m; ++x) {
        for (std::uint64_t y = 0; y < 1u << n; ++y) {
          const std::vector<bool> values = evaluate(aig, inputs_for(x, m, y, n));
          EXPECT_EQ(number_in(values, sum), x + y);
          if (x >= y) {
            EXPECT_EQ(number_in(values, difference), x - y) << x << ' ' << y;
          }
        }
      }
    }
  }
}

TEST(BinaryNumber, CountsLiterals) {
  for (std::size_t m = 0; m <= 6; ++m) {
    Aig aig;
    const std::vector<Literal> inputs = number_inputs(aig, m);
    const std::vector<Literal> number = number_of_true(aig, inputs);
    std::vector<Literal> reached;
    for (int least = -1; least <= 8; ++least) reached.push_back(at_least_true(aig, inputs, least));
    for (std::uint64_t x = 0; x < 1u << m; ++x) {
      const std::vector<bool> values = evaluate(aig, inputs_for(x, m));
      const int count = std::popcount(x);
      EXPECT_EQ(number_in(values, number), static_cast<std::uint64_t>(count));
      for (int least = -1; least <= 8; ++least) {
        EXPECT_EQ(value_of(values, reached[static_cast<std::size_t>(least + 1)]), count >= least)
            << x << ' ' << least;
      }
    }
  }
}

TEST(BinaryNumber, HasTheBitsOfConstants) {
  const std::vector<bool> none = evaluate(Aig(), {});
  for (std::uint64_t value = 0; value <= 40; ++value) {
    const std::vector<Literal> bits = constant_number(value);
    EXPECT_EQ(number_in(none, bits), value);
    EXPECT_EQ(bits.empty(), value == 0);
    for (std::size_t n = 0; n < 70; ++n) {
      const bool one = n < 64 && (value >> n & 1) != 0;
      EXPECT_EQ(bit_of_number(bits, n), one ? true_literal : false_literal);
    }
  }
  EXPECT_EQ(constant_number(largest_number), std::vector<Literal>(64, true_literal));
}

TEST(BinaryNumber, KnowsHowManyBitsItNeeds) {
  static_assert(bits_for(0) == 1 && bits_for(largest_number) == 64);
  for (std::uint64_t most = 1; most < 70; ++most)
    EXPECT_EQ(bits_for(most), constant_number(most).size());
  for (std::size_t n = 1; n < 64; ++n) {
    const std::uint64_t power = std::uint64_t{1} << n;
    EXPECT_EQ(bits_for(power - 1), n);
    EXPECT_EQ(bits_for(power), n + 1);
  }
}

// Numbers as long as a constant can be, and longer.
TEST(BinaryNumber, ComparesLongNumbers) {
  for (const std::size_t m : {63, 64, 65, 70}) {
    Aig aig;
    const std::vector<Literal> a = number_inputs(aig, m);
    const Literal is_largest = equals(aig, a, largest_number);
    const Literal is_zero = equals(aig, a, 0), is_greater = greater_than(aig, a, largest_number);
    const Literal reaches = at_least(aig, a, largest_number);
    std::vector<bool> inputs(m);
    const auto value = [&](Literal literal) { return value_of(evaluate(aig, inputs), literal); };
    EXPECT_TRUE(value(is_zero));
    EXPECT_FALSE(value(is_largest) || value(is_greater) || value(reaches));
    inputs.assign(m, true);
    EXPECT_FALSE(value(is_zero));
    EXPECT_EQ(value(is_largest), m == 64);
    EXPECT_EQ(value(is_greater), m > 64);
    EXPECT_EQ(value(reaches), m >= 64);
    inputs.assign(m, false);
    inputs.back() = true;
    EXPECT_FALSE(value(is_largest) || value(is_zero));
    EXPECT_EQ(value(is_greater), m > 64);
  }
}

}  // namespace
}  // namespace zermelo::symbolic
