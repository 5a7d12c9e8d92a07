// SPDX-License-Identifier: MIT
// Rules in BDDL as people write them, and what the program says about them.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/bddl_games.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::test {
namespace {

using nlohmann::json;

class BddlInput : public testing::Test {
 protected:
  std::string file(const std::string& name) const { return folder_.file(name); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name), std::ios::binary) << text;
    return file(name);
  }
  // A domain in which Black does something, and White nothing.
  std::string domain(const std::string& precondition, const std::string& effect) const {
    return write("d.bddl", "#blackactions\n:action go\n:parameters (?x,?y)\n:precondition (" +
                               precondition + ")\n:effect (" + effect + ")\n#whiteactions\n");
  }
  std::string problem(const std::string& text = "#boardsize\n2 2\n#init\nblack(1,1)\n") const {
    return write("p.bddl", text);
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(BddlInput, WarningsGoToStderrAndChangeNothing) {
  const std::string d = domain("black(?x,?y)", "NOT(black(?x,?y))");
  const std::string sentence =
      "zermelo: warning: d.bddl:5:10: NOT(black(?x,?y)) in an effect means that the square becomes "
      "open or white, as the mover chooses; to empty it, write open(?x,?y).\n";
  for (const std::vector<std::string>& verb :
       {std::vector<std::string>{"moves"}, {"solve", "-o", file("t.ztb")}, {"count"}}) {
    std::vector<std::string> words = verb;
    words.insert(words.end(), {"--bddl", d, problem()});
    const ProcessResult result = run_program(words);
    EXPECT_EQ(result.exit_code, 0) << verb.front() << result.error;
    EXPECT_EQ(result.error.substr(0, sentence.size()), sentence) << verb.front();
  }
  const ProcessResult info = run_program({"info", file("t.ztb")});
  EXPECT_EQ(info.error, sentence) << "a table holds the rules";
}

TEST_F(BddlInput, ContradictionsAreErrorsWithTheirPlace) {
  const std::string d = domain("black(?x,?y)", "black(?x,?y) white(?x,?y)");
  EXPECT_EQ(complaint_of(1, {"moves", "--bddl", d, problem()}),
            d + ":5:23: the effect already says that this square becomes something else.");
}

TEST_F(BddlInput, CommentsInLatin1ReachTheTable) {
  const std::string d = domain("black(?x,?y)", "open(?x,?y)");
  output_of({"count", "--bddl", d, problem()});
  write("d.bddl", "% caf\xe9\r" + read_whole(d));
  const std::string p =
      problem("\xef\xbb\xbf#name Caf\xc3\xa9 \xe9\r#boardsize\r2 2\r#init\rblack(1,1)\r");
  EXPECT_EQ(run_program({"solve", "--bddl", d, p, "-o", file("t.ztb")}).exit_code, 0);
  EXPECT_NE(output_of({"info", file("t.ztb"), "--rules"}).find("% caf\xc3\xa9"), std::string::npos);
  EXPECT_EQ(json::parse(output_of({"info", file("t.ztb"), "--json"})).at("title"),
            "Caf\xc3\xa9 \xc3\xa9");
  EXPECT_NE(output_of({"info", file("t.ztb")}).find("title"), std::string::npos);
  write("d.bddl", "#blackactions \xe9\n");
  EXPECT_EQ(complaint_of(1, {"moves", "--bddl", d, p}),
            d + ":1:15: the byte 0xe9 means nothing here.");
}

// Only tables need numbers of positions: everything else works on all boards of up to 64 squares.
// (The paper's Listing 12.)
TEST_F(BddlInput, ConnectFourOnSevenBySix) {
  const std::string d = (shipped_games / "connect/domain.bddl").string();
  const std::string p = (shipped_games / "connect/7x6-4.bddl").string();
  EXPECT_EQ(json::parse(output_of({"moves", "--bddl", d, p, "--json"})).at("moves").size(), 7u);
  output_of({"show", "--bddl", d, p, "start"});
  EXPECT_EQ(output_of({"depth", "--bddl", d, p, "--max", "9"}).substr(0, 53),
            "Black has no winning strategy of at most 9 plies.\n1,5");
  output_of({"encode", "--bddl", d, p, "--format", "aiger", "-o", file("x.aag")});
  for (const char* const encoding : {"lifted", "grounded"}) {
    output_of({"encode", "--bddl", d, p, "--format", "qcir", "--encoding", encoding, "-o",
               file("x.qcir")});
  }
  const std::string sentence =
      "A board of 7 by 6 squares with up to 42 pieces has too many positions to number. Tables "
      "need that; moves, pictures, play, searches and proofs do not.";
  EXPECT_EQ(complaint_of(2, {"solve", "--bddl", d, p, "-o", file("t.ztb")}),
            sentence + " See zermelo solve --help.");
  EXPECT_EQ(complaint_of(2, {"count", "--bddl", d, p}), sentence + " See zermelo count --help.");
}

TEST_F(BddlInput, EnginesAgreeOnSevenBySix) {
  std::string text = read_whole(shipped_games / "connect/6x6-2.bddl");
  text.replace(text.find("6 6\n"), 4, "7 6\n");
  const std::string d = (shipped_games / "connect/domain.bddl").string();
  const json found = json::parse(output_of({"crosscheck", "--bddl", d, problem(text), "--json"}));
  EXPECT_TRUE(found.at("agrees"));
  const auto& engines = found.at("engines");
  EXPECT_GE(std::ranges::count(engines, "win", [](const json& e) { return e.at("verdict"); }), 2);
}

// Proved, certified, checked, looked up and played on boards that no table can have.
TEST_F(BddlInput, StrategiesOnBoardsOfUpTo64Squares) {
  const std::string d = (shipped_games / "shapes/domain.bddl").string();
  for (const char* const size : {"7 7", "8 8"}) {
    SCOPED_TRACE(size);
    std::string text = read_whole(shipped_games / "shapes/4x4-tic.bddl");
    text.replace(text.find("4 4\n"), 4, std::string(size) + "\n");
    const std::string p = problem(text);
    complaint_of(2, {"solve", "--bddl", d, p, "-o", file("t.ztb")});
    const json proof = json::parse(output_of({"prove", "--bddl", d, p, "--method", "qbf", "--depth",
                                              "5", "-o", file("s.aig"), "--json"}));
    EXPECT_TRUE(proof.at("certified"));
    EXPECT_NE(output_of({"check", file("s.aig")}).find("Black wins within 5 plies"),
              std::string::npos);
    const ProcessResult play =
        run_program(Launch{.arguments = {"play", file("s.aig")}, .input = "why\na1\nwhy\nquit\n"});
    EXPECT_EQ(play.exit_code, 0) << play.error;
    EXPECT_NE(play.output.find("You play a1."), std::string::npos) << play.output;
    EXPECT_NE(play.output.find("rank 2: Black wins within 2 plies"), std::string::npos)
        << play.output;
  }
}

TEST_F(BddlInput, AColumnThatANarrowBoardLacksIsOffTheBoard) {
  const std::string d = domain("open(?x,?y) open(xmax-1,?y)", "black(?x,?y)");
  EXPECT_EQ(run_program({"moves", "--bddl", d, problem()}).exit_code, 0);
  const ProcessResult narrow =
      run_program({"moves", "--bddl", d, problem("#boardsize\n1 3\n#init\n")});
  EXPECT_NE(narrow.error.find("the action 'go' can never be played on this board"),
            std::string::npos)
      << narrow.error;
  EXPECT_EQ(narrow.error.find("not on the board"), std::string::npos) << narrow.error;
}

// The header of a table keeps the names that older versions used for the sizes: the bytes are the
// same.
TEST_F(BddlInput, OldAndNewNamesOfSizesMakeTheSameTable) {
  output_of({"solve", "mnk", "m=3", "n=2", "k=2", "-o", file("old.ztb")});
  output_of({"solve", "mnk", "columns=3", "rows=2", "k=2", "-o", file("new.ztb")});
  EXPECT_EQ(read_whole(file("old.ztb")), read_whole(file("new.ztb")));
  EXPECT_NE(output_of({"info", file("new.ztb")}).find("  m "), std::string::npos);
}

}  // namespace
}  // namespace zermelo::test
