// SPDX-License-Identifier: MIT
// `zermelo strategy`, `encode`, and `play` with a strategy, as a user runs them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/bytes_of_file.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::test {
namespace {

using nlohmann::json;

using Game = std::vector<std::string>;

class StrategyProgram : public testing::Test {
 protected:
  std::string file(const std::string& name) const { return folder_.file(name); }
  std::string table_of(const Game& game) const {
    Game words = {"solve"};
    words.insert(words.end(), game.begin(), game.end());
    words.insert(words.end(), {"-o", file("t.ztb"), "--force"});
    output_of(words);
    return file("t.ztb");
  }

  TemporaryFolder folder_;
};

TEST_F(StrategyProgram, TablesOfEveryMetricGiveStrategiesThatCheck) {
  struct Case {
    Game game;
    std::vector<std::string> options;
    std::string claim;
  };
  const std::vector<Case> cases = {
      {{"notakto", "columns=3", "rows=3"}, {}, "Black wins within 6 plies from the start."},
      {{"domineering", "columns=4", "rows=3"}, {}, "White wins within 4 plies from the start."},
      {{"clobber", "columns=3", "rows=3"}, {}, ""},
      {{"mnk", "m=3", "n=3", "k=3"}, {}, "Black does not lose from the start."},
      {{"mnk", "m=3", "n=3", "k=3"}, {"--owner", "white"}, "White does not lose from the start."},
      {{"connect", "columns=4", "rows=4"},
       {"--owner", "white"},
       "White does not lose from the start."},
      {{"othello", "rows=4", "cols=4"}, {}, "White wins within 12 plies from the start."},
      {{"othello", "rows=4", "cols=4", "metric=score"}, {}, ""},
      {{"breakthrough", "columns=2", "rows=5"}, {}, ""}};
  for (const Case& c : cases) {
    const std::string table = table_of(c.game);
    for (const std::string form : {"positions", "cubes"}) {
      Game words = {"strategy", table, "-o", file("s.aig"), "--form", form, "--json"};
      words.insert(words.end(), c.options.begin(), c.options.end());
      const json made = json::parse(output_of(words));
      if (!c.claim.empty()) {
        EXPECT_EQ(made.at("claim"), c.claim);
      }
      EXPECT_GT(made.at("positions"), 0);
      EXPECT_EQ(made.at("cubes").is_null(), form == "positions");
      EXPECT_EQ(made.at("bytes"), read_whole(file("s.aig")).size());
      const json checked = json::parse(output_of({"check", file("s.aig"), "--json"}));
      EXPECT_EQ(checked.at("ok"), true) << checked.dump();
      EXPECT_EQ(checked.at("claim"), made.at("claim"));
    }
  }
}

TEST_F(StrategyProgram, BeginsWhereItIsTold) {
  const std::string table = table_of({"mnk", "m=3", "n=3", "k=3"});
  output_of({"strategy", table, "b2/1w1/b2", "w", "-o", file("s.aag")});
  EXPECT_EQ(read_whole(file("s.aag")).substr(0, 4), "aag ");
  const json checked = json::parse(output_of({"check", file("s.aag"), "--json"}));
  EXPECT_EQ(checked.at("claim"), "White does not lose from b2/1w1/b2 w.");
}

TEST_F(StrategyProgram, TheLoserHasNone) {
  const std::string table = table_of({"notakto", "columns=3", "rows=3"});
  EXPECT_EQ(complaint_of(2, {"strategy", table, "--owner", "white", "-o", file("s.aig")}),
            "White loses from there, so there is no such strategy. See zermelo strategy --help.");
  EXPECT_NE(complaint_of(2, {"strategy", table, "-o", table}).find(table), std::string::npos);
}

TEST_F(StrategyProgram, GamesWithoutAModelHaveNone) {
  const std::string table = table_of({"ostle", "size=3", "start=2", "lose=1"});
  EXPECT_EQ(complaint_of(1, {"strategy", table, "-o", file("s.aig")}),
            "There is no Boolean model of ostle.");
}

TEST_F(StrategyProgram, PlaysAndSaysWhy) {
  output_of({"prove", "mnk", "m=2", "n=2", "k=2", "-o", file("s.aig")});
  const ProcessResult game = run_program(
      {.arguments = {"play", file("s.aig")}, .input = "why\nmoves\nnothing\nundo\nb2\na2\nb1\n"});
  EXPECT_EQ(game.exit_code, 0) << game.error;
  EXPECT_NE(game.output.find("Black wins within 3 plies from the start."), std::string::npos);
  EXPECT_NE(game.output.find("rank 2: Black wins within 2 plies"), std::string::npos);
  EXPECT_NE(game.output.find("rank 1: Black wins within 1 ply"), std::string::npos);
  EXPECT_NE(game.output.find("There is no move 'nothing' here"), std::string::npos);
  EXPECT_NE(game.output.find("There is nothing to take back."), std::string::npos);
  EXPECT_NE(game.output.find("The strategy has won."), std::string::npos);
  EXPECT_EQ(complaint_of(2, {"play", file("s.aig"), "--as", "first"}),
            "A strategy plays its owner's side and knows no values: --as, --values and --style are "
            "for tables. See zermelo play --help.");
  EXPECT_EQ(complaint_of(1, {"play", file("s.aig"), "bb/w1", "w"}), "Black has won.");
  EXPECT_EQ(complaint_of(1, {"play", file("s.aig"), "2/bw", "b"}),
            "The strategy does not have that position.");
}

// If a file is at fault, the message does not refer to the help of the verb that reads it.
TEST_F(StrategyProgram, AFileThatIsAtFaultIsAFailure) {
  output_of({"prove", "mnk", "m=2", "n=2", "k=2", "-o", file("good.aag")});
  const std::string good = read_whole(file("good.aag"));
  const auto complaint_with = [&](const std::string& from, const std::string& to,
                                  const std::string& verb) {
    std::string bytes = good;
    const std::size_t at = bytes.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    bytes.replace(at, from.size(), to);
    write_whole(file("s.aag"), bytes);
    return complaint_of(1, {verb, file("s.aag")});
  };
  const std::string path = file("s.aag") + ": ";
  for (const std::string verb : {"check", "play"}) {
    EXPECT_EQ(complaint_with("game mnk", "game chess", verb),
              path + "There is no Boolean model of chess.");
    EXPECT_EQ(complaint_with("game mnk", "game ostle", verb),
              path + "There is no Boolean model of ostle.");
    EXPECT_EQ(complaint_with("k=2", "k=99", verb).substr(0, path.size()), path);
    EXPECT_EQ(complaint_with("move 1 b1", "move 1 c3", verb),
              path + "The strategy calls move 1 'c3'; it is 'b1'.");
    EXPECT_EQ(complaint_with("move 3 ", "move 7 ", verb),
              path + "The strategy names a move 7; mnk has only 4.");
    EXPECT_EQ(complaint_with("move 3 b2\n", "", verb),
              path +
                  "The strategy's comment does not say how its move 3 is written: there is no "
                  "line 'move 3 b2'.");
    EXPECT_EQ(complaint_with("piece a1", "piece z9", verb),
              path + "mnk has no state variable 'piece z9', or the strategy names it twice.");
    EXPECT_EQ(complaint_with("claim wins", "claim draws", verb).substr(0, path.size()), path);
    EXPECT_EQ(complaint_with("aag ", "aag x", verb).substr(0, path.size()), path);
  }
}

TEST_F(StrategyProgram, ACircuitThatIsNotAGameIsAFailure) {
  const std::vector<std::string> circuits = {"aag 1 1 0 0 0\n2\n", "aag 1 0 1 1 0\n2 2 2\n2\n",
                                             "nonsense\n"};
  for (const std::string& circuit : circuits) {
    write_whole(file("g.aag"), circuit);
    for (const std::string method : {"ic3", "sets", "auto"}) {
      const std::string said =
          complaint_of(1, {"prove", "--aiger", file("g.aag"), "--method", method});
      EXPECT_EQ(said.find(file("g.aag") + ": "), 0u) << said;
      EXPECT_EQ(said.find("--help"), std::string::npos) << said;
    }
  }
}

TEST_F(StrategyProgram, ASafetyGameIsWrittenAndSolved) {
  for (const auto& [owner, verdict] :
       {std::pair("black", "realizable"), {"white", "unrealizable"}}) {
    const json written = json::parse(output_of({"encode", "notakto", "columns=3", "rows=3",
                                                "--owner", owner, "-o", file("g.aag"), "--json"}));
    EXPECT_EQ(written.at("latches"), 21);
    EXPECT_EQ(written.at("controllable_inputs"), 4);
    EXPECT_EQ(written.at("bytes"), read_whole(file("g.aag")).size());
    const json solved =
        json::parse(output_of({"prove", "--aiger", file("g.aag"), "-o", file("w.aig"), "--json"}));
    EXPECT_EQ(solved.at("verdict"), verdict);
    const json by_sets =
        json::parse(output_of({"prove", "--aiger", file("g.aag"), "--method", "sets", "--json"}));
    EXPECT_EQ(by_sets.at("verdict"), verdict);
    EXPECT_EQ(read_whole(file("w.aig")).substr(0, 4), "aig ");
    // Both methods at once; what the winner's circuit leaves free changes nothing.
    const json by_both = json::parse(output_of(
        {"prove", "--aiger", file("g.aag"), "--method", "auto", "-o", file("b.aig"), "--json"}));
    EXPECT_EQ(by_both.at("verdict"), verdict);
    EXPECT_EQ(by_both.at("reason"), "it found the verdict first");
    for (const char* const method : {"ic3", "sets"}) {
      const json again =
          json::parse(output_of({"prove", "--aiger", file("b.aig"), "--method", method, "--json"}));
      EXPECT_EQ(again.at("verdict"), verdict);
    }
  }
  EXPECT_EQ(complaint_of(2, {"prove", "notakto", "--aiger", file("g.aag")}).substr(0, 12),
            "--aiger FILE");
  EXPECT_EQ(complaint_of(1, {"prove", "--aiger", file("nothing.aag")}),
            "Cannot read " + file("nothing.aag") + ": No such file or directory.");
}

// Like files of the synthesis competition: a status without the line c before it.
TEST_F(StrategyProgram, ASafetyGameComesFromStandardInput) {
  const std::string game = "aag 1 1 0 1 0\n2\n2\ni0 controllable_c\n#!SYNTCOMP\n#.\n";
  for (const char* const method : {"ic3", "sets", "auto"}) {
    const ProcessResult result = run_program(
        {.arguments = {"prove", "--aiger", "-", "--method", method, "-o", file("w.aag")},
         .input = game});
    EXPECT_EQ(result.exit_code, 0) << result.error;
    EXPECT_TRUE(result.output.starts_with("realizable: ")) << result.output;
    EXPECT_EQ(read_whole(file("w.aag")), "aag 0 0 0 1 0\n0\n");
  }
  const ProcessResult broken =
      run_program({.arguments = {"prove", "--aiger", "-"}, .input = "aag 1"});
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_EQ(broken.error,
            "zermelo: standard input: line 1: expected a space, not the end of the "
            "file.\n");
}

TEST_F(StrategyProgram, AStrategyToCheckComesFromStandardInput) {
  output_of({"prove", "mnk", "m=2", "n=2", "k=2", "-o", file("s.aig")});
  const ProcessResult result =
      run_program({.arguments = {"check", "-"}, .input = read_whole(file("s.aig"))});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_NE(result.output.find("Black wins within 3 plies from the start."), std::string::npos);
  // A player needs it to enter moves.
  EXPECT_EQ(complaint_of(2, {"play", "-"}).substr(0, 46),
            "Your moves are read from standard input: give ");
}

}  // namespace
}  // namespace zermelo::test
