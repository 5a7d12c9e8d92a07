// SPDX-License-Identifier: MIT
#include "gen/worker_pool.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

#include "gen/parallel.h"

namespace zermelo {
namespace {

TEST(WorkerPool, LendsEachItemToOneAtATime) {
  WorkerPool<int> pool;
  for (int k = 0; k < 3; ++k) pool.add(k);
  {
    const auto first = pool.take(), second = pool.take(), third = pool.take();
    EXPECT_EQ((std::set{*first, *second, *third}), (std::set{0, 1, 2}));
  }
  EXPECT_EQ(pool.items().size(), 3u);
  const auto again = pool.take();
  EXPECT_GE(*again, 0);
}

TEST(WorkerPool, KeepsWhatWasGivenBackAsItIs) {
  WorkerPool<std::vector<int>> pool;
  pool.add();
  pool.take()->assign(5, 7);
  EXPECT_EQ(*pool.take(), std::vector(5, 7));
}

TEST(WorkerPool, MakesMoreOnlyWhenAllAreLent) {
  WorkerPool<std::vector<int>> pool;
  {
    const auto one = pool.take_or_make(2, 1);
    const auto other = pool.take_or_make(3, 1);
    EXPECT_EQ(one->size(), 2u);
    EXPECT_EQ(other->size(), 3u);
  }
  const auto one = pool.take_or_make(4, 1), other = pool.take_or_make(4, 1);
  EXPECT_EQ(one->size() + other->size(), 5u);
  EXPECT_EQ(pool.items().size(), 2u);
}

// Each counts what it alone has; nothing is lost, and there are no more items than threads.
TEST(WorkerPool, ServesThreadsAtTheSameTime) {
  constexpr int threads = 4;
  constexpr std::uint64_t rounds = 50, tasks = 200;
  WorkerPool<std::uint64_t> pool;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    parallel_tasks(tasks, threads, [&] {
      return [count = pool.take_or_make(std::uint64_t{0})](std::uint64_t) { ++*count; };
    });
  }
  EXPECT_LE(pool.items().size(), std::size_t{threads});
  EXPECT_EQ(std::accumulate(pool.items().begin(), pool.items().end(), std::uint64_t{0}),
            rounds * tasks);
}

}  // namespace
}  // namespace zermelo
