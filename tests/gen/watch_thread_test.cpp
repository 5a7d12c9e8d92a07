// SPDX-License-Identifier: MIT
#include "gen/watch_thread.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "gen/stopwatch.h"

namespace zermelo {
namespace {

using std::chrono::milliseconds;

TEST(WatchThreads, LookAgainUntilTheyHaveSeenEnough) {
  std::atomic<int> looks = 0;
  const WatchThread watch(milliseconds(1), [&] { return ++looks < 5; });
  while (looks < 5) std::this_thread::yield();
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(looks, 5);
}

TEST(WatchThreads, EndWithoutWaitingForThePause) {
  const Stopwatch watch;
  {
    std::atomic<bool> looked = false;
    const WatchThread thread(std::chrono::minutes(1), [&] {
      looked = true;
      return true;
    });
    while (!looked) std::this_thread::yield();
  }
  EXPECT_LT(watch.seconds(), 30);
}

}  // namespace
}  // namespace zermelo
