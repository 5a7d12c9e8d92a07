// SPDX-License-Identifier: MIT
// The moves of a graph by the states that they lead to, in graphs of several parts and many pages.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "gen/error.h"
#include "kinds/own/edges.h"
#include "kinds/own/values.h"
#include "probe/split_mix.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

template <class Reverse>
std::vector<std::uint32_t> sources_of(const Reverse& reverse, std::uint32_t state) {
  std::vector<std::uint32_t> sources;
  reverse.for_each(state, [&](std::uint32_t source) { sources.push_back(source); });
  std::ranges::sort(sources);
  return sources;
}

std::vector<std::vector<std::uint32_t>> targets_of(const OwnEdges& edges) {
  std::vector<std::vector<std::uint32_t>> all;
  for (std::size_t block = 0; block < edges.blocks(); ++block) {
    edges.for_each(block, [&](std::uint32_t, const std::vector<std::uint32_t>& targets) {
      all.push_back(targets);
    });
  }
  return all;
}

// Where there is no room for the file, everything stays in memory.
TEST(OwnEdges, AreTheSameInAFileAndAfterFailingToGoThere) {
  const test::TemporaryFolder folder;
  for (const bool is_there : {false, true}) {
    OwnEdges edges(folder.file(is_there ? "" : "none"));
    std::vector<std::vector<std::uint32_t>> expected;
    for (std::uint32_t state = 0; state < 1000; ++state) {
      expected.push_back({state / 2, 2000 + state});
      std::vector<std::byte> list;
      append_numbers(list, state, expected.back());
      edges.append(1, list);
    }
    if (is_there) {
      edges.move_to_file();
    } else {
      EXPECT_THROW(edges.move_to_file(), FileError);
    }
    EXPECT_EQ(edges.in_file(), is_there);
    EXPECT_EQ(edges.bytes() == 0, is_there);
    EXPECT_EQ(targets_of(edges), expected);
  }
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
