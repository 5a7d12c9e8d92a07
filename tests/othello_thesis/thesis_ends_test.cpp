// SPDX-License-Identifier: MIT
// Deadlocks and ended games, counted again by looking at every board.
#include "othello_thesis/thesis_ends.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "tests/reference/plain_games.h"

namespace zermelo::symbolic {
namespace {

using test::PlainGame;

// States by what end_of says of them, both turns counted.
using EndCounts = std::map<std::string, std::uint64_t>;

bool has_no_disc_to_put(const PlainGame& game, const PlainGame::State& state) {
  const auto moves = game.moves(state);
  return moves.size() == 1 &&
         moves[0].next.compare(0, state.size() - 1, state, 0, state.size() - 1) == 0;
}

std::string end_of(const std::string& board) {
  const auto blacks = std::ranges::count(board, 'b'), whites = std::ranges::count(board, 'w');
  const std::string outcome = blacks > whites ? "black" : blacks < whites ? "white" : "drawn";
  const bool is_full = board.find('.') == std::string::npos;
  return outcome + (is_full ? " full" : blacks == 0 || whites == 0 ? " one colour" : " other");
}

EndCounts count_ends(int rows, int cols) {
  const auto game = test::plain_othello(rows, cols, 1, 1);
  EndCounts counts;
  std::string board(static_cast<std::size_t>(rows * cols), '.');
  for (;;) {
    const bool black_stuck = has_no_disc_to_put(*game, board + 'b');
    const bool white_stuck = has_no_disc_to_put(*game, board + 'w');
    counts["deadlocks"] += (black_stuck ? 1 : 0) + (white_stuck ? 1 : 0);
    if (black_stuck && white_stuck) counts[end_of(board)] += 2;
    // The next board.
    std::size_t s = 0;
    while (s < board.size() && board[s] == 'w') board[s++] = '.';
    if (s == board.size()) return counts;
    board[s] = board[s] == '.' ? 'b' : 'w';
  }
}

void expect_outcome(const ThesisOutcome& outcome, const std::string& name, EndCounts& counts) {
  const std::uint64_t full = counts[name + " full"], one_colour = counts[name + " one colour"];
  const std::uint64_t other = counts[name + " other"];
  EXPECT_EQ(outcome.full.states, full) << name;
  EXPECT_EQ(outcome.full.formula, full) << name;
  EXPECT_EQ(outcome.one_colour.states, one_colour) << name;
  EXPECT_EQ(outcome.one_colour.formula, one_colour) << name;
  EXPECT_EQ(outcome.other.states, other) << name;
  EXPECT_FALSE(outcome.other.formula.has_value());
  EXPECT_EQ(outcome.all.states, full + one_colour + other) << name;
}

TEST(ThesisEnds, AreThoseFoundBoardByBoard) {
  for (const auto& [rows, cols] : {std::pair{3, 3}, {2, 4}}) {
    EndCounts counts = count_ends(rows, cols);
    for (const auto encoding :
         {OthelloModelOptions::Encoding::standard, OthelloModelOptions::Encoding::three_terms}) {
      ThesisOptions o;
      o.model.rows = rows;
      o.model.cols = cols;
      o.model.start_row = o.model.start_col = 0;
      o.model.encoding = encoding;
      const ThesisEnds ends = thesis_ends(o, {});
      EXPECT_EQ(ends.deadlocks.states, counts["deadlocks"]);
      EXPECT_EQ(ends.ended.states, ends.won_by_white.all.states + ends.won_by_black.all.states +
                                       ends.drawn.all.states);
      expect_outcome(ends.won_by_white, "white", counts);
      expect_outcome(ends.won_by_black, "black", counts);
      expect_outcome(ends.drawn, "drawn", counts);
    }
  }
}

// On 4x4 the won states are those of Tables 7.1 and 7.3.
TEST(ThesisEnds, WonStatesAreThoseOfTable71) {
  ThesisOptions o;
  o.model.encoding = OthelloModelOptions::Encoding::three_terms;
  const ThesisEnds ends = thesis_ends(o, {});
  EXPECT_EQ(ends.won_by_white.all.size.nodes, 32'636u);
  EXPECT_EQ(ends.won_by_white.all.states, 901'134u);
  EXPECT_EQ(ends.won_by_black.all.states, 901'134u);
  EXPECT_EQ(ends.drawn.all.states, 134'850u);
  EXPECT_EQ(ends.deadlocks.states, 13'920'106u);
}

}  // namespace
}  // namespace zermelo::symbolic
