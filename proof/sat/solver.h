// SPDX-License-Identifier: MIT
// A SAT solver: CaDiCaL behind the few calls that proofs need. Clauses are kept, assumptions hold
// for one call (Een and Soerensson, "An Extensible SAT-solver", 2003).
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

// A sink for clauses: a solver, or a formula that is to be written to a file.
class ClauseSink {
 public:
  virtual ~ClauseSink() = default;
  // Adds a variable with the next number.
  virtual SatLiteral new_variable() = 0;
  virtual void add_clause(std::span<const SatLiteral> clause) = 0;
  void add_clause(std::initializer_list<SatLiteral> clause) {
    add_clause(std::span<const SatLiteral>(clause.begin(), clause.size()));
  }
};

// To be used by one thread at a time.
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

  // From now on a call of solve ends soon after `stop` returns true. It is called often, so it
  // should be quick.
  void stop_when(std::function<bool()> stop);
  // Writes a DRAT proof (binary) of what follows from the clauses. To be called before the first
  // clause; solve must then be called without assumptions. Throws FileError.
  void write_proof(const std::string& path);
  // Completes the proof. Throws FileError.
  void close_proof();

  // For the next call only, one of these literals must be true, too. (Froleyks and Biere, "Single
  // Clause Assumption without Activation Literals to Speed-up IC3", FMCAD 2021.)
  void constrain(std::span<const SatLiteral> clause);
  Answer solve(std::span<const SatLiteral> assumptions = {});
  // Whether the literal is true; to be called after `satisfiable`, before the next change.
  bool value(SatLiteral literal) const;
  // Whether the assumption was needed; to be called after `unsatisfiable`. The needed ones are a
  // core.
  bool failed(SatLiteral assumption) const;

  std::uint64_t calls() const { return calls_; }

 private:
  // Whether it is a literal of an existing variable.
  bool has(SatLiteral literal) const {
    return literal != 0 && literal <= variables_ && -literal <= variables_;
  }

  class Backend;
  std::unique_ptr<Backend> backend_;
  int variables_ = 0;
  std::uint64_t calls_ = 0;
};

}  // namespace zermelo::proof
