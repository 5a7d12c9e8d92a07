// SPDX-License-Identifier: MIT
#include "probe/move_list.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "gen/error.h"
#include "tests/support/error_text.h"

namespace zermelo {
namespace {

using Words = std::vector<std::string>;

Words played(const Game& game, const std::string& text, const std::string& start = "") {
  const Words words = read_moves(text);
  Words moves;
  for (const PlayedMove& m : play_moves(game, words, start)) moves.push_back(m.move.move);
  return moves;
}

std::string error_of(const Game& game, const std::string& text) {
  return test::error_text<IllegalMove>([&] { played(game, text); });
}

TEST(MoveList, LeavesOutWhatIsNoMove) {
  const Words two = {"b2L", "c3D"};
  for (const char* text : {"b2L c3D",
                           "1. b2L c3D",
                           "1.b2L c3D",
                           "1.b2L 1...c3D",
                           "1) b2L 2) c3D",
                           "1)b2L 2)c3D",
                           "(1) b2L c3D",
                           "b2L! c3D?!",
                           "b2L $1 c3D $14",
                           "b2L, c3D,",
                           "b2L {the best} c3D {really?}",
                           "b2L{x}c3D",
                           "b2L ; a2R was worse\nc3D ; c3D",
                           "b2L (1) c3D",
                           "b2L (1. a2R (a3R) b4D) c3D",
                           "b2L (a2R {a ) in it}) c3D",
                           "[Event \"A 1-0\"]\n[White \"b2R\"]\n\n1. b2L c3D 1-0",
                           "b2L c3D 0-1",
                           "b2L c3D 1/2-1/2",
                           "b2L c3D *",
                           "b2L c3D \xc2\xbd-\xc2\xbd",
                           "b2L c3D 34-30",
                           "1\xe2\x80\xa6 b2L c3D",
                           "\xef\xbb\xbf"
                           "b2L\r\nc3D\r\n"})
    EXPECT_EQ(read_moves(text), two) << text;
}

TEST(MoveList, KeepsWhatMayBeAMove) {
  const Words all = {"4453", "*a2", "b1-b3xb2", "-xa2", "a2-", "pass", "--", "12"};
  EXPECT_EQ(read_moves("4453 *a2 b1-b3xb2 -xa2 a2- pass -- 12"), all);
  EXPECT_EQ(read_moves(""), Words());
  EXPECT_EQ(read_moves(" 1. 2. 3... * {} () [] ; "), Words());
}

TEST(MoveList, MovesWrittenByTheirResultsAreNoComments) {
  EXPECT_EQ(read_moves("1. {a1=.,b1=w} {good} a1-b2{[2c]}! 2.{ab12=c,[cE]} {a1 is weak} (x {b=1})"),
            (Words{"{a1=.,b1=w}", "a1-b2", "{[2c]}", "{ab12=c,[cE]}"}));
  EXPECT_EQ(test::error_text<UsageError>([] { read_moves("{a1=b"); }),
            "A move in the list of moves has no end.");
}

TEST(MoveList, FindsAMoveByItsOtherTexts) {
  std::vector<LegalMove> legal(2);
  legal[0].move = "a1>c1";
  legal[0].also = {"c3>c1", "b1>c1"};
  legal[1].move = "a1>a3";
  EXPECT_EQ(find_move(legal, "b1>c1"), 0u);
  EXPECT_EQ(find_move(legal, "a1>a3"), 1u);
  EXPECT_EQ(find_move(legal, "b1>a1"), std::nullopt);
}

TEST(MoveList, WhatHasNoEndIsSaid) {
  for (const auto& [text, what] :
       {std::pair{"b2L {no", "comment"}, std::pair{"b2L (c3D", "variation"},
        std::pair{"b2L (c3D {)", "comment"}, std::pair{"[Event", "tag"}}) {
    EXPECT_EQ(test::error_text<UsageError>([&, t = text] { read_moves(t); }),
              std::string("A ") + what + " in the list of moves has no end.");
  }
}

// Nothing more is left out the second time: the words are a list of moves again.
TEST(MoveList, ReadsItsOwnWordsAsTheyAre) {
  std::mt19937 random(7);
  const std::string letters = "ab12.)!?$,;*-/ 0x\n";
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (unsigned n = random() % 12; n > 0; --n) text += letters[random() % letters.size()];
    const Words words = read_moves(text);
    for (const std::string& word : words) EXPECT_EQ(read_moves(word), Words{word}) << text;
  }
}

TEST(MoveList, FindsAMoveAsPeopleWriteIt) {
  const Words squares = {"a1", "a11", "pass"}, columns = {"a", "c", "d"};
  EXPECT_EQ(find_move(squares, "A11"), 1u);
  EXPECT_EQ(find_move(squares, "a2"), std::nullopt);
  EXPECT_EQ(find_move(squares, "1"), std::nullopt);
  EXPECT_EQ(find_move(squares, "--"), 2u);
  EXPECT_EQ(find_move(squares, "PA"), 2u);
  EXPECT_EQ(find_move(columns, "--"), std::nullopt);
  EXPECT_EQ(find_move(columns, "4"), 2u);
  EXPECT_EQ(find_move(columns, "2"), std::nullopt) << "that column is full";
  for (const char* none : {"", "0", "04", "27", "99", "4a", "-1"})
    EXPECT_EQ(find_move(columns, none), std::nullopt) << none;
}

TEST(MoveList, PlaysGamesOfConnectFourByNumbers) {
  const auto game = make_game({"connect", {}});
  const Words moves = {"d", "d", "e", "c"};
  for (const char* text : {"4453", "4 4 5 3", "1. 4 4 2. 5 3", "ddec", "D4EC", "1.d d 2.e c *"})
    EXPECT_EQ(played(*game, text), moves) << text;
  EXPECT_EQ(error_of(*game, "44x3"), "Move 1, '44x3', is not a legal move of 7/7/7/7/7/7 b.");
  EXPECT_EQ(error_of(*game, "4 8"), "Move 2, '8', is not a legal move of 7/7/7/7/7/3b3 w.");
  EXPECT_EQ(error_of(*game, "1 2 1 2 1 2 1 5"), "Move 8, '5', comes after the end of the game.");
  EXPECT_EQ(error_of(*game, "12121215"),
            "Move 1, '12121215', is not a legal move of 7/7/7/7/7/7 b.");
}

TEST(MoveList, PlaysTranscriptsOfOthello) {
  const auto game = make_game({"othello", {{"rows", "4"}, {"columns", "5"}}});
  // (Whichever of the two ways a board is set up, these are moves of it or their mirror images.)
  const std::string first = game->moves(game->start()).front().move;
  std::string capitals = first;
  capitals[0] = static_cast<char>(capitals[0] - 'a' + 'A');
  const std::string second = game->moves(game->moves(game->start()).front().result).front().move;
  EXPECT_EQ(played(*game, capitals + second), (Words{first, second}));
  EXPECT_EQ(played(*game, "1. " + capitals + "! " + second), (Words{first, second}));
}

// Transcripts leave out passes, which are forced.
TEST(MoveList, PassesThatAreForcedMayBeLeftOut) {
  const auto game = make_game({"othello", {{"rows", "3"}, {"columns", "4"}}});
  std::mt19937 random(1);
  int passes = 0;
  for (int i = 0; i < 300; ++i) {
    Words moves, written;
    std::string position = game->start(), together;
    while (!position.empty()) {
      const auto legal = game->moves(position);
      const LegalMove& move = legal[random() % legal.size()];
      moves.push_back(move.move);
      if (move.move == "pass") {
        ++passes;
        written.emplace_back(random() % 2 == 0 ? "--" : "PA");
      } else {
        written.push_back(move.move);
        together += move.move;
      }
      position = move.result;
    }
    if (moves.back() == "pass") continue;  // (This cannot be told.)
    EXPECT_EQ(played(*game, together), moves);
    std::string text;
    for (const std::string& word : written) text += word + " ";
    EXPECT_EQ(played(*game, text), moves);
  }
  EXPECT_GT(passes, 10);
}

TEST(MoveList, PlaysOnFromAPosition) {
  const auto game = make_game({"mnk", {}});
  const Words words = {"C3"};
  const auto last = play_moves(*game, words, "bb1/ww1/3 b");
  ASSERT_EQ(last.size(), 1u);
  EXPECT_EQ(last[0].position, "bb1/ww1/3 b");
  EXPECT_EQ(last[0].move.move, "c3");
  EXPECT_EQ(last[0].legal_moves, 5u);
  EXPECT_EQ(last[0].move.ending, Outcome::win);
  EXPECT_THROW(play_moves(*game, words, "nonsense"), IllegalPosition);
  EXPECT_THROW(play_moves(*game, words, "bbb/ww1/3 w"), GameOver);
}

}  // namespace
}  // namespace zermelo
