// SPDX-License-Identifier: MIT
#include "gen/bddl/board_automorphisms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "gen/bddl/rule_symmetries.h"
#include "gen/bddl/version2_parser.h"
#include "tests/support/version2_games.h"

namespace zermelo::bddl {
namespace {

GroundGame game_of(const std::string& text) { return ground(parse_version_2(text, "g.bddl")); }

// Both squares of a Morris board can be exchanged; of three, the outermost and the innermost.
TEST(BoardAutomorphisms, ExchangeTheSquaresOfAMorrisBoard) {
  for (const char* name : {"six-mens-morris", "nine-mens-morris"}) {
    const GroundGame game = game_of(test::version_2_game(name));
    const auto found = board_automorphisms(game);
    EXPECT_EQ(found.size(), 16u) << name;
    EXPECT_EQ(symmetries_of(game).size(), 16u) << name;
    for (const GridSymmetry& g : grid_symmetries(game.grid)) {
      const bool is_found = std::ranges::any_of(found, [&](const GridSymmetry& h) {
        bool same = true;
        for_each_square(game.exists, [&](int s) { same = same && g.image(s) == h.image(s); });
        return same;
      });
      EXPECT_TRUE(is_found) << name;
    }
    std::set<std::vector<int>> lines;
    for (const std::vector<int>& line : game.lines) {
      lines.insert(line);
      lines.insert({line.rbegin(), line.rend()});
    }
    for (const GridSymmetry& g : found) {
      for (std::vector<int> line : game.lines) {
        for (int& square : line) square = g.image(square);
        EXPECT_TRUE(lines.contains(line)) << name;
      }
    }
  }
}

TEST(BoardAutomorphisms, AreAGroup) {
  const auto group = board_automorphisms(game_of(test::version_2_game("mu-torere")));
  EXPECT_EQ(group.size(), 16u) << "the dihedral group of the ring of eight points";
  for (const GridSymmetry& g : group) {
    EXPECT_EQ(std::ranges::count(group, g.inverse()), 1);
    for (const GridSymmetry& h : group) EXPECT_EQ(std::ranges::count(group, g.then(h)), 1);
  }
  const GroundGame square = game_of(test::version_2_game("mu-torere"));
  EXPECT_EQ(group.front(), grid_symmetries(square.grid).front()) << "the identity first";
}

TEST(BoardAutomorphisms, AreNoneWithoutLinesAndWhereThereAreTooMany) {
  EXPECT_TRUE(board_automorphisms(game_of(test::version_2_game("dobutsu"))).empty());
  const std::string rules =
      "#actions\n:action put\n:parameters ?p\n:precondition open(?p)\n:effect own(?p)\n"
      "#goals count(own)=4\n#init\n";
  std::string links = "#links\n";
  for (int x = 1; x <= 8; ++x)
    for (int y = 1; y < x; ++y)
      links += "(" + std::to_string(x) + ",1) (" + std::to_string(y) + ",1)\n";
  EXPECT_TRUE(board_automorphisms(game_of("#bddl 2\n#boardsize 8 1\n" + links + rules)).empty())
      << "8! of them";
}

// Rules that tell squares apart have fewer symmetries than their board.
TEST(RuleSymmetries, AreThoseOfTheBoardThatKeepTheRules) {
  std::string text = test::version_2_game("six-mens-morris");
  const std::string goals = "#goals hand(other,man)=0 count(other)<3\n";
  const auto at = text.find(goals);
  ASSERT_NE(at, text.npos);
  text.insert(at + goals.size(), "#losses own(1,1) own(1,5) own(5,1) own(5,5)\n");
  const auto symmetries = symmetries_of(game_of(text));
  EXPECT_EQ(symmetries.size(), 8u) << "the outer square is not the inner one";
}

}  // namespace
}  // namespace zermelo::bddl
