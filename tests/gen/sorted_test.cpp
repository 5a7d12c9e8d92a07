// SPDX-License-Identifier: MIT
#include "gen/sorted.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

namespace zermelo {
namespace {

TEST(Sorted, IsTheSetOfTheElements) {
  std::mt19937 random(1);
  for (std::size_t size = 0; size < 200; ++size) {
    std::vector<unsigned> items(size);
    for (unsigned& item : items) item = random() % 50;
    const std::set<unsigned> expected(items.begin(), items.end());
    sort_unique(items);
    EXPECT_EQ(items, std::vector<unsigned>(expected.begin(), expected.end()));
  }
}

TEST(Sorted, DropsOnlyNeighbours) {
  std::vector<int> items = {3, 3, 1, 1, 1, 3, 2};
  drop_repeated(items);
  EXPECT_EQ(items, (std::vector<int>{3, 1, 3, 2}));
}

}  // namespace
}  // namespace zermelo
