// SPDX-License-Identifier: MIT
#include "reports/play_graph.h"

#include <gtest/gtest.h>

#include <bit>
#include <span>
#include <tuple>
#include <vector>

#include "probe/table.h"
#include "reports/text_symmetry.h"
#include "tests/support/plain_play.h"
#include "tests/support/version2_games.h"

namespace zermelo {
namespace {

using test::game;
using test::in_bddl;
using test::solved;
using test::walkers;

TEST(PlayGraph, VisitsAllButKeepsOneOfEachOrbit) {
  const test::TemporaryFolder folder;
  const Table table = solved(game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}), folder);
  const TextSymmetries symmetries(table.game());
  std::uint64_t positions = 0;
  const PlayGraph graph(table, {.symmetries = &symmetries, .visit_all = true},
                        [&](const PlayGraph::Seen&) { ++positions; });
  EXPECT_EQ(positions, 4520u);
  EXPECT_EQ(graph.positions(), 627u);
}

// The positions that play leads to from one, itself included if it can be reached again.
std::vector<bool> reached_from(const PlayGraph& graph, std::uint32_t position) {
  std::vector<bool> reached(graph.positions());
  std::vector<std::uint32_t> waiting = {position};
  while (!waiting.empty()) {
    const std::uint32_t here = waiting.back();
    waiting.pop_back();
    for (const PlayGraph::Target target : graph.moves(here)) {
      if (PlayGraph::is_end(target) || reached[target]) continue;
      reached[target] = true;
      waiting.push_back(target);
    }
  }
  return reached;
}

TEST(PlayGraph, ComponentsComeAfterWhatTheyLeadTo) {
  for (const GameSpec& spec : {in_bddl("pong-hau-ki/pong-hau-ki.bddl"),
                               game("bddl", {{"domain", walkers}, {"problem", ""}}),
                               game("mnk", {{"columns", "2"}, {"rows", "3"}, {"k", "2"}})}) {
    SCOPED_TRACE(spec.name);
    const test::TemporaryFolder folder;
    const Table table = solved(spec, folder);
    const PlayGraph graph(table, {}, [](const PlayGraph::Seen&) {});
    std::vector<std::vector<bool>> reached;
    for (std::uint32_t i = 0; i < graph.positions(); ++i) reached.push_back(reached_from(graph, i));
    std::vector<bool> done(graph.positions());
    std::uint32_t count = 0;
    graph.for_each_component([&](std::span<const std::uint32_t> component) {
      count += static_cast<std::uint32_t>(component.size());
      const std::uint32_t first = component.front();
      for (const std::uint32_t a : component) {
        EXPECT_FALSE(done[a]);
        EXPECT_TRUE(a == first || (reached[a][first] && reached[first][a]));
        done[a] = true;
      }
      for (std::uint32_t b = 0; b < graph.positions(); ++b)
        EXPECT_TRUE(done[b] || !reached[first][b]);
    });
    EXPECT_EQ(count, graph.positions());
  }
}

TEST(PlayGraph, FoldedGraphsAreSmaller) {
  const test::TemporaryFolder folder;
  const Table table = solved(game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}), folder);
  const TextSymmetries symmetries(table.game());
  std::uint64_t positions = 0;
  const PlayGraph graph(table, {.symmetries = &symmetries}, [&](const PlayGraph::Seen& seen) {
    positions += static_cast<std::uint64_t>(std::popcount(seen.maps));
  });
  EXPECT_EQ(positions, 4520u);
  EXPECT_EQ(graph.positions(), 627u);
}

// Positions are visited as one by symmetries that keep the start, and have one row by all.
TEST(PlayGraph, FoldsByMoreSymmetriesThanThoseOfTheStart) {
  const test::TemporaryFolder folder;
  const Table table = solved(game("bddl", {{"domain", test::couples}, {"problem", ""}}), folder);
  const TextSymmetries symmetries(table.game());
  EXPECT_EQ(symmetries.size(), 8u);
  EXPECT_EQ(symmetries.count_keeping_start(), 4u);
  const auto followed = [&](const PlayGraph::Options& options) {
    std::uint64_t visited = 0, positions = 0;
    const PlayGraph graph(table, options, [&](const PlayGraph::Seen& seen) {
      ++visited;
      positions += static_cast<std::uint64_t>(std::popcount(seen.maps));
    });
    return std::tuple(visited, positions, graph.positions());
  };
  const auto [apart, all, rows] = followed({});
  EXPECT_EQ(apart, all);
  EXPECT_EQ(rows, all);
  const auto [visited, positions, folded] = followed({.symmetries = &symmetries});
  EXPECT_EQ(positions, all);
  EXPECT_LT(3 * visited, all);
  EXPECT_LT(folded, visited);
  EXPECT_EQ(followed({.symmetries = &symmetries, .visit_all = true}),
            std::tuple(apart, all, folded));
}

}  // namespace
}  // namespace zermelo
