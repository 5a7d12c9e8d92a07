// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <random>
#include <vector>

#include "kinds/ranked/outcome_vector.h"
#include "tablebase/distributed/thread_cluster.h"

namespace zermelo::symbolic {
namespace {

constexpr int process_counts[] = {1, 2, 3, 5, 8};
constexpr std::uint64_t board_counts[] = {0, 1, 1023, 1024, 1025, 5000, 100'000};

// Any outcome, but the same for a board each time.
OutcomeVector::Code some_code(std::uint64_t board) {
  return static_cast<OutcomeVector::Code>(1 + (board * 0x9E3779B97F4A7C15u >> 40) % 3);
}

// Runs belong to one process each, neighbours to neighbours, all of them.
void expect_whole(const OutcomeShare& share, int processes) {
  std::uint64_t next = 0;
  for (int p = 0; p < processes; ++p) {
    const RankRange owned = share.owned(static_cast<std::size_t>(p));
    EXPECT_EQ(owned.begin, next);
    EXPECT_TRUE(owned.begin % outcome_run == 0 || owned.begin == share.boards());
    next = owned.end;
    for (const std::uint64_t board : {owned.begin, owned.begin + owned.size() / 2, owned.end - 1}) {
      if (owned.size() > 0) {
        EXPECT_EQ(share.owner(board), static_cast<std::size_t>(p)) << board;
      }
    }
  }
  EXPECT_EQ(next, share.boards());
}

TEST(OutcomeShares, OfTheSameSizeBeginWithRuns) {
  for (const int processes : process_counts) {
    for (const std::uint64_t boards : board_counts) {
      const auto cuts = OutcomeShare::even_cuts(boards, processes);
      for (int p = 0; p < processes; ++p) {
        const OutcomeShare share(cuts, p);
        expect_whole(share, processes);
        EXPECT_EQ(share.own(), share.computed());
        EXPECT_LE(share.own().size(), boards / static_cast<std::uint64_t>(processes) + outcome_run);
        EXPECT_LE((share.outcomes().size() + 3) / 4, OutcomeShare::bytes(boards, processes));
      }
    }
  }
}

// Whichever process has computed a board, in the end the one that has its run knows its outcome.
TEST(OutcomeShares, WhereverTheyAreCutAreSettled) {
  std::mt19937_64 random(25);
  for (const int processes : process_counts) {
    for (const std::uint64_t boards : board_counts) {
      for (const std::uint64_t reach : {boards, std::min<std::uint64_t>(boards, 2000)}) {
        std::vector<std::uint64_t> cuts = {0};
        for (int p = 1; p < processes; ++p) cuts.push_back(random() % (reach + 1));
        cuts.push_back(boards);
        std::ranges::sort(cuts);
        std::mutex mutex;
        std::uint64_t found = 0;
        ThreadCluster::run(processes, [&](Cluster& cluster) {
          OutcomeShare share(cuts, cluster.rank());
          const RankRange computed = share.computed();
          {
            OutcomeVector::Writer writer(share.outcomes());
            for (std::uint64_t board = computed.begin; board < computed.end; ++board)
              writer.write(board - share.first(), some_code(board));
          }
          share.settle(cluster);
          const std::lock_guard lock(mutex);
          expect_whole(share, processes);
          const RankRange own = share.own();
          for (std::uint64_t board = own.begin; board < own.end; ++board)
            ASSERT_EQ(share.outcomes().at(board - share.first()), some_code(board)) << board;
          found += own.size();
        });
        EXPECT_EQ(found, boards);
      }
    }
  }
}

}  // namespace
}  // namespace zermelo::symbolic
