// SPDX-License-Identifier: MIT
#include "tablebase/job/progress_counter.h"

#include <gtest/gtest.h>

#include <thread>
#include <utility>
#include <vector>

namespace zermelo {
namespace {

TEST(ProgressCounter, TellsEveryStepOnce) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> told;
  ProgressCounter counter([&](std::uint64_t done, std::uint64_t total) {
    told.push_back({done, total});  // (it is called by one thread at a time)
  });
  counter.expect(100);
  counter.expect(500);
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) counter.add(2);
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_EQ(told.size(), 300u);
  for (std::size_t i = 0; i < told.size(); ++i)
    ASSERT_EQ(told[i], (std::pair<std::uint64_t, std::uint64_t>(2 * (i + 1), 600)));
}

}  // namespace
}  // namespace zermelo
