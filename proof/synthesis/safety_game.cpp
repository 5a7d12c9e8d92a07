// SPDX-License-Identifier: MIT
#include "proof/synthesis/safety_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <span>
#include <utility>

#include "gen/error.h"
#include "proof/check/binary_number.h"
#include "proof/strategy/state_walk.h"
#include "symbolic/model/aig.h"

namespace zermelo::proof {
namespace {

using symbolic::false_literal;
using symbolic::true_literal;
using symbolic::white;

void require_safety_game(const AigerFile& file) {
  if (file.outputs.empty() && file.bad.empty()) {
    throw UsageError(
        "The file is not a safety game: it has no output and no bad state that could be an error.");
  }
  if (!file.justice.empty() || !file.fairness.empty())
    throw UsageError("The file is not a safety game: it has justice or fairness properties.");
  for (const AigerLatch& latch : file.latches) {
    if (latch.reset == AigerLatch::Reset::uninitialized)
      throw UsageError("The file is not a safety game: a latch has no first value.");
  }
}

// If a file has bad states, its outputs are not properties.
const std::vector<std::uint32_t>& error_literals(const AigerFile& file) {
  return file.bad.empty() ? file.outputs : file.bad;
}

// The lists of a file that its winner's circuit has as well, with their names.
struct ListedLiterals {
  std::vector<std::uint32_t> AigerFile::*literals;
  AigerNames AigerFile::*names;
};
constexpr std::array<ListedLiterals, 3> copied_lists = {
    {{&AigerFile::outputs, &AigerFile::output_names},
     {&AigerFile::bad, &AigerFile::bad_names},
     {&AigerFile::constraints, &AigerFile::constraint_names}}};

// All of them are among the outputs, one list after another.
void separate_lists(AigerFile& circuit, const AigerFile& like) {
  const std::vector<std::uint32_t> all = std::move(circuit.outputs);
  auto from = all.begin();
  for (const auto& [literals, names] : copied_lists) {
    const auto to = from + static_cast<std::ptrdiff_t>((like.*literals).size());
    circuit.*literals = {from, to};
    circuit.*names = like.*names;
    from = to;
  }
  assert(from == all.end());
}

// The environment chooses its inputs; the latches stay.
Moves environment_moves(std::size_t latches, std::size_t inputs) {
  Moves result;
  for (std::size_t k = 0; k < latches; ++k) result.state.push_back(result.aig.input());
  for (std::size_t k = 0; k < inputs; ++k) result.choice.push_back(result.aig.input());
  result.next = result.state;
  result.next.insert(result.next.end(), result.choice.begin(), result.choice.end());
  result.is_state = result.legal = true_literal;
  result.attacked = result.ended = false_literal;
  return result;
}

Moves controller_moves(SafetyGraph graph) {
  Moves result;
  result.state = graph.latches;
  result.state.insert(result.state.end(), graph.environment.begin(), graph.environment.end());
  result.choice = graph.controller;
  result.is_state = result.legal = true_literal;
  result.attacked = graph.aig.land(graph.error, !graph.excused);
  result.ended = graph.excused;
  result.next = graph.next;
  result.aig = std::move(graph.aig);
  return result;
}

Literal in_cube(Aig& aig, const Cube& cube, std::span<const Literal> state) {
  Literal result = true_literal;
  for (std::size_t k = 0; k < state.size(); ++k)
    if (cube.has(k)) result = aig.land(result, cube.values[k] ? state[k] : !state[k]);
  return result;
}

// The choices of cubes as functions: of the cubes that contain a state, the best counts.
std::vector<Literal> choices(Aig& aig, std::vector<Ic3Cube> cubes, std::span<const Literal> state,
                             std::size_t inputs) {
  std::ranges::stable_sort(cubes, {}, &Ic3Cube::bound);
  std::vector<Literal> result(inputs, false_literal);
  Literal earlier = false_literal;
  for (const Ic3Cube& cube : cubes) {
    const Literal here = in_cube(aig, cube.cube, state);
    const Literal chosen = aig.land(here, !earlier);
    earlier = aig.lor(earlier, here);
    for (std::size_t k = 0; k < inputs; ++k)
      if (cube.choice[k]) result[k] = aig.lor(result[k], chosen);
  }
  return result;
}

}  // namespace

InputRoles input_roles(const AigerFile& file) {
  InputRoles result;
  for (std::uint32_t n = 0; n < file.inputs; ++n) {
    const auto name = file.input_names.find(n);
    const bool is_controllable =
        name != file.input_names.end() && name->second.starts_with(controllable_prefix);
    (is_controllable ? result.controller : result.environment).push_back(n);
  }
  return result;
}

SafetyGraph make_safety_graph(const AigerFile& file) {
  require_safety_game(file);
  const InputRoles roles = input_roles(file);
  SafetyGraph result;
  std::vector<Literal> inputs(file.inputs);
  for (std::size_t n = 0; n < file.latches.size(); ++n)
    result.latches.push_back(result.aig.input());
  for (const std::uint32_t n : roles.environment)
    result.environment.push_back(inputs[n] = result.aig.input());
  for (const std::uint32_t n : roles.controller)
    result.controller.push_back(inputs[n] = result.aig.input());
  inputs.insert(inputs.end(), result.latches.begin(), result.latches.end());
  const std::vector<Literal> variables = add_to_graph(file, result.aig, inputs);
  Aig& aig = result.aig;
  result.error = result.excused = false_literal;
  for (const std::uint32_t literal : file.constraints)
    result.excused = aig.lor(result.excused, !aiger_literal(variables, literal));
  for (const std::uint32_t literal : error_literals(file))
    result.error = aig.lor(result.error, aiger_literal(variables, literal));
  for (const AigerLatch& latch : file.latches) {
    result.next.push_back(aiger_literal(variables, latch.next));
    result.start.push_back(latch.reset == AigerLatch::Reset::one);
  }
  for (const auto& [literals, names] : copied_lists)
    for (const std::uint32_t literal : file.*literals)
      result.listed.push_back(aiger_literal(variables, literal));
  return result;
}

ReachGame make_safety_game(SafetyGraph graph) {
  ReachGame result;
  result.start = graph.start;
  result.moves[Player::attacker] =
      environment_moves(graph.latches.size(), graph.environment.size());
  result.moves[Player::defender] = controller_moves(std::move(graph));
  result.only_replies_err = true;
  return result;
}

std::vector<Literal> winning_choices(SafetyGraph& graph, const Ic3Result& found) {
  const bool controlled = found.verdict == Verdict::no_win;
  std::vector<Literal> state = graph.latches;
  if (controlled) state.insert(state.end(), graph.environment.begin(), graph.environment.end());
  return choices(graph.aig, found.cubes[controlled ? Player::defender : Player::attacker], state,
                 (controlled ? graph.controller : graph.environment).size());
}

AigerFile closed_circuit(const AigerFile& file, SafetyGraph graph, bool controlled,
                         const std::vector<Literal>& choices) {
  const std::vector<Literal>& replaced = controlled ? graph.controller : graph.environment;
  const std::vector<Literal>& kept = controlled ? graph.environment : graph.controller;
  symbolic::AigCopier copy(graph.aig, graph.aig);
  for (const Literal literal : graph.latches) copy.set(literal, literal);
  for (const Literal literal : kept) copy.set(literal, literal);
  for (std::size_t k = 0; k < replaced.size(); ++k) copy.set(replaced[k], choices[k]);
  std::vector<Literal> outputs;
  for (const Literal listed : graph.listed) outputs.push_back(copy(listed));
  for (const Literal next : graph.next) outputs.push_back(copy(next));

  std::vector<Literal> inputs = kept;
  inputs.insert(inputs.end(), graph.latches.begin(), graph.latches.end());
  AigerFile circuit = with_latches(cone_of(graph.aig, inputs, outputs), file.latches.size());
  const InputRoles roles = input_roles(file);
  const auto& numbers = controlled ? roles.environment : roles.controller;
  for (std::uint32_t k = 0; k < numbers.size(); ++k) {
    const auto name = file.input_names.find(numbers[k]);
    if (name != file.input_names.end()) circuit.input_names[k] = name->second;
  }
  circuit.latch_names = file.latch_names;
  for (std::size_t k = 0; k < file.latches.size(); ++k)
    circuit.latches[k].reset = file.latches[k].reset;
  separate_lists(circuit, file);
  assert(circuit.check());
  return circuit;
}

// --- Our games as such files ---------------------------------------------------------------------

namespace {

class SafetyEncoder {
 public:
  SafetyEncoder(const Arena& arena, Side owner)
      : arena_(arena), owner_(owner), start_(start_of(arena)), copy_(arena.aig, aig_) {}

  AigerFile encode() {
    std::vector<Literal> inputs, latches;
    const auto add_move_bits = [&](Side side) {
      std::vector<Literal> bits;
      for (std::size_t k = 0; k < bits_for(arena_.moves[side].size() - 1); ++k)
        inputs.push_back(bits.emplace_back(aig_.input()));
      return bits;
    };
    chosen_[symbolic::other(owner_)] = add_move_bits(symbolic::other(owner_));
    chosen_[owner_] = add_move_bits(owner_);
    for (std::size_t k = 0; k < arena_.board.size() + 3; ++k) latches.push_back(aig_.input());
    begun_ = latches[arena_.board.size() + 1];
    ended_ = latches[arena_.board.size() + 2];
    for (std::size_t k = 0; k < arena_.board.size(); ++k) copy_.set(arena_.board[k], latches[k]);
    white_to_move_ = latches[arena_.board.size()];
    copy_.set(arena_.white_to_move, white_to_move_);

    std::vector<Literal> outputs = functions(latches);
    inputs.insert(inputs.end(), latches.begin(), latches.end());
    AigerFile file = with_latches(cone_of(aig_, inputs, outputs), latches.size());
    name(file);
    return file;
  }

 private:
  // The error, and the next values of the latches.
  std::vector<Literal> functions(const std::vector<Literal>& latches) {
    const Literal over = copy_(arena_.over);
    const Literal lost = copy_(arena_.won[symbolic::other(owner_)]);
    const Literal turn = owner_ == white ? white_to_move_ : !white_to_move_;
    const Literal goes_on = aig_.land(aig_.land(begun_, !ended_), !over);
    std::vector<Literal> next(latches.begin(), latches.begin() + board_size() + 1);
    Literal possible = false_literal;
    for (const Side side : symbolic::both_sides) add_moves(side, next, possible);
    next.back() = !white_to_move_;

    const Literal in_play = aig_.land(begun_, !ended_);
    const Literal impossible = aig_.land(aig_.land(goes_on, turn), !possible);
    std::vector<Literal> result = {aig_.land(in_play, aig_.lor(lost, impossible))};
    const Literal moved = aig_.land(goes_on, possible);
    for (std::size_t k = 0; k <= board_size(); ++k) {
      const Literal played = aig_.choose(moved, next[k], latches[k]);
      result.push_back(aig_.choose(begun_, played, start_value(k)));
    }
    result.push_back(true_literal);
    result.push_back(aig_.lor(ended_, aig_.land(begun_, !moved)));
    return result;
  }
  std::size_t board_size() const { return arena_.board.size(); }

  // The moves of one side: the resulting board where a move is chosen and possible.
  void add_moves(Side side, std::vector<Literal>& next, Literal& possible) {
    const Literal turn = side == white ? white_to_move_ : !white_to_move_;
    const auto& moves = arena_.moves[side];
    for (std::size_t n = 0; n < moves.size(); ++n) {
      const Literal made =
          aig_.land(aig_.land(turn, equals(aig_, chosen_[side], n)), copy_(moves[n].guard));
      possible = aig_.lor(possible, made);
      for (std::size_t k = 0; k < board_size(); ++k) {
        const Literal after = copy_(moves[n].next[k]);
        if (after != copy_(arena_.board[k])) next[k] = aig_.choose(made, after, next[k]);
      }
    }
  }

  Literal start_value(std::size_t variable) const {
    const bool value = variable < board_size() ? start_.board[variable] : start_.to_move == white;
    return value ? true_literal : false_literal;
  }

  void name(AigerFile& file) const {
    std::uint32_t n = 0;
    const Side opponent = symbolic::other(owner_);
    for (std::size_t k = 0; k < chosen_[opponent].size(); ++k)
      file.input_names[n++] = fmt::format("move[{}]", k);
    for (std::size_t k = 0; k < chosen_[owner_].size(); ++k)
      file.input_names[n++] = fmt::format("{}move[{}]", controllable_prefix, k);
    for (std::uint32_t k = 0; k < board_size(); ++k) file.latch_names[k] = arena_.names[k];
    const auto after = static_cast<std::uint32_t>(board_size());
    file.latch_names[after] = "white_to_move";
    file.latch_names[after + 1] = "begun";
    file.latch_names[after + 2] = "ended";
    file.output_names[0] = owner_ == white ? "white loses" : "black loses";
  }

  const Arena& arena_;
  Side owner_;
  ArenaState start_;
  Aig aig_;
  symbolic::AigCopier copy_;
  BySide<std::vector<Literal>> chosen_;
  Literal white_to_move_, begun_, ended_;
};

}  // namespace

AigerFile encode_safety_game(const Arena& arena, Side owner) {
  return SafetyEncoder(arena, owner).encode();
}

}  // namespace zermelo::proof
