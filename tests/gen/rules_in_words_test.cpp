// SPDX-License-Identifier: MIT
// Rules for people to read: those of every game of this program, of every game that is shipped, and
// of small ones with rare features.
#include "gen/rules_in_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "gen/error.h"
#include "gen/games.h"
#include "tests/support/bddl_games.h"

namespace zermelo {
namespace {

std::vector<std::string> lines_under(const RulesInWords& rules, const std::string& heading) {
  for (const RuleSection& section : rules) {
    if (section.heading == heading) return section.lines;
  }
  ADD_FAILURE() << "There is no section '" << heading << "':\n" << to_text(rules);
  return {};
}

// The rules of a game in BDDL on a board of 4 by 3, with Black's actions and goals as given.
RulesInWords of_bddl(const std::string& actions, const std::string& goals) {
  return rules_in_words(
      {"bddl",
       {{"domain", "#blackactions\n" + actions + "#whiteactions\n"},
        {"problem", "#boardsize\n4 3\n#init\nblack(1,3)\n#blackgoals\n" + goals}}});
}

std::string action(const std::string& precondition, const std::string& effect) {
  return ":action a\n:parameters (?x,?y)\n:precondition (" + precondition + ")\n:effect (" +
         effect + ")\n";
}

std::string move_text(const std::string& precondition, const std::string& effect) {
  return lines_under(of_bddl(action(precondition, effect), "white(1,1)\n"), "Black's moves")
      .front();
}

std::vector<std::string> goal_texts(const std::string& goals) {
  return lines_under(of_bddl(action("open(?x,?y)", "black(?x,?y)"), goals), "How Black wins");
}

void expect_sentences(const RulesInWords& rules, const std::string& what) {
  EXPECT_GE(rules.size(), 3u) << what;
  for (const RuleSection& section : rules) {
    EXPECT_FALSE(section.heading.empty()) << what;
    EXPECT_FALSE(section.lines.empty()) << what << ": " << section.heading;
    for (const std::string& line : section.lines) {
      EXPECT_TRUE(line.ends_with('.') || line.ends_with(')')) << what << ": " << line;
      EXPECT_EQ(line.find("?x"), std::string::npos) << what << ": " << line;
      EXPECT_EQ(line.find("  "), std::string::npos) << what << ": " << line;
      EXPECT_EQ(line.find('\n'), std::string::npos) << what << ": " << line;
      EXPECT_EQ(line.find(" ,"), std::string::npos) << what << ": " << line;
    }
  }
}

TEST(RulesInWords, OfEveryGameOfTheProgram) {
  for (const GameInfo& game : known_games()) {
    if (game.name == "bddl") continue;
    const RulesInWords rules = rules_in_words({game.name, {}});
    expect_sentences(rules, game.name);
    EXPECT_EQ(rules.front().heading, "The board");
    EXPECT_EQ(rules.back().heading, "The end");
  }
  const RulesInWords ostle = rules_in_words({"ostle", {{"size", "4"}, {"lose", "2"}}});
  EXPECT_EQ(lines_under(ostle, "The board").back(),
            "At the start there are black pieces on a1 to d1 and white pieces on a4 to d4; a hole "
            "is on b2.");
  EXPECT_EQ(lines_under(ostle, "The end").front(), "A side that is down to two pieces has lost.");
  EXPECT_EQ(lines_under(rules_in_words({"connect", {{"line", "5"}}}), "The end").front(),
            "The first side to have five stones in a row, across, upright or diagonally, has won.");
  EXPECT_THROW(rules_in_words({"chess", {}}), UsageError);
  EXPECT_THROW(rules_in_words({"mnk", {{"m", "99"}}}), UsageError);
}

TEST(RulesInWords, OfEveryGameThatIsShipped) {
  int games = 0;
  for (const std::filesystem::path& file : test::problems_in(test::shipped_games)) {
    GameSpec spec;
    try {
      spec = test::bddl_spec(file);
      expect_sentences(rules_in_words(spec), file.string());
    } catch (const Error& error) {
      ADD_FAILURE() << file << ": " << error.what();
    }
    ++games;
  }
  EXPECT_GT(games, 60);
}

TEST(RulesInWords, OfBreakthroughReadLikeThis) {
  EXPECT_EQ(to_text(rules_in_words(
                test::bddl_spec(test::shipped_games / "breakthrough/2x4-second.bddl"))),
            R"(In the words of its files
  Breakthrough. Pieces go one square ahead, straight or diagonally; diagonally they may take.
  2 columns, 4 rows; White moves first.
The board
  The board has two columns, a to b, and four rows, 1 to 4 from below.
  At the start there are black pieces on a1, b1, a2 and b2 and white pieces on a3, b3, a4 and b4.
  White moves first; then the sides take turns.
Black's moves
  ahead: A black piece moves one square up, to an open square.
  ahead-left: A black piece moves one square diagonally up and left, to an open square or one with a white piece, which is taken.
  ahead-right: A black piece moves one square diagonally up and right, to an open square or one with a white piece, which is taken.
White's moves
  ahead: A white piece moves one square down, to an open square.
  ahead-left: A white piece moves one square diagonally down and left, to an open square or one with a black piece, which is taken.
  ahead-right: A white piece moves one square diagonally down and right, to an open square or one with a black piece, which is taken.
How Black wins
  With a black piece in the top row (row 4).
How White wins
  With a white piece in the bottom row.
The end
  A side wins as soon as it has made a move after which one of its goals is fulfilled.
  If the side to move cannot move, the game is drawn.
)");
}

TEST(RulesInWords, TellWhatAMoveDoes) {
  EXPECT_EQ(move_text("open(?x,?y)", "black(?x,?y)"),
            "Black puts a black piece on an open square.");
  EXPECT_EQ(move_text("open(?x,?y) open(?x,?y+1)", "white(?x,?y) white(?x,?y+1)"),
            "Black puts white pieces on an open square and the open square just below it.");
  EXPECT_EQ(
      move_text("black(?x,?y) white(?x-1,?y) open(?x-2,?y)",
                "open(?x,?y) open(?x-1,?y) black(?x-2,?y)"),
      "A black piece moves two squares to the left, to an open square, taking the white piece "
      "just to its left.");
  EXPECT_EQ(move_text("black(?x,?y)", "open(?x,?y) black(?x+1,?y)"),
            "A black piece moves one square to the right, whatever stands there: it is taken.");
  EXPECT_EQ(move_text("black(?x,?y) white(?x+1,?y-2)", "open(?x,?y) black(?x+1,?y-2)"),
            "A black piece moves one square to the right and two up, taking a white piece there.");
  EXPECT_EQ(move_text("black(?x,?y) open(?x+1,?y)", "black(?x+1,?y)"),
            "From a black piece: Black puts a black piece on the open square just to its right.");
  EXPECT_EQ(move_text("open(?x,ymax)", "black(?x,ymax)"),
            "Black puts a black piece on an open square in the bottom row.");
  EXPECT_EQ(move_text("open(xmin,ymax) black(xmin+1,ymax)", "open(xmin+1,ymax)"),
            "Black takes the black piece on b1 off the board, if a1 is open.");
  EXPECT_EQ(move_text("white(?x,?y) NOT(open(?x+1,?y+1))", "black(?x,?y)"),
            "Black turns a white piece black, if there is a piece one square diagonally down and "
            "right from it.");
  EXPECT_EQ(move_text("black(?x,?y)", "black(?x,?y)"),
            "Black changes nothing, if there is a black piece on the board.");
  EXPECT_EQ(move_text("open(?x,?y)", "NOT(open(?x,?y))"),
            "Black makes an open square black or white, whichever the side likes.");
  EXPECT_EQ(move_text("black(?x-9,?y)", "open(?x-9,?y)"), "Black has no moves on this board.");
}

TEST(RulesInWords, TellWhatAGoalIs) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(goal_texts("black(?x,?y) black(?x+1,?y)\nblack(?x,?y) black(?x,?y+1)\n"),
            Lines{"With two black pieces in a row: across or upright."});
  EXPECT_EQ(goal_texts("black(?x,?y) black(?x-1,?y+1)\n"),
            Lines{"With two black pieces in a row: diagonally, rising to the right."});
  EXPECT_EQ(goal_texts("black(2,1) black(3,2)\n"), Lines{"With black pieces on c2 and b3."});
  EXPECT_EQ(goal_texts("black(2,1)\nblack(3,2) black(4,2)\n"),
            Lines{"With black pieces on all of b3; or c2 and d2."});
  EXPECT_EQ(goal_texts("white(?x,?y) open(?x+1,?y)\n"),
            Lines{"With a white piece and an open square just to its right."});
  const Lines el = goal_texts(
      "black(?x,?y) black(?x-1,?y+1) black(?x,?y+1)\nblack(?x,?y) black(?x,?y+1) black(?x+1,?y+1)\n"
      "black(?x,?y) black(?x+1,?y) black(?x,?y+1)\nblack(?x,?y) black(?x+1,?y) black(?x+1,?y+1)\n");
  ASSERT_EQ(el.size(), 1u);
  EXPECT_NE(el[0].find("With three black pieces in the shape x./xx, turned or mirrored in any way"),
            std::string::npos)
      << el[0];
  // If only some orientations are goals, the text does not say that all are.
  EXPECT_EQ(goal_texts("black(?x,?y) black(?x-1,?y+1) black(?x,?y+1)\n")[0].find("turned"),
            std::string::npos);
}

TEST(RulesInWords, AsHtmlAreEscaped) {
  EXPECT_EQ(to_html({{"A & B", {"a < b.", "c."}}}),
            "<h3>A &amp; B</h3>\n<ul>\n<li>a &lt; b.</li>\n<li>c.</li>\n</ul>\n");
}

}  // namespace
}  // namespace zermelo
