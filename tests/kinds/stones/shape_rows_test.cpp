// SPDX-License-Identifier: MIT
// The rows compared with going through all colourings of a shape one by one.
#include "kinds/stones/shape_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace zermelo {
namespace {

TEST(LowStrings, AreSortedByOnesAndThenByRank) {
  for (int length = 0; length <= LowStrings::longest; ++length) {
    const LowStrings& low = LowStrings::of(length);
    EXPECT_EQ(low.length(), length);
    std::uint32_t next = 0;
    for (int ones = 0; ones <= length; ++ones) {
      EXPECT_EQ(low.first(ones), next);
      std::uint32_t i = 0;
      for (std::uint64_t string = 0; string < 1u << length; ++string) {
        if (std::popcount(string) != ones) continue;
        ASSERT_LT(i, low.count(ones));
        EXPECT_EQ(low.begin(ones)[i++], string);
      }
      EXPECT_EQ(i, low.count(ones));
      next += i;
    }
    EXPECT_EQ(low.first(length + 1), next);
  }
}

TEST(LowStrings, TellRanksWithABitPutInAndTakenOut) {
  constexpr int length = 6;
  const LowStrings& low = LowStrings::of(length);
  for (int ones = 0; ones <= length; ++ones) {
    for (std::uint32_t i = 0; i < low.count(ones); ++i) {
      const std::uint64_t string = low.begin(ones)[i];
      for (int at = 0; at < length; ++at) {
        const std::uint64_t below = string & (bit_of(at) - 1);
        for (const bool bit : {false, true}) {
          const std::uint64_t longer =
              (string & ~(bit_of(at) - 1)) << 1 | (bit ? bit_of(at) : 0) | below;
          EXPECT_EQ(low.with_bit(ones, bit, at)[i], colour_rank()(longer));
          const bool there = ((string >> at & 1) != 0) == bit;
          const std::uint64_t shorter = (string >> 1 & ~(bit_of(at) - 1)) | below;
          EXPECT_EQ(low.without_bit(ones, bit, at)[i],
                    there ? colour_rank()(shorter) : LowStrings::none);
        }
      }
    }
  }
}

struct Position {
  std::uint64_t rank;
  Squares black;
  bool operator==(const Position&) const = default;
};

std::vector<Position> by_rows(ShapeRows<std::uint32_t>& rows, std::uint64_t begin,
                              std::uint64_t end) {
  std::vector<Position> positions;
  rows.for_each(begin, end, [&](const ShapeRow& row) {
    const std::uint32_t* const low = rows.boards(row.low_ones);
    for (std::uint32_t i = 0; i < row.count; ++i)
      positions.push_back({row.rank + i, low[i] | row.black});
    return true;
  });
  return positions;
}

TEST(ShapeRows, GoThroughAllColouringsInOrder) {
  ShapeRows<std::uint32_t> rows;
  for (const Squares shape :
       {Squares{0}, Squares{0x10}, Squares{0x5a5}, Squares{0x1f3d7}, Squares{0x3fffe}}) {
    const int stones = std::popcount(shape), black = (stones + 1) / 2;
    rows.enter(shape);
    EXPECT_EQ(rows.shape(), shape);
    EXPECT_EQ(rows.stones(), stones);
    std::vector<Position> expected;
    for (std::uint64_t string = 0; string < std::uint64_t{1} << stones; ++string) {
      if (std::popcount(string) != black) continue;
      Squares board = 0, rest = string;
      for_each_square(shape, [&](int square) {
        if ((rest & 1) != 0) board |= bit_of(square);
        rest >>= 1;
      });
      EXPECT_EQ(rows.high_of(expected.size()), string >> rows.low().length());
      expected.push_back({expected.size(), board});
    }
    EXPECT_EQ(by_rows(rows, 0, rows.highs()), expected);
    // In two parts, wherever they meet.
    for (std::uint64_t cut = 0; cut <= rows.highs(); ++cut) {
      auto parts = by_rows(rows, 0, cut);
      const auto rest = by_rows(rows, cut, rows.highs());
      parts.insert(parts.end(), rest.begin(), rest.end());
      ASSERT_EQ(parts, expected) << cut;
    }
  }
}

TEST(ShapeRows, EndEarly) {
  ShapeRows<std::uint64_t> rows;
  rows.enter(0x3ffff);
  int seen = 0;
  rows.for_each(0, rows.highs(), [&](const ShapeRow&) { return ++seen < 3; });
  EXPECT_EQ(seen, 3);
}

}  // namespace
}  // namespace zermelo
