// SPDX-License-Identifier: MIT
#include "symmetry/grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace zermelo {
namespace {

std::vector<int> images_of(const GridSymmetry& g, int squares) {
  std::vector<int> images;
  for (int s = 0; s < squares; ++s) images.push_back(g.image(s));
  return images;
}

TEST(Grid, NumbersSquaresByRanksFromTheBottom) {
  constexpr Grid grid{5, 3};
  EXPECT_EQ(grid.squares(), 15);
  EXPECT_EQ(grid.all(), 0x7fffu);
  EXPECT_EQ((Grid{8, 8}.all()), ~Squares{0});
  for (int square = 0; square < grid.squares(); ++square)
    EXPECT_EQ(grid.square(grid.file_of(square), grid.rank_of(square)), square);
  EXPECT_EQ(grid.square(4, 0), 4);
  EXPECT_EQ(grid.square(0, 1), 5);
  EXPECT_TRUE(grid.contains(4, 2));
  for (const auto& [file, rank] : {std::pair{5, 0}, {-1, 0}, {0, 3}, {0, -1}})
    EXPECT_FALSE(grid.contains(file, rank));
}

TEST(Grid, GoesThroughSquaresInOrder) {
  std::vector<int> visited;
  for_each_square(bit_of(63) | bit_of(0) | bit_of(17), [&](int s) { visited.push_back(s); });
  EXPECT_EQ(visited, (std::vector<int>{0, 17, 63}));
}

TEST(GridSymmetry, MapsSetsAsItMapsTheirSquares) {
  std::vector<int> images(64);
  for (int s = 0; s < 64; ++s) images[static_cast<std::size_t>(s)] = (s * 37 + 11) % 64;
  const GridSymmetry g(images);
  for (const Squares set : {Squares{0}, Squares{1}, ~Squares{0}, Squares{0x8421c0ffee000001}}) {
    Squares expected = 0;
    for_each_square(set, [&](int s) { expected |= bit_of(images[static_cast<std::size_t>(s)]); });
    EXPECT_EQ(g(set), expected);
  }
}

// A map is a symmetry if neighbours stay neighbours: these are all such permutations of a small
// board.
TEST(GridSymmetries, AreAllThatKeepNeighbours) {
  for (const Grid grid : {Grid{2, 2}, Grid{3, 2}, Grid{2, 4}, Grid{1, 5}, Grid{1, 1}, Grid{7, 1}}) {
    SCOPED_TRACE(std::to_string(grid.columns) + "x" + std::to_string(grid.rows));
    const auto touch = [&](int a, int b) {
      return std::abs(grid.file_of(a) - grid.file_of(b)) +
                 std::abs(grid.rank_of(a) - grid.rank_of(b)) ==
             1;
    };
    std::vector<int> map(static_cast<std::size_t>(grid.squares()));
    for (std::size_t i = 0; i < map.size(); ++i) map[i] = static_cast<int>(i);
    std::set<std::vector<int>> expected, found;
    do {
      bool keeps = true;
      for (int a = 0; keeps && a < grid.squares(); ++a) {
        for (int b = 0; keeps && b < a; ++b)
          keeps = touch(a, b) ==
                  touch(map[static_cast<std::size_t>(a)], map[static_cast<std::size_t>(b)]);
      }
      if (keeps) expected.insert(map);
    } while (std::next_permutation(map.begin(), map.end()));
    const auto symmetries = grid_symmetries(grid);
    for (const GridSymmetry& g : symmetries) found.insert(images_of(g, grid.squares()));
    EXPECT_EQ(found, expected);
    EXPECT_EQ(found.size(), symmetries.size());
    EXPECT_EQ(images_of(symmetries.front(), grid.squares()), *expected.begin());
  }
}

TEST(GridSymmetries, AreEightOfASquareAndFourOfAnyOtherBoard) {
  EXPECT_EQ(grid_symmetries({8, 8}).size(), 8u);
  EXPECT_EQ(grid_symmetries({8, 7}).size(), 4u);
  EXPECT_EQ(grid_symmetries({64, 1}).size(), 2u);
}

}  // namespace
}  // namespace zermelo
