// SPDX-License-Identifier: MIT
#include "proof/check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <memory>
#include <mutex>
#include <utility>

#include "gen/error.h"
#include "gen/grid/position.h"
#include "gen/parallel.h"
#include "gen/text/counted.h"
#include "proof/check/arena.h"
#include "proof/check/cases.h"
#include "proof/check/obligations.h"
#include "proof/check/proof_folder.h"
#include "proof/sat/cnf.h"
#include "proof/sat/solver.h"
#include "symbolic/model/aig_copy.h"
#include "symbolic/model/game_model.h"

namespace zermelo::proof {
namespace {

using symbolic::Aig;
using symbolic::AigCopier;
using symbolic::GameModel;
using symbolic::white;

const char* name_of(Side side) { return side == white ? "White" : "Black"; }

// --- Whether a strategy is for that game -----------------------------------------------------

void require_fit(const Strategy& strategy, const symbolic::Model& model) {
  const Strategy fitting = empty_strategy(strategy.game, model, strategy.owner, strategy.claim);
  if (strategy.variables != fitting.variables || strategy.moves != fitting.moves) {
    throw UsageError(fmt::format(
        "The strategy's variables or moves are not those of {}: it is for another game.",
        strategy.game.name));
  }
}

// --- One state, looked at ------------------------------------------------------------------------

// The values of all functions in one state.
class StateView {
 public:
  StateView(const StrategyInArena& all, std::vector<bool> inputs)
      : all_(all), inputs_(std::move(inputs)), values_(evaluate(all.arena.aig, inputs_)) {}

  bool operator()(Literal literal) const { return symbolic::value_of(values_, literal); }
  std::uint64_t number(const std::vector<Literal>& bits) const {
    std::uint64_t result = 0;
    for (std::size_t k = 0; k < std::min<std::size_t>(bits.size(), 64); ++k)
      result |= std::uint64_t{(*this)(bits[k])} << k;
    return result;
  }
  bool white_to_move() const { return (*this)(all_.arena.white_to_move); }
  StateView after(const ArenaMove& move) const {
    std::vector<bool> next(inputs_.size());
    for (std::size_t k = 0; k < move.next.size(); ++k) next[k] = (*this)(move.next[k]);
    next[move.next.size()] = !white_to_move();
    return {all_, std::move(next)};
  }
  GridPosition position(const GameModel& model) const {
    BoardState board;
    for (int k = 0; k < all_.arena.variables(); ++k)
      board[static_cast<std::size_t>(k)] = inputs_[static_cast<std::size_t>(k)];
    return model.position(board, white_to_move() ? white : symbolic::black);
  }

 private:
  const StrategyInArena& all_;
  std::vector<bool> inputs_;  // board variables, then whether White is to move
  std::vector<bool> values_;
};

// --- What is wrong -------------------------------------------------------------------------------

class Explainer {
 public:
  Explainer(const Strategy& strategy, const GameModel& model, const StrategyInArena& all)
      : strategy_(strategy), model_(model), all_(all) {}

  Counterexample explain(const Obligation& obligation, const StateView& state) const {
    const GridPosition position = state.position(model_);
    Counterexample result{format_position(position, model_.grid),
                          make_diagram(position, model_.grid), "", ""};
    if (obligation.kind == Obligation::Kind::move) {
      const ArenaMove& move = move_of(obligation);
      result.move = move.name;
      const StateView after = state.after(move);
      result.sentence =
          fmt::format("{} {} {}, and then {}.", name_of(obligation.side),
                      obligation.side == strategy_.owner ? "is told to play" : "can play",
                      move.name, what_is_wrong(after, rank_needed(state)));
    } else {
      result.sentence = sentence(obligation, state);
    }
    return result;
  }

 private:
  const ArenaMove& move_of(const Obligation& o) const {
    return all_.arena.moves[o.side][static_cast<std::size_t>(o.move)];
  }
  bool wins() const { return strategy_.claim.kind == Claim::Kind::wins; }
  bool has_ranks() const { return wins() || strategy_.claim.plies; }

  // For a state after a move: the rank that it must be below, or reach.
  std::uint64_t rank_needed(const StateView& before) const {
    const std::uint64_t rank = before.number(all_.rank);
    return wins() ? rank : rank - 1;
  }

  std::string sentence(const Obligation& obligation, const StateView& state) const {
    switch (obligation.kind) {
      case Obligation::Kind::start:
        return fmt::format("Play begins here, and {}.", what_is_wrong(state, start_rank()));
      case Obligation::Kind::goes_on:
        return why_not_on(state);
      default: {
        const std::uint64_t number = state.number(all_.move);
        const auto& moves = all_.arena.moves[strategy_.owner];
        return number < moves.size()
                   ? fmt::format("{} is told to play {}, which is not possible here.",
                                 name_of(strategy_.owner), moves[number].name)
                   : fmt::format(
                         "{} is told to play move number {}, but the number of moves is {}.",
                         name_of(strategy_.owner), number, moves.size());
      }
    }
  }
  std::string why_not_on(const StateView& state) const {
    const Arena& arena = all_.arena;
    if (state(arena.over))
      return "The strategy counts this position as one of its own, but the game is over.";
    if (!state(arena.can_move[state.white_to_move() ? white : symbolic::black]))
      return "The game is not over here, but no move is possible.";
    return "The rank is 0, as if the game had been won, but it goes on: a win takes at least one "
           "ply.";
  }
  std::uint64_t start_rank() const {
    if (!strategy_.claim.plies) return ~std::uint64_t{0};
    const auto plies = static_cast<std::uint64_t>(*strategy_.claim.plies);
    return wins() ? plies + 1 : plies;
  }

  std::string what_is_wrong(const StateView& state, std::uint64_t rank_needed) const {
    const Arena& arena = all_.arena;
    if (!state(arena.is_board)) return "the variables do not stand for a position";
    for (const Side side : symbolic::both_sides) {
      if (state(arena.won[side])) return fmt::format("the game is over: {} has won", name_of(side));
    }
    if (state(arena.over)) return "the game is over: it is drawn";
    if (!state(all_.member)) return "the strategy does not have the position";
    const std::uint64_t rank = state.number(all_.rank);
    return wins() ? fmt::format("the rank is {}, which is not below {}", rank, rank_needed)
                  : fmt::format("the strategy holds for {}, which is less than {}",
                                counted(rank, "ply", "plies"), rank_needed);
  }

  const Strategy& strategy_;
  const GameModel& model_;
  const StrategyInArena& all_;
};

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

// The obligations in one case.
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

  Cnf formula(const Obligation& obligation) {
    const Literal violated = copy_(obligation.violated);
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

// The formulas are the obligations in the first case, then those in the second, and so on. If there
// are several cases, the last one says that a state is in none of them.
class Checker {
 public:
  Checker(const Strategy& strategy, const CheckOptions& options)
      : strategy_(strategy),
        options_(options),
        model_(symbolic::game_model_of(strategy.game)),
        folder_(options.proofs) {
    require_fit(strategy, model_.model);
    all_ = make_obligations(strategy, make_arena(model_, strategy.start));
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
    result.obligations = first_violated_;
    if (result.obligations == formulas()) {
      assert(proved_ == formulas());
      folder_.finish(case_literals());
      return result;
    }
    const StateView state(all_, violation_);
    assert(state(obligation(first_violated_).violated));
    result.counterexample =
        Explainer(strategy_, model_, all_).explain(obligation(first_violated_), state);
    return result;
  }

 private:
  std::uint64_t formulas_in_cases() const { return all_.obligations.size() * cases_.size(); }
  std::uint64_t formulas() const { return formulas_in_cases() + (cases_.size() > 1 ? 1 : 0); }
  const Obligation& obligation(std::uint64_t formula) const {
    return all_.obligations[formula % all_.obligations.size()];
  }
  std::size_t state_variables() const { return all_.arena.board.size() + 1; }
  std::string text(std::uint64_t formula) const {
    if (formula == formulas_in_cases()) return "every state is in a case";
    const std::string& what = obligation(formula).text;
    const std::uint64_t number = formula / all_.obligations.size() + 1;
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
      const std::uint64_t number = formula / c_.all_.obligations.size();
      if (!circuits_ || number != case_) {
        circuits_ = std::make_unique<CaseCircuits>(c_.all_, c_.cases_[number]);
        case_ = number;
      }
      solve(formula, circuits_->formula(c_.obligation(formula)));
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
