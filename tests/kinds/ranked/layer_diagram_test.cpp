// SPDX-License-Identifier: MIT
#include "kinds/ranked/layer_diagram.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "kinds/ranked/pattern_set.h"

namespace zermelo::symbolic {
namespace {

TEST(UniqueNodesTest, HaveEachNodeOnce) {
  UniqueNodes nodes;
  EXPECT_EQ(nodes.place({0, 0}), 0u);
  for (int round = 0; round < 2; ++round) {
    for (std::uint32_t n = 1; n < 5000; ++n) ASSERT_EQ(nodes.place({n, n / 2}), n);
  }
  EXPECT_GT(nodes.bytes(), 5000 * sizeof(LayerDiagram::Node));
  EXPECT_EQ(nodes.take().size(), 5000u);
}

TEST(LayerDiagramTest, ASetIsWhatItWas) {
  for (const std::vector<std::string>& patterns :
       {std::vector<std::string>{"01-1"}, {"0-11", "1--0", "1111"}, {"----"}}) {
    const FrozenBdd set = set_of_patterns(patterns);
    const LayerDiagram diagram(set);
    EXPECT_EQ(diagram.variables(), 4);
    EXPECT_EQ(diagram.select(1u << 1).bytes(), set.bytes());
    EXPECT_EQ(diagram.select(1u << 2).size(), 0u);
    EXPECT_EQ(diagram.nodes() + 2, set.nodes());  // (a set also has nodes for none and for all)
    EXPECT_GT(diagram.memory(), 0u);
  }
  const LayerDiagram none((FrozenBdd()));
  EXPECT_EQ(none.root(), 0u);
}

// Two variables; the numbers 00: 1, 01: 2, 10: 0, 11: 1, with a node that nothing leads to.
TEST(LayerDiagramTest, SelectsBoardsByNumber) {
  std::vector<LayerDiagram::Level> levels = {{{0, 0}, {3, 1}}, {{0, 0}, {0, 1}, {2, 2}, {1, 2}}};
  const LayerDiagram diagram(std::move(levels), 1);
  EXPECT_EQ(diagram.nodes(), 3u);
  const auto select = [&](std::uint32_t numbers) { return diagram.select(numbers).bytes(); };
  const auto set = [](std::vector<std::string> patterns) {
    return set_of_patterns(patterns).bytes();
  };
  EXPECT_EQ(select(1u << 1), set({"00", "11"}));
  EXPECT_EQ(select(1u << 2), set({"01"}));
  EXPECT_EQ(select(1u << 1 | 1u << 2), set({"0-", "11"}));
  EXPECT_EQ(diagram.select(1u << 3).size(), 0u);
}

}  // namespace
}  // namespace zermelo::symbolic
