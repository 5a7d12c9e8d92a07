// SPDX-License-Identifier: MIT
#include "gen/game_spec.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gen/error.h"
#include "tests/support/error_text.h"

namespace zermelo {
namespace {

using Words = std::vector<std::string>;

TEST(GameSpec, RoundTrips) {
  const Words words = {"ostle", "size=4", "start=3", "lose="};
  const GameSpec spec = parse_game_spec(words);
  EXPECT_EQ(spec.name, "ostle");
  EXPECT_EQ(spec.parameters.at("size"), "4");
  EXPECT_EQ(spec.parameters.at("lose"), "");
  EXPECT_EQ(to_string(spec), "ostle lose= size=4 start=3");
  EXPECT_EQ(parse_game_spec(Words{"ostle"}).parameters.size(), 0u);
  EXPECT_EQ(parse_game_spec(Words{"x", "a=b=c"}).parameters.at("a"), "b=c");
}

std::string complaint(const Words& words) {
  return test::error_text<UsageError>([&] { parse_game_spec(words); });
}

TEST(GameSpec, RefusesWhatItCannotRead) {
  EXPECT_EQ(complaint({}), "Name a game; `zermelo games` lists them.");
  EXPECT_EQ(complaint({"ostle", "size"}), "'size' is not a parameter; write key=value.");
  EXPECT_EQ(complaint({"ostle", "=4"}), "'=4' is not a parameter; write key=value.");
  EXPECT_EQ(complaint({"ostle", "size=4", "size=4"}), "The parameter size is given twice.");
}

}  // namespace
}  // namespace zermelo
