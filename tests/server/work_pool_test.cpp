// SPDX-License-Identifier: MIT
#include "server/work_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>
#include <utility>

namespace zermelo::server {
namespace {

const auto nothing = [] {};

// Hands work in; returns false if there is no place for it.
bool hand_in(WorkPool& pool, const std::string& client, std::function<void()> work,
             std::function<void()> refusal = nothing) {
  WorkPool::Reserved place = pool.reserve(client, std::move(work), std::move(refusal));
  if (place.empty()) return false;
  pool.run(std::move(place));
  return true;
}

TEST(WorkPools, DoWhatHasAPlace) {
  std::atomic<int> done = 0;
  WorkPool pool(2, 100, 100);
  for (int i = 0; i < 100; ++i) {
    while (!hand_in(pool, "a", [&] { ++done; })) std::this_thread::yield();
  }
  while (done < 100) std::this_thread::yield();
  pool.stop();
  EXPECT_EQ(done, 100);
  EXPECT_FALSE(hand_in(pool, "a", nothing));
}

TEST(WorkPools, HavePlacesForAllAndForEach) {
  WorkPool pool(1, 3, 2);
  const auto place = [&](const char* client) { return pool.reserve(client, nothing, nothing); };
  auto a = place("a"), b = place("a");
  EXPECT_FALSE(a.empty());
  EXPECT_FALSE(b.empty());
  EXPECT_TRUE(place("a").empty());  // has both of its places
  auto c = place("b");
  EXPECT_FALSE(c.empty());
  EXPECT_TRUE(place("c").empty());  // three are taken
  pool.run(std::move(a));
  pool.run(std::move(b));
  pool.run(std::move(c));
  pool.stop();
}

TEST(WorkPools, GivePlacesBack) {
  WorkPool pool(1, 1, 1);
  for (int i = 0; i < 3; ++i) {
    while (!hand_in(pool, "a", nothing)) std::this_thread::yield();
  }
  pool.stop();
}

// Work that has not begun is refused, once, and work that has begun goes on to its end.
TEST(WorkPools, RefuseWhatWaitsAtTheEnd) {
  WorkPool pool(1, 10, 10);
  std::promise<void> begun, go_on;
  std::atomic<bool> ended = false;
  std::atomic<int> refused = 0, done = 0;
  ASSERT_TRUE(hand_in(pool, "a", [&] {
    begun.set_value();
    go_on.get_future().wait();
    ended = true;
  }));
  begun.get_future().wait();
  for (int i = 0; i < 5; ++i)
    ASSERT_TRUE(hand_in(
        pool, "b", [&] { ++done; }, [&] { ++refused; }));
  WorkPool::Reserved promised = pool.reserve(
      "c", [&] { ++done; }, [&] { ++refused; });
  pool.refuse_waiting();
  EXPECT_EQ(refused, 5);
  EXPECT_FALSE(ended);
  pool.run(std::move(promised));  // (a client that has a place may still hand in its work)
  EXPECT_EQ(refused, 6);
  go_on.set_value();
  pool.stop();
  EXPECT_TRUE(ended);
  EXPECT_EQ(done, 0);
}

}  // namespace
}  // namespace zermelo::server
