// SPDX-License-Identifier: MIT
// Rules in version 2 of BDDL for people: those of all games that are shipped read as sentences, and
// those of some to the letter.
#include "gen/bddl/version2_in_words.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gen/bddl/version2_parser.h"
#include "tests/support/version2_games.h"

namespace zermelo::bddl {
namespace {

std::string in_words(const std::string& text) {
  return to_text(version_2_in_words(parse_version_2(text, "g.bddl")));
}

TEST(Version2InWords, AreSentencesForEveryGame) {
  std::vector<std::string> games = {test::chess_4x4, test::hasami_4x4, test::drops_3x3,
                                    test::jumpers};
  for (const char* name : test::shipped_version_2_games)
    games.push_back(test::version_2_game(name));
  for (const std::string& game : games) {
    const RulesInWords rules = version_2_in_words(parse_version_2(game, "g.bddl"));
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

}  // namespace
}  // namespace zermelo::bddl
