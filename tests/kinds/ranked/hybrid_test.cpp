// SPDX-License-Identifier: MIT
#include "kinds/ranked/hybrid.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kinds/ranked/connect_layers.h"
#include "symbolic/bdd/symbolic_game.h"
#include "symbolic/model/game_model.h"
#include "tests/reference/plain_games.h"

namespace zermelo::symbolic {
namespace {

// All boards by number of stones, ended games included.
std::vector<FrozenBdd> layers_of(const Model& model) {
  const BddManager manager(model.variables(), {.memory = 64 << 20, .threads = 1});
  const SymbolicGame game(model);
  std::vector<FrozenBdd> layers;
  Bdd boards = game.initial();
  for (int n = 0; n < game.layers(); ++n) {
    layers.emplace_back(boards, model.variables());
    boards = next_connect_boards(game, n, boards);
  }
  return layers;
}

class HybridTest : public testing::TestWithParam<connect::Parameters> {};

TEST_P(HybridTest, OutcomesAreThoseOfAPlainGame) {
  const auto [columns, rows, line] = GetParam();
  const connect::Parameters parameters{columns, rows, line};
  const GameModel model = *find_game_model({"connect", connect::describe(parameters)});
  const std::vector<FrozenBdd> layers = layers_of(model.model);
  const auto plain = test::plain_connect(columns, rows, line);
  // As the program writes positions.
  std::map<std::string, int> values;
  for (const auto& [state, value] : plain->values()) values[plain->text_of(state)] = value;

  for (const int threads : {1, 2}) {
    OutcomeVector above;
    OutcomeCounts all;
    std::size_t going_on = 0;
    for (std::size_t n = layers.size(); n-- > 0;) {
      const Side side = n % 2 == 0 ? black : white;
      const auto mover = side == black ? OutcomeVector::first_wins : OutcomeVector::second_wins;
      const auto opponent = side == black ? OutcomeVector::second_wins : OutcomeVector::first_wins;
      OutcomeVector outcomes(layers[n].size());
      all += solve_connect_layer(parameters, static_cast<int>(n), layers[n],
                                 n + 1 < layers.size() ? layers[n + 1] : FrozenBdd(), above,
                                 outcomes, threads);
      for (std::uint64_t rank = 0; rank < layers[n].size(); ++rank) {
        const PiecePosition p = model.position(to_board_state(layers[n].unrank(rank)), side);
        const auto value = values.find(format_position(p, model.pieces));
        const auto code = outcomes.at(rank);
        if (value == values.end()) {
          // The game has ended: the last move won, or the board is full.
          const bool full = p.occupied() == model.grid().all();
          EXPECT_TRUE(code == opponent || (full && code == OutcomeVector::draw));
          continue;
        }
        ++going_on;
        ASSERT_EQ(code, value->second > 0   ? mover
                        : value->second < 0 ? opponent
                                            : OutcomeVector::draw)
            << value->first;
      }
      above = std::move(outcomes);
    }
    EXPECT_EQ(going_on, values.size());
    EXPECT_EQ(all.first_wins + all.second_wins + all.draws, plain->reachable());
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, HybridTest,
                         testing::Values(connect::Parameters{4, 4, 4}, connect::Parameters{3, 4, 3},
                                         connect::Parameters{5, 3, 3}, connect::Parameters{1, 3, 2},
                                         connect::Parameters{6, 2, 4}));

// The paper's three ways of seeing that a game has ended find the same.
TEST_P(HybridTest, GoalTestsAgree) {
  const connect::Parameters game = GetParam();
  const ConnectLayers layers(game, 64 << 20);
  FrozenBdd above;
  OutcomeVector outcomes_above;
  for (int n = game.columns * game.rows; n >= 0; --n) {
    FrozenBdd boards = layers.boards(n);
    const FrozenBdd ended = layers.ended(n, boards);
    OutcomeVector expected(boards.size());
    const OutcomeCounts counts =
        solve_connect_layer(game, n, boards, above, outcomes_above, expected, 2);
    EXPECT_EQ(counts.lines, ended.size());
    for (const GoalTest test : {GoalTest::diagram, GoalTest::successors}) {
      OutcomeVector outcomes(boards.size());
      EXPECT_EQ(
          solve_connect_layer(game, n, boards, above, outcomes_above, outcomes, 2, {}, test, ended),
          counts);
      EXPECT_EQ(outcomes, expected) << n;
    }
    above = std::move(boards);
    outcomes_above = std::move(expected);
  }
}

// A board whose lines are looked for with shifts of all 64 bits: eight of the first player's stones
// in a row, where nine win.
TEST(Hybrid, LinesLongerThanTheBoardAreNeverThere) {
  const connect::Parameters game{8, 7, 9};
  constexpr int columns = 8, cells = 8, stones = 15;
  const GameModel model = find_game_model({"connect", connect::describe(game)}).value();
  const BddManager manager(model.model.variables(), {.memory = 64 << 20, .threads = 1});
  Bdd board = Bdd::constant(true);
  for (int column = 0; column < columns; ++column) {
    // From below: the first player's stone (1), the second one's (0; not in the last column), and a
    // one above them.
    const int height = column + 1 < columns ? 2 : 1;
    for (int row = 0; row < cells; ++row)
      board &= Bdd::literal(2 * (column * cells + row), row == 0 || row == height);
  }
  const Bdd above = next_connect_boards(SymbolicGame(model.model), stones, board);
  const FrozenBdd boards(board, 64), boards_above(above, 64);
  ASSERT_EQ(boards.size(), 1u);
  ASSERT_EQ(boards_above.size(), 8u);
  OutcomeVector outcomes_above(boards_above.size());
  {
    OutcomeVector::Writer writer(outcomes_above);
    for (std::uint64_t rank = 0; rank < boards_above.size(); ++rank)
      writer.write(rank, OutcomeVector::draw);
  }
  OutcomeVector outcomes(1);
  const OutcomeCounts counts =
      solve_connect_layer(game, stones, boards, boards_above, outcomes_above, outcomes, 1);
  EXPECT_EQ(counts.lines, 0u);
  EXPECT_EQ(counts.draws, 1u);
}

}  // namespace
}  // namespace zermelo::symbolic
