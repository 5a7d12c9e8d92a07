// SPDX-License-Identifier: MIT
#include "server/work_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

namespace zermelo::server {
namespace {

TEST(WorkPools, DoWhatHasAPlace) {
  std::atomic<int> done = 0;
  {
    WorkPool pool(2, 100, 100);
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(pool.reserve("a"));
      pool.run("a", [&] { ++done; });
    }
    pool.stop();
    EXPECT_EQ(done, 100);
    EXPECT_FALSE(pool.reserve("a"));
  }
}

TEST(WorkPools, HavePlacesForAllAndForEach) {
  WorkPool pool(1, 3, 2);
  EXPECT_TRUE(pool.reserve("a"));
  EXPECT_TRUE(pool.reserve("a"));
  EXPECT_FALSE(pool.reserve("a"));  // has its two
  EXPECT_TRUE(pool.reserve("b"));
  EXPECT_FALSE(pool.reserve("c"));  // three are taken
  std::promise<void> done;
  pool.run("a", [] {});
  pool.run("a", [] {});
  pool.run("b", [&] { done.set_value(); });
  done.get_future().wait();
  pool.stop();
}

TEST(WorkPools, GivePlacesBack) {
  WorkPool pool(1, 1, 1);
  for (int i = 0; i < 3; ++i) {
    while (!pool.reserve("a")) std::this_thread::yield();
    pool.run("a", [] {});
  }
  pool.stop();
}

// Whoever has a place may still hand in its work while the pool is being stopped.
TEST(WorkPools, WaitForWhatIsPromised) {
  WorkPool pool(2, 2, 2);
  ASSERT_TRUE(pool.reserve("a"));
  std::atomic<bool> done = false;
  std::thread stopper([&] { pool.stop(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  pool.run("a", [&] { done = true; });
  stopper.join();
  EXPECT_TRUE(done);
}

}  // namespace
}  // namespace zermelo::server
