// SPDX-License-Identifier: MIT
// The program with games on grids, both compiled ones and BDDL: the verbs that Ostle has, and those
// that came with these games.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/support/bddl_games.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using nlohmann::json;
using test::complaint_of;
using test::output_of;
using Words = std::vector<std::string>;

std::string game_file(const std::string& name) { return (test::shipped_games / name).string(); }

class GridGamesProgram : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new test::TemporaryFolder;
    output_of({"solve", "connect", "columns=4", "rows=4", "line=3", "-o", connect()});
    output_of({"solve", "othello", "rows=3", "cols=4", "metric=score", "-o", othello()});
    output_of({"solve", "--bddl", game_file("domineering/domain.bddl"),
               game_file("domineering/4x3.bddl"), "-o", domineering()});
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  static std::string file(const std::string& name) { return folder_->file(name); }
  static std::string connect() { return file("connect.ztb"); }
  static std::string othello() { return file("othello.ztb"); }
  static std::string domineering() { return file("domineering.ztb"); }
  static std::vector<std::string> tables() { return {connect(), othello(), domineering()}; }

  static json json_of(Words arguments) {
    arguments.push_back("--json");
    return json::parse(output_of(arguments));
  }
  // What `play` prints for this input.
  static std::string played(Words arguments, const std::string& typed) {
    arguments.insert(arguments.begin(), "play");
    const test::ProcessResult outcome = test::run_program({.arguments = arguments, .input = typed});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    return outcome.output;
  }

 private:
  static test::TemporaryFolder* folder_;
};
test::TemporaryFolder* GridGamesProgram::folder_ = nullptr;

TEST_F(GridGamesProgram, LineLeadsToTheEndInSoManyPlies) {
  const json answer = json_of({"line", connect(), "start"});
  const json& line = answer.at("line");
  ASSERT_EQ(line.size(), 9u);
  EXPECT_EQ(line.front().at("value"), "win");
  EXPECT_EQ(line.front().at("plies"), 9);
  EXPECT_EQ(line.back().at("plies"), 1);
  EXPECT_EQ(answer.at("complete"), true);
  EXPECT_EQ(json_of({"line", connect(), "start", "--limit", "4"}).at("line").size(), 4u);
  EXPECT_NE(output_of({"line", connect(), "start", "--boards"}).find("4 . . . ."),
            std::string::npos);
}

TEST_F(GridGamesProgram, TheTablePlaysOut) {
  const std::string both = played({connect(), "--as", "both", "--values"}, "");
  EXPECT_NE(both.find("win in 9"), std::string::npos) << both;
  EXPECT_NE(both.find("The game is over"), std::string::npos) << both;
}

TEST_F(GridGamesProgram, OneCanWinAgainstALosingTable) {
  // The winner, following best play, needs exactly the plies that the table says.
  std::string typed;
  const json line = json_of({"line", connect(), "start"}).at("line");
  for (std::size_t i = 0; i < line.size(); i += 2)
    typed += line[i].at("move").get<std::string>() + "\n";
  const std::string text = played({connect(), "--as", "loser"}, typed);
  EXPECT_NE(text.find("You have won."), std::string::npos) << text;
}

TEST_F(GridGamesProgram, PlayListensToItsWords) {
  const std::string text =
      played({connect(), "--as", "nobody"}, "moves\nvalue\na9\na\nundo\nundo\nboard\nhelp\nquit\n");
  for (const char* expected :
       {"win in 9", "There is no move 'a9' here", "You play a.", "nothing to take back"})
    EXPECT_NE(text.find(expected), std::string::npos) << expected << " is not in\n" << text;
}

TEST_F(GridGamesProgram, InfoDividesTheBytes) {
  for (const std::string& table : tables()) {
    const json answer = json_of({"info", table});
    const auto states = answer.at("state_set_bytes").get<std::uint64_t>();
    const auto values = answer.at("value_bytes").get<std::uint64_t>();
    EXPECT_GT(states, 0u);
    EXPECT_GT(values, 0u);
    EXPECT_LT(states + values, answer.at("bytes").get<std::uint64_t>());
  }
}

// The figures of van Dijk's thesis, with its names of squares.
TEST_F(GridGamesProgram, ShowsTheThesissBoards) {
  const Words start = {"show", "othello", "rows=8", "columns=8", "start"};
  const auto with = [](Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  EXPECT_NE(output_of(with(start, {"--squares", "letter-row"})).find("D . . . b w . . .\n"),
            std::string::npos);
  EXPECT_EQ(json_of({"moves", "othello", "rows=8", "columns=8", "--squares", "letter-row"})
                .at("moves")
                .size(),
            4u);
  const Words after_d6 = with(start, {"--after", "d6", "--squares", "letter-row"});
  EXPECT_EQ(json_of(after_d6).at("position"), "8/8/8/3bbb2/3wb3/8/8/8 w");
  EXPECT_EQ(json_of(with(start, {"--after", "f5"})).at("position"), "8/8/8/3bbb2/3wb3/8/8/8 w");
  const std::string end =
      output_of(with(start, {"--after", "C5C4 D3 C2 C3 E6 C1 B3 D6 C6 B4 A4 C7 D1 E1 C8",
                             "--squares", "letter-row"}));
  EXPECT_NE(end.find("Neither side can move: White has won, 17 to 3."), std::string::npos) << end;
  // Figure 2.2: four circles.
  const std::string picture = output_of(with(start, {"--moves", "--svg", "-"}));
  const std::string plain = output_of(with(start, {"--svg", "-"}));
  const auto circles = [](const std::string& svg) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = svg.find("<circle", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  EXPECT_EQ(circles(picture), circles(plain) + 4);
  EXPECT_EQ(complaint_of(1, with(start, {"--after", "a1"})),
            "Move 1, 'a1', is not a legal move of 8/8/8/3bw3/3wb3/8/8/8 b.");
  EXPECT_EQ(
      complaint_of(2, {"solve", "othello", "rows=8", "columns=8", "-o", file("large.ztb")}),
      "A board of 8 by 8 squares with up to 64 pieces has too many positions to number. Tables "
      "need that; moves, pictures, play, searches and proofs do not. See zermelo "
      "solve --help.");
}

std::set<std::string> moves_in(const json& answer) {
  std::set<std::string> moves;
  for (const json& move : answer.at("moves")) moves.insert(move.at("move"));
  return moves;
}

// Every verb that writes moves of a game has both names of squares.
TEST_F(GridGamesProgram, NamesSquaresByRowsInTheAnswersOfTables) {
  const std::string& table = othello();
  const Words naming = {"--squares", "letter-row"};
  const auto with_naming = [&](Words words) {
    words.insert(words.end(), naming.begin(), naming.end());
    return words;
  };
  const std::set<std::string> by_rows =
      moves_in(json_of(with_naming({"moves", "othello", "rows=3", "columns=4"})));
  EXPECT_TRUE(by_rows.contains("A3")) << *by_rows.begin();
  const json answer = json_of(with_naming({"probe", table, "start", "--moves", "--line"}));
  EXPECT_EQ(moves_in(answer), by_rows);
  EXPECT_TRUE(by_rows.contains(answer.at("line").at(0))) << answer;

  std::ofstream(file("starts"))
      << json_of({"probe", table, "start"}).at("position").get<std::string>() << "\n";
  const json listed =
      json::parse(output_of(with_naming({"probe", table, "--from", file("starts"), "--line"})));
  EXPECT_EQ(listed.at("line"), answer.at("line"));

  const json line = json_of(with_naming({"line", table})).at("line");
  for (std::size_t i = 0; i < line.size(); ++i)
    EXPECT_EQ(line.at(i).at("move"), answer.at("line").at(i)) << i;
  for (const json& other : line.at(0).at("as_good")) EXPECT_TRUE(by_rows.contains(other)) << other;
  const std::string boards = output_of(with_naming({"line", table, "--limit", "1", "--boards"}));
  EXPECT_NE(boards.find("\n  1 2 3 4"), std::string::npos) << boards;
  const std::string picture = output_of(with_naming({"probe", table, "start", "--svg", "-"}));
  EXPECT_NE(picture, output_of({"probe", table, "start", "--svg", "-"}));
}

TEST_F(GridGamesProgram, WaysNameSquaresByRows) {
  const std::string table = file("reach.ztb");
  output_of({"reach", "ostle", "size=4", "start=3", "lose=1", "-o", table});
  const std::string state = "wb2/1b1w/o2b/1w2 b";
  const json plain = json_of({"way", table, state});
  const json named = json_of({"way", table, state, "--squares", "letter-row"});
  EXPECT_GT(plain.at("moves").size(), 0u);
  EXPECT_EQ(plain.at("moves").size(), named.at("moves").size());
  EXPECT_NE(plain.at("moves"), named.at("moves"));
  EXPECT_EQ(plain.at("states"), named.at("states"));
}

TEST_F(GridGamesProgram, PlaysWithoutATable) {
  const Words othello = {"othello", "rows=8", "columns=8", "--max", "2", "--squares", "letter-row"};
  const std::string text = played(othello, "moves\nD6\nF5\nundo\nd7\nhelp\nquit\n");
  for (const std::string expected : {"  F4", "> You play D6.", "The search plays C6.",
                                     "There is no move 'd7' here", "Type a move, or one of"})
    EXPECT_NE(text.find(expected), std::string::npos) << text;
  const std::string both = played({"breakthrough", "columns=3", "rows=4", "--as", "both"}, "");
  EXPECT_NE(both.find("has won."), std::string::npos) << both;
  EXPECT_NE(both.find("(wins in 1 ply)"), std::string::npos) << both;
  EXPECT_EQ(complaint_of(2, {"play", "othello", "--as", "loser"}),
            "Without a table it is not known who wins: --as winner and loser need one. See zermelo "
            "play --help.");
  EXPECT_EQ(complaint_of(2, {"play", "othello", "--values"}),
            "Without a table there are no values: --values needs one. See zermelo play --help.");
  EXPECT_EQ(complaint_of(2, {"play"}),
            "Give a table, a strategy or a game. See zermelo play --help.");
  EXPECT_EQ(complaint_of(2, {"play", connect(), "--seconds", "1"}),
            "--seconds and --max are for play without a table. See zermelo play --help.");
  EXPECT_EQ(complaint_of(1, {"play", "othello", "bbbb/bbbb/bbbb/bbbb", "b"}),
            "Neither side can move: Black has won, 16 to 0.");
}

// Even few stones can lie in ways that no play leads to.
TEST_F(GridGamesProgram, InfoSaysWhyATableOfStonesHasMoreValuesThanPositions) {
  const json slices = json_of({"info", connect()}).at("slices");
  const auto has_more_values = [](const json& slice) {
    return slice.at("values").get<std::uint64_t>() > slice.at("positions").get<std::uint64_t>();
  };
  EXPECT_TRUE(std::any_of(slices.begin(), slices.end(), has_more_values)) << slices;
  const std::string reason = "whether play can lead to";
  EXPECT_NE(output_of({"info", connect()}).find(reason), std::string::npos);
  EXPECT_EQ(output_of({"info", othello()}).find(reason), std::string::npos);
}

TEST_F(GridGamesProgram, VerifyFindsThemRight) {
  for (const std::string& table : tables())
    EXPECT_NE(output_of({"verify", table}).find("is right"), std::string::npos);
}

TEST_F(GridGamesProgram, VerifyFindsAByteChangedAnywhere) {
  for (const std::string& table : tables()) {
    const std::string whole = test::read_whole(table);
    for (std::size_t i = 0; i < whole.size(); i += whole.size() / 40) {
      std::string bytes = whole;
      bytes[i] = static_cast<char>(bytes[i] ^ 4);
      test::write_whole(file("changed.ztb"), bytes);
      EXPECT_FALSE(complaint_of(1, {"verify", file("changed.ztb")}).empty()) << i;
    }
    test::write_whole(file("cut.ztb"), whole.substr(0, whole.size() / 2));
    EXPECT_NE(complaint_of(1, {"probe", file("cut.ztb"), "start"}).find("is damaged"),
              std::string::npos);
  }
}

TEST_F(GridGamesProgram, ATableOfBddlHoldsItsRules) {
  const std::string rules = output_of({"info", domineering(), "--rules"});
  const std::string domain = test::read_whole(game_file("domineering/domain.bddl"));
  EXPECT_NE(rules.find(domain), std::string::npos) << rules;
  EXPECT_EQ(complaint_of(2, {"info", connect(), "--rules"}),
            connect() +
                " is of a game that the program itself knows; it holds no rules. See "
                "zermelo info --help.");
}

TEST_F(GridGamesProgram, ScoresAreDiscs) {
  const json answer = json_of({"probe", othello(), "start", "--moves"});
  EXPECT_TRUE(answer.contains("value"));
  const std::string text = output_of({"probe", othello(), "start"});
  EXPECT_TRUE(text.find(" wins by ") != std::string::npos ||
              text.find(" loses by ") != std::string::npos ||
              text.find("draws") != std::string::npos)
      << text;
}

TEST_F(GridGamesProgram, MiningGivesPuzzlesOnce) {
  const std::string lines = output_of({"mine", connect(), "--only-move", "--json"});
  EXPECT_GT(std::ranges::count(lines, '\n'), 10);
  EXPECT_EQ(complaint_of(2, {"mine", connect(), "--hole-key"}),
            "connect has no condition 'hole-key'. See zermelo mine --help.");
}

TEST_F(GridGamesProgram, DepthIsThatOfThePaper) {
  const json found = json_of(
      {"depth", "--bddl", game_file("connect/domain.bddl"), game_file("connect/4x4-3.bddl")});
  EXPECT_EQ(found.at("depth"), 9);
  EXPECT_EQ(found.at("plies"), 9);
  const Words breakthrough = {"depth", "--bddl", game_file("breakthrough/domain.bddl"),
                              game_file("breakthrough/2x4-second.bddl")};
  EXPECT_EQ(json_of(breakthrough).at("depth"), 9);
  Words bounded = breakthrough;
  bounded.insert(bounded.end(), {"--max", "6"});
  const json nothing = json_of(bounded);
  EXPECT_TRUE(nothing.at("depth").is_null());
  EXPECT_EQ(nothing.at("certain"), false);
  EXPECT_EQ(nothing.at("refuted_plies"), 6);
  EXPECT_NE(complaint_of(2, {"depth", "connect"}).find("search"), std::string::npos);
}

TEST_F(GridGamesProgram, WhatIsWrongInBddlIsSaidWithItsPlace) {
  const std::string problem = file("wrong.bddl");
  test::write_whole(problem, "#boardsize\n3 3\n#init\n#blackgoals\nblack(?x,?z)\n");
  const std::string complaint =
      complaint_of(1, {"solve", "--bddl", game_file("hex/domain.bddl"), problem, "-o", file("x")});
  EXPECT_EQ(complaint, problem + ":5:10: expected ?y, ymin, ymax or a number, not '?z'.");
  EXPECT_NE(complaint_of(1, {"depth", "--bddl", game_file("hex/domain.bddl"), file("nothing")})
                .find("Cannot read"),
            std::string::npos);
}

TEST_F(GridGamesProgram, ReportsStandBesideThePapers) {
  const json connect = json_of({"report", "connect", "columns=4", "rows=4"});
  const json& rows = connect.at("tables").at(0).at("rows");
  EXPECT_EQ(rows.back().at("ours"), 161'029);
  EXPECT_TRUE(rows.back().at("published").is_null());
  const json othello = json_of({"report", "othello", "rows=4", "cols=4"});
  EXPECT_EQ(othello.at("tables").at(0).at("rows").back().at("ours"), 14'401);
  EXPECT_EQ(othello.at("tables").at(0).at("rows").back().at("positions"), 62'789);
  EXPECT_EQ(othello.at("tables").at(1).at("rows").at(1).at("ours"), "White wins by 8 discs");
  complaint_of(2, {"report", "connect", "--reach", "nothing"});
}

TEST_F(GridGamesProgram, CountsConnectFourAsThePaperDoes) {
  const json report = json_of({"report", "connect", "columns=5", "rows=5"});
  const json& rows = report.at("tables").at(0).at("rows");
  ASSERT_EQ(rows.size(), 27u);
  for (const json& row : rows) EXPECT_EQ(row.at("verdict"), "same") << row;
}

TEST_F(GridGamesProgram, ThereIsNoReachForThem) {
  EXPECT_EQ(complaint_of(2, {"reach", "connect", "-o", file("reach.ztb")}),
            "There are no tables of distances for connect. See zermelo reach --help.");
}

TEST_F(GridGamesProgram, TablesOfScoresSpeakOfScores) {
  const std::string stats = output_of({"stats", othello()});
  EXPECT_NE(stats.find("highest win: by "), std::string::npos) << stats;
  EXPECT_EQ(stats.find("pl"), std::string::npos) << stats;
  const json report = json_of({"stats", othello()});
  const std::string highest = std::to_string(report.at("highest_win").get<int>());
  EXPECT_GT(report.at("scores").at(highest), 0);
  const json puzzle = json::parse(output_of(
      {"mine", othello(), "--win-by", "3..", "--sort", "plies", "--limit", "1", "--json"}));
  EXPECT_EQ(puzzle.at("score"), report.at("highest_win"));
  EXPECT_NE(std::string(puzzle.at("stipulation")).find(" to move and win by "), std::string::npos);
  EXPECT_NE(complaint_of(2, {"mine", othello(), "--win-in", "3"}).find("holds scores"),
            std::string::npos);
  EXPECT_NE(complaint_of(2, {"mine", connect(), "--win-by", "3"}).find("holds plies"),
            std::string::npos);
}

}  // namespace
}  // namespace zermelo
