// SPDX-License-Identifier: MIT
// How the program reports what a game or a kind of table does not have: one sentence, and exit code
// 2 if a game or an option is wrong, or 1 if the file is.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::test {
namespace {

using Words = std::vector<std::string>;

class AbsentCapability : public testing::Test {
 protected:
  std::string file(const std::string& name) const { return folder_.file(name); }
  // A table made by a verb, for a game that is solved at once.
  std::string table(const std::string& verb, const Words& game) const {
    Words words = {verb};
    words.insert(words.end(), game.begin(), game.end());
    words.insert(words.end(), {"-o", file(verb + ".ztb")});
    output_of(words);
    return file(verb + ".ztb");
  }
  // The complaint of a verb, without the hint to see its help.
  static std::string sentence_of(const Words& words) {
    const std::string hint = " See zermelo " + words.front() + " --help.";
    std::string text = complaint_of(2, words);
    EXPECT_TRUE(text.ends_with(hint)) << text;
    return text.substr(0, text.size() - hint.size());
  }
  // The same where nothing in the help would be of use.
  static std::string sentence_about_file(const Words& words) { return complaint_of(1, words); }

 private:
  TemporaryFolder folder_;
};

const Words tiny_ostle = {"ostle", "size=3", "start=2", "lose=1"};
const Words tiny_connect = {"connect", "columns=3", "rows=3", "line=3"};

TEST_F(AbsentCapability, SearchesForTheShortestWin) {
  for (const std::string game : {"connect", "mnk"}) {
    EXPECT_EQ(sentence_of({"depth", game}),
              game + " has no search for the shortest win; solve it.");
  }
}

TEST_F(AbsentCapability, DistancesFromTheStart) {
  for (const std::string game : {"connect", "mnk", "othello", "breakthrough"}) {
    EXPECT_EQ(sentence_of({"reach", game, "-o", file("t.ztb")}),
              "There are no tables of distances for " + game + ".");
    EXPECT_EQ(sentence_of({"reach", game, "--all-moves", "-o", file("t.ztb")}),
              "There are no tables of distances for " + game + ".");
  }
}

TEST_F(AbsentCapability, ValuesInATableOfDistances) {
  const std::string path = table("reach", tiny_ostle);
  const std::string sentence = path + " holds distances from the start and no values.";
  EXPECT_EQ(sentence_about_file({"probe", path, "start", "--moves"}), sentence);
  EXPECT_EQ(sentence_about_file({"probe", path, "start", "--line"}), sentence);
  EXPECT_EQ(sentence_about_file({"line", path}), sentence);
  EXPECT_EQ(sentence_about_file({"play", path}), sentence);
  EXPECT_EQ(sentence_about_file({"mine", path}), sentence);
  EXPECT_EQ(sentence_about_file({"validate", path}),
            "Distances from the start cannot be validated, only values.");
  output_of({"stats", path});
  output_of({"verify", path});
}

TEST_F(AbsentCapability, PuzzlesInATableOfOutcomes) {
  EXPECT_EQ(sentence_about_file({"mine", table("hybrid", tiny_connect)}),
            "This table tells who wins, not in how many plies, so there are no puzzles in it.");
}

TEST_F(AbsentCapability, ConditionsOfAnotherGame) {
  EXPECT_EQ(sentence_of({"mine", table("solve", tiny_connect), "--hole-key"}),
            "connect has no condition 'hole-key'.");
}

TEST_F(AbsentCapability, BooleanModels) {
  EXPECT_EQ(sentence_about_file({"validate", table("solve", tiny_ostle)}),
            "There is no Boolean model of ostle.");
}

TEST_F(AbsentCapability, RulesThatTheProgramKnows) {
  const std::string path = table("solve", tiny_ostle);
  EXPECT_EQ(sentence_of({"info", path, "--rules"}),
            path + " is of a game that the program itself knows; it holds no rules.");
}

}  // namespace
}  // namespace zermelo::test
