// SPDX-License-Identifier: MIT
#include "gen/grid/codes.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <set>
#include <utility>

#include "gen/error.h"

namespace zermelo {
namespace {

// Every position of a small board has a code of its own, and all codes are used.
TEST(GridCodes, AreDense) {
  const Grid grid{3, 2};
  for (const int fewest : {0, 2}) {
    for (const int most : {4, 6}) {
      const GridCodes codes(grid, fewest, most);
      std::set<std::uint64_t> seen;
      for (Squares black = 0; black < 64; ++black) {
        for (Squares white = 0; white < 64; ++white) {
          const int pieces = std::popcount(black | white);
          if ((black & white) != 0) continue;
          EXPECT_EQ(codes.covers(pieces), fewest <= pieces && pieces <= most);
          if (!codes.covers(pieces)) continue;
          for (const bool white_to_move : {false, true}) {
            const GridPosition p{black, white, white_to_move};
            const std::uint64_t code = codes.encode(p);
            EXPECT_LT(code, codes.size());
            EXPECT_LE(codes.first_with(pieces), code);
            EXPECT_LT(code, codes.first_with(pieces + 1));
            EXPECT_EQ(codes.decode(code), p);
            EXPECT_TRUE(seen.insert(code).second);
          }
        }
      }
      EXPECT_EQ(seen.size(), codes.size());
    }
  }
}

TEST(GridCodes, GoThereAndBackOnLargeBoards) {
  std::mt19937_64 random(7);
  for (const auto& [grid, most] :
       {std::pair{Grid{8, 8}, 12}, {Grid{13, 3}, 39}, {Grid{5, 5}, 25}}) {
    const GridCodes codes(grid, 0, most);
    for (int n = 0; n < 2000; ++n) {
      const std::uint64_t code = random() % codes.size();
      const GridPosition p = codes.decode(code);
      EXPECT_EQ(p.black & p.white, 0u);
      EXPECT_EQ(p.occupied() & ~grid.all(), 0u);
      ASSERT_EQ(codes.encode(p), code);
    }
    EXPECT_EQ(codes.encode(codes.decode(codes.size() - 1)), codes.size() - 1);
  }
}

TEST(GridCodes, RefuseMoreThanFitIntoAWord) {
  EXPECT_THROW(GridCodes({8, 5}, 0, 40), UsageError);  // 2 * 3^40
  // (Far beyond, sums must not wrap round to something that seems to fit.)
  for (int most = 32; most <= 64; ++most)
    EXPECT_THROW(GridCodes({8, 8}, 0, most), UsageError) << most;
  EXPECT_THROW(GridCodes({7, 6}, 1, 28), UsageError);
  EXPECT_EQ(GridCodes({13, 3}, 0, 39).size(), 2 * 4052555153018976267u);
}

TEST(GridCodesIfAny, AreRefusedWhenTheyAreAskedFor) {
  const GridCodesIfAny none({8, 8}, 1, 32), some({3, 3}, 0, 9);
  EXPECT_THROW(none.get(), UsageError);
  EXPECT_FALSE(none.any());
  EXPECT_TRUE(none.covers(1) && none.covers(32));
  EXPECT_FALSE(none.covers(0) || none.covers(33));
  EXPECT_TRUE(some.any());
  EXPECT_EQ(some.get().size(), 2 * 19683u);
}

}  // namespace
}  // namespace zermelo
