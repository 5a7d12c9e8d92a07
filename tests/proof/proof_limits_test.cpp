// SPDX-License-Identifier: MIT
// Limits of a proof, read and set by several threads at once. (With the thread sanitizer this finds
// races.)
#include "proof/proof_limits.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace zermelo {
namespace {

constexpr double no_seconds = 1e-9;  // which have passed at once

TEST(ProofLimits, NothingStopsWhatHasNone) {
  ProofLimits limits(0, 0, nullptr);
  for (int n = 0; n < 1000; ++n) ASSERT_FALSE(limits.stop());
  EXPECT_FALSE(limits.stop_now());
  EXPECT_EQ(limits.stopped_by(), "");
}

TEST(ProofLimits, SayWhatCameFirst) {
  std::atomic<bool> user = false;
  ProofLimits timed(no_seconds, 0, &user);
  EXPECT_FALSE(timed.stop()) << "looks at the clock only now and then";
  EXPECT_TRUE(timed.stop_now());
  EXPECT_EQ(timed.stopped_by(), "time");
  user = true;
  timed.out_of_memory();
  EXPECT_TRUE(timed.stop());
  EXPECT_EQ(timed.stopped_by(), "time");
  ProofLimits stopped(0, 0, &user);
  EXPECT_TRUE(stopped.stop());
  EXPECT_EQ(stopped.stopped_by(), "stop");
  ProofLimits full(0, 0, nullptr);
  full.out_of_memory();
  EXPECT_TRUE(full.stop());
  EXPECT_EQ(full.stopped_by(), "memory");
}

TEST(ProofLimits, TimeIsFoundOutByAskingOften) {
  ProofLimits limits(no_seconds, 0, nullptr);
  int asked = 1;
  while (!limits.stop()) ++asked;
  EXPECT_LE(asked, 1000);
}

TEST(ProofLimits, MemoryIsFoundOutByAskingVeryOften) {
  ProofLimits limits(0, 1, nullptr);
  int asked = 1;
  while (!limits.stop()) ++asked;
  EXPECT_EQ(limits.stopped_by(), "memory");
  EXPECT_LE(asked, 1 << 17);
}

// As in a search that is watched: the flag stops it, and it asks for the reason while the watch
// lives.
TEST(LimitWatch, TellsWhileOthersAskWhy) {
  ProofLimits limits(0.05, 0, nullptr);
  const LimitWatch watch(limits);
  while (limits.stopped_by().empty()) std::this_thread::yield();
  EXPECT_EQ(limits.stopped_by(), "time");
  while (!watch.flag()) std::this_thread::yield();
}

TEST(LimitWatch, ManyThreadsMayAskAndTell) {
  ProofLimits limits(0.02, 0, nullptr);
  const LimitWatch watch(limits);
  std::vector<std::jthread> threads;
  for (int n = 0; n < 3; ++n) {
    threads.emplace_back([&limits, n] {
      while (!limits.stop())
        if (n == 0) limits.stop_now();
      limits.out_of_memory();
      EXPECT_EQ(limits.stopped_by(), "time");
    });
  }
}

}  // namespace
}  // namespace zermelo
