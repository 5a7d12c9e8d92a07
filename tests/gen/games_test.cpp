// SPDX-License-Identifier: MIT
// What games say about themselves, and docs/games.md about them.
#include "gen/games.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "gen/error.h"
#include "tests/support/bytes_of_file.h"

namespace zermelo {
namespace {

TEST(KnownGames, AreFoundByName) {
  for (const GameInfo& game : known_games())
    EXPECT_EQ(info_of_game(game.name).notation, game.notation);
  EXPECT_EQ(info_of_game("chess").name, "chess");
  EXPECT_EQ(info_of_game("chess").notation, "");
}

TEST(Games, AreCalledWhatPeopleCallThem) {
  EXPECT_EQ(title_of({"ostle", {}}), "Ostle");
  EXPECT_EQ(title_of({"connect", {}}), "Connect Four");
  EXPECT_EQ(title_of({"connect", {{"line", "3"}}}), "Connect 3");
  EXPECT_EQ(title_of({"mnk", {}}), "Tic-tac-toe");
  EXPECT_EQ(title_of({"mnk", {{"columns", "4"}, {"k", "3"}}}), "3 in a row");
  EXPECT_THROW(title_of({"connect", {{"line", "1"}}}), UsageError);
  EXPECT_EQ(title_of({"unheard-of", {}}), "Unheard-of");
}

TEST(Games, SayWhatPeopleNeedToKnow) {
  std::set<std::string> names;
  for (const GameInfo& game : known_games()) {
    EXPECT_TRUE(names.insert(game.name).second) << game.name;
    EXPECT_FALSE(game.summary.empty()) << game.name;
    EXPECT_TRUE(game.notation.ends_with('.')) << game.name;
    std::set<std::string> parameters;
    for (const GameParameter& p : game.parameters) {
      EXPECT_TRUE(parameters.insert(p.name).second) << game.name << ' ' << p.name;
      EXPECT_FALSE(p.range.empty() || p.meaning.empty()) << game.name << ' ' << p.name;
    }
  }
}

TEST(Games, OnGridsHaveARowAndASectionOfTheGuide) {
  const std::string page = test::read_whole(std::string(ZERMELO_SOURCE) + "/docs/games.md");
  for (const GameInfo& game : known_games()) {
    if (game.name == "ostle" || game.name == "bddl") continue;  // They have pages of their own.
    std::string row = "\n| [`" + game.name + "`](#" + game.name + ") |";
    for (const GameParameter& p : game.parameters)
      row += (p.name == game.parameters.front().name ? " `" : ", `") + p.name + "`";
    EXPECT_NE(page.find(row + " | "), std::string::npos) << row;
    EXPECT_NE(page.find("\n## " + game.name + "\n"), std::string::npos) << game.name;
  }
}

}  // namespace
}  // namespace zermelo
