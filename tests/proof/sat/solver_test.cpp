// SPDX-License-Identifier: MIT
// The SAT solver against brute force, and its proofs against two checkers.
#include "proof/sat/solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "proof/sat/cnf.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::proof {
namespace {

using Answer = SatSolver::Answer;
using SatClause = std::vector<SatLiteral>;
using SatFormula = std::vector<SatClause>;

// --- Brute force ---------------------------------------------------------------------------------

bool is_true(SatLiteral literal, unsigned assignment) {
  return ((assignment >> (std::abs(literal) - 1)) & 1) == (literal > 0 ? 1u : 0u);
}

bool is_model(const SatFormula& formula, unsigned assignment) {
  return std::ranges::all_of(formula, [&](const SatClause& clause) {
    return std::ranges::any_of(clause, [&](SatLiteral l) { return is_true(l, assignment); });
  });
}

bool has_model(const SatFormula& formula, int variables) {
  for (unsigned assignment = 0; assignment < 1u << variables; ++assignment) {
    if (is_model(formula, assignment)) return true;
  }
  return false;
}

SatFormula with_units(SatFormula formula, const SatClause& literals) {
  for (const SatLiteral literal : literals) formula.push_back({literal});
  return formula;
}

// --- Formulas ------------------------------------------------------------------------------------

class RandomClauses {
 public:
  RandomClauses(unsigned seed, int variables) : random_(seed), variables_(variables) {}

  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  SatLiteral literal() {
    const int variable = 1 + static_cast<int>(below(static_cast<unsigned>(variables_)));
    return below(2) == 0 ? variable : -variable;
  }
  SatClause clause(unsigned longest) {
    SatClause result(1 + below(longest));
    std::ranges::generate(result, [&] { return literal(); });
    return result;
  }
  // Literals of different variables.
  SatClause assumptions(unsigned most) {
    SatClause result;
    std::set<int> used;
    for (unsigned n = below(most + 1); n > 0; --n) {
      const SatLiteral l = literal();
      if (used.insert(std::abs(l)).second) result.push_back(l);
    }
    return result;
  }

 private:
  std::mt19937 random_;
  int variables_;
};

// This many pigeons, and one hole fewer: unsatisfiable, and hard for its size.
Cnf pigeons(int count) {
  Cnf cnf;
  std::vector<SatClause> sits;  // [pigeon][hole]
  for (int p = 0; p < count; ++p) {
    SatClause& holes = sits.emplace_back();
    for (int h = 0; h + 1 < count; ++h) holes.push_back(cnf.new_variable());
    cnf.add_clause(holes);
  }
  for (std::size_t h = 0; h + 1 < sits.size(); ++h) {
    for (std::size_t p = 0; p < sits.size(); ++p) {
      for (std::size_t q = 0; q < p; ++q) cnf.add_clause({-sits[p][h], -sits[q][h]});
    }
  }
  return cnf;
}

// --- Answers -------------------------------------------------------------------------------------

// A solver and the clauses that it has been given.
class ComparedSolver {
 public:
  explicit ComparedSolver(int variables) : variables_(variables) {
    for (int n = 1; n <= variables; ++n) EXPECT_EQ(solver.new_variable(), n);
  }

  SatSolver solver;

  void add(const SatClause& clause) {
    formula_.push_back(clause);
    solver.add_clause(clause);
  }
  // `constraint`: also a clause for this call.
  void expect_right(const SatClause& assumptions, const SatClause& constraint = {}) {
    SatFormula all = formula_;
    if (!constraint.empty()) {
      all.push_back(constraint);
      solver.constrain(constraint);
    }
    const Answer answer = solver.solve(assumptions);
    const bool expected = has_model(with_units(all, assumptions), variables_);
    ASSERT_EQ(answer, expected ? Answer::satisfiable : Answer::unsatisfiable);
    if (expected) {
      unsigned model = 0;
      for (int n = 1; n <= variables_; ++n) {
        ASSERT_NE(solver.value(n), solver.value(-n));
        if (solver.value(n)) model |= 1u << (n - 1);
      }
      EXPECT_TRUE(is_model(with_units(all, assumptions), model));
    } else {
      SatClause core;
      for (const SatLiteral l : assumptions) {
        if (solver.failed(l)) core.push_back(l);
      }
      EXPECT_FALSE(has_model(with_units(all, core), variables_));
      smaller_cores_ += core.size() < assumptions.size();
    }
  }
  int smaller_cores() const { return smaller_cores_; }

 private:
  int variables_, smaller_cores_ = 0;
  SatFormula formula_;
};

TEST(SatSolver, AnswersAreRight) {
  int smaller_cores = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    RandomClauses random(seed, 7);
    ComparedSolver compared(7);
    for (int n = 0; n < 12; ++n) {
      for (unsigned k = random.below(6); k > 0; --k) compared.add(random.clause(3));
      ASSERT_NO_FATAL_FAILURE(compared.expect_right(random.assumptions(5)));
      ASSERT_NO_FATAL_FAILURE(compared.expect_right({}));
    }
    EXPECT_EQ(compared.solver.calls(), 24u);
    smaller_cores += compared.smaller_cores();
  }
  EXPECT_GT(smaller_cores, 100);
}

TEST(SatSolver, AConstraintHoldsForOneCall) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    RandomClauses random(seed, 6);
    ComparedSolver compared(6);
    for (int n = 0; n < 12; ++n) {
      for (unsigned k = random.below(5); k > 0; --k) compared.add(random.clause(3));
      const SatClause assumptions = random.assumptions(3);
      ASSERT_NO_FATAL_FAILURE(compared.expect_right(assumptions, random.clause(3)));
      ASSERT_NO_FATAL_FAILURE(compared.expect_right(assumptions));
    }
  }
}

TEST(SatSolver, TheEmptyClauseIsUnsatisfiable) {
  SatSolver solver;
  EXPECT_EQ(solver.solve(), Answer::satisfiable);
  solver.add_clause(std::span<const SatLiteral>());
  EXPECT_EQ(solver.solve(), Answer::unsatisfiable);
}

// --- Stopping ------------------------------------------------------------------------------------

TEST(SatSolver, StopsWhenItIsTold) {
  SatSolver solver;
  pigeons(13).copy_to(solver);
  int asked = 0;
  solver.stop_when([&] { return ++asked > 20; });
  EXPECT_EQ(solver.solve(), Answer::stopped);
  EXPECT_GT(asked, 20);
  // Another condition takes its place.
  bool was_asked = false;
  solver.stop_when([&] { return was_asked = true; });
  EXPECT_EQ(solver.solve(), Answer::stopped);
  EXPECT_TRUE(was_asked);
}

TEST(SatSolver, GoesOnAfterAStop) {
  SatSolver solver;
  pigeons(8).copy_to(solver);
  bool stop = true;
  solver.stop_when([&] { return stop; });
  EXPECT_EQ(solver.solve(), Answer::stopped);
  stop = false;
  EXPECT_EQ(solver.solve(), Answer::unsatisfiable);
}

// --- Proofs --------------------------------------------------------------------------------------

// Checks a proof in the binary form of DRAT: every clause added follows by unit propagation from
// those before it, and the last one is empty. (Deletions are ignored, so what it accepts is a
// proof; it also accepts what the solver writes, because that adds no other clauses.)
class PlainDratChecker {
 public:
  PlainDratChecker(SatFormula formula, const std::string& proof)
      : clauses_(std::move(formula)), proof_(proof) {}

  std::string error() {
    bool refuted = false;
    while (at_ < proof_.size()) {
      const char kind = proof_[at_++];
      if (kind != 'a' && kind != 'd') return "a step that is neither added nor deleted";
      const SatClause clause = read_clause();
      if (kind == 'd') continue;
      if (!follows(clause)) return "a clause does not follow";
      refuted = refuted || clause.empty();
      clauses_.push_back(clause);
    }
    return refuted ? "" : "the empty clause is not there";
  }

 private:
  // Seven bits per byte; an odd number is negated.
  unsigned read_number() {
    unsigned result = 0;
    for (int shift = 0; at_ < proof_.size(); shift += 7) {
      const auto byte = static_cast<unsigned char>(proof_[at_++]);
      result |= (byte & 127u) << shift;
      if (byte < 128) return result;
    }
    throw std::runtime_error("the proof ends inside a number");
  }
  SatClause read_clause() {
    SatClause clause;
    while (const unsigned number = read_number()) {
      const auto variable = static_cast<int>(number / 2);
      clause.push_back(number % 2 == 0 ? variable : -variable);
    }
    return clause;
  }
  bool follows(const SatClause& clause) const {
    std::set<SatLiteral> known;
    for (const SatLiteral l : clause) known.insert(-l);
    for (bool changed = true; changed;) {
      changed = false;
      for (const SatClause& c : clauses_) {
        SatClause open;
        bool satisfied = false;
        for (const SatLiteral l : c) {
          satisfied = satisfied || known.contains(l);
          if (!known.contains(-l)) open.push_back(l);
        }
        if (satisfied) continue;
        if (open.empty()) return true;
        const bool is_unit = std::ranges::all_of(open, [&](int l) { return l == open.front(); });
        if (is_unit) changed = known.insert(open.front()).second || changed;
      }
    }
    return false;
  }

  SatFormula clauses_;
  const std::string& proof_;
  std::size_t at_ = 0;
};

class FormulaSink final : public ClauseSink {
 public:
  SatLiteral new_variable() override { return 0; }
  using ClauseSink::add_clause;
  void add_clause(std::span<const SatLiteral> clause) override {
    formula.emplace_back(clause.begin(), clause.end());
  }
  SatFormula formula;
};

SatFormula formula_of(const Cnf& cnf) {
  FormulaSink sink;
  cnf.copy_to(sink);
  return sink.formula;
}

// drat-trim, where it is installed: at the path DRAT_TRIM, or in a folder of PATH.
std::string drat_trim_program() {
  const char* const named = std::getenv("DRAT_TRIM");
  if (named != nullptr && std::filesystem::exists(named)) return named;
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string program = folder + "/drat-trim";
    if (std::filesystem::exists(program)) return program;
  }
  return "";
}

// Its verdict on a formula and a binary proof.
std::string drat_trim_says(const std::string& cnf, const std::string& proof) {
  const std::string command = "'" + drat_trim_program() + "' '" + cnf + "' '" + proof + "' -i 2>&1";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string said;
  std::array<char, 4096> buffer{};
  while (pipe && std::fgets(buffer.data(), buffer.size(), pipe.get()) != nullptr)
    said += buffer.data();
  return said;
}

void prove_unsatisfiable(const Cnf& cnf, const std::string& path) {
  SatSolver solver;
  solver.write_proof(path);
  cnf.copy_to(solver);
  ASSERT_EQ(solver.solve(), Answer::unsatisfiable);
  solver.close_proof();
}

// Formulas that are unsatisfiable, at once or after some work.
std::vector<Cnf> refutable_formulas() {
  std::vector<Cnf> result = {pigeons(2), pigeons(4), pigeons(6)};
  RandomClauses random(7, 8);
  while (result.size() < 10) {
    Cnf cnf;
    for (int n = 0; n < 8; ++n) cnf.new_variable();
    for (int n = 0; n < 60; ++n) cnf.add_clause(random.clause(4));
    if (!has_model(formula_of(cnf), 8)) result.push_back(cnf);
  }
  return result;
}

TEST(SatProof, Follows) {
  const test::TemporaryFolder folder;
  std::uintmax_t longest = 0;
  for (const Cnf& cnf : refutable_formulas()) {
    const std::string path = folder.file("proof.drat");
    ASSERT_NO_FATAL_FAILURE(prove_unsatisfiable(cnf, path));
    const std::string proof = test::read_whole(path);
    EXPECT_EQ(PlainDratChecker(formula_of(cnf), proof).error(), "") << cnf.dimacs();
    longest = std::max<std::uintmax_t>(longest, proof.size());
  }
  EXPECT_GT(longest, 500u);
}

TEST(SatProof, ConvincesDratTrim) {
  if (drat_trim_program().empty()) GTEST_SKIP() << "drat-trim is not there";
  const test::TemporaryFolder folder;
  const std::string formula = folder.file("formula.cnf"), proof = folder.file("proof.drat");
  for (const Cnf& cnf : refutable_formulas()) {
    ASSERT_NO_FATAL_FAILURE(prove_unsatisfiable(cnf, proof));
    test::write_whole(formula, cnf.dimacs());
    EXPECT_NE(drat_trim_says(formula, proof).find("s VERIFIED"), std::string::npos);
  }
  // (It is working: a proof of another formula does not convince it.)
  test::write_whole(formula, "p cnf 2 2\n1 2 0\n-1 -2 0\n");
  EXPECT_EQ(drat_trim_says(formula, proof).find("s VERIFIED"), std::string::npos);
}

TEST(SatProof, OfWhatIsSatisfiableProvesNothing) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("proof.drat");
  Cnf cnf;
  const SatLiteral a = cnf.new_variable(), b = cnf.new_variable();
  cnf.add_clause({a, b});
  SatSolver solver;
  solver.write_proof(path);
  cnf.copy_to(solver);
  EXPECT_EQ(solver.solve(), Answer::satisfiable);
  solver.close_proof();
  EXPECT_NE(PlainDratChecker(formula_of(cnf), test::read_whole(path)).error(), "");
}

TEST(SatProof, ThatCannotBeWrittenIsAFailure) {
  const test::TemporaryFolder folder;
  SatSolver solver;
  EXPECT_EQ(test::error_text<FileError>([&] { solver.write_proof(folder.file("none/p.drat")); }),
            folder.file("none/p.drat") + " cannot be written: No such file or directory.");
  const auto prove_into_full_disk = [](int count) {
    prove_unsatisfiable(pigeons(count), "/dev/full");
  };
  // A short proof that fits into a buffer, and a long one.
  for (const int count : {3, 7}) {
    EXPECT_EQ(test::error_text<FileError>([&] { prove_into_full_disk(count); }),
              "/dev/full cannot be written: No space left on device.");
  }
}

TEST(SatProof, NeedNotBeFinished) {
  const test::TemporaryFolder folder;
  for (const bool solved : {false, true}) {
    SatSolver solver;
    solver.write_proof(folder.file("unfinished.drat"));
    pigeons(5).copy_to(solver);
    if (solved) {
      EXPECT_EQ(solver.solve(), Answer::unsatisfiable);
    }
  }
  EXPECT_TRUE(std::filesystem::exists(folder.file("unfinished.drat")));
}

}  // namespace
}  // namespace zermelo::proof
