// SPDX-License-Identifier: MIT
// Formulas in conjunctive normal form, and how functions of an and-inverter graph become such
// formulas: Tseitin's transformation, with clauses only for the polarity that is needed (Plaisted
// and Greenbaum, "A structure-preserving clause form translation", 1986). Conjunctions of many
// literals and choices between two become clauses as a whole, without variables for their parts
// (Een, Mishchenko and Soerensson, "Applying Logic Synthesis for Speeding Up SAT", SAT 2007,
// section 3).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "proof/sat/solver.h"
#include "symbolic/model/aig.h"

namespace zermelo::proof {

// A formula that is stored, to be written to a file or given to a solver. No clause of it repeats a
// literal or is always true, whatever is added: checkers of proofs that are themselves verified
// (cake_lpr) refuse formulas with such clauses.
class Cnf final : public ClauseSink {
 public:
  SatLiteral new_variable() override { return ++variables_; }
  using ClauseSink::add_clause;
  // Of literals that occur several times one is kept. A clause with a literal and its negation says
  // nothing and is left out.
  void add_clause(std::span<const SatLiteral> clause) override;

  int variables() const { return variables_; }
  std::uint64_t clauses() const { return clauses_; }
  // In the DIMACS format.
  std::string dimacs() const;
  // Passes all variables and clauses to an empty sink.
  void copy_to(ClauseSink& sink) const;
  // Whether there are as many clauses as counted, with existing variables, each at most once per
  // clause. Takes time proportional to the whole formula.
  bool check() const;

 private:
  // Returns false if the clause is always true; then only part of it has been appended.
  bool append_different(std::span<const SatLiteral> clause);
  std::int8_t& sign_in_clause(SatLiteral literal);

  int variables_ = 0;
  std::uint64_t clauses_ = 0;
  std::vector<SatLiteral> literals_;  // each clause ends with 0
  // By variable, while a clause is added: 1 or -1 for its sign in the clause, 0 if it does not
  // occur.
  std::vector<std::int8_t> signs_;
};

// Assigns variables of a sink to nodes of a graph, and adds the clauses that bind them. The graph
// may grow meanwhile; both must outlive this object.
class CnfEncoder {
 public:
  CnfEncoder(const symbolic::Aig& aig, ClauseSink& sink) : aig_(aig), sink_(sink) {}

  // A literal that can be true only if the function is, which is enough to assert or to assume the
  // function. If the literal is false, the function may be anything.
  SatLiteral implies(symbolic::Literal function) { return encode(function, false); }
  // A literal that is true exactly if the function is.
  SatLiteral equals(symbolic::Literal function) { return encode(function, true); }

 private:
  struct NodeCode {
    SatLiteral variable = 0;
    bool forced_true = false;   // clauses: if the variable is true, so is the node
    bool forced_false = false;  // clauses: if it is false, so is the node
  };
  struct Task {
    std::uint32_t node;
    bool positive, negative;  // which clauses are needed
  };
  SatLiteral encode(symbolic::Literal function, bool both);
  SatLiteral variable_of(std::uint32_t node);
  SatLiteral literal_of(symbolic::Literal literal) {
    const SatLiteral variable = variable_of(literal.node());
    return literal.negated() ? -variable : variable;
  }
  // condition ? then : other
  struct Choice {
    symbolic::Literal condition, then, other;
  };
  void count_uses();
  // An AND that nothing else needs.
  bool is_part(symbolic::Literal literal) const;
  std::optional<Choice> negated_choice(std::uint32_t node) const;
  // Flattens ANDs of ANDs to their operands.
  std::vector<symbolic::Literal> conjuncts(std::uint32_t node) const;

  void push(symbolic::Literal literal, bool positive, bool negative);
  void bind(const Task& task);
  void bind_conjunction(const Task& task);
  void bind_negated_choice(const Task& task, const Choice& choice);

  const symbolic::Aig& aig_;
  ClauseSink& sink_;
  std::vector<NodeCode> codes_;
  std::vector<std::uint8_t> uses_;  // by node: how many ANDs use it, up to 2 (later nodes: none)
  std::vector<Task> tasks_;
};

}  // namespace zermelo::proof
