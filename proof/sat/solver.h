// SPDX-License-Identifier: MIT
// A SAT solver: CaDiCaL behind the few calls that proofs need. Clauses stay, assumptions hold for
// one call (Een and Soerensson, "An Extensible SAT-solver", 2003).
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>

namespace zermelo::proof {

// As in DIMACS: a variable's number (1, 2, ...), or its negative.
using SatLiteral = int;

// What takes clauses: a solver, or a formula that is to be written down.
class ClauseSink {
 public:
  virtual ~ClauseSink() = default;
  // The next number.
  virtual SatLiteral new_variable() = 0;
  virtual void add_clause(std::span<const SatLiteral> clause) = 0;
  void add_clause(std::initializer_list<SatLiteral> clause) {
    add_clause(std::span<const SatLiteral>(clause.begin(), clause.size()));
  }
};

// One thread at a time.
class SatSolver final : public ClauseSink {
 public:
  enum class Answer { satisfiable, unsatisfiable, stopped };

  SatSolver();
  ~SatSolver() override;
  SatSolver(const SatSolver&) = delete;
  SatSolver& operator=(const SatSolver&) = delete;

  SatLiteral new_variable() override { return ++variables_; }
  int variables() const { return variables_; }
  using ClauseSink::add_clause;
  void add_clause(std::span<const SatLiteral> clause) override;

  // From now on a call of solve ends soon after `stop` says so. It is asked often: it should be
  // quick.
  void stop_when(std::function<bool()> stop);
  // Writes a DRAT proof (binary) of what follows from the clauses. Before the first clause; solve
  // must be called without assumptions then. Throws FileError.
  void write_proof(const std::string& path);
  // The proof is complete. Throws FileError.
  void close_proof();

  // For the next call only, one of these must be true, too. (Froleyks and Biere, "Single Clause
  // Assumption without Activation Literals to Speed-up IC3", FMCAD 2021.)
  void constrain(std::span<const SatLiteral> clause);
  Answer solve(std::span<const SatLiteral> assumptions = {});
  // After `satisfiable`, until the next change: whether the literal is true.
  bool value(SatLiteral literal) const;
  // After `unsatisfiable`: whether the assumption was needed. Those that were are a core.
  bool failed(SatLiteral assumption) const;

  std::uint64_t calls() const { return calls_; }

 private:
  // Whether it is of a variable that there is.
  bool has(SatLiteral literal) const {
    return literal != 0 && literal <= variables_ && -literal <= variables_;
  }

  class Backend;
  std::unique_ptr<Backend> backend_;
  int variables_ = 0;
  std::uint64_t calls_ = 0;
};

}  // namespace zermelo::proof
