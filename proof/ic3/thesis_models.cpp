// SPDX-License-Identifier: MIT
#include "proof/ic3/thesis_models.h"

#include <fmt/format.h>

#include <cassert>
#include <utility>

#include "gen/game_spec.h"
#include "proof/ic3/transition_system.h"
#include "proof/strategy/state_walk.h"
#include "symbolic/model/aig.h"
#include "symbolic/model/game_model.h"
#include "symbolic/model/mask_model.h"

namespace zermelo::proof {
namespace {

using symbolic::true_literal;

// The game from a position, which is Alice's.
TurnGame game_for_alice(const GameSpec& spec, const std::string& position) {
  const Arena arena = make_arena(symbolic::game_model_of(spec), position);
  return make_turn_game(arena, start_of(arena).to_move);
}

// What stands for a variable that always has the same value as another one, or is always true.
struct Replacement {
  enum class By { itself, variable, true_value };
  By by = By::itself;
  std::size_t variable = 0;
};

// The same game in fewer variables.
class VariableReplacer {
 public:
  VariableReplacer(const TurnGame& game, const std::vector<Replacement>& replacements)
      : game_(game), replacements_(replacements), copy_(game.aig, result_.aig) {}

  TurnGame replace() {
    std::vector<std::size_t> kept;
    for (std::size_t k = 0; k < game_.state.size(); ++k)
      if (replacements_[k].by == Replacement::By::itself) kept.push_back(k);
    for (const std::size_t k : kept) {
      result_.state.push_back(result_.aig.input());
      result_.names.push_back(game_.names[k]);
      result_.start.push_back(game_.start[k]);
      copy_.set(game_.state[k], result_.state.back());
    }
    for (std::size_t k = 0; k < game_.state.size(); ++k) {
      const auto& [by, variable] = replacements_[k];
      if (by == Replacement::By::true_value) copy_.set(game_.state[k], true_literal);
      if (by == Replacement::By::variable) copy_.set(game_.state[k], copy_(game_.state[variable]));
    }
    for (const Literal literal : game_.choice) {
      result_.choice.push_back(result_.aig.input());
      copy_.set(literal, result_.choice.back());
    }
    for (const std::size_t k : kept) result_.next.push_back(copy_(game_.next[k]));
    result_.possible = copy_(game_.possible);
    result_.turn = copy_(game_.turn);
    result_.won_a = copy_(game_.won_a);
    result_.won_b = copy_(game_.won_b);
    assert(result_.check());
    return std::move(result_);
  }

 private:
  const TurnGame& game_;
  const std::vector<Replacement>& replacements_;
  TurnGame result_;
  symbolic::AigCopier copy_;
};

// All pieces are black, so a square's two variables are always the same.
TurnGame notakto(int rows, int columns, bool first_taken) {
  const GameSpec spec{"notakto",
                      {{"rows", std::to_string(rows)}, {"columns", std::to_string(columns)}}};
  // (All rows but the lowest are empty.)
  std::string taken;
  for (int row = 1; row < rows; ++row) taken += fmt::format("{}/", columns);
  const TurnGame game =
      game_for_alice(spec, first_taken ? fmt::format("{}b{} w", taken, columns - 1) : "");
  std::vector<Replacement> replacements(game.state.size());
  for (int square = 0; square < rows * columns; ++square) {
    const auto piece = static_cast<std::size_t>(symbolic::piece_variable(square));
    const auto black = static_cast<std::size_t>(symbolic::is_black_variable(square));
    replacements[black] = {Replacement::By::variable, piece};
    if (first_taken && game.start[piece]) {
      replacements[piece] = replacements[black] = {Replacement::By::true_value, 0};
    }
  }
  TurnGame result = VariableReplacer(game, replacements).replace();
  result.states = std::uint64_t{1} << result.state.size();
  return result;
}

TurnGame tic_tac_toe(int rows, int columns, int line) {
  const GameSpec spec{
      "mnk",
      {{"n", std::to_string(rows)}, {"m", std::to_string(columns)}, {"k", std::to_string(line)}}};
  TurnGame game = game_for_alice(spec, "");
  std::uint64_t states = 2;
  for (int square = 0; square < rows * columns; ++square) states *= 3;
  game.states = states;
  return game;
}

}  // namespace

std::string_view minigame_drawing() {
  return "alice 0000 -> 0001\n"
         "bob   0001 -> 0011 0110\n"
         "alice 0011 -> 0111\n"
         "alice 0110 -> 0111\n"
         "bob   0111 -> 1111\n"
         "alice 1111 won_A\n";
}

std::vector<ThesisModel> thesis_models() {
  return {{"minigame", parse_transition_system(minigame_drawing())},
          {"notakto (2 x 3)", notakto(2, 3, false)},
          {"notakto (2 x 3, AA taken)", notakto(2, 3, true)},
          {"notakto (3 x 3)", notakto(3, 3, false)},
          {"tic-tac-toe (2 x 2)", tic_tac_toe(2, 2, 2)},
          {"tic-tac-toe (2 x 3)", tic_tac_toe(2, 3, 3)},
          {"tic-tac-toe (3 x 3)", tic_tac_toe(3, 3, 3)}};
}

}  // namespace zermelo::proof
