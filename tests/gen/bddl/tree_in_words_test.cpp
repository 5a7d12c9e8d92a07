// SPDX-License-Identifier: MIT
// Rules in version 2 of BDDL for people: those of all games that are shipped read as sentences, and
// those of some to the letter.
#include "gen/bddl/tree_in_words.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gen/bddl/version2_parser.h"
#include "tests/support/version2_games.h"

namespace zermelo::bddl {
namespace {

std::string in_words(const std::string& text) {
  return to_text(tree_in_words(parse_version_2(text, "g.bddl")));
}

TEST(Version2InWords, AreSentencesForEveryGame) {
  std::vector<std::string> games = {test::chess_4x4, test::hasami_4x4, test::drops_3x3,
                                    test::jumpers};
  for (const char* name : test::shipped_version_2_games)
    games.push_back(test::version_2_game(name));
  for (const std::string& game : games) {
    const RulesInWords rules = tree_in_words(parse_version_2(game, "g.bddl"));
    EXPECT_GE(rules.size(), 3u) << game;
    for (const RuleSection& section : rules) {
      for (const std::string& line : section.lines) {
        EXPECT_TRUE(line.ends_with('.')) << line;
        for (const char* wrong : {"?", "  ", " ,", " .", "..", "\n", ":.", ", ,"})
          EXPECT_EQ(line.find(wrong), std::string::npos) << line;
      }
    }
  }
}

TEST(Version2InWords, OfSixMensMorrisReadLikeThis) {
  EXPECT_EQ(in_words(test::version_2_game("six-mens-morris")),
            R"(The board
  The board has five columns, a to e, and five rows, 1 to 5 from below.
  Pieces stand on the 16 points where lines end or meet: a1, c1, e1, b2 to d2, a3, b3, d3, e3, b4 to d4, a5, c5 and e5.
  The lines are a5-c5-e5, a1-c1-e1, a5-a3-a1, e5-e3-e1, b4-c4-d4, b2-c2-d2, b4-b3-b2, d4-d3-d2, c5-c4, c2-c1, a3-b3 and d3-e3.
  At the start it is empty.
  Each side has six men in hand.
  Black moves first; then the sides take turns.
What words mean
  There is a “mill” of a side at P when three of that side's men are in a row on a line, one of them on P.
A turn
  “You” are the side to move, and do one of these.
  “place”: put a man from your hand on an open point, P. If then there is a “mill” of yours at P, the turn goes on with “take” or “take-any”.
  “move”: move one of your men along a line to a neighbouring open point, Q, if you have no man in hand. If then there is a “mill” of yours at Q, the turn goes on with “take” or “take-any”.
  Later in a turn, “take”: take one of the other side's men on Q, if there is no “mill” of the other side at Q.
  Later in a turn, “take-any”: take one of the other side's men; only if nothing else can be done.
The end
  You win if after your move the other side has no man in hand and the other side has fewer than three men on the board.
  If you cannot move, you have lost.
  Play that goes on for ever is a draw.
)");
}

TEST(Version2InWords, OfDobutsuShogiReadLikeThis) {
  EXPECT_EQ(in_words(test::version_2_game("dobutsu")),
            R"(The board
  The board has three columns, a to c, and four rows, 1 to 4 from below.
  At the start there are a black chick on b2, a black elephant on a1, a black giraffe on c1, a black lion on b1, a white chick on b3, a white elephant on c4, a white giraffe on a4 and a white lion on b4.
  Black moves first; then the sides take turns.
  What follows is told as Black sees the board; for White it is turned round.
The pieces
  A chick goes one square up.
  An elephant goes one square diagonally.
  A giraffe goes one square up, down or to a side.
  A lion goes one square in any direction.
  A hen goes one square up, down or to a side, diagonally up and right or diagonally up and left.
A turn
  “You” are the side to move, and do one of these.
  “move”: move your elephant, giraffe, lion or hen as it goes to a square where you have no piece; what the other side has there is taken.
  “advance”: move one of your chicks one square up, to a square where you have no piece; what the other side has there is taken; it must be none of the squares “far” (a4 to c4).
  “promote”: move one of your chicks one square up, to a square where you have no piece; what the other side has there is taken; it must be one of the squares “far” (a4 to c4); there it becomes a hen.
The end
  You win if after your move the other side has no lion on the board.
  You win if after your move one of your lions is on a square P of the squares “far” (a4 to c4) and the other side could not take what is on P.
  The first of these that holds decides.
  If you cannot move, the game is drawn.
  Play that goes on for ever is a draw.
)");
}

TEST(Version2InWords, OfPushesReadLikeThis) {
  EXPECT_NE(in_words(test::version_2_game("quixo"))
                .find("what stands on the next N squares in that direction moves one step towards "
                      "P and a piece of yours is put on the square N steps from P, if the square N "
                      "steps from P is the last one before the edge of the board and there is none "
                      "of the other side's pieces on P.\n"),
            std::string::npos);
}

TEST(Version2InWords, NameSquaresThatAreSpokenOfAgain) {
  const std::string jumps = in_words(test::jumpers);
  EXPECT_NE(
      jumps.find("“jump”: move one of your pieces from P two squares up, down or to a side, "),
      std::string::npos)
      << jumps;
  EXPECT_NE(jumps.find("what the other side has on the square one step from P is taken"),
            std::string::npos);
  EXPECT_EQ(in_words(test::version_2_game("dodgem")).find(" from P"), std::string::npos);
}

}  // namespace
}  // namespace zermelo::bddl
