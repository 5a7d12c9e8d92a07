// SPDX-License-Identifier: MIT
#include "gen/bddl/group_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace zermelo::bddl {
namespace {

GroupGraph renumbered(const GroupGraph& graph, const std::vector<int>& numbers) {
  GroupGraph result = graph;
  for (std::size_t g = 0; g < numbers.size(); ++g) {
    const auto to = static_cast<std::size_t>(numbers[g]);
    result.positions[to] = graph.positions[g];
    result.next[to].clear();
    for (const int next : graph.next[g])
      result.next[to].push_back(numbers[static_cast<std::size_t>(next)]);
    std::ranges::sort(result.next[to]);
  }
  return result;
}

double least_over_all_orders(const GroupGraph& graph) {
  std::vector<int> numbers(graph.next.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  double least = std::numeric_limits<double>::infinity();
  do {
    bool ascends = true;
    for (std::size_t g = 0; g < numbers.size(); ++g)
      for (const int next : graph.next[g])
        ascends = ascends && numbers[g] < numbers[static_cast<std::size_t>(next)];
    if (ascends) least = std::min(least, most_values_needed(renumbered(graph, numbers)));
  } while (std::ranges::next_permutation(numbers).found);
  return least;
}

// Pieces are placed one after the other, and each leads to an ending of its own that goes on by
// captures: whoever solves all endings first keeps them all.
TEST(GroupOrder, KeepsFewValues) {
  constexpr int columns = 6;
  GroupGraph graph;
  // Number 2i is the i-th placement, 2i + 1 its ending.
  for (int i = 0; i < columns; ++i) {
    graph.next.push_back({2 * i + 1});
    if (i + 1 < columns) graph.next.back().push_back(2 * i + 2);
    graph.next.emplace_back();
    graph.positions.insert(graph.positions.end(), {1, 100});
  }
  const GroupGraph ordered = renumbered(graph, order_groups(graph));
  EXPECT_LE(most_values_needed(ordered), 102);
}

TEST(GroupOrder, AscendsAndIsNearTheBestOne) {
  std::mt19937 random(38);
  double ratio = 0;
  constexpr int graphs = 40, groups = 7;
  for (int i = 0; i < graphs; ++i) {
    GroupGraph graph;
    for (int g = 0; g < groups; ++g) {
      graph.next.emplace_back();
      graph.positions.push_back(static_cast<double>(1 + random() % 100));
      for (int next = g + 1; next < groups; ++next)
        if (random() % 3 == 0) graph.next.back().push_back(next);
    }
    const std::vector<int> numbers = order_groups(graph);
    const GroupGraph ordered = renumbered(graph, numbers);
    for (int g = 0; g < groups; ++g)
      for (const int next : ordered.next[static_cast<std::size_t>(g)]) ASSERT_LT(g, next);
    const double best = least_over_all_orders(graph), found = most_values_needed(ordered);
    ASSERT_GE(found, best);
    ASSERT_LE(found, 2 * best);
    ratio += found / best;
  }
  EXPECT_LE(ratio / graphs, 1.1);
}

}  // namespace
}  // namespace zermelo::bddl
