// SPDX-License-Identifier: MIT
#include "proof/synthesis/safety_sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>
#include <vector>

#include "proof/synthesis/safety_game.h"
#include "proof/synthesis/variable_order.h"

namespace zermelo::proof {
namespace {

using symbolic::Bdd;
using symbolic::BddManager;
using symbolic::NodeRef;
using symbolic::variables_at;

class SafetySolver {
 public:
  SafetySolver(const AigerFile& file, SafetyGraph graph, const symbolic::ProgressText& progress)
      : file_(file), graph_(std::move(graph)), progress_(progress) {
    prepare();
  }

  SafetySets run() {
    SafetySets result;
    Bdd safe = Bdd::constant(true);
    for (;;) {
      const Bdd survived = (compose(safe, latch_levels_, next_) - error_) | excused_;
      const Bdd answered = exists(survived, controller_);
      const Bdd smaller = safe & for_all(answered, environment_);
      ++result.iterations;
      if (progress_) {
        progress_(fmt::format("iteration {}: {} nodes", result.iterations, node_count(smaller)));
      }
      // Where states are removed, the environment has inputs that leave no answer.
      attacks_ |= (safe - smaller) - answered;
      result.realizable = smaller == safe;
      if (result.realizable) strategy_ = survived;
      if (result.realizable || !holds_at_start(smaller)) break;
      safe = smaller;
    }
    result.circuit = circuit(result.realizable);
    return result;
  }

 private:
  int level_of(Literal input) const { return level_.at(input.node()); }
  std::vector<int> levels_of(const std::vector<Literal>& inputs) const {
    std::vector<int> result;
    for (const Literal input : inputs) result.push_back(level_of(input));
    return result;
  }

  // Uses the order of variables that makes the smaller diagrams, without waiting for the other.
  void prepare() {
    std::vector<Literal> functions = {graph_.error, graph_.excused};
    functions.insert(functions.end(), graph_.next.begin(), graph_.next.end());
    for (const auto* inputs : {&graph_.latches, &graph_.environment, &graph_.controller})
      functions.insert(functions.end(), inputs->begin(), inputs->end());
    const auto orders = variable_orders(graph_.aig, functions);
    // (For a game's states the first order is often better, even if its functions are larger.)
    for (std::uint64_t most_nodes = 1000;; most_nodes *= 4) {
      if (make_functions(orders[0], 16 * most_nodes)) return;
      if (make_functions(orders[1], most_nodes)) return;
    }
  }
  // Returns false if a gate's diagram is found to have more nodes.
  bool make_functions(const std::vector<std::uint32_t>& order, std::uint64_t most_nodes) {
    order_ = order;
    for (std::size_t k = 0; k < order.size(); ++k) level_[order[k]] = 2 * static_cast<int>(k);
    const Aig& aig = graph_.aig;
    std::vector<Bdd> nodes(aig.size());
    std::vector<std::uint64_t> sizes(aig.size(), 1);  // roughly
    const auto of = [&](Literal literal) {
      return literal.negated() ? !nodes[literal.node()] : nodes[literal.node()];
    };
    for (std::uint32_t node = 1; node < aig.size(); ++node) {
      nodes[node] = aig.is_input(node) ? Bdd::literal(level_.at(node))
                                       : of(aig.left(node)) & of(aig.right(node));
      if (aig.is_input(node)) continue;
      // (Counting takes as long as making, so it is done only where there may be many.)
      sizes[node] = sizes[aig.left(node).node()] + sizes[aig.right(node).node()];
      if (sizes[node] > most_nodes / 64) sizes[node] = node_count(nodes[node]);
      if (sizes[node] > most_nodes) return false;
    }
    error_ = of(graph_.error);
    excused_ = of(graph_.excused);
    for (const Literal next : graph_.next) next_.push_back(of(next));
    latch_levels_ = levels_of(graph_.latches);
    environment_ = variables_at(levels_of(graph_.environment));
    controller_ = variables_at(levels_of(graph_.controller));
    start_ = Bdd::constant(true);
    for (std::size_t k = 0; k < file_.latches.size(); ++k)
      start_ &= Bdd::literal(latch_levels_[k], file_.latches[k].reset == AigerLatch::Reset::one);
    return true;
  }
  bool holds_at_start(const Bdd& set) const { return !(set & start_).is_false(); }

  // --- Circuits ----------------------------------------------------------------------------------

  AigerFile circuit(bool controlled) {
    Bdd relation = controlled ? strategy_ : attacks_;
    const std::vector<Literal>& chosen = controlled ? graph_.controller : graph_.environment;
    // All diagrams are held until all are translated: a node's number denotes a function only as
    // long as a Bdd holds it, and garbage collection gives the numbers of released nodes to others.
    std::vector<Bdd> functions;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      const std::vector<Literal> later(chosen.begin() + static_cast<std::ptrdiff_t>(k) + 1,
                                       chosen.end());
      const int level = level_of(chosen[k]);
      const Bdd possible = exists(relation, variables_at(levels_of(later)));
      const Bdd if_true = cofactor(possible, Bdd::literal(level));
      const Bdd if_false = cofactor(possible, Bdd::literal(level, false));
      // A function that is true where it must be, or wherever it can be, whichever diagram is
      // smaller.
      const Bdd must = if_true - if_false;
      const Bdd function = node_count(must) < node_count(if_true) ? must : if_true;
      relation = ite(function, cofactor(relation, Bdd::literal(level)),
                     cofactor(relation, Bdd::literal(level, false)));
      functions.push_back(function);
    }
    const std::vector<Literal> literals = literals_of(functions);
    return closed_circuit(file_, std::move(graph_), controlled, literals);
  }
  // Translates them to circuits. There is no operation on diagrams in between, so numbers of nodes
  // can be keys.
  std::vector<Literal> literals_of(const std::vector<Bdd>& functions) {
    std::unordered_map<NodeRef, Literal> known;
    std::vector<Literal> result;
    for (const Bdd& function : functions) result.push_back(literal_of(function.root(), known));
    return result;
  }
  Literal literal_of(NodeRef ref, std::unordered_map<NodeRef, Literal>& known) {
    if (symbolic::is_constant(ref))
      return symbolic::constant_value(ref) ? symbolic::true_literal : symbolic::false_literal;
    const auto found = known.find(ref);
    if (found != known.end()) return found->second;
    const symbolic::Node node = symbolic::node_at(ref);
    const Literal high = literal_of(node.high, known), low = literal_of(node.low, known);
    const Literal result = graph_.aig.choose(input_at(node.level), high, low);
    known.emplace(ref, result);
    return result;
  }
  Literal input_at(int level) const { return {order_[static_cast<std::size_t>(level / 2)], false}; }

  const AigerFile& file_;
  SafetyGraph graph_;
  const symbolic::ProgressText& progress_;
  std::vector<std::uint32_t> order_;    // the order of the graph's inputs
  std::map<std::uint32_t, int> level_;  // of each input
  Bdd error_, excused_, start_, environment_, controller_;
  Bdd attacks_, strategy_;  // states and inputs with which the environment, the controller, wins
  std::vector<Bdd> next_;
  std::vector<int> latch_levels_;
};

std::string solve_named_file(const std::string& input, const symbolic::IsolatedTalk& talk) {
  const auto task = nlohmann::json::parse(input);
  const SafetySets sets = solve_safety_by_sets(
      parse_aiger(task.at("file").get<std::string>()),
      {.memory = task.at("memory"), .threads = task.at("threads")}, talk.progress);
  return nlohmann::json({{"realizable", sets.realizable},
                         {"iterations", sets.iterations},
                         {"circuit", format_aiger_ascii(sets.circuit)}})
      .dump();
}

}  // namespace

SafetySets solve_safety_by_sets(const AigerFile& file, const symbolic::BddOptions& options,
                                const symbolic::ProgressText& progress) {
  SafetyGraph graph = make_safety_graph(file);
  const int variables = static_cast<int>(graph.aig.inputs());
  const BddManager manager(std::max(variables, 1), options);
  return SafetySolver(file, std::move(graph), progress).run();
}

const symbolic::IsolatedWork solve_safety_by_sets_work{"solve-safety-game", solve_named_file};

SafetySets solve_safety_by_sets_isolated(const AigerFile& file, const symbolic::BddOptions& bdd,
                                         symbolic::IsolatedOptions options) {
  options.memory = bdd.memory;
  const nlohmann::json task = {
      {"file", format_aiger_ascii(file)}, {"memory", bdd.memory}, {"threads", bdd.threads}};
  const auto found =
      nlohmann::json::parse(run_isolated(solve_safety_by_sets_work, task.dump(), options));
  return {found.at("realizable"), found.at("iterations"),
          parse_aiger(found.at("circuit").get<std::string>())};
}

}  // namespace zermelo::proof
