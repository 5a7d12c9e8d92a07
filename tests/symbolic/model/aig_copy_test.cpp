// SPDX-License-Identifier: MIT
// Copies of random graphs, with and without other functions in place of inputs, against evaluation.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

#include "symbolic/model/aig.h"

namespace zermelo::symbolic {
namespace {

// A graph with some inputs, ANDs of whatever came before, and the constant.
class RandomGraph {
 public:
  RandomGraph(std::mt19937& random, std::size_t inputs, std::size_t ands) : random_(random) {
    for (std::size_t n = 0; n < inputs; ++n) inputs_.push_back(aig.input());
    literals_ = inputs_;
    literals_.push_back(false_literal);
    for (std::size_t n = 0; n < ands; ++n) literals_.push_back(aig.land(any(), any()));
  }

  Aig aig;
  const std::vector<Literal>& inputs() const { return inputs_; }
  Literal any() {
    const Literal literal = literals_[random_() % literals_.size()];
    return random_() % 2 == 0 ? literal : !literal;
  }
  std::vector<Literal> some(std::size_t number) {
    std::vector<Literal> result(number);
    std::ranges::generate(result, [&] { return any(); });
    return result;
  }

 private:
  std::mt19937& random_;
  std::vector<Literal> inputs_, literals_;
};

// Calls visit(values) for all values of this many variables.
template <class Visit>
void for_all_values(std::size_t variables, const Visit& visit) {
  std::vector<bool> values(variables);
  for (unsigned number = 0; number < 1u << variables; ++number) {
    for (std::size_t k = 0; k < variables; ++k) values[k] = (number >> k & 1) != 0;
    visit(values);
  }
}

std::vector<bool> values_of_all(const std::vector<bool>& values,
                                const std::vector<Literal>& functions) {
  std::vector<bool> result;
  for (const Literal f : functions) result.push_back(value_of(values, f));
  return result;
}

TEST(AigCopier, CopiesIntoAnotherGraph) {
  std::mt19937 random(1);
  for (int n = 0; n < 100; ++n) {
    SCOPED_TRACE(n);
    RandomGraph from(random, 5, 1 + random() % 40);
    Aig to;
    std::vector<Literal> inputs(5);
    AigCopier copy(from.aig, to);
    // In another order.
    for (const std::size_t k : {3, 0, 4, 2, 1}) {
      inputs[k] = to.input();
      copy.set(from.inputs()[k], inputs[k]);
    }
    const std::vector<Literal> functions = from.some(6);
    std::vector<Literal> copies;
    for (const Literal f : functions) copies.push_back(copy(f));
    EXPECT_TRUE(to.check());
    EXPECT_LE(to.size(), from.aig.size());
    for_all_values(5, [&](const std::vector<bool>& values) {
      std::vector<bool> moved(5);
      for (std::size_t k = 0; k < 5; ++k) moved[to.input_number(inputs[k].node())] = values[k];
      EXPECT_EQ(values_of_all(evaluate(to, moved), copies),
                values_of_all(evaluate(from.aig, values), functions));
    });
  }
}

// What stands for the inputs, in the order of the inputs, may be any functions of the graph: also
// of inputs that are replaced themselves.
TEST(AigCopier, SubstitutesInTheSameGraph) {
  std::mt19937 random(2);
  for (int n = 0; n < 100; ++n) {
    SCOPED_TRACE(n);
    RandomGraph graph(random, 5, 1 + random() % 40);
    const std::vector<Literal> instead = graph.some(5), functions = graph.some(6);
    AigCopier copy(graph.aig, graph.aig);
    for (std::size_t k = 0; k < 5; ++k) {
      // An input may be given by its negation.
      const bool negated = random() % 2 == 0;
      const Literal input = graph.inputs()[k];
      copy.set(negated ? !input : input, negated ? !instead[k] : instead[k]);
    }
    std::vector<Literal> copies;
    for (const Literal f : functions) copies.push_back(copy(f));
    EXPECT_TRUE(graph.aig.check());
    for_all_values(5, [&](const std::vector<bool>& values) {
      const std::vector<bool> all = evaluate(graph.aig, values);
      EXPECT_EQ(values_of_all(all, copies),
                values_of_all(evaluate(graph.aig, values_of_all(all, instead)), functions));
    });
  }
}

TEST(AigCopier, CopiesWhatHasBeenAddedMeanwhile) {
  std::mt19937 random(3);
  RandomGraph graph(random, 4, 10);
  AigCopier turned(graph.aig, graph.aig);
  for (std::size_t k = 0; k < 4; ++k) turned.set(graph.inputs()[k], graph.inputs()[(k + 1) % 4]);
  Literal function = graph.any();
  for (int n = 0; n < 50; ++n) {
    // (Of functions that are copies themselves, too.)
    function = graph.aig.lxor(turned(function), graph.any());
    const Literal copy = turned(function);
    for_all_values(4, [&](const std::vector<bool>& values) {
      std::vector<bool> moved = values;
      std::rotate(moved.begin(), moved.begin() + 1, moved.end());
      EXPECT_EQ(value_of(evaluate(graph.aig, values), copy),
                value_of(evaluate(graph.aig, moved), function));
    });
  }
}

TEST(AigCopier, SharesWhatIsShared) {
  Aig from, to;
  const Literal a = from.input(), b = from.input(), c = from.input();
  const Literal both = from.land(a, b);
  AigCopier copy(from, to);
  copy.set(a, to.input());
  copy.set(b, to.input());
  copy.set(c, false_literal);
  const Literal first = copy(both);
  const std::uint32_t size = to.size();
  EXPECT_EQ(copy(!both), !first);
  EXPECT_EQ(copy(from.lor(both, c)), first);
  EXPECT_EQ(copy(from.land(both, c)), false_literal);
  EXPECT_EQ(copy(true_literal), true_literal);
  EXPECT_EQ(to.size(), size);
}

// Deeper than any stack: every second input negates what came before.
TEST(AigCopier, CopiesDeepChains) {
  constexpr std::size_t depth = 300'000;
  Aig from, to;
  const Literal a = from.input(), b = from.input();
  Literal chain = from.land(a, b);
  std::vector<bool> expected = {false, false, false, true};  // for ab = 00, 10, 01, 11
  for (std::size_t n = 0; n < depth; ++n) {
    const Literal with = n % 2 == 0 ? a : b;
    chain = !from.land(chain, !from.land(chain, with));
    for (std::size_t k = 0; k < 4; ++k) {
      const bool before = expected[k], input = (k >> n % 2 & 1) != 0;
      expected[k] = !(before && !(before && input));
    }
  }
  ASSERT_GT(from.size(), depth);
  AigCopier copy(from, to);
  copy.set(a, to.input());
  copy.set(b, to.input());
  const Literal copied = copy(chain);
  EXPECT_EQ(to.size(), from.size());
  for_all_values(2, [&](const std::vector<bool>& values) {
    EXPECT_EQ(value_of(evaluate(to, values), copied), expected[values[0] + 2 * values[1]]);
  });
}

}  // namespace
}  // namespace zermelo::symbolic
