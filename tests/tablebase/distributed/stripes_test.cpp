// SPDX-License-Identifier: MIT
// Every index has one owner and one place there, in a slice, a set and a group.
#include "tablebase/distributed/stripes.h"

#include <gtest/gtest.h>

#include <set>

#include "tablebase/distributed/group_shares.h"

namespace zermelo {
namespace {

constexpr std::uint64_t universes[] = {0, 1, 1024, 2048, 2049, 5000, 100'000, 1'000'003};

TEST(Stripes, GiveEveryIndexOneOwnerAndOnePlace) {
  for (const std::uint64_t universe : universes) {
    for (const int ranks : {1, 2, 4, 5, 8}) {
      for (const std::uint64_t blocks : {0u, 1u, 4u}) {
        std::uint64_t owned = 0, all_blocks = 0;
        for (int rank = 0; rank < ranks; ++rank) {
          const Stripes stripes(universe, ranks, rank, {.blocks = blocks});
          ASSERT_TRUE(stripes.check());
          std::set<std::uint64_t> places;
          stripes.for_each_own([&](std::uint64_t s) {
            ASSERT_EQ(stripes.owner(s), rank);
            ASSERT_EQ(stripes.begin(s) % block_indices, 0u);
            for (std::uint64_t index = stripes.begin(s); index < stripes.end(s); ++index) {
              ASSERT_EQ(stripes.stripe_of(index), s);
              ASSERT_LT(stripes.place(index), stripes.own_chunks() * chunk_size);
              places.insert(stripes.place(index));
            }
          });
          owned += places.size();
          all_blocks += stripes.own_blocks().size();
        }
        ASSERT_EQ(owned, universe) << ranks;
        ASSERT_EQ(all_blocks, (universe + block_indices - 1) / block_indices);
      }
    }
  }
}

TEST(Stripes, AreNeighboursUpToFourRanksAndDealtInTurnBeyond) {
  const Stripes four(10'000'000, 4, 1);
  EXPECT_GE(four.count(), 4 * Stripes::stripes_a_rank);
  for (std::uint64_t s = 1; s < four.count(); ++s) EXPECT_GE(four.owner(s), four.owner(s - 1));
  EXPECT_EQ(four.owner(four.count() - 1), 3);
  const Stripes five(10'000'000, 5, 1);
  for (std::uint64_t s = 0; s < five.count(); ++s)
    EXPECT_EQ(five.owner(s), static_cast<int>(s % 5));
  for (int rank = 1; rank < 5; ++rank) {
    const auto more = static_cast<double>(five.chunks_of(rank));
    EXPECT_NEAR(more / static_cast<double>(five.chunks_of(0)), 1, 0.03);
  }
}

TEST(StripedSet, AnswersForItsOwnIndices) {
  const std::uint64_t universe = 9000;
  const auto is_member = [](std::uint64_t index) { return index % 7 == 3 || index % 64 == 0; };
  std::uint64_t members = 0, expected = 0;
  for (std::uint64_t index = 0; index < universe; ++index) expected += is_member(index) ? 1 : 0;
  for (int rank = 0; rank < 3; ++rank) {
    const Stripes stripes(universe, 3, rank);
    std::vector<std::uint64_t> words(StripedSet::words_needed(stripes));
    const auto for_each_index = [&](auto&& visit) {
      stripes.for_each_own([&](std::uint64_t s) {
        for (std::uint64_t index = stripes.begin(s); index < stripes.end(s); ++index) visit(index);
      });
    };
    for_each_index([&](std::uint64_t index) {
      if (!is_member(index)) return;
      words[stripes.place(index) / 64] |= std::uint64_t{1} << stripes.place(index) % 64;
    });
    const StripedSet set(stripes, words);
    EXPECT_EQ(set.universe(), universe);
    for_each_index([&](std::uint64_t index) {
      ASSERT_EQ(set.contains(index), is_member(index)) << index;
      ASSERT_EQ((set.word(index / 64) >> index % 64 & 1) != 0, is_member(index)) << index;
    });
    members += set.size();
  }
  EXPECT_EQ(members, expected);
}

// Two slices, the second of which begins at a chunk.
TEST(GroupShares, GiveEveryChunkOneHome) {
  const std::uint64_t sizes[] = {70'000, 50'001};
  const std::uint64_t second = (sizes[0] + chunk_size - 1) / chunk_size * chunk_size;
  for (const int ranks : {1, 2, 3, 8}) {
    std::uint64_t chunks = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      const Stripes a(sizes[0], ranks, rank), b(sizes[1], ranks, rank);
      const GroupShares shares({0, second}, {&a, &b}, ranks, rank);
      EXPECT_EQ(shares.chunks(), a.own_chunks() + b.own_chunks());
      for (std::uint64_t own = 0; own < shares.chunks(); ++own) {
        const std::uint64_t place = shares.group_chunk(own) * chunk_size + own % chunk_size;
        const auto location = shares.location(place);
        ASSERT_TRUE(shares.is_own(location));
        ASSERT_EQ(location.rank, static_cast<std::uint32_t>(rank));
        ASSERT_EQ(location.place, own * chunk_size + own % chunk_size);
      }
      chunks += shares.chunks();
    }
    EXPECT_EQ(chunks, second / chunk_size + (sizes[1] + chunk_size - 1) / chunk_size);
  }
}

// As large as Ostle's groups on a board of side six: nothing is counted in 32 bits.
TEST(GroupShares, HaveRoomForTheLargestGames) {
  const std::uint64_t sizes[] = {40'100'695'110, 208'323'536'148};
  const std::uint64_t second = (sizes[0] + chunk_size - 1) / chunk_size * chunk_size;
  for (const int ranks : {1, 4, 16, 64}) {
    std::uint64_t chunks = 0;
    for (const int rank : {0, ranks - 1}) {
      const Stripes a(sizes[0], ranks, rank), b(sizes[1], ranks, rank);
      ASSERT_TRUE(a.check() && b.check());
      EXPECT_EQ(a.place(sizes[0] - 1) / chunk_size,
                a.chunks_of(a.owner(a.stripe_of(sizes[0] - 1))) - 1);
      const GroupShares shares({0, second}, {&a, &b}, ranks, rank);
      for (std::uint64_t own = 1; own < shares.chunks(); own += shares.chunks() / 1000) {
        const std::uint64_t place = shares.group_chunk(own) * chunk_size + own % chunk_size;
        const auto location = shares.location(place);
        ASSERT_TRUE(shares.is_own(location));
        ASSERT_EQ(location.place, own * chunk_size + own % chunk_size);
      }
      chunks = shares.chunks();
    }
    EXPECT_NEAR(static_cast<double>(chunks) * ranks,
                static_cast<double>(sizes[0] + sizes[1]) / chunk_size,
                static_cast<double>(chunks) * ranks / 20);
  }
}

}  // namespace
}  // namespace zermelo
