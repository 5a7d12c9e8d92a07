// SPDX-License-Identifier: MIT
// The facade against truth tables. Whichever library it was built with must pass.
#include "symbolic/bdd/bdd.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "symbolic/bdd/compose_by_nodes.h"
#include "symbolic/bdd/count_states.h"
#include "symbolic/bdd/isolated.h"
#include "tests/worker/works.h"

namespace zermelo::symbolic {
namespace {

constexpr int three_variables = 3, six_levels = 2 * three_variables;
constexpr unsigned all_inputs = 1u << six_levels;

// Bit i: the value for input i, whose bit n is level n.
using TruthTable = std::uint64_t;

bool bit(unsigned input, int level) { return (input >> level & 1) != 0; }

class BddTest : public testing::Test {
 protected:
  static Bdd make(TruthTable table) {
    Bdd f;
    for (unsigned input = 0; input < all_inputs; ++input) {
      if ((table >> input & 1) == 0) continue;
      Bdd cube = Bdd::constant(true);
      for (int level = 0; level < six_levels; ++level)
        cube &= Bdd::literal(level, bit(input, level));
      f |= cube;
    }
    return f;
  }
  static bool value(const Bdd& f, unsigned input) {
    NodeRef node = f.root();
    while (!is_constant(node)) {
      const Node n = node_at(node);
      node = bit(input, n.level) ? n.high : n.low;
    }
    return constant_value(node);
  }
  static TruthTable table_of(const Bdd& f) {
    TruthTable table = 0;
    for (unsigned input = 0; input < all_inputs; ++input) {
      if (value(f, input)) table |= TruthTable{1} << input;
    }
    return table;
  }
  // Random tables, dense and sparse.
  TruthTable random_table() {
    return random_() % 2 == 0 ? random_() : random_() & random_() & random_();
  }

  BddManager manager_{three_variables, {.memory = 64 << 20, .threads = 1}};
  std::mt19937_64 random_{7};
};

TEST_F(BddTest, OperationsAreThoseOfTruthTables) {
  for (int n = 0; n < 50; ++n) {
    const TruthTable a = random_table(), b = random_table(), c = random_table();
    const Bdd f = make(a), g = make(b), h = make(c);
    EXPECT_EQ(table_of(f), a);
    EXPECT_EQ(table_of(!f), ~a);
    EXPECT_EQ(table_of(f & g), a & b);
    EXPECT_EQ(table_of(f | g), a | b);
    EXPECT_EQ(table_of(f ^ g), a ^ b);
    EXPECT_EQ(table_of(f - g), a & ~b);
    EXPECT_EQ(table_of(ite(f, g, h)), (a & b) | (~a & c));
    EXPECT_TRUE(make(a) == f);
    EXPECT_EQ(make(b) == f, a == b);
  }
  EXPECT_TRUE((make(5) - make(5)).is_false());
  EXPECT_TRUE((make(5) | !make(5)).is_true());
}

TEST_F(BddTest, QuantifiesAndTakesCofactors) {
  for (int n = 0; n < 50; ++n) {
    const TruthTable a = random_table(), b = random_table();
    const Bdd f = make(a), g = make(b);
    const unsigned set = static_cast<unsigned>(random_() % all_inputs);
    const unsigned chosen = static_cast<unsigned>(random_() % all_inputs) & set;
    std::vector<int> quantified;
    Bdd cube = Bdd::constant(true);
    for (int level = 0; level < six_levels; ++level) {
      if (!bit(set, level)) continue;
      quantified.push_back(level);
      cube &= Bdd::literal(level, bit(chosen, level));
    }
    const Bdd some = exists(f, variables_at(quantified));
    const Bdd every = for_all(f, variables_at(quantified));
    const Bdd both = and_exists(f, g, variables_at(quantified));
    const Bdd fixed = cofactor(f, cube);
    for (unsigned input = 0; input < all_inputs; ++input) {
      bool any = false, all = true, any_both = false;
      for (unsigned other = 0; other < all_inputs; ++other) {
        if ((other & ~set) != (input & ~set)) continue;
        const bool in_f = (a >> other & 1) != 0, in_g = (b >> other & 1) != 0;
        any = any || in_f;
        all = all && in_f;
        any_both = any_both || (in_f && in_g);
      }
      EXPECT_EQ(value(some, input), any);
      EXPECT_EQ(value(every, input), all);
      EXPECT_EQ(value(both, input), any_both);
      EXPECT_EQ(value(fixed, input), (a >> ((input & ~set) | chosen) & 1) != 0);
    }
  }
}

TEST_F(BddTest, ComposesAndSimplifies) {
  for (int n = 0; n < 50; ++n) {
    const TruthTable a = random_table(), b = random_table(), c = random_table(),
                     care = random_table();
    const Bdd f = make(a), g = make(b), h = make(c);
    const std::vector<int> levels = {1, 4};
    const std::vector<Bdd> functions = {g, h};
    const Bdd composed = compose(f, levels, functions),
              by_nodes = compose_by_nodes(f, levels, functions);
    EXPECT_TRUE(by_nodes == composed);
    for (unsigned input = 0; input < all_inputs; ++input) {
      const unsigned inner = (input & ~0b10010u) | ((b >> input & 1) != 0 ? 0b10u : 0) |
                             ((c >> input & 1) != 0 ? 0b10000u : 0);
      EXPECT_EQ(value(composed, input), (a >> inner & 1) != 0);
    }
    EXPECT_EQ(table_of(simplify(f, make(care))) & care, a & care);
  }
  EXPECT_TRUE(compose(Bdd::constant(true), std::vector<int>{}, std::vector<Bdd>{}).is_true());
}

// Relations as sets of pairs of states.
TEST_F(BddTest, StepsAreThoseOfTheRelation) {
  const auto state_cube = [](unsigned state, int copy) {
    Bdd cube = Bdd::constant(true);
    for (int k = 0; k < three_variables; ++k) cube &= Bdd::literal(2 * k + copy, bit(state, k));
    return cube;
  };
  const auto states_of = [&](const std::set<unsigned>& states) {
    Bdd f;
    for (const unsigned s : states) f |= state_cube(s, 0);
    return f;
  };
  constexpr unsigned states = 1u << three_variables;
  for (int n = 0; n < 50; ++n) {
    std::set<std::pair<unsigned, unsigned>> pairs;
    Bdd steps;
    for (int k = 0; k < 12; ++k) {
      const auto from = static_cast<unsigned>(random_() % states);
      const auto to = static_cast<unsigned>(random_() % states);
      pairs.emplace(from, to);
      steps |= state_cube(from, 0) & state_cube(to, 1);
    }
    const Relation relation(steps, {0, 1, 2});
    std::set<unsigned> set, image_set, preimage_set, all_preimage_set;
    for (unsigned s = 0; s < states; ++s) {
      if (random_() % 2 == 0) set.insert(s);
      all_preimage_set.insert(s);
    }
    for (const auto& [from, to] : pairs) {
      if (set.contains(from)) image_set.insert(to);
      if (set.contains(to)) preimage_set.insert(from);
      if (!set.contains(to)) all_preimage_set.erase(from);
    }
    const Bdd f = states_of(set);
    EXPECT_TRUE(image(f, relation) == states_of(image_set));
    EXPECT_TRUE(preimage(relation, f) == states_of(preimage_set));
    EXPECT_TRUE(all_preimage(relation, f) == states_of(all_preimage_set));
    EXPECT_TRUE(to_current(to_next(f)) == f);
    EXPECT_EQ(count_states(f, three_variables), set.size());
    EXPECT_EQ(count_steps(steps, three_variables), pairs.size());
  }
}

// A relation over some of the variables leaves the others alone.
TEST_F(BddTest, PartialRelationsKeepTheOtherVariables) {
  const Bdd flips = Bdd::literal(2) ^ Bdd::literal(3);  // state variable 1
  const Relation relation(flips, {1});
  const Bdd states = Bdd::literal(0) & Bdd::literal(2) & Bdd::literal(4, false);
  const Bdd flipped = Bdd::literal(0) & Bdd::literal(2, false) & Bdd::literal(4, false);
  EXPECT_TRUE(image(states, relation) == flipped);
  EXPECT_TRUE(preimage(relation, flipped) == states);
}

TEST_F(BddTest, CountsNodesAsTheLibraryDoes) {
  const std::uint64_t terminals = has_complement_edges() ? 1 : 2;
  EXPECT_EQ(node_count(Bdd::constant(true)), 1u);
  EXPECT_EQ(node_count(Bdd::literal(0)), 1 + terminals);
  // Parity: with complement edges one node per level, otherwise two, except on the first.
  const Bdd parity = Bdd::literal(0) ^ Bdd::literal(2) ^ Bdd::literal(4);
  EXPECT_EQ(node_count(parity), has_complement_edges() ? 3 + 1u : 5 + 2u);
  const std::vector<Bdd> two = {parity, !parity};
  EXPECT_EQ(node_count(two), has_complement_edges() ? 3 + 1u : 6 + 2u);
}

// The functions below every node, as truth tables: a node with complement edges is a function and
// its negation.
TEST_F(BddTest, CountsNodesAsComplementEdgesWouldShareThem) {
  const auto with_level = [](TruthTable table, int level, bool value) {
    TruthTable result = 0;
    for (unsigned input = 0; input < all_inputs; ++input) {
      const unsigned other = (input & ~(1u << level)) | (value ? 1u : 0u) << level;
      result |= (table >> other & 1) << input;
    }
    return result;
  };
  for (int n = 0; n < 10; ++n) {
    std::vector<Bdd> functions;
    std::set<TruthTable> pairs, open;
    for (int k = 0; k < 3; ++k) {
      const TruthTable table = random_table();
      functions.push_back(make(table));
      open.insert(table);
    }
    for (int level = 0; level <= six_levels; ++level) {
      std::set<TruthTable> next;
      for (const TruthTable table : open) {
        pairs.insert(std::min(table, ~table));
        if (level == six_levels) continue;
        for (const bool value : {false, true}) next.insert(with_level(table, level, value));
      }
      open = next;
    }
    EXPECT_EQ(complemented_node_count(functions), pairs.size());
  }
  EXPECT_EQ(complemented_node_count(Bdd::constant(false)), 1u);
  const Bdd parity = Bdd::literal(0) ^ Bdd::literal(2) ^ Bdd::literal(4);
  EXPECT_EQ(complemented_node_count(parity), 3 + 1u);
  EXPECT_EQ(complemented_node_count(std::vector<Bdd>{}), 0u);
}

TEST_F(BddTest, CountsOnlyWhatItCanCountExactly) {
  EXPECT_EQ(count_assignments(Bdd::constant(true), 127, 2), BigCount{1} << 127);
  EXPECT_THROW(count_assignments(Bdd::constant(true), 128, 2), Error);
  EXPECT_THROW(count_states(Bdd::literal(1), three_variables), Error);
  EXPECT_EQ(to_string(BigCount{1} << 127), "170141183460469231731687303715884105728");
  EXPECT_EQ(to_string(BigCount{0}), "0");
}

// The or of x0 & y0, x1 & y1, ..., with all x before all y in the order.
Bdd products_in_a_bad_order(int products) {
  Bdd f;
  for (int k = 0; k < products; ++k) f |= Bdd::literal(k) & Bdd::literal(products + k);
  return f;
}

TEST(Bdd, ReorderingShrinksTheOrOfProductsInABadOrder) {
  constexpr int products = 16;
  const auto nodes = [&](bool reorder) {
    const BddManager manager(products,
                             {.memory = 256 << 20, .first_nodes = 2000, .reorder = reorder});
    EXPECT_EQ(may_reorder(), reorder && bdd_library() == "BuDDy");
    const Bdd f = products_in_a_bad_order(products);
    // It is still the same function.
    Bdd rest = f;
    for (int k = 0; k < products; ++k) {
      EXPECT_TRUE(cofactor(f, Bdd::literal(k) & Bdd::literal(products + k)).is_true());
      rest = cofactor(rest, Bdd::literal(k, false));
    }
    EXPECT_TRUE(rest.is_false());
    return std::pair(node_count(f), complemented_node_count(f));
  };
  constexpr std::uint64_t in_bad_order = (std::uint64_t{2} << products) - 2;
  EXPECT_GE(nodes(false).second, in_bad_order / 2);
  if (bdd_library() != "BuDDy") return;
  EXPECT_EQ(nodes(false).first, in_bad_order + 2);
  EXPECT_LE(nodes(true).first, 138u);
}

// With a first table so small that there are collections and reorderings all the time.
TEST(Bdd, FunctionsStayTheSameWhileVariablesAreReordered) {
  constexpr int variables = 6, levels = 2 * variables;
  const BddManager manager(variables, {.memory = 64 << 20, .first_nodes = 100, .reorder = true});
  std::mt19937 random(5);
  for (int n = 0; n < 20; ++n) {
    // Functions as diagrams, and as bits by input.
    std::vector<Bdd> functions;
    std::vector<std::vector<bool>> tables;
    for (int level = 0; level < levels; ++level) {
      functions.push_back(Bdd::literal(level));
      std::vector<bool>& table = tables.emplace_back(std::size_t{1} << levels);
      for (unsigned input = 0; input < table.size(); ++input) table[input] = bit(input, level);
    }
    for (int k = 0; k < 60; ++k) {
      const std::size_t a = random() % functions.size(), b = random() % functions.size();
      const bool both = random() % 2 != 0;
      functions.push_back(both ? functions[a] & !functions[b] : functions[a] ^ functions[b]);
      std::vector<bool> table(std::size_t{1} << levels);
      for (std::size_t input = 0; input < table.size(); ++input) {
        table[input] =
            both ? tables[a][input] && !tables[b][input] : tables[a][input] != tables[b][input];
      }
      tables.push_back(std::move(table));
    }
    for (std::size_t k = 0; k < functions.size(); ++k) {
      for (unsigned input = 0; input < 1u << levels; input += 17) {
        NodeRef node = functions[k].root();
        while (!is_constant(node)) {
          const Node here = node_at(node);
          node = bit(input, here.level) ? here.high : here.low;
        }
        ASSERT_EQ(constant_value(node), tables[k][input]);
      }
    }
  }
}

TEST(Bdd, RunningOutOfNodesIsOneSentence) {
  const IsolatedOptions options{.memory = 16 << 20, .worker = ZERMELO_TEST_WORKER};
  try {
    run_isolated(test::too_large, "", options);
    FAIL() << "it cannot fit";
  } catch (const OutOfNodes& error) {
    EXPECT_STREQ(
        error.what(),
        "The decision diagrams do not fit into the 16 MiB allowed; give more with --memory.");
  }
}

}  // namespace
}  // namespace zermelo::symbolic
