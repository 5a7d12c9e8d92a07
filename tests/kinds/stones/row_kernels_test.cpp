// SPDX-License-Identifier: MIT
// Each loop against a plain one, for all lengths around those of vectors.
#include "kinds/stones/row_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "kinds/stones/shape_rows.h"

namespace zermelo::rows {
namespace {

constexpr std::uint32_t lengths[] = {0, 1, 3, 4, 7, 8, 15, 16, 17, 31, 32, 33, 64, 100, 252};

template <class T>
class Lanes : public testing::Test {};
using LaneTypes = testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(Lanes, LaneTypes);

TYPED_TEST(Lanes, FindUnforcedPositions) {
  std::mt19937_64 random(11);
  const Grid grid = sizeof(TypeParam) == 4 ? Grid{6, 5} : Grid{8, 7};
  const Lines lines(grid, 4);
  int without_force = 0;
  for (const std::uint32_t n : lengths) {
    // (Sparse boards, since otherwise none of the large ones would be without a threat.)
    const Squares one = random(), two = random();
    const Squares shape = (n % 2 == 0 ? one & two : one | two) & grid.all();
    const Squares next = ~shape & random() & grid.all();
    const Squares high = shape & random() & ~Squares{0x3ff};
    std::vector<TypeParam> low(n), black(n), white(n);
    for (TypeParam& l : low) l = static_cast<TypeParam>(shape & random() & 0x3ff);
    std::vector<std::uint8_t> unforced(n, 9);
    find_unforced(low.data(), n, high, shape, next, lines, black.data(), white.data(),
                  unforced.data());
    for (std::uint32_t i = 0; i < n; ++i) {
      const Squares b = low[i] | high, w = b ^ shape;
      const Squares black_completes = lines.completing(b), white_completes = lines.completing(w);
      // (Squares that a side already holds show its whole lines.)
      ASSERT_EQ(black[i] & ~b, black_completes & ~b);
      ASSERT_EQ(white[i] & ~w, white_completes & ~w);
      const bool free =
          !lines.any(b) && !lines.any(w) && ((black_completes | white_completes) & next) == 0;
      ASSERT_EQ(unforced[i], free ? 1 : 0) << n << ' ' << i;
      without_force += unforced[i];
    }
  }
  EXPECT_GT(without_force, 0);
}

TEST(RowKernels, MarkWhereBitsAreThere) {
  std::mt19937_64 random(14);
  for (const std::uint32_t n : lengths) {
    std::vector<std::uint16_t> strings(n);
    for (std::uint16_t& string : strings) string = random() & 0x3ff;
    std::vector<std::uint8_t> found(n), before;
    for (std::uint8_t& f : found) f = random() & 1;
    before = found;
    const std::uint16_t mask = random() & random() & 0x3ff, bits = mask & random();
    mark_where(found.data(), strings.data(), mask, bits, n);
    for (std::uint32_t i = 0; i < n; ++i)
      ASSERT_EQ(found[i], (strings[i] & mask) == bits ? 1 : before[i]) << n << ' ' << i;
  }
}

std::vector<std::uint16_t> some_indices(std::uint32_t n, bool with_none, std::mt19937_64& random) {
  std::vector<std::uint16_t> index(n);
  for (std::uint16_t& i : index) {
    const bool none = with_none && random() % 4 == 0;
    i = none ? LowStrings::none : static_cast<std::uint16_t>(random() % n);
  }
  return index;
}

template <class T>
std::vector<T> some_bytes(std::uint32_t n, std::mt19937_64& random) {
  std::vector<T> bytes(n);
  for (T& b : bytes) b = static_cast<T>(random());
  return bytes;
}

// into(to, from, n) and the same with an index, against one step for one place.
template <class T, class Into, class IntoIndexed, class Step>
void expect_into(const Into& into, const IntoIndexed& into_indexed, const Step& step,
                 bool with_none = false) {
  std::mt19937_64 random(13);
  for (const std::uint32_t n : lengths) {
    const auto from = some_bytes<T>(n, random);
    auto to = some_bytes<T>(n, random), expected = to;
    into(to.data(), from.data(), n);
    for (std::uint32_t i = 0; i < n; ++i) expected[i] = step(expected[i], from[i]);
    ASSERT_EQ(to, expected) << n;
    const auto index = some_indices(n, with_none, random);
    into_indexed(to.data(), from.data(), index.data(), n);
    for (std::uint32_t i = 0; i < n; ++i) {
      if (index[i] != LowStrings::none) expected[i] = step(expected[i], from[index[i]]);
    }
    ASSERT_EQ(to, expected) << n;
  }
}

TEST(RowKernels, UniteAndCompare) {
  const auto call = [](auto&&... arguments) { or_into(arguments...); };
  expect_into<std::uint8_t>(
      call, call, [](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>(a | b); },
      true);
  const auto greatest = [](auto&&... arguments) { max_into(arguments...); };
  expect_into<std::int8_t>(greatest, greatest,
                           [](std::int8_t a, std::int8_t b) { return std::max(a, b); });
  const auto least = [](auto&&... arguments) { min_into(arguments...); };
  expect_into<std::int8_t>(least, least,
                           [](std::int8_t a, std::int8_t b) { return std::min(a, b); });
}

TEST(RowKernels, SetAndClearWhereSomethingWasFound) {
  std::mt19937_64 random(17);
  for (const std::uint32_t n : lengths) {
    std::vector<std::uint8_t> found(n), positions(n);
    for (auto& f : found) f = random() % 2;
    for (auto& p : positions) p = random() % 2;
    auto values = some_bytes<std::int8_t>(n, random), expected = values;
    set_where(values.data(), found.data(), -7, n);
    std::uint64_t all = 0, cleared = 0;
    auto left = positions;
    for (std::uint32_t i = 0; i < n; ++i) {
      if (found[i] != 0) expected[i] = -7;
      all += positions[i];
      cleared += positions[i] & found[i];
      if (found[i] != 0) left[i] = 0;
    }
    EXPECT_EQ(values, expected);
    const Cleared counts = clear_where(positions.data(), found.data(), n);
    EXPECT_EQ(positions, left);
    EXPECT_EQ(counts.all, all);
    EXPECT_EQ(counts.cleared, cleared);
  }
}

}  // namespace
}  // namespace zermelo::rows
