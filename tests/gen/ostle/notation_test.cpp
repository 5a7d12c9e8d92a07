// SPDX-License-Identifier: MIT
#include "gen/ostle/notation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "gen/error.h"
#include "tests/support/error_text.h"

namespace zermelo::ostle {
namespace {

State random_state(int size, std::mt19937& random) {
  std::vector<int> squares(static_cast<std::size_t>(size * size));
  std::iota(squares.begin(), squares.end(), 0);
  std::shuffle(squares.begin(), squares.end(), random);
  State state;
  state.size = size;
  state.hole = squares[0];
  const std::size_t pieces = random() % squares.size();
  for (std::size_t i = 1; i <= pieces; ++i) {
    (random() % 2 == 0 ? state.black : state.white) |= std::uint64_t{1} << squares[i];
  }
  state.white_to_move = random() % 2 == 0;
  if (random() % 2 == 0) {
    state.forbidden = Move{static_cast<std::int8_t>(random() % squares.size()),
                           static_cast<Direction>(random() % 4)};
  }
  return state;
}

TEST(OstleNotation, RoundTrips) {
  std::mt19937 random(3);
  for (int size = 3; size <= 6; ++size) {
    for (int i = 0; i < 2000; ++i) {
      const State state = random_state(size, random);
      const std::string text = format_state(state);
      ASSERT_EQ(parse_state(text, size), state) << text;
      ASSERT_EQ(format_state(parse_state(text, size)), text);
    }
  }
}

TEST(OstleNotation, ReadsWhatPeopleType) {
  const State start = parse_state("wwwww/5/2o2/5/bbbbb b", 5);
  EXPECT_EQ(start, start_state({}));
  EXPECT_EQ(start.black, 0b11111u);
  EXPECT_EQ(start.white, 0b11111u << 20);
  EXPECT_EQ(start.hole, 12);
  EXPECT_EQ(parse_state("  wwwww/5/2o2/5/bbbbb   b  ", 5), start) << "spaces";
  EXPECT_EQ(parse_state("wwwww/41/11o11/1112/bbbbb b", 5), start) << "runs in pieces";
  const State forbidden = parse_state("wwwww/5/2o2/5/bbbbb w c3U", 5);
  EXPECT_TRUE(forbidden.white_to_move);
  EXPECT_EQ(forbidden.forbidden, (Move{12, up}));
}

TEST(OstleNotation, Starts) {
  EXPECT_EQ(format_state(start_state({})), "wwwww/5/2o2/5/bbbbb b");
  EXPECT_EQ(format_state(start_state({.size = 4, .start = 3})), "www1/4/1o2/bbb1 b");
  EXPECT_EQ(format_state(start_state({.size = 3, .start = 1})), "w2/1o1/b2 b");
  EXPECT_EQ(format_state(start_state({.size = 6})), "wwwww1/6/6/2o3/6/bbbbb1 b");
}

TEST(OstleNotation, MovesRoundTrip) {
  for (int size = 3; size <= 6; ++size) {
    for (int square = 0; square < size * size; ++square) {
      for (const Direction d : {left, right, down, up}) {
        const Move move{static_cast<std::int8_t>(square), d};
        EXPECT_EQ(parse_move(format_move(move, size), size), move);
      }
    }
  }
  EXPECT_EQ(parse_move("a1D", 5), (Move{0, down}));
  EXPECT_EQ(parse_move("e5L", 5), (Move{24, left}));
  EXPECT_EQ(parse_move("f6U", 6), (Move{35, up}));
  EXPECT_EQ(parse_move("b1R", 3), (Move{1, right}));
}

std::string complaint(const std::string& text, int size = 5) {
  return test::error_text<IllegalPosition>([&] { parse_state(text, size); });
}

TEST(OstleNotation, BadMovesAreRefused) {
  for (const char* text : {"", "a", "a1", "a1X", "a1u", "f1U", "a6U", "a0U", "1aU", "a1UU", "A1U",
                           "a1\xff", "\xff\xff\xff"}) {
    EXPECT_EQ(
        test::error_text<IllegalPosition>([&] { parse_move(text, 5); }),
        "'" + std::string(text) + "' is not a move: write a square and U, D, L or R, as in c3U.");
  }
  EXPECT_THROW(parse_move("d1U", 3), IllegalPosition);
  EXPECT_THROW(parse_move("a4U", 3), IllegalPosition);
  EXPECT_EQ(complaint("wwwww/5/2o2/5/bbbbb b c3"),
            "'c3' is not a move: write a square and U, D, L or R, as in c3U.");
}

TEST(OstleNotation, TheNumberOfWordsMatters) {
  for (const char* text : {"", " ", "wwwww/5/2o2/5/bbbbb", "wwwww/5/2o2/5/bbbbb b c3U c3D"}) {
    EXPECT_EQ(complaint(text),
              "'" + std::string(text) +
                  "' is not a position: write the ranks, the side to move and perhaps the "
                  "forbidden move, as in 'wwwww/5/2o2/5/bbbbb b'.");
  }
  EXPECT_NE(complaint("x", 4).find("'wwww/4/1o2/bbbb b'"), std::string::npos)
      << "the example is of the board's size";
  EXPECT_NE(complaint("x", 6).find("'wwwww1/6/6/2o3/6/bbbbb1 b'"), std::string::npos);
}

TEST(OstleNotation, BadRanksAreRefused) {
  EXPECT_EQ(complaint("wwwww/5/2o2/bbbbb b"), "The position has 4 ranks; this board has 5.");
  EXPECT_EQ(complaint("wwwww/5/2o2/5/bbbbb/5 b"), "The position has 6 ranks; this board has 5.");
  EXPECT_EQ(complaint("wwwww/5/2o2/5/bbbb b"), "Rank 1 ('bbbb') does not have 5 squares.");
  EXPECT_EQ(complaint("wwwww/6/2o2/5/bbbbb b"), "Rank 4 ('6') does not have 5 squares.");
  EXPECT_EQ(complaint("wwwww//2o2/5/bbbbb b"), "Rank 4 ('') does not have 5 squares.");
  EXPECT_EQ(complaint("wwwww/5/2o9/5/bbbbb b"), "Rank 3 ('2o9') does not have 5 squares.");
  EXPECT_EQ(complaint("wwwww/5/2o3b/5/bbbbb b"), "Rank 3 ('2o3b') does not have 5 squares.");
  EXPECT_EQ(complaint("wwwwx/5/2o2/5/bbbbb b"),
            "'x' in rank 5 is not b, w, o or a number of empty squares.");
  EXPECT_EQ(complaint("wwwww/05/2o2/5/bbbbb b"),
            "'0' in rank 4 is not b, w, o or a number of empty squares.");
}

// Anything after a full rank is also an error, whether piece or not.
TEST(OstleNotation, OverfullRanksAreRefused) {
  for (const char* rank : {"bbbbbb", "bbbbbw", "5o", "5x", "bbbbb1"}) {
    EXPECT_EQ(complaint("wwwww/5/2o2/5/" + std::string(rank) + " b"),
              "Rank 1 ('" + std::string(rank) + "') does not have 5 squares.");
  }
}

TEST(OstleNotation, TheHoleAndTheSideAreNeeded) {
  EXPECT_EQ(complaint("wwwww/5/5/5/bbbbb b"), "The position has no hole (o).");
  EXPECT_EQ(complaint("wwwww/5/2oo1/5/bbbbb b"), "The position has two holes; there is one.");
  EXPECT_EQ(complaint("wwwww/o4/2o2/5/bbbbb b"), "The position has two holes; there is one.");
  EXPECT_EQ(complaint("wwwww/5/2o2/5/bbbbb B"), "The side to move is b or w, not 'B'.");
  EXPECT_EQ(complaint("wwwww/5/2o2/5/bbbbb black"), "The side to move is b or w, not 'black'.");
}

constexpr Parameters game = {.size = 5, .start = 5, .lose = 3};

template <class Expected>
std::string material(const std::string& text) {
  return test::error_text<Expected>(
      [&] { require_to_move(material_status(parse_state(text, 5), game)); });
}

TEST(OstleMaterial, BetweenTheLimitsIsFine) {
  for (const char* text : {"wwwww/5/2o2/5/bbbbb b", "wwwww/5/2o2/5/bbbb1 w",
                           "1wwww/5/2o2/5/bbbbb b", "1wwww/5/2o2/5/bbbb1 w"}) {
    EXPECT_NO_THROW(require_to_move(material_status(parse_state(text, 5), game))) << text;
  }
}

TEST(OstleMaterial, OutsideTheLimitsIsIllegal) {
  EXPECT_EQ(material<IllegalPosition>("wwwww/5/2o2/b4/bbbbb b"),
            "Black has 6 pieces; this game starts with 5 a side.");
  EXPECT_EQ(material<IllegalPosition>("wwwww/w4/2o2/5/bbbbb b"),
            "White has 6 pieces; this game starts with 5 a side.");
  EXPECT_EQ(material<IllegalPosition>("wwwww/5/2o2/5/bb3 b"),
            "Black has 2 pieces; the game ends when a side is down to 3.");
  EXPECT_EQ(material<IllegalPosition>("5/5/2o2/5/bbbbb b"),
            "White has 0 pieces; the game ends when a side is down to 3.");
  EXPECT_EQ(material<IllegalPosition>("www2/5/2o2/5/bbb2 b"),
            "Both sides have 3 pieces; the game ends when one has.");
}

TEST(OstleMaterial, AFinishedGameIsOver) {
  EXPECT_EQ(material<GameOver>("wwwww/5/2o2/5/bbb2 b"),
            "The game is over: Black is down to 3 pieces, so White has won.");
  EXPECT_EQ(material<GameOver>("www2/5/2o2/5/bbbb1 b"),
            "The game is over: White is down to 3 pieces, so Black has won.");
}

TEST(OstleDiagram, ShowsTheState) {
  const Diagram d = make_diagram(parse_state("w3b/5/2o2/5/b3w w e1L", 5));
  EXPECT_EQ(d.columns, 5);
  EXPECT_EQ(d.rows, 5);
  ASSERT_EQ(d.cells.size(), 25u);
  EXPECT_EQ(d.cells[0], Cell::black);
  EXPECT_EQ(d.cells[4], Cell::white);
  EXPECT_EQ(d.cells[12], Cell::hole);
  EXPECT_EQ(d.cells[20], Cell::white);
  EXPECT_EQ(d.cells[24], Cell::black);
  EXPECT_EQ(std::count(d.cells.begin(), d.cells.end(), Cell::empty), 20);
  EXPECT_EQ(d.caption, "White to move; e1L is forbidden");
  ASSERT_EQ(d.forbidden.size(), 1u);
  EXPECT_EQ(d.forbidden[0].from, 4);
  EXPECT_EQ(d.forbidden[0].dx, -1);
  EXPECT_EQ(d.forbidden[0].dy, 0);
}

}  // namespace
}  // namespace zermelo::ostle
