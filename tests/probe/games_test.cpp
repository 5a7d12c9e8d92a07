// SPDX-License-Identifier: MIT
#include "probe/games.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "gen/error.h"
#include "gen/parameters.h"
#include "tests/support/error_text.h"
#include "tests/support/game_parameters.h"

namespace zermelo {
namespace {

TEST(Games, OfTheRegistryAreAllMadeAndNoOther) {
  std::set<std::string> known, made, worked_on;
  for (const GameInfo& game : known_games()) known.insert(game.name);
  for (const RegisteredGame& game : registered_games()) made.emplace(game.name);
  for (const RegisteredWork& game : registered_work()) worked_on.emplace(game.name);
  EXPECT_EQ(made, known);
  EXPECT_EQ(worked_on, known);
}

// TableKind::solve, Table::verify and others find the maker by the metric.
TEST(Games, HaveOneMakerForEachKindOfTable) {
  for (const RegisteredWork& game : registered_work()) {
    if (test::has_texts(info_of_game(std::string(game.name)))) continue;
    const auto made = make_game({std::string(game.name), {}});
    const GameWork work = game.work(*made);
    std::vector<std::string> kinds, makers;
    for (const auto& kind : made->kinds()) kinds.push_back(kind->metric());
    for (const auto& maker : work.makers) {
      makers.push_back(maker->metric());
      EXPECT_NE(maker->values() == nullptr, maker->distances() == nullptr);
    }
    EXPECT_EQ(kinds, makers) << game.name;
    EXPECT_TRUE(work.count) << game.name;
  }
}

TEST(Games, KnowTheirSpec) {
  for (const GameInfo& info : known_games()) {
    if (test::has_texts(info)) continue;
    const auto game = make_game({info.name, {}});
    EXPECT_EQ(game->spec(), complete_spec(info, {}));
    EXPECT_FALSE(game->start().empty());
  }
}

// The least and the greatest value of each parameter, with the others at the defaults that result.
TEST(Games, OfTheLargestAndSmallestBoardsAreMadeOrRefusedInASentence) {
  int made = 0;
  for (const GameInfo& info : known_games()) {
    if (test::has_texts(info) || info.name == "ostle")
      continue;  // (Its boards are tested elsewhere.)
    const ParameterValues usual = read_parameters(info, {});
    for (const GameParameter& p : info.parameters) {
      const ParameterRange range = range_of(p, usual);
      for (const int value : {range.low, range.high}) {
        ParameterValues values = usual;
        values[p.name] = value;
        const ParameterTexts text = {{p.name, parameter_texts(info, values).at(p.name_in_spec())}};
        try {
          EXPECT_EQ(make_game({info.name, text})->spec(), complete_spec(info, text));
          ++made;
        } catch (const UsageError& error) {
          EXPECT_NE(std::string(error.what()).find("too many positions"), std::string::npos)
              << info.name << ' ' << p.name << '=' << value << ": " << error.what();
        }
      }
    }
  }
  EXPECT_GT(made, 20);
}

TEST(Games, ThatAreNotThereAreRefused) {
  EXPECT_EQ(test::error_text<UsageError>([] {
              make_game({"chess", {}});
            }),
            "There is no game 'chess'; `zermelo games` lists them.");
  EXPECT_EQ(make_game({"othello", {}})->kind("outcome"), nullptr);
}

}  // namespace
}  // namespace zermelo
