// SPDX-License-Identifier: MIT
// zermelo mine as scripts and composers see it. The puzzles that it finds are tested in
// tests/probe/.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "probe/table.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/markup.h"
#include "tests/support/program.h"
#include "tests/support/small_table.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using nlohmann::json;
using test::ProcessResult;
using test::run_program;
using Words = std::vector<std::string>;

class ProgramMines : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new test::TemporaryFolder;
    test::solve_into(file("table.ztb"));
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  static std::string file(const std::string& name) { return folder_->file(name); }

  static Words mine(const Words& options) {
    Words words = {"mine", file("table.ztb")};
    words.insert(words.end(), options.begin(), options.end());
    return words;
  }
  static std::string good(const Words& options) { return test::output_of(mine(options)); }
  // One object per line.
  static std::vector<json> puzzles(Words options) {
    options.push_back("--json");
    std::istringstream lines(good(options));
    std::vector<json> result;
    for (std::string line; std::getline(lines, line);) result.push_back(json::parse(line));
    return result;
  }
  static std::string bad(int exit_code, const Words& options) {
    return test::complaint_of(exit_code, mine(options));
  }

 private:
  static test::TemporaryFolder* folder_;
};
test::TemporaryFolder* ProgramMines::folder_ = nullptr;

TEST_F(ProgramMines, PliesAreNoScores) {
  EXPECT_EQ(bad(2, {"--win-by", "3"}),
            "This table holds plies: ask for a win in a number of plies (win-in), not by a score "
            "(win-by). See zermelo mine --help.");
}

TEST_F(ProgramMines, EveryOptionReachesTheLibrary) {
  const Table table = Table::open(file("table.ztb"));
  const auto expect = [&](const Words& words, const PuzzleConditions& conditions,
                          const MineOptions& options = {}) {
    std::vector<std::string> expected, found;
    table.mine(conditions, options, [&](const Puzzle& p) {
      expected.push_back(p.position);
      return true;
    });
    for (const json& p : puzzles(words)) found.push_back(p.at("position"));
    EXPECT_EQ(found, expected) << words[0];
    EXPECT_FALSE(found.empty()) << words[0];
  };
  expect({"--win-in", "5"}, {.win_in = ValueRange{5, 5}});
  expect({"--win-in", "5..9"}, {.win_in = ValueRange{5, 9}});
  expect({"--win-in", "11.."}, {.win_in = ValueRange{11, Value::max_plies}});
  expect({"--only-move", "--limit", "30"}, {.only_move = true}, {.limit = 30});
  expect({"--only-line", "--threads", "1"}, {.only_line = true});
  expect({"--capture-refused"}, {.capture_refused = true});
  expect({"--quiet-key", "--win-in", "3.."},
         {.win_in = ValueRange{3, Value::max_plies}, .quiet_key = true});
  expect({"--hole-key"}, {.own = {"hole-key"}});
  expect({"--pieces", "2", "3"}, {.pieces = PieceCounts{2, 3}});
  expect({"--reachable", "--win-in", "7"}, {.win_in = ValueRange{7, 7}, .reachable = true});
  expect({"--sort", "difficulty", "--limit", "5"}, {},
         {.limit = 5, .order = PuzzleOrder::difficulty});
  expect({"--sort", "plies", "--limit", "5"}, {}, {.limit = 5, .order = PuzzleOrder::plies});
  expect({"--sort", "pieces", "--limit", "5"}, {}, {.limit = 5, .order = PuzzleOrder::pieces});
  EXPECT_EQ(puzzles({"--capture-refused", "--win-in", "3"}).size(), 0u);
}

TEST_F(ProgramMines, SacrificesOnALargerBoard) {
  test::solve_into(file("larger.ztb"), {4, 3, 1, 5, false});
  const ProcessResult outcome = run_program({"mine", file("larger.ztb"), "--sacrifice"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_TRUE(outcome.output.ends_with("\n4 puzzles.\n")) << outcome.output;
}

TEST_F(ProgramMines, JsonHoldsTheSolution) {
  const auto found = puzzles({"--win-in", "5", "--only-line", "--limit", "3"});
  ASSERT_EQ(found.size(), 3u);
  const Table table = Table::open(file("table.ztb"));
  int number = 0;
  for (const json& p : found) {
    EXPECT_EQ(p.at("number"), ++number);
    EXPECT_EQ(p.at("value"), "win");
    EXPECT_EQ(p.at("plies"), 5);
    EXPECT_EQ(p.at("board").size(), 3u);
    EXPECT_EQ(p.at("pieces").size(), 2u);
    EXPECT_GT(p.at("difficulty"), 0.0);
    EXPECT_EQ(p.at("cut"), false);
    const auto line = table.line(p.at("position").get<std::string>());
    const json* nodes = &p.at("solution");
    for (const std::string& move : line.moves) {
      ASSERT_FALSE(nodes->empty());
      EXPECT_EQ(nodes->at(0).at("move"), move);
      if (nodes->at(0).contains("replies")) nodes = &nodes->at(0).at("replies");
    }
  }
  const auto all = puzzles({"--win-in", "5", "--limit", "3", "--defences", "all"});
  EXPECT_NE(all, puzzles({"--win-in", "5", "--limit", "3", "--defences", "best"}));
}

TEST_F(ProgramMines, TextPageAndSheet) {
  const std::string text = good({"--win-in", "5", "--limit", "3"});
  EXPECT_EQ(test::count_of(text, "Black to move and win in 5 plies\n"), 3);
  EXPECT_EQ(test::count_of(text, "Solution:\n"), 3);
  EXPECT_TRUE(text.ends_with("\n3 puzzles; there may be more.\n"));
  EXPECT_EQ(good({"--win-in", "1001"}), "No position meets the conditions.\n");
  const std::string page = good({"--win-in", "5", "--limit", "3", "--format", "html"});
  EXPECT_EQ(test::markup_error(page), "");
  EXPECT_EQ(test::count_of(page, "<details>"), 3);
  EXPECT_NE(page.find("<title>Ostle puzzles</title>"), page.npos);
  EXPECT_NE(page.find("win in 5 plies"), page.npos);
  EXPECT_EQ(test::markup_error(good({"--win-in", "1001", "--format", "html"})), "");
  const std::string sheet = good({"--win-in", "5", "--limit", "3", "--format", "svg"});
  EXPECT_EQ(test::markup_error(sheet), "");
  EXPECT_EQ(test::count_of(sheet, "<svg "), 4);
  EXPECT_EQ(good({"--win-in", "5", "--limit", "3", "-o", file("page.html"), "--format", "html"}),
            "");
  EXPECT_EQ(test::read_whole(file("page.html")), page);
}

TEST_F(ProgramMines, ListsOfPositions) {
  const std::string position = puzzles({"--win-in", "5", "--limit", "1"})[0].at("position");
  test::write_whole(file("list.txt"), "# mine\n\n" + position + "\nwww/1o1/bbb w\n" + position);
  const auto found = puzzles({"--from", file("list.txt"), "--win-in", "5"});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].at("position"), position);
  test::write_whole(file("wrong.txt"), position + "\nwww/1ob/bbb b\n");
  EXPECT_EQ(bad(1, {"--from", file("wrong.txt")}),
            file("wrong.txt") + ":2: Black has 4 pieces; this game starts with 3 a side.");
  EXPECT_EQ(bad(1, {"--from", file("missing.txt")}),
            "Cannot read " + file("missing.txt") + ": No such file or directory.");
  EXPECT_EQ(good({"--from", "-"}), "No position meets the conditions.\n") << "an empty stdin";
}

TEST_F(ProgramMines, ListsMayBeginWithAByteOrderMark) {
  const std::string position = puzzles({"--win-in", "5", "--limit", "1"})[0].at("position");
  test::write_whole(file("bom.txt"), "\xef\xbb\xbf" + position + "\r\n");
  EXPECT_EQ(puzzles({"--from", file("bom.txt")}).size(), 1u);
  test::write_whole(file("escape.txt"), "\x1b/3/3 b\n");
  EXPECT_EQ(bad(1, {"--from", file("escape.txt")}),
            file("escape.txt") +
                ":1: the byte 0x1b in rank 3 is not b, w, o or a number of empty squares.");
}

TEST_F(ProgramMines, WhatIsReadIsNeverWrittenOver) {
  const std::string table = test::read_whole(file("table.ztb"));
  EXPECT_NE(bad(2, {"-o", file("./table.ztb")}).find("is the file that is read"),
            std::string::npos);
  test::complaint_of(2, {"probe", file("table.ztb"), "start", "--svg", file("table.ztb")});
  EXPECT_EQ(test::read_whole(file("table.ztb")), table);
}

TEST_F(ProgramMines, ResultsOfBeforeStayUntilThereAreNewOnes) {
  test::write_whole(file("old.html"), "old");
  test::write_whole(file("nonsense.txt"), "nonsense\n");
  bad(1, {"--from", file("nonsense.txt"), "-o", file("old.html")});
  EXPECT_EQ(test::read_whole(file("old.html")), "old");
  good({"--win-in", "1001", "-o", file("old.html")});
  EXPECT_EQ(test::read_whole(file("old.html")), "No position meets the conditions.\n");
}

TEST_F(ProgramMines, TakesOptionsBeforeTheTable) {
  EXPECT_EQ(test::output_of({"mine", "--pieces", "3", "2", file("table.ztb"), "--limit", "1"}),
            good({"--pieces", "3", "2", "--limit", "1"}));
}

TEST_F(ProgramMines, WrongUsageExitsWithTwo) {
  const std::string range = bad(2, {"--win-in", "9..5"});
  EXPECT_EQ(range.find("'9..5' is not a number of plies; write 7, 5..9 or 5.."), 0u);
  EXPECT_EQ(bad(2, {"--sort", "beauty"}),
            "--sort: beauty not in {difficulty,pieces,plies}. See zermelo mine --help.");
  for (const Words& words : std::vector<Words>{{"--win-in", "0"},
                                               {"--win-in", "x"},
                                               {"--win-in", ""},
                                               {"--win-in", "5..y"},
                                               {"--win-in", "99999"},
                                               {"--pieces", "3"},
                                               {"--sort", "beauty"},
                                               {"--sort", "1"},
                                               {"--format", "pdf"},
                                               {"--format", "text", "--json"},
                                               {"--limit", "0"},
                                               {"--limit", "-3"},
                                               {"--defences", "some"},
                                               {"--threads", "0"},
                                               {"--knight-key"}}) {
    bad(2, words);
  }
}

TEST_F(ProgramMines, WhatCannotBeWrittenIsAFailure) {
  for (const char* format : {"text", "json", "html", "svg"}) {
    const ProcessResult outcome = run_program(
        {.arguments = mine({"--win-in", "5", "--format", format}), .output = "/dev/full"});
    EXPECT_EQ(outcome.exit_code, 1) << format;
    EXPECT_EQ(outcome.error, "zermelo: Cannot write the results: No space left on device.\n");
  }
  EXPECT_EQ(bad(1, {"-o", "/dev/full"}), "Cannot write /dev/full: No space left on device.");
  EXPECT_EQ(bad(1, {"-o", file("no/such/folder.txt")}),
            "Cannot write " + file("no/such/folder.txt") + ": No such file or directory.");
}

}  // namespace
}  // namespace zermelo
