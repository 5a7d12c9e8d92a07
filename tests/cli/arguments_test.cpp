// SPDX-License-Identifier: MIT
#include "cli/arguments.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

#include "gen/error.h"

namespace zermelo::cli {
namespace {

TEST(ParseSize, ReadsUnitsOf1024) {
  EXPECT_EQ(parse_size("1"), 1u);
  EXPECT_EQ(parse_size("123456"), 123456u);
  EXPECT_EQ(parse_size("8G"), std::uint64_t{8} << 30);
  EXPECT_EQ(parse_size("512m"), std::uint64_t{512} << 20);
  EXPECT_EQ(parse_size("1.5GiB"), std::uint64_t{3} << 29);
  EXPECT_EQ(parse_size("2KB"), 2048u);
  EXPECT_EQ(parse_size("7B"), 7u);
  EXPECT_EQ(parse_size("1T"), std::uint64_t{1} << 40);
  for (const char* text : {"", "0", "-1", "G", "1X", "1GG", "1iB", "1 G", "0.4", "1e3", "9999999T",
                           "nan", "inf", "1.5.G"})
    EXPECT_THROW(parse_size(text), UsageError) << text;
}

TEST(Positions, AreOneArgumentOrSeveral) {
  EXPECT_EQ(join_position({"4/4 b"}, "S"), "4/4 b");
  EXPECT_EQ(join_position({"4/4", "b"}, "S"), "4/4 b");
  EXPECT_EQ(join_position({"start"}, "S"), "S");
}

TEST(Positions, AreToldFromParameters) {
  GameArgument argument;
  argument.words = {"ostle", "total=8", "1wwww/5 b", "b", "size=5"};
  GameAndPosition split = split_game_and_position(argument);
  EXPECT_EQ(split.game.words, (Words{"ostle", "total=8", "size=5"}));
  EXPECT_EQ(split.position, (Words{"1wwww/5 b", "b"}));
  argument.bddl = {"domain", "problem"};
  split = split_game_and_position(argument);
  EXPECT_TRUE(split.game.words.empty());
  EXPECT_EQ(split.position, argument.words);
}

TEST(GameArgument, NamesOneGame) {
  GameArgument argument;
  argument.words = {"connect", "rows=5"};
  EXPECT_EQ(argument.spec(), (GameSpec{"connect", {{"rows", "5"}}}));
  argument.stuck = "loss";
  EXPECT_THROW(argument.spec(), UsageError);
  argument.bddl = {"domain", "problem"};
  EXPECT_THROW(argument.spec(), UsageError);
}

}  // namespace
}  // namespace zermelo::cli
