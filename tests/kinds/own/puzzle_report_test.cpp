// SPDX-License-Identifier: MIT
// The report on puzzles for one, of random graphs that are read plainly.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "json/play_report_json.h"
#include "reports/play_report.h"
#include "tests/kinds/own/plain_graph.h"

namespace zermelo {
namespace {

using own_test::for_graphs;
using own_test::GraphKind;
using own_test::GraphTable;

TEST(OwnPuzzles, ReportsAreThoseOfPlainGraphs) {
  for_graphs<GraphKind::puzzle>(40, [](const GraphTable<GraphKind::puzzle>& g) {
    const PlayReport report =
        play_report(g.table, {.measures = {"swap", "perfect_first", "longest", "plies"}});
    EXPECT_TRUE(report.is_for_one());
    EXPECT_FALSE(report.swap);
    std::uint64_t solvable = 0;
    int longest = 0;
    for (const int node : g.plain.nodes()) {
      if (!g.plain.value(node).is_win()) continue;
      ++solvable;
      longest = std::max(longest, g.plain.value(node).score());
    }
    EXPECT_EQ(report.all.positions, g.plain.nodes().size());
    EXPECT_EQ(report.all.first_wins, solvable);
    EXPECT_EQ(report.all.second_wins, 0u);
    EXPECT_EQ(report.longest_win, longest);
    if (longest > 0) {
      EXPECT_EQ(g.plain.value(std::stoi(report.longest)).score(), longest);
    }
    const Json json = play_report_json(report);
    EXPECT_EQ(json["players"], 1);
    EXPECT_TRUE(json["swap"].is_null());
    EXPECT_TRUE(json["perfect_first"].is_null());
  });
}

}  // namespace
}  // namespace zermelo
