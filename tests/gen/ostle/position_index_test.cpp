// SPDX-License-Identifier: MIT
#include "gen/ostle/position_index.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <tuple>
#include <vector>

#include "tests/support/ostle_positions.h"

namespace zermelo::ostle {
namespace {

// A bijection, by the definition: two positions have the same index exactly if a symmetry carries
// one to the other, and the indices that Cursor calls canonical are exactly those that occur.
template <int N>
void expect_bijection(int own, int opponent) {
  SCOPED_TRACE(testing::Message() << N << ": " << own << "-" << opponent);
  using Index = PositionIndex<N, PortableBits>;
  using Geometry = SquareBoard<N>;
  const Index index(own, opponent);
  typename Index::Cursor cursor(index);
  std::vector<int> found(index.size());
  test::for_each_position<N>(own, opponent, [&](const Position<N>& p) {
    const Place place = index.locate(p);
    ASSERT_LT(place.index, index.size());
    ++found[place.index];
    const Position<N> canonical = p.transformed(place.symmetry);
    ASSERT_EQ(canonical, cursor.at(place.index));
    ASSERT_EQ(canonical.own & Geometry::low_half, place.own & Geometry::low_half);
    ASSERT_EQ(cursor.stabiliser(), place.stabiliser);
  });
  for (std::uint64_t i = 0; i < index.size(); ++i) {
    const Position<N> p = cursor.at(i);
    unsigned stabiliser = 0;
    int images = 0;
    for (int g = 0; g < 8; ++g) {
      if (p.transformed(g) != p) continue;
      stabiliser |= 1u << g;
      ++images;
    }
    ASSERT_EQ(cursor.stabiliser(), stabiliser);
    // Orbit and stabiliser: every one of the 8 / images different positions was found once.
    ASSERT_EQ(found[i], cursor.is_canonical() ? 8 / images : 0) << i;
    const Place place = index.locate(p);
    ASSERT_EQ(place.index == i, cursor.is_canonical());
    ASSERT_LE(place.index, i) << "an unused index shows a position with a smaller one";
  }
}

TEST(OstleIndex, IsABijectionOnSideThree) {
  for (int own = 0; own <= 3; ++own) {
    for (int opponent = 0; opponent <= 3; ++opponent) expect_bijection<3>(own, opponent);
  }
}

TEST(OstleIndex, IsABijectionOnSideFour) {
  for (const auto& [own, opponent] : {std::pair(1, 1), {1, 2}, {2, 1}, {2, 2}, {3, 2}, {4, 1}}) {
    expect_bijection<4>(own, opponent);
  }
}

TEST(OstleIndex, IsABijectionOnSideFive) {
  for (const auto& [own, opponent] : {std::pair(1, 1), {2, 1}, {1, 3}, {2, 2}, {4, 1}}) {
    expect_bijection<5>(own, opponent);
  }
}

TEST(OstleIndex, IsABijectionOnSideSix) {
  for (const auto& [own, opponent] : {std::pair(0, 1), {1, 1}, {2, 1}, {1, 2}})
    expect_bijection<6>(own, opponent);
}

template <int N>
void expect_invariance(int own, int opponent, std::mt19937_64& random) {
  const PositionIndex<N, PortableBits> index(own, opponent);
  const PositionIndex<N, Bmi2Bits> fast(own, opponent);
  for (int i = 0; i < 2000; ++i) {
    const auto p = test::random_position<N>(own, opponent, random);
    const Place place = index.locate(p);
    for (int g = 0; g < 8; ++g) {
      const Place image = index.locate(p.transformed(g));
      ASSERT_EQ(image.index, place.index);
      ASSERT_EQ(image.stabiliser, place.stabiliser);
      ASSERT_EQ(p.transformed(g).transformed(image.symmetry), p.transformed(place.symmetry));
    }
    if (!processor_has_bmi2()) continue;
    const Place same = fast.locate(p);
    ASSERT_EQ(std::tuple(same.index, same.symmetry, same.stabiliser),
              std::tuple(place.index, place.symmetry, place.stabiliser));
  }
}

TEST(OstleIndex, DoesNotSeeOrientations) {
  std::mt19937_64 random(11);
  for (int own = 1; own <= 5; ++own) {
    for (int opponent = 1; opponent <= 5; ++opponent) {
      if (own <= 3 && opponent <= 3) expect_invariance<3>(own, opponent, random);
      if (own <= 4 && opponent <= 4) expect_invariance<4>(own, opponent, random);
      expect_invariance<5>(own, opponent, random);
    }
  }
  for (const auto& [own, opponent] : {std::pair(2, 4), {3, 3}, {5, 2}, {5, 5}})
    expect_invariance<6>(own, opponent, random);
}

// A walk over a stretch of the full game's largest slice, and jumps within it.
template <int N>
void expect_cursor_and_locate_agree(const PositionIndex<N, PortableBits>& index) {
  typename PositionIndex<N, PortableBits>::Cursor cursor(index);
  const auto check = [&](std::uint64_t i) {
    const Position<N> p = cursor.at(i);
    const Place place = index.locate(p);
    ASSERT_EQ(place.index == i, cursor.is_canonical()) << i;
    ASSERT_LE(place.index, i);
  };
  for (std::uint64_t i = 0; i < 100000; ++i) check(i);
  for (std::uint64_t i = index.size() - 100000; i < index.size(); ++i) check(i);
  std::mt19937_64 random(5);
  for (int i = 0; i < 100000; ++i) check(random() % index.size());
}

TEST(OstleIndex, CursorAndLocateAgreeOnTheFullBoard) { expect_cursor_and_locate_agree<5>({5, 5}); }

// Indices of more than 32 bits: six classes of C(35, 5) sets of own pieces (three of them halved by
// the hole's symmetry, which keeps 676 sets) times C(30, 5) columns.
TEST(OstleIndex, CursorAndLocateAgreeOnSideSix) {
  const PositionIndex<6, PortableBits> index(5, 5);
  EXPECT_EQ(index.size(), (3 * 324632ull + 3 * (324632 + 676) / 2) * 142506);
  expect_cursor_and_locate_agree<6>(index);
}

TEST(OstleIndex, ClassesAreTheHolesSquares) {
  EXPECT_EQ(hole_representatives<3>(), (std::array{0, 3, 4}));
  EXPECT_EQ(hole_representatives<4>(), (std::array{0, 4, 5}));
  EXPECT_EQ(hole_representatives<5>(), (std::array{0, 5, 10, 6, 11, 12}));
  EXPECT_EQ(hole_representatives<6>(), (std::array{0, 6, 12, 7, 13, 14}));
  const PositionIndex<4, PortableBits> index(2, 2);
  PositionIndex<4, PortableBits>::Cursor cursor(index);
  std::uint64_t total = 0;
  for (int c = 0; c < index.classes; ++c) {
    std::uint64_t canonical = 0;
    for (std::uint64_t i = index.class_begin(c); i < index.class_begin(c + 1); ++i) {
      ASSERT_EQ(cursor.at(i).hole, index.representatives[static_cast<std::size_t>(c)]);
      canonical += cursor.is_canonical() ? 1 : 0;
    }
    EXPECT_EQ(index.count_class(c), canonical);
    total += canonical;
  }
  // Burnside: only the identity and the two diagonal mirrors keep a square for the hole. A mirror
  // keeps 4 holes on its diagonal times the pieces: a side has two of the 3 other diagonal squares
  // or a mirrored pair of 6 (or of 5, if the other side has one), not both sides on the diagonal.
  const std::uint64_t placements = 16 * 105 * 78, diagonal = 4 * (3 * 6 + 6 * 3 + 6 * 5);
  EXPECT_EQ(total, (placements + 2 * diagonal) / 8);
}

// As many classes of positions as are found by looking at every index.
template <int N>
void expect_counts_of_indices(int own, int opponent) {
  const PositionIndex<N, PortableBits> index(own, opponent);
  typename PositionIndex<N, PortableBits>::Cursor cursor(index);
  for (int c = 0; c < index.classes; ++c) {
    std::uint64_t canonical = 0;
    for (std::uint64_t i = index.class_begin(c); i < index.class_begin(c + 1); ++i) {
      cursor.at(i);
      canonical += cursor.is_canonical() ? 1 : 0;
    }
    ASSERT_EQ(index.count_class(c), canonical) << N << ": " << own << "-" << opponent;
  }
}

TEST(OstleIndex, CountsWhatItsIndicesAre) {
  for (int own = 1; own <= 3; ++own) {
    for (int opponent = 1; opponent <= 3; ++opponent) {
      expect_counts_of_indices<3>(own, opponent);
      expect_counts_of_indices<4>(own, opponent);
    }
  }
  for (const auto& [own, opponent] : {std::pair(2, 2), {3, 2}, {4, 1}, {1, 4}})
    expect_counts_of_indices<5>(own, opponent);
  for (const auto& [own, opponent] : {std::pair(1, 3), {2, 2}, {3, 1}})
    expect_counts_of_indices<6>(own, opponent);
}

// Ways to place both sides' pieces on `single` squares and on `pairs` pairs of squares, which one
// side has whole or not at all.
std::uint64_t ways_in_pairs(int single, int pairs, int own, int opponent) {
  std::uint64_t ways = 0;
  for (int p = 0; 2 * p <= own; ++p) {
    for (int q = 0; 2 * q <= opponent; ++q) {
      ways += binomial(pairs, p) * binomial(single, own - 2 * p) * binomial(pairs - p, q) *
              binomial(single - (own - 2 * p), opponent - 2 * q);
    }
  }
  return ways;
}

// Burnside's lemma on the whole board of side six, without rows or classes: of the symmetries, the
// identity keeps every placement; a diagonal mirror has six squares on its axis, one of which must
// be the hole's, and fifteen pairs; the others keep no square for the hole.
TEST(OstleIndex, CountsOnSideSixAsBurnsidesLemma) {
  std::uint64_t all = 0;
  for (int own = 1; own <= 5; ++own) {
    for (int opponent = 1; opponent <= 5; ++opponent) {
      const PositionIndex<6, PortableBits> index(own, opponent);
      std::uint64_t counted = 0;
      for (int c = 0; c < index.classes; ++c) counted += index.count_class(c);
      const std::uint64_t placements = 36 * binomial(35, own) * binomial(35 - own, opponent);
      const std::uint64_t mirrored = 6 * ways_in_pairs(5, 15, own, opponent);
      ASSERT_EQ(counted, (placements + 2 * mirrored) / 8) << own << "-" << opponent;
      all += counted;
    }
  }
  EXPECT_EQ(all, 311'413'964'049u);
}

}  // namespace
}  // namespace zermelo::ostle
