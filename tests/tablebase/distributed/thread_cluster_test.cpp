// SPDX-License-Identifier: MIT
// Ranks as threads: what each member returns on every rank, and how failures end all ranks.
#include "tablebase/distributed/thread_cluster.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>

#include "tests/support/error_text.h"

namespace zermelo {
namespace {

constexpr int sizes[] = {1, 2, 3, 5, 8};

std::vector<std::byte> filled(std::size_t length, int number) {
  return std::vector<std::byte>(length, static_cast<std::byte>(number));
}

TEST(ThreadCluster, NumbersItsRanks) {
  for (const int size : sizes) {
    std::vector<std::atomic<int>> seen(static_cast<std::size_t>(size));
    ThreadCluster::run(size, [&](Cluster& cluster) {
      EXPECT_EQ(cluster.size(), size);
      EXPECT_EQ(cluster.ranks_here(), size);
      EXPECT_EQ(is_first(&cluster), cluster.rank() == 0);
      ++seen[static_cast<std::size_t>(cluster.rank())];
    });
    for (const auto& count : seen) EXPECT_EQ(count, 1);
  }
}

TEST(ThreadCluster, Reduces) {
  for (const int size : sizes) {
    ThreadCluster::run(size, [&](Cluster& cluster) {
      const auto r = static_cast<std::uint64_t>(cluster.rank());
      const auto all = static_cast<std::uint64_t>(size);
      for (std::uint64_t round = 0; round < 50; ++round) {
        std::uint64_t numbers[] = {r + round, 100 - r};
        cluster.reduce(numbers, Cluster::Reduction::least);
        EXPECT_EQ(numbers[0], round);
        EXPECT_EQ(numbers[1], 100 - (all - 1));
        EXPECT_EQ(reduced(&cluster, r + 1, Cluster::Reduction::sum), all * (all + 1) / 2);
        EXPECT_EQ(reduced(&cluster, std::uint64_t{1} << r, Cluster::Reduction::either),
                  (std::uint64_t{1} << all) - 1);
        EXPECT_TRUE(any(&cluster, r == round % all));
        EXPECT_FALSE(any(&cluster, false));
      }
    });
  }
}

// Rank s sends 3 s + r bytes to rank r, some of them none.
TEST(ThreadCluster, Exchanges) {
  for (const int size : sizes) {
    ThreadCluster::run(size, [&](Cluster& cluster) {
      const auto length = [](int from, int to) { return static_cast<std::size_t>(3 * from + to); };
      std::vector<std::byte> bytes, received = filled(17, 99), expected;
      std::vector<std::uint64_t> counts;
      for (int r = 0; r < size; ++r) {
        const auto part = filled(length(cluster.rank(), r), 10 * cluster.rank() + r);
        bytes.insert(bytes.end(), part.begin(), part.end());
        counts.push_back(part.size());
        const auto other = filled(length(r, cluster.rank()), 10 * r + cluster.rank());
        expected.insert(expected.end(), other.begin(), other.end());
      }
      for (int round = 0; round < 20; ++round) {
        cluster.exchange(bytes, counts, received);
        EXPECT_EQ(received, expected);
      }
    });
  }
}

TEST(ThreadCluster, BroadcastsAndGathers) {
  for (const int size : sizes) {
    ThreadCluster::run(size, [&](Cluster& cluster) {
      for (int from = 0; from < size; ++from) {
        auto bytes = filled(1000, cluster.rank());
        cluster.broadcast(bytes, from);
        EXPECT_EQ(bytes, filled(1000, from));
      }
      std::vector<std::byte> expected;
      for (int r = 0; r < size && cluster.rank() == 0; ++r) {
        const auto part = filled(static_cast<std::size_t>(2 * r), r);
        expected.insert(expected.end(), part.begin(), part.end());
      }
      const auto own = static_cast<std::size_t>(2 * cluster.rank());
      EXPECT_EQ(cluster.gather(filled(own, cluster.rank())), expected);
      const std::string text = cluster.rank() == 0 ? "of the first" : "of another";
      EXPECT_EQ(text_of_first(&cluster, text), "of the first");
      EXPECT_EQ(text_of_first(&cluster, ""), "");
    });
  }
}

TEST(ThreadCluster, AFailureOfOneRankEndsAll) {
  for (const int size : sizes) {
    for (int failing = 0; failing < size; ++failing) {
      std::atomic<int> thrown_out = 0;
      const auto body = [&](Cluster& cluster) {
        cluster.barrier();
        if (cluster.rank() == failing) throw std::out_of_range("of one rank");
        try {
          for (;;) cluster.barrier();
        } catch (const PeerFailed&) {
          ++thrown_out;
          throw;
        }
      };
      EXPECT_EQ(test::error_text<std::out_of_range>([&] { ThreadCluster::run(size, body); }),
                "of one rank");
      EXPECT_EQ(thrown_out, size - 1);
    }
  }
}

TEST(ThreadCluster, WhatIsAgreedOnFailsOnAllAndTheLowestSaysWhy) {
  ThreadCluster::run(5, [](Cluster& cluster) {
    const auto fail_from = [&](int first) {
      fail_together(&cluster, [&] {
        if (cluster.rank() >= first) throw FileError(std::to_string(cluster.rank()));
      });
    };
    EXPECT_NO_THROW(fail_from(5));
    if (cluster.rank() == 2) {
      EXPECT_EQ(test::error_text<FileError>([&] { fail_from(2); }), "2");
    } else {
      EXPECT_THROW(fail_from(2), PeerFailed);
    }
    EXPECT_EQ(reduced(&cluster, 1, Cluster::Reduction::sum), 5u) << "they can go on";
  });
}

TEST(OneProcessAlone, NeedsNoCluster) {
  EXPECT_TRUE(is_first(nullptr));
  EXPECT_TRUE(any(nullptr, true));
  EXPECT_FALSE(any(nullptr, false));
  EXPECT_EQ(reduced(nullptr, 7, Cluster::Reduction::sum), 7u);
  EXPECT_EQ(text_of_first(nullptr, "text"), "text");
  EXPECT_EQ(
      test::error_text<FileError>([] { fail_together(nullptr, [] { throw FileError("why"); }); }),
      "why");
}

}  // namespace
}  // namespace zermelo
