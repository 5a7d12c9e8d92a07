// SPDX-License-Identifier: MIT
// The model of Connect Four against the plain game, in every position.
#include "symbolic/model/connect_model.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "symmetry/bits.h"
#include "tests/reference/plain_games.h"

namespace zermelo::symbolic {
namespace {

using test::PlainGame;

constexpr connect::Parameters small_board{.columns = 4, .rows = 3, .line = 3};

StateBits state_of(const PlainGame::State& plain) {
  Squares first = 0, second = 0;
  for (int square = 0; square < 12; ++square) {
    if (plain[static_cast<std::size_t>(square)] == 'b') first |= bit_of(square);
    if (plain[static_cast<std::size_t>(square)] == 'w') second |= bit_of(square);
  }
  const StateBits state = connect_state(small_board, first, second);
  const ConnectStones stones = connect_stones(small_board, state);
  EXPECT_EQ(stones.first, first);
  EXPECT_EQ(stones.second, second);
  return state;
}

class ConnectValues {
 public:
  ConnectValues(const Model& model, StateBits state) {
    std::vector<bool> inputs(model.aig.inputs());
    for (int k = 0; k < model.variables(); ++k)
      inputs[model.aig.input_number(model.current[static_cast<std::size_t>(k)].node())] =
          bit_at(state, k);
    values_ = evaluate(model.aig, inputs);
  }
  bool operator()(Literal literal) const { return value_of(values_, literal); }
  bool any(const std::vector<Literal>& literals) const {
    for (const Literal l : literals) {
      if ((*this)(l)) return true;
    }
    return false;
  }

 private:
  std::vector<bool> values_;
};

std::set<StateBits> moves_of(const Model& model, StateBits state, Side side) {
  const ConnectValues value(model, state);
  std::set<StateBits> moves;
  for (const ModelMove& move : model.moves[side]) {
    if (!value(move.guard)) continue;
    StateBits next = state;
    for (const Assignment& a : move.changes) {
      next &= ~bit_for(a.variable);
      if (value(a.value)) next |= bit_for(a.variable);
    }
    EXPECT_TRUE(moves.insert(next).second) << move.name;
  }
  return moves;
}

TEST(ConnectModel, IsThePlainGame) {
  const ConnectModel connect(small_board);
  const Model& model = connect.model();
  const auto plain = test::plain_connect(small_board.columns, small_board.rows, small_board.line);
  ASSERT_TRUE(ConnectValues(model, state_of(plain->start()))(model.initial));
  std::set<PlainGame::State> seen = {plain->start()};
  std::vector<PlainGame::State> waiting = {plain->start()};
  while (!waiting.empty()) {
    const PlainGame::State state = waiting.back();
    waiting.pop_back();
    const Side side = state.back() == 'b' ? black : white;
    const ConnectValues value(model, state_of(state));
    ASSERT_TRUE(value(model.is_board)) << state;
    ASSERT_FALSE(value.any(model.won[black][side]) || value.any(model.won[white][side]) ||
                 value.any(model.drawn[side]))
        << state;
    std::set<StateBits> expected;
    for (const auto& [next, end] : plain->moves(state)) {
      const StateBits bits = state_of(next);
      expected.insert(bits);
      const ConnectValues after(model, bits);
      EXPECT_EQ(after.any(model.won[side][other(side)]), end == PlainGame::End::won) << next;
      // (Lines count before a full board.)
      if (end != PlainGame::End::won) {
        EXPECT_EQ(after.any(model.drawn[other(side)]), end == PlainGame::End::drawn) << next;
      }
      if (end == PlainGame::End::none && seen.insert(next).second) waiting.push_back(next);
    }
    ASSERT_EQ(moves_of(model, state_of(state), side), expected) << state;
  }
  EXPECT_GT(seen.size(), 1000u);
}

// Every state is in the layer of its number of stones and in no other.
TEST(ConnectModel, HasALayerForEveryNumberOfStones) {
  const ConnectModel connect({.columns = 3, .rows = 2, .line = 3});
  const Model& model = connect.model();
  ASSERT_EQ(model.layers.size(), 7u);
  std::vector<int> boards(7);
  for (unsigned number = 0; number < 1u << model.variables(); ++number) {
    const StateBits state = StateBits{number} << (64 - model.variables());
    const ConnectValues value(model, state);
    if (!value(model.is_board)) continue;
    const ConnectStones stones = connect_stones({.columns = 3, .rows = 2, .line = 3}, state);
    const auto count = static_cast<std::size_t>(count_bits(stones.first | stones.second));
    for (std::size_t layer = 0; layer < 7; ++layer)
      EXPECT_EQ(value(model.layers[layer]), layer == count);
    ++boards[count];
  }
  // Stacks of 0 to 2 stones, each black or white: (1 + 2 x + 4 x^2)^3.
  EXPECT_EQ(boards, (std::vector<int>{1, 6, 24, 56, 96, 96, 64}));
}

TEST(ConnectModel, KnowsWhoseMoveItIs) {
  EXPECT_EQ(connect_mover(0), black);
  EXPECT_EQ(connect_mover(7), white);
}

}  // namespace
}  // namespace zermelo::symbolic
