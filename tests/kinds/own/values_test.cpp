// SPDX-License-Identifier: MIT
// Values of games of one's own, compared with a brute force on random graphs.
#include "kinds/own/values.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kinds/own/graph.h"
#include "kinds/own/rules.h"
#include "kinds/own/sweeps.h"
#include "probe/own_game.h"
#include "probe/split_mix.h"
#include "tests/kinds/own/random_rules.h"

namespace zermelo {
namespace {

using own_test::GraphKind;
using own_test::GraphRules;
using own_test::RandomGraph;

struct SolvedGraph {
  std::vector<int> by_lists, by_packed, by_sweeps;  // by state
  std::vector<std::uint32_t> nodes;                 // which node a state is
};

template <GraphKind kind>
SolvedGraph solved_graph(std::uint64_t seed, int threads) {
  const auto program =
      own_program(own_game_opener<GraphRules<kind>>(), {{"seed", std::to_string(seed)}}, "random");
  OwnGraph graph(1, ".");
  OwnExplorer explorer(*program, graph, threads);
  explorer.begin();
  EXPECT_TRUE(explorer.run([] { return false; }));
  SolvedGraph solved;
  for (std::uint32_t state = 0; state < graph.states.size(); ++state)
    solved.nodes.push_back(graph.states.state(state).bytes.front());
  const auto count = kind == GraphKind::scores ? OwnValues::Count::scores : OwnValues::Count::plies;
  const auto values_over = [&](const OwnReverseEdges& reverse) {
    OwnValues values(graph, reverse, kind == GraphKind::puzzle, count, threads);
    values.begin();
    EXPECT_TRUE(values.run([] { return false; }));
    std::vector<int> all;
    for (std::uint32_t state = 0; state < graph.states.size(); ++state)
      all.push_back(values.value(state));
    return all;
  };
  solved.by_lists = values_over(OwnReverseLists(graph.edges, graph.edge_count, threads));
  solved.by_packed = values_over(OwnPackedReverse(graph.edges, threads));
  for (const std::int32_t value :
       own_values_by_sweeps(graph, kind == GraphKind::puzzle, kind == GraphKind::scores))
    solved.by_sweeps.push_back(value);
  return solved;
}

template <GraphKind kind>
void compare_graphs(int graphs) {
  for (int seed = 0; seed < graphs; ++seed) {
    const RandomGraph graph(static_cast<std::uint64_t>(seed), kind);
    const std::vector<int> expected = graph.values(kind);
    const SolvedGraph solved = solved_graph<kind>(static_cast<std::uint64_t>(seed), 1 + seed % 3);
    for (std::size_t state = 0; state < solved.nodes.size(); ++state) {
      const std::uint32_t node = solved.nodes[state];
      if (graph.nodes[node].nexts.empty()) continue;
      ASSERT_EQ(solved.by_lists[state], expected[node]) << "graph " << seed << ", node " << node;
      ASSERT_EQ(solved.by_packed[state], expected[node]) << "graph " << seed << ", node " << node;
      ASSERT_EQ(solved.by_sweeps[state], expected[node]) << "graph " << seed << ", node " << node;
    }
  }
}

// States of every length, against a map.
TEST(OwnStateSet, NumbersStatesInTheOrderInWhichTheyAreAdded) {
  for (std::size_t width = 1; width <= ZERMELO_MOST_STATE_BYTES; ++width) {
    SplitMix random(width);
    OwnStateSet set(width);
    std::map<OwnState, std::uint32_t> expected;
    for (int i = 0; i < 6000; ++i) {
      OwnState state;
      // (Few values, so that many states differ in one byte, and some come twice.)
      for (std::size_t b = 0; b < width; ++b)
        state.bytes[b] = static_cast<std::uint8_t>(random.below(b + 2 < width ? 2 : 200));
      const auto [place, is_new] =
          expected.try_emplace(state, static_cast<std::uint32_t>(expected.size()));
      EXPECT_EQ(set.find(state, set.hash(state)).has_value(), !is_new);
      ASSERT_EQ(set.add(state, set.hash(state)), std::pair(place->second, is_new));
    }
    OwnStateSet again(width);
    for (std::uint32_t piece = 0; piece < set.pieces(); ++piece) again.add_piece(set.piece(piece));
    ASSERT_EQ(set.size(), expected.size());
    for (const auto& [state, number] : expected) {
      ASSERT_EQ(set.state(number), state);
      ASSERT_EQ(set.find(state, set.hash(state)), number);
      ASSERT_EQ(again.find(state, again.hash(state)), number);
    }
  }
}

TEST(OwnGrowingArray, HasWhatWasAddedAndInPiecesToo) {
  GrowingArray<std::uint32_t> array;
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < 50000; ++i) {
    array.push_back(3 * i);
    expected.push_back(3 * i);
  }
  std::vector<std::uint32_t> pieces;
  for (std::size_t piece = 0; piece < array.pieces(); ++piece) {
    const auto part = array.piece(piece);
    pieces.insert(pieces.end(), part.begin(), part.end());
  }
  EXPECT_EQ(pieces, expected);
  for (std::uint32_t i = 0; i < expected.size(); ++i) ASSERT_EQ(array[i], expected[i]);
}

TEST(OwnValues, PliesOfRandomGraphs) { compare_graphs<GraphKind::plies>(4000); }
TEST(OwnValues, ScoresOfRandomGraphs) { compare_graphs<GraphKind::scores>(3000); }
TEST(OwnValues, MovesToTheGoalsOfRandomPuzzles) { compare_graphs<GraphKind::puzzle>(3000); }

}  // namespace
}  // namespace zermelo
