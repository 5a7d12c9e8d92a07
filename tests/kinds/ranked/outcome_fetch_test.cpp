// SPDX-License-Identifier: MIT
#include "kinds/ranked/outcome_fetch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "tablebase/distributed/thread_cluster.h"

namespace zermelo::symbolic {
namespace {

OutcomeVector::Code code_of(std::uint64_t board) {
  return static_cast<OutcomeVector::Code>(1 + (board * 0x9E3779B97F4A7C15u >> 40) % 3);
}

OutcomeShare filled_share(std::uint64_t boards, const Cluster& cluster) {
  OutcomeShare share(OutcomeShare::even_cuts(boards, cluster.size()), cluster.rank());
  OutcomeVector::Writer writer(share.outcomes());
  for (std::uint64_t board = share.own().begin; board < share.own().end; ++board)
    writer.write(board - share.first(), code_of(board));
  return share;
}

// A random number of ranges of random lengths, including overlapping and empty ones.
std::vector<RankRange> random_ranges(std::uint64_t boards, std::mt19937_64& random) {
  std::vector<RankRange> ranges;
  for (std::uint64_t n = random() % 9; n > 0; --n) {
    const std::uint64_t begin = random() % boards;
    const std::uint64_t length = random() % 3 == 0 ? random() % 40 : random() % boards;
    ranges.push_back({begin, std::min(boards, begin + length)});
  }
  return ranges;
}

TEST(FetchedOutcomesTest, AreThoseOfTheRanges) {
  for (const int processes : {1, 2, 3, 5, 8}) {
    for (const std::uint64_t boards : {1, 40, 3000, 20'000}) {
      for (const std::uint64_t buffer : {1, 500, 1 << 20}) {
        ThreadCluster::run(processes, [&](Cluster& cluster) {
          std::mt19937_64 random(static_cast<std::uint64_t>(cluster.rank()));
          const OutcomeShare share = filled_share(boards, cluster);
          FetchedOutcomes fetched;
          FetchCounts counts;
          for (int time = 0; time < 4; ++time) {
            const std::vector<RankRange> ranges = random_ranges(boards, random);
            fetched.fetch(cluster, share, ranges, buffer, counts);
            EXPECT_LE(fetched.outcomes().memory(),
                      FetchedOutcomes::bytes(ranges) + 16 * ranges.size());
            for (const RankRange& range : ranges) {
              for (std::uint64_t board = range.begin; board < range.end; ++board)
                ASSERT_EQ(fetched.outcomes().at(fetched.place(board)), code_of(board)) << board;
            }
          }
          if (processes == 1) {
            EXPECT_EQ(counts.asked + counts.ranges + counts.bytes + counts.rounds, 0u);
          }
        });
      }
    }
  }
}

// With little room there are more rounds, in which no process sends more than fits.
TEST(FetchedOutcomesTest, ComeInAsManyRoundsAsTheyNeed) {
  constexpr std::uint64_t boards = 64 * outcome_run, bytes_a_share = boards / 4 / 4;
  for (const std::uint64_t rounds : {1, 4}) {
    ThreadCluster::run(4, [&](Cluster& cluster) {
      const OutcomeShare share = filled_share(boards, cluster);
      FetchedOutcomes fetched;
      FetchCounts counts;
      const std::uint64_t questions = 2 * 16 * rounds;
      fetched.fetch(cluster, share, {{0, boards}}, 4 * (bytes_a_share + questions) / rounds,
                    counts);
      EXPECT_EQ(counts.rounds, rounds);
      EXPECT_EQ(counts.local, boards / 4);
      EXPECT_EQ(counts.asked, boards / 4 * 3);
      EXPECT_EQ(counts.ranges, 3u);
      // Three answers to others, and three questions per round.
      EXPECT_EQ(counts.bytes, 3 * bytes_a_share + 3 * 16 * rounds);
    });
  }
}

}  // namespace
}  // namespace zermelo::symbolic
