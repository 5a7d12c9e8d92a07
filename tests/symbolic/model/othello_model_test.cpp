// SPDX-License-Identifier: MIT
// The Boolean model of Othello against a plain one, position by position.
#include "symbolic/model/othello_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "gen/error.h"
#include "tests/reference/plain_games.h"

namespace zermelo::symbolic {
namespace {

using test::PlainGame;

// The board of a plain state as values of the model's inputs; the next copies stay false.
class OthelloValues {
 public:
  OthelloValues(const OthelloModel& othello, const PlainGame::State& state) : othello_(othello) {
    const Model& model = othello.model();
    const OthelloModelOptions& o = othello.options();
    inputs_.assign(model.aig.inputs(), false);
    set(model.turn, state.back() == 'w');
    for (int s = 0; s < o.squares(); ++s) {
      const int rank = o.rows - 1 - s / o.cols;
      const char piece = state[static_cast<std::size_t>(rank * o.cols + s % o.cols)];
      const std::string name =
          std::string(1, static_cast<char>('a' + s % o.cols)) + std::to_string(rank + 1);
      set(variable(name), piece != '.');
      set(variable(name + "b"), piece == 'b');
    }
  }

  std::vector<bool> values() const { return evaluate(othello_.model().aig, inputs_); }
  // The board after a move, the turn left as it is.
  OthelloValues after(const ModelMove& move) const {
    const auto before = values();
    OthelloValues result = *this;
    for (const Assignment& a : move.changes) result.set(a.variable, value_of(before, a.value));
    return result;
  }
  // With another board for the next copies.
  std::vector<bool> values_before(const OthelloValues& next) const {
    std::vector<bool> inputs = inputs_;
    for (int k = 0; k < othello_.model().variables(); ++k) {
      inputs[input(othello_.model().next, k)] = next.get(k);
    }
    return evaluate(othello_.model().aig, inputs);
  }
  void turn() { set(othello_.model().turn, !get(othello_.model().turn)); }
  bool operator<(const OthelloValues& other) const { return inputs_ < other.inputs_; }
  bool operator==(const OthelloValues& other) const { return inputs_ == other.inputs_; }

 private:
  int variable(const std::string& name) const {
    const auto& names = othello_.model().names;
    return static_cast<int>(std::ranges::find(names, name) - names.begin());
  }
  std::size_t input(const std::vector<Literal>& copy, int k) const {
    return othello_.model().aig.input_number(copy[static_cast<std::size_t>(k)].node());
  }
  bool get(int k) const { return inputs_[input(othello_.model().current, k)]; }
  void set(int k, bool value) { inputs_[input(othello_.model().current, k)] = value; }

  const OthelloModel& othello_;
  std::vector<bool> inputs_;
};

struct Case {
  OthelloModelOptions options;
  int every;  // looks at one position in this many
};

class OthelloModelTest : public testing::TestWithParam<Case> {};

TEST_P(OthelloModelTest, MovesAreThoseOfThePlainGame) {
  const OthelloModelOptions& o = GetParam().options;
  const OthelloModel othello(o);
  const Model& model = othello.model();
  const auto game = test::plain_othello(o.rows, o.cols, o.start_col + 1, o.rows - 1 - o.start_row);
  EXPECT_TRUE(value_of(OthelloValues(othello, game->start()).values(), model.initial));
  int number = 0;
  for (const auto& [state, value] : game->values()) {
    if (number++ % GetParam().every != 0) continue;
    const Side side = state.back() == 'w' ? white : black;
    const OthelloValues board(othello, state);
    const auto values = board.values();
    EXPECT_TRUE(value_of(values, model.is_board));
    EXPECT_TRUE(value_of(values, model.canonical));
    std::set<OthelloValues> expected, found;
    for (const auto& move : game->moves(state)) {
      const OthelloValues next(othello, move.next);
      expected.insert(next);
      const auto next_values = next.values();
      const Side mover = side, to_move = zermelo::symbolic::other(side);
      EXPECT_EQ(value_of(next_values, model.won[mover][to_move].front()),
                move.end == PlainGame::End::won);
      EXPECT_EQ(value_of(next_values, model.won[to_move][to_move].front()),
                move.end == PlainGame::End::lost);
      EXPECT_EQ(value_of(next_values, model.drawn[to_move].front()),
                move.end == PlainGame::End::drawn);
    }
    for (std::size_t n = 0; n < model.moves[side].size(); ++n) {
      const ModelMove& move = model.moves[side][n];
      const bool possible = value_of(values, move.guard);
      OthelloValues next = board.after(move);
      next.turn();
      if (possible) found.insert(next);
      if (n + 1 < model.moves[side].size()) {
        // The thesis's relation agrees, and holds for no other board.
        const Literal step = othello.step(static_cast<int>(n));
        EXPECT_EQ(value_of(board.values_before(next), step), possible);
        for (const OthelloValues& different : expected) {
          if (different == next) continue;
          EXPECT_FALSE(value_of(board.values_before(different), step) && possible);
        }
      }
    }
    EXPECT_TRUE(found == expected) << state;
  }
  EXPECT_GT(number, 0);
}

OthelloModelOptions options(int rows, int cols, OthelloModelOptions::Encoding encoding,
                            OthelloModelOptions::Order order, OthelloModelOptions::Turn turn) {
  OthelloModelOptions o;
  o.rows = rows;
  o.cols = cols;
  o.start_row = rows / 2 - 1;
  o.start_col = cols / 2 - 1;
  o.encoding = encoding;
  o.order = order;
  o.turn = turn;
  return o;
}
using enum OthelloModelOptions::Encoding;
using enum OthelloModelOptions::Order;

INSTANTIATE_TEST_SUITE_P(
    Boards, OthelloModelTest,
    testing::Values(
        Case{options(4, 3, standard, rows, OthelloModelOptions::Turn::first), 1},
        Case{options(3, 4, three_terms, columns, OthelloModelOptions::Turn::last), 1},
        Case{options(4, 4, three_terms, corners_first, OthelloModelOptions::Turn::first), 61},
        Case{options(4, 4, standard, corners_last, OthelloModelOptions::Turn::last), 61}));

// Figures 7.3, 7.4 and 7.5 of the thesis.
TEST(OthelloModel, OrdersAreThoseOfTheFigures) {
  const auto places = [](OthelloModelOptions::Order order) {
    const auto squares =
        square_order(options(4, 5, standard, order, OthelloModelOptions::Turn::first));
    std::vector<int> place(squares.size());
    for (std::size_t n = 0; n < squares.size(); ++n) {
      place[static_cast<std::size_t>(squares[n])] = static_cast<int>(n) + 1;
    }
    return place;
  };
  EXPECT_EQ(places(rows), (std::vector<int>{1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                            11, 12, 13, 14, 15, 16, 17, 18, 19, 20}));
  EXPECT_EQ(places(corners_first), (std::vector<int>{1,  5,  6,  7,  2,  11, 15, 19, 16, 13,
                                                     12, 17, 20, 18, 14, 3,  8,  9,  10, 4}));
  EXPECT_EQ(places(corners_last), (std::vector<int>{20, 16, 15, 14, 19, 10, 6,  2,  5,  8,
                                                    9,  4,  1,  3,  7,  18, 13, 12, 11, 17}));
  // Boards with odd sides have a ring of a single square.
  auto odd = square_order(options(3, 3, standard, corners_first, OthelloModelOptions::Turn::first));
  EXPECT_EQ(odd.size(), 9u);
  EXPECT_EQ(odd.back(), 4);
}

TEST(OthelloModel, NeedsABoard) {
  EXPECT_THROW(OthelloModel(options(1, 4, standard, rows, OthelloModelOptions::Turn::first)),
               UsageError);
}

}  // namespace
}  // namespace zermelo::symbolic
