// SPDX-License-Identifier: MIT
#include "proof/synthesis/safety_sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>
#include <vector>

#include "proof/synthesis/reachable_states.h"
#include "proof/synthesis/reduced_game.h"
#include "proof/synthesis/variable_order.h"

namespace zermelo::proof {
namespace {

using symbolic::Bdd;
using symbolic::BddManager;
using symbolic::NodeRef;
using symbolic::variables_at;

// --- The game's functions ------------------------------------------------------------------------

std::vector<Literal> functions_of(const SafetyGraph& game) {
  std::vector<Literal> result = {game.error, game.excused};
  result.insert(result.end(), game.next.begin(), game.next.end());
  return result;
}

// The graph's inputs that the game has, in an order in which they can be variables.
std::vector<std::uint32_t> ordered_inputs(const SafetyGraph& game, std::size_t order) {
  std::vector<Literal> functions = functions_of(game);
  std::vector<bool> occurs(game.aig.size());
  for (const auto* inputs : {&game.latches, &game.environment, &game.controller}) {
    functions.insert(functions.end(), inputs->begin(), inputs->end());
    for (const Literal input : *inputs) occurs[input.node()] = true;
  }
  std::vector<std::uint32_t> result = variable_orders(game.aig, functions)[order];
  std::erase_if(result, [&](std::uint32_t input) { return !occurs[input]; });
  return result;
}

// The functions of an and-inverter graph as diagrams. Those of gates are released after their last
// use.
class GateDiagrams {
 public:
  GateDiagrams(const Aig& aig, const std::vector<std::uint32_t>& order)
      : aig_(aig), uses_(aig.size()), diagrams_(aig.size()) {
    for (std::size_t k = 0; k < order.size(); ++k)
      diagrams_[order[k]] = Bdd::literal(static_cast<int>(k));
  }

  std::vector<Bdd> make(const std::vector<Literal>& functions) {
    count_uses(functions);
    for (std::uint32_t node = 1; node < aig_.size(); ++node) {
      if (!aig_.is_and(node) || uses_[node] == 0) continue;
      diagrams_[node] = diagram(aig_.left(node)) & diagram(aig_.right(node));
      release(aig_.left(node));
      release(aig_.right(node));
    }
    std::vector<Bdd> result;
    for (const Literal function : functions) result.push_back(diagram(function));
    return result;
  }

 private:
  void count_uses(const std::vector<Literal>& functions) {
    for (const Literal function : functions) ++uses_[function.node()];
    for (std::uint32_t node = aig_.size(); node-- > 1;) {
      if (!aig_.is_and(node) || uses_[node] == 0) continue;
      ++uses_[aig_.left(node).node()];
      ++uses_[aig_.right(node).node()];
    }
  }
  Bdd diagram(Literal literal) const {
    const Bdd& positive = diagrams_[literal.node()];
    return literal.negated() ? !positive : positive;
  }
  void release(Literal literal) {
    if (--uses_[literal.node()] == 0) diagrams_[literal.node()] = Bdd();
  }

  const Aig& aig_;
  std::vector<std::uint32_t> uses_;
  std::vector<Bdd> diagrams_;
};

// --- Solving -------------------------------------------------------------------------------------

class SafetySolver {
 public:
  // The game must outlive it.
  SafetySolver(const SafetyGraph& game, const std::vector<std::uint32_t>& order,
               const symbolic::ProgressText& progress)
      : game_(game), order_(order), progress_(progress), level_(game.aig.size(), -1) {
    for (std::size_t k = 0; k < order_.size(); ++k) level_[order_[k]] = static_cast<int>(k);
    latch_levels_ = levels_of(game.latches);
    environment_ = variables_at(levels_of(game.environment));
    controller_ = variables_at(levels_of(game.controller));
    std::vector<Bdd> made = GateDiagrams(game.aig, order_).make(functions_of(game));
    error_ = made[0];
    excused_ = made[1];
    next_.assign(made.begin() + 2, made.end());
    start_ = Bdd::constant(true);
    for (std::size_t k = 0; k < game.start.size(); ++k)
      start_ &= Bdd::literal(latch_levels_[k], game.start[k]);
    reachable_ = reachable();
    for (Bdd& function : next_) function = symbolic::simplify(function, reachable_);
  }

  bool solve() {
    return iterate([](const Iteration&) {});
  }
  int iterations() const { return iterations_; }

  // Functions of the winner's inputs, in their order; `choices_of` asks `aig` for circuits.
  std::vector<Literal> choices(bool controlled, Aig& aig) {
    if (controlled)
      return choices_of(game_.controller, symbolic::simplify(survived_, safe_), safe_, aig);
    const Bdd attacks = collect_attacks();
    const Bdd lost = exists(attacks, environment_);
    return choices_of(game_.environment, attacks, lost, aig);
  }

 private:
  // What one iteration finds: the states that have been safe so far, those that still are, and the
  // states with inputs of the environment's that some answer survives.
  struct Iteration {
    const Bdd &safe, &smaller, &answered;
  };

  std::vector<int> levels_of(const std::vector<Literal>& inputs) const {
    std::vector<int> result;
    for (const Literal input : inputs) result.push_back(level_[input.node()]);
    return result;
  }

  // A set of states that contains the start and that no step leaves.
  Bdd reachable() const {
    Bdd result = Bdd::constant(true);
    for (const ReachableStates& part : reachable_states(game_)) {
      Bdd some;
      for (const std::uint64_t state : part.states) {
        Bdd one = Bdd::constant(true);
        for (std::size_t k = 0; k < part.latches.size(); ++k)
          one &= Bdd::literal(latch_levels_[part.latches[k]], (state >> k & 1) != 0);
        some |= one;
      }
      result &= some;
    }
    return result;
  }

  // Returns whether the start is safe for good. States that play cannot reach count as removed from
  // the beginning; no function here says anything about them.
  template <class Look>
  bool iterate(Look look) {
    safe_ = reachable_;
    survived_ = !error_ | excused_;
    for (iterations_ = 1;; ++iterations_) {
      survived_ = symbolic::simplify(survived_, reachable_);
      const Bdd answered = exists(survived_, controller_);
      const Bdd smaller = safe_ & for_all(answered, environment_);
      if (progress_)
        progress_(fmt::format("iteration {}: {} nodes", iterations_, node_count(smaller)));
      look(Iteration{safe_, smaller, answered});
      if (smaller == safe_) return true;
      if ((smaller & start_).is_false()) return false;
      // Only for what has just been removed: the rest has survived_ already.
      const Bdd difference = symbolic::simplify(smaller, safe_);
      survived_ &= compose(difference, latch_levels_, next_) | excused_;
      safe_ = smaller;
    }
  }

  // Where states are removed, the environment has inputs that leave no answer. (They are collected
  // only once it is known to win, in a second run, since that takes as long as the rest.)
  Bdd collect_attacks() {
    Bdd attacks;
    iterate([&](const Iteration& i) { attacks |= (i.safe - i.smaller) - i.answered; });
    return attacks;
  }

  // --- Circuits ----------------------------------------------------------------------------------

  // Functions that satisfy a relation in all states that matter, in which it can be satisfied.
  std::vector<Literal> choices_of(const std::vector<Literal>& inputs, Bdd relation,
                                  const Bdd& states, Aig& aig) {
    // All diagrams are held until all are translated: a node's number denotes a function only as
    // long as a Bdd holds it, and garbage collection gives the numbers of released nodes to others.
    std::vector<Bdd> functions;
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      const std::vector<Literal> later(inputs.begin() + static_cast<std::ptrdiff_t>(k) + 1,
                                       inputs.end());
      const int level = level_[inputs[k].node()];
      const Bdd possible = exists(relation, variables_at(levels_of(later)));
      const Bdd if_true = cofactor(possible, Bdd::literal(level));
      const Bdd if_false = cofactor(possible, Bdd::literal(level, false));
      const Bdd function = smallest_between(if_true - if_false, if_true, states);
      relation = ite(function, cofactor(relation, Bdd::literal(level)),
                     cofactor(relation, Bdd::literal(level, false)));
      functions.push_back(function);
    }
    return literals_of(functions, aig);
  }
  // A function that is true where it must be, and only where it can be, in the states that matter.
  static Bdd smallest_between(const Bdd& must, const Bdd& can, const Bdd& states) {
    const Bdd decided = (must | !can) & states;
    Bdd smallest = must;
    for (const Bdd& other : {can, symbolic::simplify(must, decided)})
      if (node_count(other) < node_count(smallest)) smallest = other;
    return smallest;
  }

  // Translates them to circuits. There is no operation on diagrams in between, so numbers of nodes
  // can be keys.
  std::vector<Literal> literals_of(const std::vector<Bdd>& functions, Aig& aig) const {
    std::unordered_map<NodeRef, Literal> known;
    std::vector<Literal> result;
    for (const Bdd& function : functions) result.push_back(literal_of(function.root(), aig, known));
    return result;
  }
  Literal literal_of(NodeRef ref, Aig& aig, std::unordered_map<NodeRef, Literal>& known) const {
    if (symbolic::is_constant(ref))
      return symbolic::constant_value(ref) ? symbolic::true_literal : symbolic::false_literal;
    const auto found = known.find(ref);
    if (found != known.end()) return found->second;
    const symbolic::Node node = symbolic::node_at(ref);
    const Literal high = literal_of(node.high, aig, known), low = literal_of(node.low, aig, known);
    const Literal input(order_[static_cast<std::size_t>(node.level)], false);
    const Literal result = aig.choose(input, high, low);
    known.emplace(ref, result);
    return result;
  }

  const SafetyGraph& game_;
  const std::vector<std::uint32_t>& order_;  // the graph's inputs, by level
  const symbolic::ProgressText& progress_;
  std::vector<int> level_;  // of each input
  std::vector<int> latch_levels_;
  Bdd error_, excused_, start_, environment_, controller_;
  std::vector<Bdd> next_;
  Bdd reachable_;  // see reachable()
  Bdd safe_;       // the states that have not been removed
  Bdd survived_;   // with the inputs that lead to no error and, in one step, to no removed state
  int iterations_ = 0;
};

std::string solve_named_file(const std::string& input, const symbolic::IsolatedTalk& talk) {
  const auto task = nlohmann::json::parse(input);
  const SafetySets sets = solve_safety_by_sets(
      parse_aiger(task.at("file").get<std::string>()),
      {.bdd = {.memory = task.at("memory"), .threads = task.at("threads"), .reorder = true},
       .order = task.at("order"),
       .with_circuit = task.at("with_circuit")},
      talk.progress);
  return nlohmann::json({{"realizable", sets.realizable},
                         {"iterations", sets.iterations},
                         {"circuit", format_aiger_ascii(sets.circuit)}})
      .dump();
}

}  // namespace

SafetySets solve_safety_by_sets(const AigerFile& file, const SafetySetsOptions& options,
                                const symbolic::ProgressText& progress) {
  ReducedGame game = reduce(make_safety_graph(file));
  const std::vector<std::uint32_t> order = ordered_inputs(game.game, options.order);
  // (A state variable of the manager has two levels.)
  const BddManager manager(std::max(static_cast<int>(order.size() + 1) / 2, 1), options.bdd);
  SafetySolver solver(game.game, order, progress);
  SafetySets result;
  result.realizable = solver.solve();
  result.iterations = solver.iterations();
  if (!options.with_circuit) return result;
  const std::vector<Literal> choices = solver.choices(result.realizable, game.game.aig);
  result.circuit = closed_circuit(file, std::move(game), result.realizable, choices);
  return result;
}

const symbolic::IsolatedWork solve_safety_by_sets_work{"solve-safety-game", solve_named_file};

SafetySets solve_safety_by_sets_isolated(const AigerFile& file, SafetySetsOptions sets,
                                         symbolic::IsolatedOptions options) {
  constexpr std::uint64_t first_memory = std::uint64_t{1} << 26, growth = 4;
  const std::uint64_t allowed = sets.bdd.memory;
  const std::string text = format_aiger_ascii(file);
  const auto attempt = [&](std::uint64_t memory, std::size_t order) {
    options.memory = memory;
    const nlohmann::json task = {{"file", text},
                                 {"memory", memory},
                                 {"threads", sets.bdd.threads},
                                 {"order", order},
                                 {"with_circuit", sets.with_circuit}};
    const auto found =
        nlohmann::json::parse(run_isolated(solve_safety_by_sets_work, task.dump(), options));
    return SafetySets{found.at("realizable"), found.at("iterations"),
                      parse_aiger(found.at("circuit").get<std::string>())};
  };
  for (std::uint64_t memory = std::min(first_memory, allowed);;
       memory = std::min(growth * memory, allowed)) {
    for (const std::size_t order : {0, 1}) {
      try {
        return attempt(memory, order);
      } catch (const symbolic::OutOfNodes&) {
        if (memory == allowed && order == 1) throw;
      }
    }
  }
}

}  // namespace zermelo::proof
