// SPDX-License-Identifier: MIT
#include "gen/parameters.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "gen/error.h"
#include "tests/support/error_text.h"
#include "tests/support/game_parameters.h"

namespace zermelo {
namespace {

GameInfo game_with(std::vector<GameParameter> parameters) {
  return {"golf", "", "", std::move(parameters), {}};
}

const GameInfo golf = game_with({{"holes", "1..18", "9", ""},
                                 {"par", "2*(holes+1)..100/holes-1", "3*holes", ""},
                                 {"clubs", "0..holes", "14, or holes-1 if that is less", ""},
                                 {"tees", "red|white|blue", "white", ""}});

std::string complaint(const GameInfo& game, const ParameterTexts& texts) {
  return test::error_text<UsageError>([&] { read_parameters(game, texts); });
}

TEST(Parameters, HaveDefaultsThatFollowThoseBefore) {
  EXPECT_EQ(complete_spec(golf, {}),
            (GameSpec{"golf", {{"holes", "9"}, {"par", "27"}, {"clubs", "8"}, {"tees", "white"}}}));
  const ParameterValues longest = read_parameters(golf, {{"holes", "18"}, {"tees", "blue"}});
  EXPECT_EQ(longest, (ParameterValues{{"holes", 18}, {"par", 54}, {"clubs", 14}, {"tees", 2}}));
  EXPECT_EQ(parameter_texts(golf, longest).at("tees"), "blue");
}

TEST(Parameters, HaveRangesThatFollowThoseBefore) {
  const ParameterRange par = range_of(golf.parameters[1], {{"holes", 4}});
  EXPECT_EQ(par.low, 10);
  EXPECT_EQ(par.high, 24);
  const GameParameter balls{"balls", "1..holes, or 6 if that is less", "holes", ""};
  EXPECT_EQ(range_of(balls, {{"holes", 4}}).high, 4);
  EXPECT_EQ(range_of(balls, {{"holes", 9}}).high, 6);
  const ParameterRange tees = range_of(golf.parameters[3], {});
  EXPECT_EQ(tees.low, 0);
  EXPECT_EQ(tees.high, 2);
}

// The name that older versions gave a parameter can still be read, and is written in specs and
// tables.
TEST(Parameters, MayHaveAnOldName) {
  const GameInfo game =
      game_with({{"columns", "1..9", "3", "", "m"}, {"rows", "1..9", "columns", ""}});
  EXPECT_EQ(complete_spec(game, {{"columns", "4"}}), complete_spec(game, {{"m", "4"}}));
  EXPECT_EQ(complete_spec(game, {{"m", "4"}}), (GameSpec{"golf", {{"m", "4"}, {"rows", "4"}}}));
  EXPECT_EQ(complaint(game, {{"m", "10"}}),
            "golf: columns must be a number from 1 to 9, not '10'.");
  EXPECT_EQ(complaint(game, {{"m", "4"}, {"columns", "4"}}),
            "golf: columns is given twice, as columns and as m.");
  EXPECT_EQ(complaint(game, {{"wind", "1"}}),
            "golf has no parameter 'wind'; it has columns and rows.");
}

TEST(Parameters, SayWhatTheyMayBe) {
  EXPECT_EQ(complaint(golf, {{"holes", "19"}}),
            "golf: holes must be a number from 1 to 18, not '19'.");
  EXPECT_EQ(complaint(golf, {{"holes", "4"}, {"par", "9"}}),
            "golf: par must be a number from 10 to 24, not '9'.");
  EXPECT_EQ(complaint(golf, {{"tees", "green"}}),
            "golf: tees must be red, white or blue, not 'green'.");
  EXPECT_EQ(complaint(golf, {{"wind", "1"}}),
            "golf has no parameter 'wind'; it has holes, par, clubs and tees.");
  EXPECT_EQ(complaint(game_with({}), {{"wind", "1"}}),
            "golf has no parameter 'wind'; it has none.");
  for (const char* text : {"", " 5", "5 ", "+5", "5.0", "0x5", "-1", "4294967301"}) {
    EXPECT_EQ(complaint(golf, {{"holes", text}}),
              "golf: holes must be a number from 1 to 18, not '" + std::string(text) + "'.");
  }
}

// A mistake of the author of a table.
TEST(Parameters, OfATableThatMakesNoSenseAreErrors) {
  for (const char* range : {"1..", "..5", "1..par", "1..(2", "1..2)", "1..4/0", "1..2 3", "1..2**3",
                            "1..2, or 3", "1..2, or par if that is less"}) {
    const GameInfo game = game_with({{"holes", range, "1", ""}});
    EXPECT_THROW(read_parameters(game, {{"holes", "1"}}), Error) << range;
  }
  for (const char* value : {"", "x", "5, or 4", "5, or x if that is less"}) {
    EXPECT_THROW(read_parameters(game_with({{"holes", "1..9", value, ""}}), {}), Error) << value;
  }
  EXPECT_THROW(read_parameters(game_with({{"tees", "red|blue", "green", ""}}), {}), Error);
}

// Calls body(values) for the least, the greatest and the default value of every parameter, together
// with all those of the others.
void for_each_extreme(const GameInfo& game, std::size_t next, ParameterValues& values,
                      const std::function<void(const ParameterValues&)>& body) {
  if (next == game.parameters.size()) {
    body(values);
    return;
  }
  const GameParameter& p = game.parameters[next];
  const ParameterRange range = range_of(p, values);
  const int usual = default_of(p, values);
  ASSERT_LE(range.low, usual) << game.name << ' ' << p.name;
  ASSERT_LE(usual, range.high) << game.name << ' ' << p.name;
  for (const int value : {range.low, range.high, usual}) {
    values[p.name] = value;
    for_each_extreme(game, next + 1, values, body);
  }
  values.erase(p.name);
}

TEST(Parameters, OfEveryGameAreReadAsTheyAreWritten) {
  int games = 0, tables = 0;
  for (const GameInfo& game : known_games()) {
    if (test::has_texts(game)) continue;
    ParameterValues none;
    for_each_extreme(game, 0, none, [&](const ParameterValues& values) {
      ASSERT_EQ(read_parameters(game, parameter_texts(game, values)), values) << game.name;
      ++tables;
    });
    ++games;
  }
  EXPECT_GE(games, 7);
  EXPECT_GE(tables, 3 * 3 * 3 * 3);
}

}  // namespace
}  // namespace zermelo
