// SPDX-License-Identifier: MIT
#include "tablebase/distributed/cluster.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "tablebase/distributed/thread_cluster.h"

namespace zermelo {
namespace {

TEST(FirstAlone, OnlyTheFirstWorks) {
  int works = 0;
  first_alone(nullptr, nullptr, [&](const std::atomic<bool>*) { ++works; });
  EXPECT_EQ(works, 1);
  std::atomic<int> calls = 0, ends = 0;
  ThreadCluster::run(5, [&](Cluster& cluster) {
    first_alone(&cluster, nullptr, [&](const std::atomic<bool>*) {
      EXPECT_EQ(cluster.rank(), 0);
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      ++calls;
    });
    EXPECT_EQ(calls, 1) << "the others wait for it";
    ++ends;
  });
  EXPECT_EQ(ends, 5);
}

// Whichever rank is asked to stop, the first one learns of it, and all stop.
TEST(FirstAlone, AnyRankStopsIt) {
  for (int asked = 0; asked < 3; ++asked) {
    std::atomic<int> stopped = 0;
    ThreadCluster::run(3, [&](Cluster& cluster) {
      const std::atomic<bool> stop = cluster.rank() == asked;
      try {
        first_alone(&cluster, &stop, [&](const std::atomic<bool>* all) {
          while (!*all) std::this_thread::sleep_for(std::chrono::milliseconds(1));
          throw Interrupted("Stopped.");
        });
      } catch (const Interrupted& reason) {
        EXPECT_STREQ(reason.what(), "Stopped.");
        ++stopped;
      }
    });
    EXPECT_EQ(stopped, 3);
  }
}

TEST(FirstAlone, ItsFailureComesOutOfTheFirst) {
  std::atomic<int> told = 0;
  const auto run = [&] {
    ThreadCluster::run(3, [&](Cluster& cluster) {
      try {
        first_alone(&cluster, nullptr,
                    [](const std::atomic<bool>*) { throw std::out_of_range("of the first"); });
      } catch (const PeerFailed&) {
        ++told;
        throw;
      }
    });
  };
  EXPECT_THROW(run(), std::out_of_range);
  EXPECT_EQ(told, 2);
}

// A rank that fails meanwhile does not leave the work behind.
TEST(FirstAlone, EndsWhereAnotherRankFails) {
  EXPECT_THROW(
      ThreadCluster::run(2,
                         [&](Cluster& cluster) {
                           if (cluster.rank() == 1) throw std::out_of_range("of another");
                           first_alone(&cluster, nullptr, [&](const std::atomic<bool>* stop) {
                             while (!*stop)
                               std::this_thread::sleep_for(std::chrono::milliseconds(1));
                           });
                         }),
      std::out_of_range);
}

}  // namespace
}  // namespace zermelo
