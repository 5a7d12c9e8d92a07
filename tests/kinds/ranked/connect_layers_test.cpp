// SPDX-License-Identifier: MIT
// Connect Four's layers as sets, without a library and with one: the same boards, and the outcomes
// of a plain game.
#include "kinds/ranked/connect_layers.h"

#include <gtest/gtest.h>

#include <utility>

#include "gen/error.h"
#include "kinds/ranked/hybrid.h"
#include "symbolic/bdd/bdd.h"
#include "symbolic/bdd/symbolic_game.h"
#include "symbolic/model/connect_model.h"
#include "tests/reference/plain_games.h"

namespace zermelo::symbolic {
namespace {

constexpr std::uint64_t enough = 64 << 20;

class ConnectLayersTest : public testing::TestWithParam<connect::Parameters> {};

TEST_P(ConnectLayersTest, HaveTheBoardsThatALibraryFinds) {
  const connect::Parameters game = GetParam();
  const ConnectModel model(game);
  const BddManager manager(model.model().variables(), {.memory = enough});
  const SymbolicGame symbolic(model.model());
  const ConnectLayers layers(game, enough);
  Bdd expected = symbolic.initial();
  FrozenBdd boards = layers.boards(0);
  for (int n = 0; n < symbolic.layers(); ++n) {
    const FrozenBdd frozen(expected, model.model().variables());
    EXPECT_EQ(boards.bytes(), frozen.bytes()) << n;
    EXPECT_EQ(layers.boards(n).bytes(), frozen.bytes()) << n << " by itself";
    const Side side = connect_mover(n);
    const Bdd ended = symbolic.won(other(side), side, expected);
    EXPECT_EQ(layers.ended(n, boards).bytes(), FrozenBdd(ended, model.model().variables()).bytes());
    if (n + 1 == symbolic.layers()) break;
    boards = layers.next(n, boards);
    expected = next_connect_boards(symbolic, n, expected);
  }
}

TEST_P(ConnectLayersTest, HaveTheOutcomesOfAPlainGame) {
  const connect::Parameters game = GetParam();
  const auto plain = test::plain_connect(game.columns, game.rows, game.line);
  const auto values = plain->values();
  const ConnectLayers layers(game, enough);
  LayerDiagram above;
  std::uint64_t going_on = 0;
  std::array<std::uint64_t, 3> counts = {}, expected = {};  // Black wins, nobody, White
  for (int n = game.columns * game.rows; n >= 0; --n) {
    const FrozenBdd boards = layers.boards(n);
    LayerDiagram outcomes = layers.outcomes(n, boards, above);
    const auto set = [&](BoardNumber number) {
      return outcomes.select(1u << static_cast<std::uint32_t>(number));
    };
    const FrozenBdd first = set(BoardNumber::first_wins), second = set(BoardNumber::second_wins),
                    draw = set(BoardNumber::draw), ended = set(BoardNumber::ended);
    EXPECT_EQ(first.size() + second.size() + draw.size() + ended.size(), boards.size());
    const bool is_full = n == game.columns * game.rows;
    going_on += first.size() + second.size() + (is_full ? 0 : draw.size());
    counts[0] += first.size();
    counts[1] += is_full ? 0 : draw.size();
    counts[2] += second.size();
    // From the sets that are kept, the same diagram.
    const auto with_ended = [&](BoardNumber number, bool ends) {
      const std::uint32_t own = 1u << static_cast<std::uint32_t>(number);
      return outcomes.select(ends ? own | 1u << 4 : own);
    };
    const bool first_has_lines = connect_mover(n) == white;
    above = layers.outcomes_of(n, boards, with_ended(BoardNumber::first_wins, first_has_lines),
                               with_ended(BoardNumber::second_wins, !first_has_lines));
    for (const BoardNumber number :
         {BoardNumber::first_wins, BoardNumber::second_wins, BoardNumber::draw, BoardNumber::ended})
      EXPECT_EQ(above.select(1u << static_cast<std::uint32_t>(number)).bytes(),
                set(number).bytes());
  }
  EXPECT_EQ(going_on, values.size());
  for (const auto& [state, value] : values) {
    const bool white_moves = state.back() == 'w';
    ++expected[value == 0 ? 1 : (value > 0) != white_moves ? 0 : 2];
  }
  EXPECT_EQ(counts, expected);
}

INSTANTIATE_TEST_SUITE_P(Boards, ConnectLayersTest,
                         testing::Values(connect::Parameters{4, 4, 4}, connect::Parameters{3, 4, 3},
                                         connect::Parameters{5, 3, 3}, connect::Parameters{1, 3, 2},
                                         connect::Parameters{6, 2, 4}, connect::Parameters{2, 2, 2},
                                         connect::Parameters{4, 3, 3}, connect::Parameters{1, 1, 2},
                                         connect::Parameters{3, 3, 9}));

TEST(ConnectLayersMemory, IsNotExceeded) {
  const ConnectLayers layers({6, 5, 4}, 4 << 20);
  EXPECT_THROW(layers.boards(20), OutOfNodes);
  EXPECT_THROW(ConnectLayers({9, 7, 4}, enough), UsageError);
}

}  // namespace
}  // namespace zermelo::symbolic
