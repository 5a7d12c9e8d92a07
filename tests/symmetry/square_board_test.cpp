// SPDX-License-Identifier: MIT
#include "symmetry/square_board.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace zermelo {
namespace {

template <class Geometry>
class SquareBoards : public testing::Test {
 protected:
  using Board = typename Geometry::Board;
  using Plain = typename Geometry::Half;
  std::mt19937_64 random{7};

  Plain random_plain() {
    return static_cast<Plain>(random() & ((std::uint64_t{1} << Geometry::squares) - 1));
  }
  // Bits of the two halves.
  static std::pair<int, int> bits_of(Board board) {
    return {std::popcount(static_cast<Plain>(board)),
            std::popcount(static_cast<Plain>(board >> Geometry::half_bits))};
  }
};

using Sizes =
    testing::Types<SquareBoard<2>, SquareBoard<3>, SquareBoard<4>, SquareBoard<5>, SquareBoard<6>>;
TYPED_TEST_SUITE(SquareBoards, Sizes);

TYPED_TEST(SquareBoards, EverySquareHasTwoBitsOfItsOwn) {
  using G = TypeParam;
  typename G::Board seen = 0;
  for (int square = 0; square < G::squares; ++square) {
    EXPECT_EQ(this->bits_of(G::bit(square)), std::pair(1, 1));
    EXPECT_EQ(this->bits_of(G::bit(square) & G::low_half), std::pair(1, 0));
    EXPECT_EQ(seen & G::bit(square), 0u);
    EXPECT_EQ(G::first_square(G::bit(square)), square);
    EXPECT_EQ(G::bits[square], G::bit(square));
    seen |= G::bit(square);
  }
  EXPECT_EQ(seen, G::all);
  EXPECT_EQ(seen & G::guards, 0u);
}

TYPED_TEST(SquareBoards, LinesAreNeighbouringBitsBetweenGuards) {
  using G = TypeParam;
  for (int line = 0; line < G::lines; ++line) {
    const int shift = G::line_shift(line);
    EXPECT_NE(G::guards >> (shift - 1) & 1, 0u);
    EXPECT_NE(G::guards >> (shift + G::side) & 1, 0u);
    for (int place = 0; place < G::side; ++place) {
      const int square = G::square_on_line(line, place);
      EXPECT_NE(G::bit(square) >> (shift + place) & 1, 0u);
      EXPECT_EQ(G::expand(line, 1u << place), G::bit(square));
      EXPECT_EQ(G::on_line(G::bit(square), line), 1u << place);
      for (const bool upwards : {false, true}) {
        const int next = place + (upwards ? 1 : -1);
        const bool inside = next >= 0 && next < G::side;
        EXPECT_EQ(G::step(square, G::direction_on_line(line, upwards)),
                  inside ? G::square_on_line(line, next) : G::outside);
      }
    }
  }
}

TYPED_TEST(SquareBoards, KnowWhatLiesOnOneLine) {
  using G = TypeParam;
  for (int a = 0; a < G::squares; ++a) {
    for (int b = 0; b < G::squares; ++b) {
      const bool on_one = G::rank_of(a) == G::rank_of(b) || G::file_of(a) == G::file_of(b);
      EXPECT_EQ(G::on_one_line(G::bit(a) | G::bit(b)), on_one);
    }
  }
}

TYPED_TEST(SquareBoards, StepsGoWhereTheirNamesSay) {
  using G = TypeParam;
  for (int square = 0; square < G::squares; ++square) {
    const int file = G::file_of(square), rank = G::rank_of(square);
    EXPECT_EQ(G::step(square, left), file == 0 ? G::outside : square - 1);
    EXPECT_EQ(G::step(square, right), file == G::side - 1 ? G::outside : square + 1);
    EXPECT_EQ(G::step(square, down), rank == 0 ? G::outside : square - G::side);
    EXPECT_EQ(G::step(square, up), rank == G::side - 1 ? G::outside : square + G::side);
  }
  for (const Direction d : {left, right, down, up}) {
    EXPECT_EQ(opposite(opposite(d)), d);
    EXPECT_EQ(is_vertical(d), is_vertical(opposite(d)));
    EXPECT_NE(goes_up_the_line(d), goes_up_the_line(opposite(d)));
  }
}

TYPED_TEST(SquareBoards, PlainSetsRoundTrip) {
  using G = TypeParam;
  for (int i = 0; i < 1000; ++i) {
    const auto plain = this->random_plain();
    const auto board = G::from_plain(plain);
    EXPECT_EQ(G::to_plain(board), plain);
    EXPECT_EQ(G::from_low_half(G::low_word(board & G::low_half)), board);
    EXPECT_EQ(board & ~G::all, 0u);
  }
}

// The image of a board consists of the images of its squares.
TYPED_TEST(SquareBoards, TransformMapsSquares) {
  using G = TypeParam;
  for (int i = 0; i < 300; ++i) {
    const auto plain = this->random_plain();
    for (int g = 0; g < G::symmetries; ++g) {
      typename G::Half expected = 0;
      for (int square = 0; square < G::squares; ++square) {
        EXPECT_EQ(G::square_image[g][square], G::map_square(g, square));
        if (plain >> square & 1) expected |= typename G::Half{1} << G::map_square(g, square);
      }
      EXPECT_EQ(G::to_plain(G::transform(g, G::from_plain(plain))), expected);
    }
  }
}

template <class G>
std::vector<int> permutation(int symmetry) {
  std::vector<int> result;
  for (int square = 0; square < G::squares; ++square) {
    result.push_back(G::map_square(symmetry, square));
  }
  return result;
}

TYPED_TEST(SquareBoards, TheSymmetriesAreAGroupOfEight) {
  using G = TypeParam;
  std::map<std::vector<int>, int> numbers;
  for (int g = 0; g < G::symmetries; ++g) numbers.emplace(permutation<G>(g), g);
  ASSERT_EQ(numbers.size(), 8u) << "they differ";
  for (int square = 0; square < G::squares; ++square) EXPECT_EQ(G::map_square(0, square), square);
  for (int g = 0; g < G::symmetries; ++g) {
    EXPECT_EQ(G::compose[g][G::inverse[g]], 0);
    EXPECT_EQ(G::compose[G::inverse[g]][g], 0);
    for (int h = 0; h < G::symmetries; ++h) {
      std::vector<int> both;
      for (int square = 0; square < G::squares; ++square) {
        both.push_back(G::map_square(h, G::map_square(g, square)));
      }
      ASSERT_EQ(numbers.count(both), 1u) << "closed";
      EXPECT_EQ(G::compose[g][h], numbers[both]);
    }
  }
}

TYPED_TEST(SquareBoards, SymmetriesKeepNeighbours) {
  using G = TypeParam;
  for (int g = 0; g < G::symmetries; ++g) {
    for (int square = 0; square < G::squares; ++square) {
      for (const Direction d : {left, right, down, up}) {
        const int to = G::step(square, d);
        EXPECT_EQ(G::step(G::map_square(g, square), G::map_direction(g, d)),
                  to == G::outside ? G::outside : G::map_square(g, to));
      }
    }
  }
}

// Orbits of squares: 4 (a corner or an edge's middle), 8, or 1 (the centre).
TYPED_TEST(SquareBoards, OrbitsOfSquaresHaveTheRightSizes) {
  using G = TypeParam;
  std::map<std::size_t, int> squares_by_size;
  for (int square = 0; square < G::squares; ++square) {
    std::set<int> orbit;
    for (int g = 0; g < G::symmetries; ++g) orbit.insert(G::map_square(g, square));
    ++squares_by_size[orbit.size()];
  }
  const std::map<int, std::map<std::size_t, int>> expected = {{2, {{4, 4}}},
                                                              {3, {{1, 1}, {4, 8}}},
                                                              {4, {{4, 8}, {8, 8}}},
                                                              {5, {{1, 1}, {4, 16}, {8, 8}}},
                                                              {6, {{4, 12}, {8, 24}}}};
  EXPECT_EQ(squares_by_size, expected.at(G::side));
}

}  // namespace
}  // namespace zermelo
