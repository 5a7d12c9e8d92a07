// SPDX-License-Identifier: MIT
#include "symbolic/bdd/node_numbering.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace zermelo::symbolic {
namespace {

// The nodes of a function, found by walking.
void collect(NodeRef node, bool apart, std::set<NodeRef>& nodes) {
  if (!apart) node = without_negation(node);
  if (!nodes.insert(node).second || is_constant(node)) return;
  const Node n = node_at(node);
  collect(n.low, apart, nodes);
  collect(n.high, apart, nodes);
}

TEST(NodeNumbering, NumbersEveryNodeOnceAndAfterItsChildren) {
  const BddManager manager(12);
  Bdd parity, majority;
  for (int k = 0; k < 12; ++k) {
    const Bdd literal = Bdd::literal(2 * k);
    majority = ite(literal, majority | parity, majority & !parity);
    parity = parity ^ literal;
  }
  for (const auto negations :
       {NodeNumbering::Negations::apart, NodeNumbering::Negations::same_node}) {
    const bool apart = negations == NodeNumbering::Negations::apart;
    NodeNumbering numbering(negations);
    std::set<NodeRef> expected;
    for (const Bdd* f : {&parity, &majority}) {
      numbering.add(f->root());
      collect(f->root(), apart, expected);
      EXPECT_EQ(numbering.size(), expected.size());
    }
    ASSERT_EQ(numbering.nodes().size(), numbering.size());
    EXPECT_EQ(std::set<NodeRef>(numbering.nodes().begin(), numbering.nodes().end()), expected);
    for (std::uint32_t i = 0; i < numbering.size(); ++i) {
      const NodeRef node = numbering.nodes()[i];
      EXPECT_EQ(numbering.number(node), i);
      if (is_constant(node)) continue;
      EXPECT_LT(numbering.number(node_at(node).low), i);
      EXPECT_LT(numbering.number(node_at(node).high), i);
    }
    const std::uint64_t size = numbering.size();
    numbering.add(parity.root());
    EXPECT_EQ(numbering.size(), size);
  }
}

}  // namespace
}  // namespace zermelo::symbolic
