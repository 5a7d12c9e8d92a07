// SPDX-License-Identifier: MIT
#include "proof/check/check.h"

#include <fmt/format.h>

#include <atomic>
#include <cassert>
#include <memory>
#include <mutex>
#include <utility>

#include "gen/error.h"
#include "gen/parallel.h"
#include "proof/check/arena.h"
#include "proof/check/cases.h"
#include "proof/check/counterexample.h"
#include "proof/check/proof_folder.h"
#include "proof/check/verification_conditions.h"
#include "proof/sat/cnf.h"
#include "proof/sat/solver.h"
#include "symbolic/model/aig.h"
#include "symbolic/model/game_model.h"

namespace zermelo::proof {
namespace {

using symbolic::Aig;
using symbolic::AigCopier;
using symbolic::GameModel;

// --- Whether a strategy is for that game -----------------------------------------------------

void require_fit(const Strategy& strategy, const symbolic::Model& model) {
  const Strategy fitting = empty_strategy(strategy.game, model, strategy.owner, strategy.claim);
  if (strategy.variables != fitting.variables || strategy.moves != fitting.moves) {
    throw UsageError(fmt::format(
        "The strategy's variables or moves are not those of {}: it is for another game.",
        strategy.game.name));
  }
}

// --- The check -----------------------------------------------------------------------------------

// The state's inputs, in the order of a formula's variables.
std::vector<Literal> state_inputs(const Arena& arena) {
  std::vector<Literal> inputs = arena.board;
  inputs.push_back(arena.white_to_move);
  return inputs;
}

std::vector<SatLiteral> literals_of(const Case& fixed) {
  std::vector<SatLiteral> literals;
  for (const auto& [input, value] : fixed) {
    const auto variable = static_cast<SatLiteral>(input) + 1;
    literals.push_back(value ? variable : -variable);
  }
  return literals;
}

// It can only be true in a state that is in none of the cases.
Cnf outside_of(const std::vector<Case>& cases, std::size_t variables) {
  Cnf cnf;
  for (std::size_t k = 0; k < variables; ++k) cnf.new_variable();
  for (const Case& fixed : cases) {
    std::vector<SatLiteral> clause = literals_of(fixed);
    for (SatLiteral& literal : clause) literal = -literal;
    cnf.add_clause(clause);
  }
  return cnf;
}

// The verification conditions in one case.
class CaseCircuits {
 public:
  CaseCircuits(const StrategyInArena& all, const Case& fixed)
      : fixed_(literals_of(fixed)), copy_(all.arena.aig, aig_) {
    const std::vector<Literal> inputs = state_inputs(all.arena);
    std::vector<Literal> values;
    for (std::size_t k = 0; k < inputs.size(); ++k) values.push_back(aig_.input());
    state_ = values;
    for (const auto& [input, value] : fixed) values[input] = Literal(0, value);
    for (std::size_t k = 0; k < inputs.size(); ++k) copy_.set(inputs[k], values[k]);
  }

  Cnf formula(const VerificationCondition& condition) {
    const Literal violated = copy_(condition.violated);
    Cnf cnf;
    CnfEncoder encoder(aig_, cnf);
    // These come first, so that they have the same numbers in all formulas.
    for (const Literal variable : state_) encoder.implies(variable);
    assert(cnf.variables() == static_cast<int>(state_.size()));
    for (const SatLiteral literal : fixed_) cnf.add_clause({literal});
    cnf.add_clause({encoder.implies(violated)});
    return cnf;
  }

 private:
  std::vector<SatLiteral> fixed_;
  Aig aig_;
  AigCopier copy_;
  std::vector<Literal> state_;
};

// The formulas are the conditions in the first case, then those in the second, and so on. If there
// are several cases, the last one says that a state is in none of them.
class Checker {
 public:
  Checker(const Strategy& strategy, const CheckOptions& options)
      : strategy_(strategy),
        options_(options),
        model_(symbolic::game_model_of(strategy.game)),
        folder_(options.proofs) {
    require_fit(strategy, model_.model);
    all_ = make_verification_conditions(strategy, make_arena(model_, strategy.start));
    std::vector<Literal> strategy_says = all_.rank;
    strategy_says.insert(strategy_says.end(), all_.move.begin(), all_.move.end());
    strategy_says.push_back(all_.member);
    cases_ = cases_of(all_.arena.aig, state_inputs(all_.arena), strategy_says, options.case_gates);
    assert(!cases_.empty());
    first_violated_ = formulas();
  }

  StrategyCheck run() {
    parallel_tasks(formulas(), thread_count(options_.threads), [this] { return Worker(*this); });
    StrategyCheck result;
    result.formulas = first_violated_;
    if (result.formulas == formulas()) {
      assert(proved_ == formulas());
      folder_.finish(case_literals());
      return result;
    }
    result.counterexample =
        make_counterexample(strategy_, model_, all_, condition(first_violated_), violation_);
    return result;
  }

 private:
  std::uint64_t formulas_in_cases() const { return all_.conditions.size() * cases_.size(); }
  std::uint64_t formulas() const { return formulas_in_cases() + (cases_.size() > 1 ? 1 : 0); }
  const VerificationCondition& condition(std::uint64_t formula) const {
    return all_.conditions[formula % all_.conditions.size()];
  }
  std::size_t state_variables() const { return all_.arena.board.size() + 1; }
  std::string text(std::uint64_t formula) const {
    if (formula == formulas_in_cases()) return "every state is in a case";
    const std::string& what = condition(formula).text;
    const std::uint64_t number = formula / all_.conditions.size() + 1;
    return cases_.size() == 1 ? what : fmt::format("{}, case {}", what, number);
  }
  std::vector<std::vector<SatLiteral>> case_literals() const {
    std::vector<std::vector<SatLiteral>> literals;
    for (const Case& fixed : cases_) literals.push_back(literals_of(fixed));
    return literals;
  }

  // Solves formulas one after another.
  class Worker {
   public:
    explicit Worker(Checker& checker) : c_(checker) {}

    void operator()(std::uint64_t formula) {
      if (formula > c_.first_violated()) return;
      if (formula == c_.formulas_in_cases())
        return solve(formula, outside_of(c_.cases_, c_.state_variables()));
      const std::uint64_t number = formula / c_.all_.conditions.size();
      if (!circuits_ || number != case_) {
        circuits_ = std::make_unique<CaseCircuits>(c_.all_, c_.cases_[number]);
        case_ = number;
      }
      solve(formula, circuits_->formula(c_.condition(formula)));
    }

   private:
    void solve(std::uint64_t formula, const Cnf& cnf) {
      SatSolver solver;
      solver.stop_when([this, formula] { return c_.stopped() || formula > c_.first_violated(); });
      const bool proof_wanted = c_.folder_.wanted();
      if (proof_wanted) solver.write_proof(c_.folder_.add(formula + 1, c_.text(formula), cnf));
      cnf.copy_to(solver);
      const SatSolver::Answer answer = solver.solve();
      if (proof_wanted) solver.close_proof();
      if (answer == SatSolver::Answer::unsatisfiable) return c_.note_proved();
      if (answer == SatSolver::Answer::satisfiable) return c_.note_violated(formula, state(solver));
      if (formula <= c_.first_violated()) throw Interrupted("Stopped; nothing is checked.");
    }
    std::vector<bool> state(const SatSolver& solver) const {
      std::vector<bool> inputs;
      for (std::size_t k = 0; k < c_.state_variables(); ++k)
        inputs.push_back(solver.value(static_cast<SatLiteral>(k) + 1));
      return inputs;
    }

    Checker& c_;
    std::uint64_t case_ = 0;
    std::unique_ptr<CaseCircuits> circuits_;
  };

  std::uint64_t first_violated() const { return first_violated_.load(std::memory_order_relaxed); }
  bool stopped() {
    if (!options_.stop) return false;
    const std::lock_guard lock(mutex_);
    return options_.stop();
  }
  void note_proved() {
    const std::lock_guard lock(mutex_);
    ++proved_;
    if (options_.progress) options_.progress(proved_, formulas());
  }
  void note_violated(std::uint64_t formula, std::vector<bool> state) {
    const std::lock_guard lock(mutex_);
    if (formula == formulas_in_cases())
      throw Error(
          "The check failed, because a state is in none of its cases: a defect of the program.");
    if (formula >= first_violated_) return;
    first_violated_ = formula;
    violation_ = std::move(state);
  }

  const Strategy& strategy_;
  const CheckOptions& options_;
  GameModel model_;
  ProofFolder folder_;
  StrategyInArena all_;
  std::vector<Case> cases_;

  std::mutex mutex_;  // guards what follows, and the options' functions
  std::uint64_t proved_ = 0;
  std::atomic<std::uint64_t> first_violated_ = 0;
  std::vector<bool> violation_;
};

}  // namespace

StrategyCheck check_strategy(const Strategy& strategy, const CheckOptions& options) {
  return Checker(strategy, options).run();
}

}  // namespace zermelo::proof
