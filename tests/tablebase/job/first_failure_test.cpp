// SPDX-License-Identifier: MIT
#include "tablebase/job/first_failure.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace zermelo {
namespace {

TEST(FirstFailure, KeepsTheFirst) {
  FirstFailure failure;
  EXPECT_FALSE(failure.happened());
  EXPECT_FALSE(failure.text());
  failure.note("one");
  failure.note("two");
  EXPECT_TRUE(failure.happened());
  EXPECT_EQ(failure.text(), "one");
}

TEST(FirstFailure, KeepsOneOfThoseOfManyThreads) {
  FirstFailure failure;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&failure, t] {
      while (!failure.happened()) failure.note(std::string(50, static_cast<char>('a' + t)));
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_TRUE(failure.text());
  EXPECT_EQ(*failure.text(), std::string(50, failure.text()->front()));
}

}  // namespace
}  // namespace zermelo
