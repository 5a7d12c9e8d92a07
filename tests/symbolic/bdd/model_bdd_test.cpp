// SPDX-License-Identifier: MIT
#include "symbolic/bdd/model_bdd.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace zermelo::symbolic {
namespace {

constexpr int four_variables = 4;

// The value of a function where the current variables are the bits of `current`, and the next ones
// those of `next`.
bool value(const Bdd& f, unsigned current, unsigned next) {
  NodeRef node = f.root();
  while (!is_constant(node)) {
    const Node n = node_at(node);
    const unsigned bits = n.level % 2 == 0 ? current : next;
    node = (bits >> (n.level / 2) & 1) != 0 ? n.high : n.low;
  }
  return constant_value(node);
}

Model some_model() {
  Model model;
  for (int k = 0; k < four_variables; ++k)
    model.add_variable(std::string(1, static_cast<char>('a' + k)));
  return model;
}

// The inputs of the graph for an assignment.
std::vector<bool> inputs(const Model& model, unsigned current, unsigned next) {
  std::vector<bool> in(model.aig.inputs());
  for (std::size_t k = 0; k < four_variables; ++k) {
    in[model.aig.input_number(model.current[k].node())] = (current >> k & 1) != 0;
    in[model.aig.input_number(model.next[k].node())] = (next >> k & 1) != 0;
  }
  return in;
}

TEST(ModelBdds, AreTheFunctionsOfTheGraph) {
  const BddManager manager(four_variables);
  Model model = some_model();
  std::mt19937 random(4);
  std::vector<Literal> literals = {false_literal, true_literal};
  for (const auto& copies : {model.current, model.next})
    literals.insert(literals.end(), copies.begin(), copies.end());
  const auto pick = [&] {
    const Literal l = literals[random() % literals.size()];
    return random() % 2 == 0 ? l : !l;
  };
  for (int n = 0; n < 60; ++n)
    literals.push_back(n % 3 == 0 ? model.aig.lxor(pick(), pick())
                                  : model.aig.land(pick(), pick()));
  ModelBdds bdds(model);
  for (std::size_t i = 0; i < literals.size(); ++i) {
    const Bdd f = bdds.of(literals[i]), negation = bdds.of(!literals[i]);
    EXPECT_EQ(!f, negation);
    for (unsigned current = 0; current < 16; ++current) {
      for (unsigned next = 0; next < 16; ++next) {
        const auto values = evaluate(model.aig, inputs(model, current, next));
        ASSERT_EQ(value(f, current, next), value_of(values, literals[i])) << i;
      }
    }
    if (i % 7 == 0) bdds.forget();
  }
}

// Where it is possible, a move changes what it says and keeps everything else.
TEST(ModelBdds, MakeRelationsOfMoves) {
  const BddManager manager(four_variables);
  Model model = some_model();
  const Literal a = model.current[0], b = model.current[1], c = model.current[2];
  const ModelMove move{"swap", model.aig.lor(a, c), {{0, b}, {1, model.aig.lxor(a, b)}}};
  ModelBdds bdds(model);
  const Relation relation = bdds.relation(move);
  for (unsigned from = 0; from < 16; ++from) {
    Bdd state = Bdd::constant(true);
    for (int k = 0; k < four_variables; ++k) state &= Bdd::literal(2 * k, (from >> k & 1) != 0);
    const bool possible = (from & 1) != 0 || (from & 4) != 0;
    const unsigned to = (from & 12u) | (from >> 1 & 1u) | ((from ^ from >> 1) & 1u) << 1;
    const Bdd after = image(state, relation);
    for (unsigned current = 0; current < 16; ++current)
      ASSERT_EQ(value(after, current, 0), possible && current == to) << from << ' ' << current;
  }
}

}  // namespace
}  // namespace zermelo::symbolic
