// SPDX-License-Identifier: MIT
#include "gen/lazy.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace zermelo {
namespace {

TEST(Lazy, IsMadeOnceForAllThreads) {
  const Lazy<std::string> lazy;
  std::atomic<int> made = 0;
  std::vector<const std::string*> seen(8);
  std::vector<std::thread> threads;
  for (const std::string*& place : seen) {
    threads.emplace_back([&lazy, &made, &place] {
      place = &lazy.get([&] {
        ++made;
        return std::string("made");
      });
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, 1);
  for (const std::string* place : seen) {
    EXPECT_EQ(place, seen.front());
    EXPECT_EQ(*place, "made");
  }
}

TEST(Lazy, IsMadeAgainIfThatFailed) {
  const Lazy<int> lazy;
  EXPECT_THROW(lazy.get([]() -> int { throw std::runtime_error("no"); }), std::runtime_error);
  EXPECT_EQ(lazy.get([] { return 7; }), 7);
  EXPECT_EQ(lazy.get([] { return 8; }), 7);
}

}  // namespace
}  // namespace zermelo
