// SPDX-License-Identifier: MIT
#include "proof/synthesis/reduced_game.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

#include "proof/synthesis/definitions.h"

namespace zermelo::proof {
namespace {

using symbolic::AigCopier;

void replace_controls(SafetyGraph& game, const std::vector<DefinedControl>& defined) {
  AigCopier copy(game.aig, game.aig);
  for (const auto* inputs : {&game.latches, &game.environment, &game.controller})
    for (const Literal input : *inputs) copy.set(input, input);
  for (const DefinedControl& d : defined) copy.set(d.control, d.function);
  game.error = copy(game.error);
  game.excused = copy(game.excused);
  for (Literal& next : game.next) next = copy(next);
  std::erase_if(game.controller, [&](Literal control) {
    return std::ranges::find(defined, control, &DefinedControl::control) != defined.end();
  });
}

// --- The cone of influence -----------------------------------------------------------------------

class Influence {
 public:
  explicit Influence(SafetyGraph& game)
      : game_(game), reached_(game.aig.size()), latch_of_(game.aig.size(), no_latch) {
    for (std::size_t k = 0; k < game.latches.size(); ++k) latch_of_[game.latches[k].node()] = k;
  }

  void drop_others() {
    // (What excuses an error that never comes does not matter.)
    if (game_.error == symbolic::false_literal) game_.excused = game_.error;
    reach(game_.error);
    reach(game_.excused);
    SafetyGraph kept;
    for (std::size_t k = 0; k < game_.latches.size(); ++k) {
      if (!reached_[game_.latches[k].node()]) continue;
      kept.latches.push_back(game_.latches[k]);
      kept.next.push_back(game_.next[k]);
      kept.start.push_back(game_.start[k]);
    }
    game_.latches = std::move(kept.latches);
    game_.next = std::move(kept.next);
    game_.start = std::move(kept.start);
    for (auto* inputs : {&game_.environment, &game_.controller})
      std::erase_if(*inputs, [&](Literal input) { return !reached_[input.node()]; });
  }

 private:
  static constexpr std::size_t no_latch = ~std::size_t{0};

  void reach(Literal function) {
    std::vector<std::uint32_t> waiting = {function.node()};
    while (!waiting.empty()) {
      const std::uint32_t node = waiting.back();
      waiting.pop_back();
      if (reached_[node]) continue;
      reached_[node] = true;
      if (latch_of_[node] != no_latch) waiting.push_back(game_.next[latch_of_[node]].node());
      if (game_.aig.is_and(node))
        waiting.insert(waiting.end(), {game_.aig.left(node).node(), game_.aig.right(node).node()});
    }
  }

  SafetyGraph& game_;
  std::vector<bool> reached_;          // by node
  std::vector<std::size_t> latch_of_;  // by node
};

// --- Strategies ----------------------------------------------------------------------------------

// Choices for all inputs of the side. Those that nothing depends on are false.
std::vector<Literal> choices_for_all(ReducedGame& game, bool controlled,
                                     const std::vector<Literal>& choices) {
  Aig& aig = game.game.aig;
  const auto& inputs = controlled ? game.whole.controller : game.whole.environment;
  const auto& chosen = controlled ? game.game.controller : game.game.environment;
  assert(choices.size() == chosen.size());
  AigCopier value(aig, aig);
  for (const auto* kept : {&game.whole.latches, &game.whole.environment})
    for (const Literal input : *kept) value.set(input, input);
  for (const Literal input : inputs) value.set(input, symbolic::false_literal);
  for (std::size_t k = 0; k < chosen.size(); ++k) value.set(chosen[k], choices[k]);
  if (controlled) {
    for (auto d = game.defined.rbegin(); d != game.defined.rend(); ++d)
      value.set(d->control, value(d->function));
  }
  std::vector<Literal> result;
  for (const Literal input : inputs) result.push_back(value(input));
  return result;
}

}  // namespace

ReducedGame reduce(SafetyGraph graph) {
  ReducedGame result;
  result.game = std::move(graph);
  SafetyGraph& game = result.game;
  result.whole.environment = game.environment;
  result.whole.controller = game.controller;
  result.whole.latches = game.latches;
  result.whole.error = game.error;
  result.whole.excused = game.excused;
  result.whole.next = game.next;
  result.whole.start = game.start;
  result.whole.listed = game.listed;
  // (Each round makes the graph larger, by up to its size.)
  constexpr int most_rounds = 16;
  for (int round = 0; round < most_rounds; ++round) {
    const std::vector<DefinedControl> defined = find_definitions(game);
    if (defined.empty()) break;
    replace_controls(game, defined);
    result.defined.insert(result.defined.end(), defined.begin(), defined.end());
  }
  Influence(game).drop_others();
  return result;
}

AigerFile closed_circuit(const AigerFile& file, ReducedGame game, bool controlled,
                         const std::vector<Literal>& choices) {
  const std::vector<Literal> all = choices_for_all(game, controlled, choices);
  SafetyGraph whole = std::move(game.whole);
  whole.aig = std::move(game.game.aig);
  return closed_circuit(file, std::move(whole), controlled, all);
}

}  // namespace zermelo::proof
