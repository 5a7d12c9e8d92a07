// SPDX-License-Identifier: MIT
#include "proof/ic3/turn_game_aiger.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "gen/error.h"

namespace zermelo::proof {
namespace {

using symbolic::false_literal;
using symbolic::true_literal;

constexpr const char* turn_name = "turn";
constexpr const char* won_a_name = "won_A";
constexpr const char* won_b_name = "won_B";

void require_turn_game(const AigerFile& file) {
  if (!file.bad.empty() || !file.justice.empty() || !file.fairness.empty())
    throw UsageError(
        "The file has an output won_A, so it is a game with a turn: it can have no bad states, and "
        "no justice or fairness properties.");
  if (file.latches.empty()) throw UsageError("The game has no latches, and so no states.");
  for (const AigerLatch& latch : file.latches) {
    if (latch.reset == AigerLatch::Reset::uninitialized)
      throw UsageError("The game has no start: a latch has no first value.");
  }
}

class TurnGameReader {
 public:
  explicit TurnGameReader(const AigerFile& file) : file_(file) {}

  TurnGame read() {
    require_turn_game(file_);
    for (std::size_t k = 0; k < file_.latches.size(); ++k) {
      game_.state.push_back(game_.aig.input());
      game_.names.push_back(name_of(k));
      game_.start.push_back(file_.latches[k].reset == AigerLatch::Reset::one);
    }
    for (std::uint32_t k = 0; k < file_.inputs; ++k) game_.choice.push_back(game_.aig.input());
    std::vector<Literal> inputs = game_.choice;
    inputs.insert(inputs.end(), game_.state.begin(), game_.state.end());
    variables_ = add_to_graph(file_, game_.aig, inputs);
    for (const AigerLatch& latch : file_.latches) game_.next.push_back(literal(latch.next));
    game_.possible = true_literal;
    for (const std::uint32_t constraint : file_.constraints)
      game_.possible = game_.aig.land(game_.possible, literal(constraint));
    read_outputs();
    if (file_.latches.size() < 64) game_.states = std::uint64_t{1} << file_.latches.size();
    require_one_winner();
    assert(game_.check());
    return std::move(game_);
  }

 private:
  Literal literal(std::uint32_t code) const { return aiger_literal(variables_, code); }

  std::string name_of(std::size_t latch) const {
    const auto name = file_.latch_names.find(static_cast<std::uint32_t>(latch));
    return name == file_.latch_names.end() ? fmt::format("latch {}", latch) : name->second;
  }

  void read_outputs() {
    game_.won_a = game_.won_b = false_literal;
    int turns = 0;
    for (std::size_t k = 0; k < game_.names.size(); ++k) {
      if (game_.names[k] != turn_name) continue;
      game_.turn = game_.state[k];
      ++turns;
    }
    for (std::uint32_t n = 0; n < file_.outputs.size(); ++n) {
      const auto found = file_.output_names.find(n);
      const std::string name = found == file_.output_names.end() ? "" : found->second;
      const Literal function = literal(file_.outputs[n]);
      if (name == won_a_name) {
        game_.won_a = game_.aig.lor(game_.won_a, function);
      } else if (name == won_b_name) {
        game_.won_b = game_.aig.lor(game_.won_b, function);
      } else if (name == turn_name) {
        game_.turn = function;
        ++turns;
      } else {
        throw UsageError(
            fmt::format("The outputs of a game with a turn are won_A, won_B and turn: '{}' is none "
                        "of them.",
                        name));
      }
      require_function_of_state(function, name);
    }
    if (turns != 1)
      throw UsageError(
          fmt::format("A game with an output won_A must have one latch or output named turn: the "
                      "file has {}.",
                      turns));
  }

  void require_function_of_state(Literal function, const std::string& name) const {
    std::vector<std::uint32_t> waiting = {function.node()};
    std::vector<bool> seen(game_.aig.size());
    while (!waiting.empty()) {
      const std::uint32_t node = waiting.back();
      waiting.pop_back();
      if (seen[node]) continue;
      seen[node] = true;
      if (game_.aig.is_input(node) && game_.aig.input_number(node) >= game_.state.size())
        throw UsageError(fmt::format("The output {} must depend on latches only.", name));
      if (!game_.aig.is_and(node)) continue;
      waiting.push_back(game_.aig.left(node).node());
      waiting.push_back(game_.aig.right(node).node());
    }
  }

  void require_one_winner() const {
    std::vector<bool> inputs = game_.start;
    inputs.resize(inputs.size() + game_.choice.size());
    const std::vector<bool> values = evaluate(game_.aig, inputs);
    if (value_of(values, game_.won_a) && value_of(values, game_.won_b))
      throw UsageError("At the start of the game both have won.");
  }

  const AigerFile& file_;
  TurnGame game_;
  std::vector<Literal> variables_;
};

}  // namespace

bool is_turn_game(const AigerFile& file) {
  return std::ranges::any_of(file.output_names,
                             [](const auto& entry) { return entry.second == won_a_name; });
}

TurnGame read_turn_game(const AigerFile& file) { return TurnGameReader(file).read(); }

AigerFile write_turn_game(const TurnGame& game) {
  const auto turn = std::ranges::find(game.state, game.turn);
  const bool is_variable = turn != game.state.end();
  std::vector<Literal> outputs = {game.won_a, game.won_b};
  if (!is_variable) outputs.push_back(game.turn);
  const std::size_t listed = outputs.size();
  outputs.push_back(game.possible);
  outputs.insert(outputs.end(), game.next.begin(), game.next.end());
  std::vector<Literal> inputs = game.choice;
  inputs.insert(inputs.end(), game.state.begin(), game.state.end());

  AigerFile file = with_latches(cone_of(game.aig, inputs, outputs), game.state.size());
  file.constraints = {file.outputs[listed]};
  file.constraint_names[0] = "possible";
  file.outputs.resize(listed);
  file.output_names[0] = won_a_name;
  file.output_names[1] = won_b_name;
  if (!is_variable) file.output_names[2] = turn_name;
  for (std::uint32_t k = 0; k < game.choice.size(); ++k)
    file.input_names[k] = fmt::format("choice[{}]", k);
  for (std::uint32_t k = 0; k < game.state.size(); ++k) {
    const bool is_turn = is_variable && game.state[k] == game.turn;
    file.latch_names[k] = is_turn ? turn_name : game.names[k];
    if (game.start[k]) file.latches[k].reset = AigerLatch::Reset::one;
  }
  assert(file.check());
  return file;
}

}  // namespace zermelo::proof
