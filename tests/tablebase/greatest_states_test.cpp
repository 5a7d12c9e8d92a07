// SPDX-License-Identifier: MIT
#include "tablebase/greatest_states.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <thread>
#include <vector>

namespace zermelo {
namespace {

TEST(GreatestStates, AreTheFirstOfTheLongestWhateverTheOrder) {
  std::mt19937 random(1);
  for (int n = 0; n < 50; ++n) {
    std::vector<std::pair<int, PlacedState>> states;
    const int plies = 3 + n % 4;
    for (unsigned i = 0; i < 20u * static_cast<unsigned>(n); ++i)
      states.push_back({static_cast<int>(random() % static_cast<unsigned>(plies)),
                        {random() % 3, random() % 100000, static_cast<unsigned>(random() % 4)}});
    int greatest = 2;
    for (const auto& [p, s] : states) greatest = std::max(greatest, p);
    std::vector<PlacedState> expected;
    for (const auto& [p, s] : states) {
      if (p == greatest) expected.push_back(s);
    }
    std::sort(expected.begin(), expected.end());
    expected.resize(std::min(expected.size(), GreatestStates::most));

    GreatestStates kept(2);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 3; ++t) {
      threads.emplace_back([&, t] {
        for (std::size_t i = t; i < states.size(); i += 3) {
          if (kept.wants(states[i].first)) kept.add(states[i].first, states[i].second);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(kept.first(), expected);
  }
}

TEST(GreatestStates, WantsNothingBelowWhatItHas) {
  GreatestStates kept(5);
  EXPECT_FALSE(kept.wants(4));
  EXPECT_TRUE(kept.wants(5));
  kept.add(4, {});
  EXPECT_TRUE(kept.first().empty());
  kept.add(9, {1, 2, 3});
  EXPECT_FALSE(kept.wants(8));
  EXPECT_TRUE(kept.wants(9));
  EXPECT_EQ(kept.first(), (std::vector<PlacedState>{{1, 2, 3}}));
}

}  // namespace
}  // namespace zermelo
