// SPDX-License-Identifier: MIT
#include "proof/qbf/board_symmetries.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "proof/check/arena.h"
#include "proof/qbf/arena_steps.h"
#include "symbolic/model/game_model.h"

namespace zermelo::proof {
namespace {

std::vector<bool> moved(const ModelSymmetry& g, const std::vector<bool>& values) {
  std::vector<bool> result(values.size());
  for (std::size_t v = 0; v < values.size(); ++v) result[g.variable[v]] = values[v];
  return result;
}

void expect_canonical(const BoardSymmetries& symmetries, const symbolic::GameModel& model,
                      const ArenaBoard& board) {
  const CanonicalBoard canonical = symmetries.canonical(board);
  EXPECT_EQ(canonical.board.to_move, board.to_move);
  EXPECT_LE(canonical.board.values, board.values);
  if (canonical.back == nullptr) {
    EXPECT_EQ(canonical.board, board);
  } else {
    EXPECT_EQ(moved(*canonical.there, board.values), canonical.board.values);
    EXPECT_EQ(moved(*canonical.back, canonical.board.values), board.values);
  }
  for (const ModelSymmetry& g : model.symmetries) {
    const ArenaBoard image{moved(g, board.values), board.to_move};
    EXPECT_EQ(symmetries.canonical(image).board, canonical.board);
  }
}

class CanonicalBoards : public testing::TestWithParam<GameSpec> {};

TEST_P(CanonicalBoards, AreTheSameForAllImages) {
  const symbolic::GameModel model = symbolic::game_model_of(GetParam());
  ASSERT_FALSE(model.symmetries.empty());
  const BoardSymmetries symmetries(model.symmetries);
  const Arena arena = make_arena(model, "");
  std::mt19937 random(3);
  for (int k = 0; k < 200; ++k) {
    ArenaBoard board = start_board(arena);
    for (std::size_t v = 0; v < board.values.size(); ++v) board.values[v] = random() % 2 != 0;
    expect_canonical(symmetries, model, board);
  }
}

// The effect of a move on a board, and that of its image on the board's image.
TEST_P(CanonicalBoards, MovesGoWithThem) {
  const symbolic::GameModel model = symbolic::game_model_of(GetParam());
  const BoardSymmetries symmetries(model.symmetries);
  const Arena arena = make_arena(model, "");
  std::mt19937 random(4);
  ArenaBoard board = start_board(arena);
  const auto after = [&](const ArenaBoard& from, std::size_t move) {
    std::vector<bool> inputs = from.values;
    inputs.push_back(from.to_move == symbolic::white);
    const std::vector<bool> values = symbolic::evaluate(arena.aig, inputs);
    ArenaBoard result{{}, symbolic::other(from.to_move)};
    for (const Literal next : arena.moves[from.to_move][move].next)
      result.values.push_back(symbolic::value_of(values, next));
    return result;
  };
  for (int k = 0; k < 40; ++k) {
    const std::size_t move = random() % arena.moves[board.to_move].size();
    const CanonicalBoard canonical = symmetries.canonical(board);
    const ArenaBoard next = after(board, move);
    if (canonical.there != nullptr) {
      const ArenaBoard image = after(canonical.board, canonical.there->move[board.to_move][move]);
      EXPECT_EQ(moved(*canonical.there, next.values), image.values);
    }
    board = next;
  }
}

INSTANTIATE_TEST_SUITE_P(Games, CanonicalBoards,
                         testing::Values(GameSpec{"mnk", {{"m", "3"}, {"n", "3"}, {"k", "3"}}},
                                         GameSpec{"notakto", {{"columns", "4"}, {"rows", "3"}}},
                                         GameSpec{"domineering", {{"columns", "4"}, {"rows", "4"}}},
                                         GameSpec{"breakthrough",
                                                  {{"columns", "3"}, {"rows", "4"}}},
                                         GameSpec{"connect", {{"columns", "4"}, {"rows", "3"}}}),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace zermelo::proof
