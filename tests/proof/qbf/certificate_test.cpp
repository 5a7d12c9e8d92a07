// SPDX-License-Identifier: MIT
// Proofs of formulas, as DepQBF writes them: by hand, corrupted, and of random formulas and of
// games if its program is here; and what is taken from them, against all values of the inputs.
#include "proof/qbf/certificate.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "proof/check/check.h"
#include "proof/qbf/prove_qbf.h"
#include "proof/qbf/qbf.h"
#include "proof/qbf/qbf_solvers.h"
#include "tests/support/bddl_games.h"
#include "tests/support/error_text.h"

namespace zermelo::proof {
namespace {

using symbolic::Literal;

// --- By hand -------------------------------------------------------------------------------------

// There are x so that for all y there are z so that z is the exclusive or of x and y.
constexpr char xor_formula[] =
    "c a comment\np cnf 3 4\ne 1 0\na 2 0\ne 3 0\n1 2 -3 0\n-1 -2 -3 0\n1 -2 3 0\n-1 2 3 0\n";
// With x false, z is y: two cubes, from which z is taken; y is resolved on, and x is left.
constexpr char xor_proof[] =
    "p qrp 3 9\ne 1 0\na 2 0\ne 3 0\n1 -1 2 3 0 0\n2 -1 -2 -3 0 0\n3 -1 2 0 1 0\n4 -1 -2 0 2 0\n"
    "5 -1 0 3 4 0\n6 0 5 0\nr SAT\n";

// For all y that come first there would have to be an x that is both.
constexpr char false_formula[] = "p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n1 -2 0\n";
constexpr char false_proof[] = "p qrp 2 4\n1 1 2 0 0\n2 1 -2 0 0\n3 1 0 1 2 0\n4 0 3 0\nr UNSAT\n";

QbfCertificate certificate(const std::string& formula, const std::string& proof) {
  const QdimacsFormula parsed = parse_qdimacs(formula);
  return certificate_of(parsed, proof, parsed.variables);
}

TEST(QbfCertificate, HasTheFunctionsOfATrueFormula) {
  const QbfCertificate c = certificate(xor_formula, xor_proof);
  EXPECT_TRUE(c.is_true);
  EXPECT_EQ(c.steps, 6u);
  EXPECT_EQ(c.functions, 2u);
  ASSERT_EQ(c.aig.inputs(), 1u);
  for (const bool y : {false, true}) {
    const auto values = evaluate(c.aig, {y});
    EXPECT_FALSE(value_of(values, c.values[1]));
    EXPECT_EQ(value_of(values, c.values[2]), y);
    EXPECT_EQ(value_of(values, c.values[3]), y);
  }
}

TEST(QbfCertificate, HasTheFunctionsOfAFalseFormula) {
  const QbfCertificate c = certificate(false_formula, false_proof);
  EXPECT_FALSE(c.is_true);
  EXPECT_EQ(c.functions, 1u);
  EXPECT_EQ(c.values[1], symbolic::false_literal);
}

std::string without(std::string text, const std::string& what, const std::string& instead = "") {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), instead);
}

TEST(QbfCertificate, RefusesStepsThatDoNotFollow) {
  const auto said = [](const char* formula, const std::string& proof) {
    return test::error_text<Error>([&] { certificate(formula, proof); });
  };
  const std::string wrong = "The solver's proof is wrong. Line ";
  EXPECT_EQ(said(xor_formula, without(xor_proof, "1 -1 2 3 0", "1 -1 2 -3 0")),
            wrong + "5: it does not fulfil all clauses of the formula.");
  EXPECT_EQ(said(xor_formula, without(xor_proof, "3 -1 2 0 1 0", "3 2 0 1 0")),
            wrong + "7: it does not follow from those that it names.");
  EXPECT_EQ(said(xor_formula, without(xor_proof, "5 -1 0 3 4 0", "5 -1 0 3 1 0")),
            wrong + "9: there is nothing to resolve on.");
  EXPECT_EQ(said(false_formula, without(false_proof, "2 1 -2 0 0", "2 -2 0 0")),
            wrong + "3: it is not a clause of the formula.");
  EXPECT_EQ(said(false_formula, without(false_proof, "4 0 3 0\n")),
            "The solver's proof is wrong: no step of it is empty.");
  EXPECT_EQ(said(false_formula, without(false_proof, "UNSAT", "SAT")),
            wrong + "4: there is nothing to resolve on.");
  // Nothing may be reduced that is further out than something that stays.
  EXPECT_EQ(said("p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n",
                 "p qrp 2 5\n1 1 2 0 0\n2 -1 -2 0 0\n3 2 0 1 0\n4 -2 0 2 0\n5 0 3 4 0\nr UNSAT\n"),
            wrong + "4: it does not follow from those that it names.");
  EXPECT_EQ(said("p cnf 3 2\ne 1 2 3 0\n1 2 3 0\n-1 -2 3 0\n",
                 "p qrp 3 3\n1 1 2 3 0 0\n2 -1 -2 3 0 0\n3 0 1 2 0\nr UNSAT\n"),
            wrong + "4: two variables could be resolved on.");
}

TEST(QbfCertificate, RefusesTextsThatAreNoProofs) {
  const auto said = [](const std::string& proof) {
    return test::error_text<SyntaxError>([&] { certificate(false_formula, proof); });
  };
  EXPECT_EQ(said("r UNSAT\n"), "This is not a proof in the format QRP.");
  EXPECT_EQ(said("p qrp 2 4\n1 1 2 0 0\n"), "The solver's proof does not end with its verdict.");
  EXPECT_EQ(said("p qrp 2 4\n1 1 x 0 0\n"), "Line 2: 'x' is not a number.");
  EXPECT_EQ(said("p qrp 2 4\n1 -2147483648 0 0\n"), "Line 2: '-2147483648' is not a number.");
  EXPECT_EQ(said("p qrp 2 4\n1 1 2 0\n"), "Line 2: a number is missing.");
  EXPECT_EQ(said("p qrp 2 4\n1 1 5 0 0\n"), "Line 2: the formula has no variable 5.");
  EXPECT_EQ(said("p qrp 2 4\n1 1 2 0 7 0\n"), "Line 2: no earlier step is 7.");
  EXPECT_EQ(said("p qrp 2 4\n1 1 2 0 0\n1 1 2 0 0\n"), "Line 3: there is another step 1.");
  EXPECT_EQ(said("p qrp 2 4\nr MAYBE\n"), "Line 2: a verdict is SAT or UNSAT.");
}

TEST(Qdimacs, IsRead) {
  const QdimacsFormula formula = parse_qdimacs(xor_formula);
  EXPECT_EQ(formula.variables, 3);
  ASSERT_EQ(formula.prefix.size(), 3u);
  EXPECT_TRUE(formula.prefix[1].universal);
  EXPECT_EQ(formula.clauses.size(), 4u);
  EXPECT_EQ(formula.clauses[1], (std::vector<int>{-1, -2, -3}));
  for (const char* text : {"p dnf 1 1\n", "p cnf 1 1\ne 2 0\n", "p cnf 1 1\n1 0\n",
                           "p cnf 1 1\ne 1 0\na 1 0\n", "p cnf 1 1\ne 1 0\n1\n"})
    EXPECT_THROW(parse_qdimacs(text), SyntaxError) << text;
}

// --- Of a solver ---------------------------------------------------------------------------------

constexpr char tracing[] = "depqbf --trace=qrp --dep-man=simple --no-qbce-dynamic --no-lazy-qpup";

bool has_program() {
  try {
    solve_by_command(tracing, "p cnf 1 1\ne 1 0\n1 0\n", {});
    return true;
  } catch (const Error&) {
    return false;
  }
}

Qbf random_formula(std::mt19937& random) {
  Qbf formula;
  std::vector<Literal> pool;
  const auto below = [&](std::size_t n) { return random() % n; };
  for (int block = 0; block < 4; ++block) {
    for (const Literal bit : formula.add((block + random() % 2) % 2 == 0, "x", 1 + below(2)))
      pool.push_back(bit);
  }
  for (int gate = 0; gate < 12; ++gate) {
    const auto any = [&] {
      const Literal l = pool[below(pool.size())];
      return random() % 2 == 0 ? l : !l;
    };
    const Literal a = any(), b = any();
    pool.push_back(random() % 3 == 0 ? formula.aig.lxor(a, b) : formula.aig.land(a, b));
  }
  formula.matrix = pool.back();
  return formula;
}

// The truth of a formula from its definition.
bool is_true(const Qbf& formula, const std::vector<std::pair<Literal, bool>>& order,
             std::vector<bool> inputs = {}) {
  inputs.resize(formula.aig.inputs());
  const auto decide = [&](auto&& self, std::size_t k) -> bool {
    if (k == order.size()) return value_of(evaluate(formula.aig, inputs), formula.matrix);
    const auto [bit, universal] = order[k];
    for (const bool value : {false, true}) {
      inputs[formula.aig.input_number(bit.node())] = value;
      if (self(self, k + 1) != universal) return !universal;
    }
    return universal;
  };
  return decide(decide, 0);
}
std::vector<std::pair<Literal, bool>> order_of(const Qbf& formula) {
  std::vector<std::pair<Literal, bool>> order;
  for (const QbfBlock& block : formula.prefix) {
    for (const QbfVariables& v : block.variables)
      for (const Literal bit : v.bits) order.emplace_back(bit, block.universal);
  }
  return order;
}

// Whatever the inputs of the certificate are, the matrix has the value that is claimed; and a
// function does not depend on what comes later.
void expect_certified(const Qbf& formula, const QdimacsText& text, const QbfCertificate& c) {
  const auto order = order_of(formula);
  const auto value_in = [&](Literal bit) {
    return c.values[static_cast<std::size_t>(text.inputs[formula.aig.input_number(bit.node())])];
  };
  for (std::uint64_t set = 0; set >> c.aig.inputs() == 0; ++set) {
    std::vector<bool> given, inputs(formula.aig.inputs());
    for (std::uint32_t k = 0; k < c.aig.inputs(); ++k) given.push_back((set >> k & 1) != 0);
    const auto values = evaluate(c.aig, given);
    std::vector<bool> so_far = given;
    std::uint32_t seen = 0;
    for (const auto& [bit, universal] : order) {
      const bool value = value_of(values, value_in(bit));
      inputs[formula.aig.input_number(bit.node())] = value;
      if (universal == c.is_true) {
        ++seen;
        continue;
      }
      for (std::uint32_t k = seen; k < c.aig.inputs(); ++k) so_far[k] = false;
      ASSERT_EQ(value_of(evaluate(c.aig, so_far), value_in(bit)), value) << "depends on the future";
      so_far = given;
    }
    ASSERT_EQ(value_of(evaluate(formula.aig, inputs), formula.matrix), c.is_true);
  }
}

TEST(QbfCertificate, OfRandomFormulasHoldsForAllInputs) {
  if (!has_program()) GTEST_SKIP() << "the program depqbf is not here";
  std::mt19937 random(11);
  int count[2] = {0, 0};
  for (int k = 0; k < 60; ++k) {
    const Qbf formula = random_formula(random);
    const QdimacsText text = to_qdimacs(formula);
    const QbfVerdict verdict = solve_by_command(tracing, text.text, {});
    ASSERT_TRUE(verdict.is_true);
    ASSERT_EQ(*verdict.is_true, is_true(formula, order_of(formula)));
    const QbfCertificate c = certificate_of(parse_qdimacs(text.text), verdict.proof,
                                            static_cast<int>(formula.aig.inputs()));
    ASSERT_EQ(c.is_true, *verdict.is_true);
    ASSERT_NO_FATAL_FAILURE(expect_certified(formula, text, c));
    ASSERT_TRUE(fulfils(c, formula, text.inputs));
    ++count[c.is_true ? 1 : 0];
  }
  EXPECT_GT(count[0], 10);
  EXPECT_GT(count[1], 10);
}

TEST(QbfCertificate, WithOtherFunctionsDoesNotFulfil) {
  Qbf formula;
  const Literal x = formula.add(true, "x", 1).front(), y = formula.add(false, "y", 1).front();
  formula.matrix = formula.aig.equal(x, y);
  QbfCertificate c;
  c.is_true = true;
  const Literal input = c.aig.input();
  c.values = {symbolic::false_literal, input, input};
  EXPECT_TRUE(fulfils(c, formula, {1, 2}));
  c.values[2] = !input;
  EXPECT_FALSE(fulfils(c, formula, {1, 2}));
  const QdimacsFormula parsed = parse_qdimacs(xor_formula);
  EXPECT_THROW(certificate_of(parsed, xor_proof, 3, [] { return true; }), Interrupted);
}

// --- Of games ------------------------------------------------------------------------------------

QbfOptions by_tracing(int plies) {
  QbfOptions options;
  options.solver = QbfOptions::Solver::command;
  options.command = tracing;
  options.plies = plies;
  options.certify = true;
  return options;
}

TEST(QbfCertificate, OfAGameHasTheMovesOfTheWinner) {
  if (!has_program()) GTEST_SKIP() << "the program depqbf is not here";
  const GameSpec game = test::bddl_spec(test::shipped_games / "shapes/3x3-el.bddl");
  for (const int plies : {3, 5}) {
    const QbfProof proof = prove_by_qbf(game, by_tracing(plies));
    EXPECT_EQ(proof.wins, plies == 5);
    ASSERT_TRUE(proof.certificate);
    EXPECT_GT(proof.certificate->steps, 100u);
    EXPECT_GT(proof.certificate->functions, 2u);
    EXPECT_EQ(proof.first_move.empty(), plies == 3);
    ASSERT_TRUE(proof.strategy);
    EXPECT_TRUE(check_strategy(*proof.strategy).ok());
  }
  QbfOptions lifted = by_tracing(3);
  lifted.encoding = QbfOptions::Encoding::lifted;
  EXPECT_TRUE(prove_by_qbf(game, lifted).certificate);
}

TEST(QbfCertificate, ThatIsWrongIsAnError) {
  const GameSpec game = test::bddl_spec(test::shipped_games / "shapes/3x3-el.bddl");
  QbfOptions options = by_tracing(5);
  options.command = "sh -c 'echo p qrp 1 1; echo 1 0 0; echo r UNSAT; exit 20'";
  EXPECT_EQ(test::error_text<Error>([&] { prove_by_qbf(game, options); }),
            "The solver's proof is wrong. Line 2: it is not a clause of the formula.");
  options.command = "sh -c 'echo p qrp 1 1; echo 1 0 0; echo r UNSAT; exit 10'";
  EXPECT_NE(test::error_text<Error>([&] { prove_by_qbf(game, options); }), "");
}

}  // namespace
}  // namespace zermelo::proof
