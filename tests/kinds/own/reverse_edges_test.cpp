// SPDX-License-Identifier: MIT
// The moves of a graph by the states that they lead to, in graphs of several parts and many pages.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "kinds/own/edges.h"
#include "kinds/own/values.h"
#include "probe/split_mix.h"

namespace zermelo {
namespace {

template <class Reverse>
std::vector<std::uint32_t> sources_of(const Reverse& reverse, std::uint32_t state) {
  std::vector<std::uint32_t> sources;
  reverse.for_each(state, [&](std::uint32_t source) { sources.push_back(source); });
  std::ranges::sort(sources);
  return sources;
}

TEST(OwnReverseEdges, BothWaysHaveAllEdgesOfLargeGraphs) {
  for (const std::uint32_t states : {1u, 4095u, 4097u, 32769u, 60001u}) {
    SplitMix random(states);
    OwnEdges edges("");
    std::vector<std::vector<std::uint32_t>> expected(states);
    std::uint64_t count = 0;
    for (std::uint32_t state = 0; state < states; ++state) {
      std::set<std::uint32_t> targets;
      for (std::uint64_t i = random.below(4); i > 0; --i)
        targets.insert(static_cast<std::uint32_t>(random.below(states)));
      for (const std::uint32_t target : targets) expected[target].push_back(state);
      count += targets.size();
      std::vector<std::byte> list;
      append_numbers(list, state, std::vector(targets.begin(), targets.end()));
      edges.append(1, list);
    }
    const OwnReverseLists lists(edges, count, 2);
    const OwnPackedReverse packed(edges, 2);
    for (std::uint32_t state = 0; state < states; ++state) {
      ASSERT_EQ(sources_of(lists, state), expected[state]) << states << ", " << state;
      ASSERT_EQ(sources_of(packed, state), expected[state]) << states << ", " << state;
    }
  }
}

}  // namespace
}  // namespace zermelo
