// SPDX-License-Identifier: MIT
// Functions of random graphs as clauses, against evaluation.
#include "proof/sat/cnf.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/clean_clauses.h"

namespace zermelo::proof {
namespace {

using symbolic::Aig;
using symbolic::false_literal;
using symbolic::Literal;
using symbolic::true_literal;
using Clauses = std::vector<std::vector<SatLiteral>>;

constexpr std::size_t cnf_inputs = 4;

// Grows while it is being encoded.
class GrowingGraph {
 public:
  explicit GrowingGraph(unsigned seed) : random_(seed) {
    for (std::size_t n = 0; n < cnf_inputs; ++n) inputs_.push_back(aig.input());
    literals_ = inputs_;
    literals_.push_back(true_literal);
  }

  Aig aig;
  const std::vector<Literal>& inputs() const { return inputs_; }
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  Literal any() {
    const Literal literal = literals_[random_() % literals_.size()];
    return below(2) == 0 ? literal : !literal;
  }
  void grow(unsigned ands) {
    for (; ands > 0; --ands) literals_.push_back(aig.land(any(), any()));
  }

 private:
  std::mt19937 random_;
  std::vector<Literal> inputs_, literals_;
};

std::vector<bool> input_values(unsigned number) {
  std::vector<bool> values;
  for (unsigned k = 0; k < cnf_inputs; ++k) values.push_back((number >> k & 1) != 0);
  return values;
}

bool is_satisfiable(SatSolver& solver, const std::vector<SatLiteral>& assumptions) {
  const SatSolver::Answer answer = solver.solve(assumptions);
  EXPECT_NE(answer, SatSolver::Answer::stopped);
  return answer == SatSolver::Answer::satisfiable;
}

// The inputs with these values.
std::vector<SatLiteral> assumed(const std::vector<SatLiteral>& inputs,
                                const std::vector<bool>& values) {
  std::vector<SatLiteral> result;
  for (std::size_t k = 0; k < inputs.size(); ++k)
    result.push_back(values[k] ? inputs[k] : -inputs[k]);
  return result;
}

std::vector<SatLiteral> with(std::vector<SatLiteral> literals, SatLiteral one_more) {
  literals.push_back(one_more);
  return literals;
}

TEST(CnfEncoder, OneFunction) {
  for (unsigned seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(seed);
    GrowingGraph graph(seed);
    graph.grow(graph.below(25));
    const Literal function = graph.any();
    for (const bool both : {false, true}) {
      SatSolver solver;
      CnfEncoder encoder(graph.aig, solver);
      const SatLiteral code = both ? encoder.equals(function) : encoder.implies(function);
      std::vector<SatLiteral> inputs;
      for (const Literal input : graph.inputs()) inputs.push_back(encoder.equals(input));
      const bool is_input = graph.aig.is_input(function.node()), is_constant = function.node() == 0;
      for (unsigned n = 0; n < 1u << cnf_inputs; ++n) {
        const std::vector<bool> values = input_values(n);
        const bool expected = value_of(evaluate(graph.aig, values), function);
        const std::vector<SatLiteral> state = assumed(inputs, values);
        EXPECT_EQ(is_satisfiable(solver, with(state, code)), expected);
        // If only an implication is wanted, the literal may always be false.
        const bool bound = both || is_input || is_constant;
        EXPECT_EQ(is_satisfiable(solver, with(state, -code)), !bound || !expected);
      }
    }
  }
}

// Many functions of a graph that grows, in both ways and in any order, some of them again.
TEST(CnfEncoder, ManyFunctions) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    GrowingGraph graph(seed);
    SatSolver solver;
    CnfEncoder encoder(graph.aig, solver);
    std::vector<SatLiteral> inputs;
    for (const Literal input : graph.inputs()) inputs.push_back(encoder.implies(input));
    struct Encoded {
      Literal function;
      SatLiteral code;
      bool both;
    };
    std::vector<Encoded> all;
    for (int n = 0; n < 12; ++n) {
      graph.grow(graph.below(6));
      const Literal function = all.empty() || graph.below(4) > 0
                                   ? graph.any()
                                   : all[graph.below(static_cast<unsigned>(all.size()))].function;
      const bool both = graph.below(2) == 0;
      all.push_back({function, both ? encoder.equals(function) : encoder.implies(function), both});
    }
    for (unsigned n = 0; n < 1u << cnf_inputs; ++n) {
      const std::vector<bool> assignment = input_values(n);
      const std::vector<bool> values = evaluate(graph.aig, assignment);
      std::vector<SatLiteral> state = assumed(inputs, assignment);
      for (const Encoded& e : all) {
        EXPECT_EQ(is_satisfiable(solver, with(state, e.code)), value_of(values, e.function));
        if (e.both) {
          EXPECT_EQ(is_satisfiable(solver, with(state, -e.code)), !value_of(values, e.function));
        }
      }
      // What is true together is satisfiable together.
      for (const Encoded& e : all) {
        if (value_of(values, e.function)) state.push_back(e.code);
        if (!value_of(values, e.function) && e.both) state.push_back(-e.code);
      }
      EXPECT_TRUE(is_satisfiable(solver, state));
    }
  }
}

TEST(CnfEncoder, Constants) {
  const Aig aig;
  SatSolver solver;
  CnfEncoder encoder(aig, solver);
  const SatLiteral yes = encoder.implies(true_literal), no = encoder.equals(false_literal);
  EXPECT_EQ(yes, -no);
  EXPECT_TRUE(is_satisfiable(solver, {yes}));
  EXPECT_FALSE(is_satisfiable(solver, {no}));
}

// Half as many clauses suffice where only one polarity is needed, and no clause is repeated.
TEST(CnfEncoder, SaysNoMoreThanIsNeeded) {
  Aig aig;
  const Literal a = aig.input(), b = aig.input(), c = aig.input();
  const Literal function = aig.lor(aig.land(a, b), c);  // not (not (a and b) and not c)
  Cnf implied, equal;
  CnfEncoder encoder(aig, implied), other(aig, equal);
  encoder.implies(function);
  EXPECT_EQ(implied.clauses(), 3u);
  encoder.implies(function);
  EXPECT_EQ(implied.clauses(), 3u);
  encoder.implies(!function);
  EXPECT_EQ(implied.clauses(), 6u);
  encoder.equals(function);
  EXPECT_EQ(implied.clauses(), 6u);
  other.equals(function);
  EXPECT_EQ(equal.clauses(), 6u);
  EXPECT_EQ(equal.variables(), 5);
}

TEST(CnfEncoder, DeepChains) {
  Aig aig;
  const Literal a = aig.input(), b = aig.input();
  Literal chain = aig.land(a, b);
  for (int n = 0; n < 300'000; ++n) chain = !aig.land(chain, n % 2 == 0 ? a : b);
  SatSolver solver;
  CnfEncoder encoder(aig, solver);
  const SatLiteral code = encoder.equals(chain);
  const std::vector<SatLiteral> inputs = {encoder.equals(a), encoder.equals(b)};
  for (const bool x : {false, true}) {
    for (const bool y : {false, true}) {
      const bool expected = value_of(evaluate(aig, {x, y}), chain);
      EXPECT_EQ(is_satisfiable(solver, with(assumed(inputs, {x, y}), code)), expected);
      EXPECT_EQ(is_satisfiable(solver, with(assumed(inputs, {x, y}), -code)), !expected);
    }
  }
}

// --- Formulas that are stored --------------------------------------------------------------------

// The contents of a text in the DIMACS format.
struct PlainDimacs {
  int variables = 0;
  Clauses clauses;

  explicit PlainDimacs(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    std::istringstream header(line);
    std::string p, cnf;
    std::size_t count = 0;
    header >> p >> cnf >> variables >> count;
    EXPECT_EQ(p + " " + cnf, "p cnf");
    while (std::getline(lines, line)) {
      std::istringstream words(line);
      std::vector<SatLiteral> clause;
      SatLiteral literal = 0;
      while (words >> literal && literal != 0) {
        clause.push_back(literal);
        EXPECT_LE(std::abs(literal), variables);
      }
      EXPECT_EQ(literal, 0) << line;
      clauses.push_back(std::move(clause));
    }
    EXPECT_EQ(clauses.size(), count);
    EXPECT_TRUE(text.ends_with('\n'));
  }
};

// Formulas of functions that are the same on both sides of a choice, or that meet their negation.
TEST(Cnf, HasNoLiteralTwiceAndNoClauseThatIsAlwaysTrue) {
  Cnf cnf;
  for (int n = 0; n < 4; ++n) cnf.new_variable();
  cnf.add_clause({3, -1, 3});
  cnf.add_clause({1, 2, -1});
  cnf.add_clause({-2, -2});
  cnf.add_clause({4, 4, 1, -4});
  cnf.add_clause({1, -2, 3, -4});
  EXPECT_EQ(cnf.dimacs(), "p cnf 4 3\n3 -1 0\n-2 0\n1 -2 3 -4 0\n");
  EXPECT_EQ(cnf.clauses(), 3u);
  EXPECT_TRUE(cnf.check());

  std::size_t clauses = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    GrowingGraph graph(seed);
    Cnf formula;
    CnfEncoder encoder(graph.aig, formula);
    for (int n = 0; n < 8; ++n) {
      graph.grow(graph.below(12));
      const Literal function = graph.any();
      formula.add_clause({n % 2 == 0 ? encoder.implies(function) : encoder.equals(function)});
    }
    EXPECT_TRUE(formula.check());
    clauses += test::expect_clean_clauses(formula.dimacs());
    ASSERT_FALSE(HasFailure()) << seed;
  }
  EXPECT_GT(clauses, 5'000u);
}

class RememberedClauses final : public ClauseSink {
 public:
  SatLiteral new_variable() override { return ++variables; }
  using ClauseSink::add_clause;
  void add_clause(std::span<const SatLiteral> clause) override {
    clauses.emplace_back(clause.begin(), clause.end());
  }
  int variables = 0;
  Clauses clauses;
};

TEST(Cnf, IsWrittenAsDimacs) {
  Cnf cnf;
  EXPECT_EQ(cnf.dimacs(), "p cnf 0 0\n");
  const SatLiteral a = cnf.new_variable(), b = cnf.new_variable(), c = cnf.new_variable();
  cnf.add_clause({a, -b});
  cnf.add_clause({-c});
  cnf.add_clause({c, b, -a});
  EXPECT_EQ(cnf.variables(), 3);
  EXPECT_EQ(cnf.clauses(), 3u);
  EXPECT_EQ(cnf.dimacs(), "p cnf 3 3\n1 -2 0\n-3 0\n3 2 -1 0\n");
  cnf.add_clause(std::span<const SatLiteral>());
  EXPECT_EQ(cnf.dimacs(), "p cnf 3 4\n1 -2 0\n-3 0\n3 2 -1 0\n0\n");
}

// Each literal once, at its first place; nothing if the clause is always true.
std::optional<std::vector<SatLiteral>> plain_clause(const std::vector<SatLiteral>& clause) {
  std::vector<SatLiteral> result;
  for (const SatLiteral literal : clause) {
    if (std::ranges::count(clause, -literal) > 0) return {};
    if (std::ranges::count(result, literal) == 0) result.push_back(literal);
  }
  return result;
}

TEST(Cnf, GivesAllThatItWasGiven) {
  std::mt19937 random(4);
  for (int n = 0; n < 50; ++n) {
    Cnf cnf;
    Clauses given(random() % 20), expected;
    const int variables = 1 + static_cast<int>(random() % 9);
    for (int k = 0; k < variables; ++k) cnf.new_variable();
    for (auto& clause : given) {
      clause.resize(random() % 5);
      for (SatLiteral& literal : clause) {
        literal = 1 + static_cast<int>(random() % 100) % variables;
        if (random() % 2 == 0) literal = -literal;
      }
      cnf.add_clause(clause);
      if (const auto plain = plain_clause(clause)) expected.push_back(*plain);
    }
    EXPECT_TRUE(cnf.check());
    const PlainDimacs text(cnf.dimacs());
    EXPECT_EQ(text.variables, variables);
    EXPECT_EQ(text.clauses, expected);
    RememberedClauses copy;
    cnf.copy_to(copy);
    EXPECT_EQ(copy.variables, variables);
    EXPECT_EQ(copy.clauses, expected);
  }
}

}  // namespace
}  // namespace zermelo::proof
