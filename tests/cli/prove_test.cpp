// SPDX-License-Identifier: MIT
// `zermelo prove` and `zermelo check`, as a user runs them.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/bddl_games.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::test {
namespace {

using nlohmann::json;
using ProveWords = std::vector<std::string>;

ProveWords operator+(ProveWords words, const ProveWords& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::set<std::string> keys_of(const json& object) {
  std::set<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  return keys;
}

void replace_once(std::string& text, const std::string& old, const std::string& by) {
  const std::size_t at = text.find(old);
  ASSERT_NE(at, text.npos) << old;
  text.replace(at, old.size(), by);
}

class ProveProgram : public testing::Test {
 protected:
  std::string file(const std::string& name) const { return folder_.file(name); }
  static json json_of(const ProveWords& words) {
    return json::parse(output_of(words + ProveWords{"--json"}));
  }
  // Black wins in 6 plies.
  static ProveWords notakto() { return {"prove", "notakto", "columns=3", "rows=3"}; }
  // Black wins in 3.
  static ProveWords two_in_a_row() { return {"prove", "mnk", "m=2", "n=2", "k=2"}; }
  static ProveWords tic_tac_toe() { return {"prove", "mnk", "m=3", "n=3", "k=3"}; }
  // A game too large to wait for.
  static ProveWords large_game() { return {"prove", "mnk", "m=6", "n=6", "k=5"}; }

  // A strategy for that game.
  std::string strategy(const ProveWords& words) const {
    output_of(words + ProveWords{"-o", file("s.aag")});
    return file("s.aag");
  }
  // A strategy that claims a win one ply too soon.
  std::string lie() const {
    std::string text = read_whole(strategy(two_in_a_row() + ProveWords{"--shortest"}));
    replace_once(text, "\ndepth 3\n", "\ndepth 2\n");
    write_whole(file("lie.aag"), text);
    return file("lie.aag");
  }

 private:
  TemporaryFolder folder_;
};

using CheckProgram = ProveProgram;

// --- prove ---------------------------------------------------------------------------------------

// The strategy of a search wins as fast as the search says, and check proves it from the rules.
TEST_F(ProveProgram, ASearchWritesTheStrategyOfAWin) {
  const std::string hex = (shipped_games / "hex").string();
  const std::vector<ProveWords> won = {
      {"prove", "notakto", "columns=3", "rows=3"},
      {"prove", "othello", "rows=3", "columns=4", "--white"},
      {"prove", "breakthrough", "columns=2", "rows=5", "--start", "w1/1w/b1/1b/2 b"},
      {"prove", "--bddl", hex + "/domain.bddl", hex + "/3x3.bddl"}};
  int written = 0;
  for (const ProveWords& words : won) {
    SCOPED_TRACE(words[1]);
    const ProveWords by_search = words + ProveWords{"--method", "search"};
    const json verdict = json_of(by_search);
    if (verdict.at("verdict") != "win") {
      EXPECT_EQ(
          complaint_of(1, by_search + ProveWords{"-o", file("none.aag")}),
          "No strategy was written: a search makes one for a win only. Choose another method.");
      EXPECT_FALSE(std::filesystem::exists(file("none.aag")));
      continue;
    }
    const json found = json_of(by_search + ProveWords{"-o", file("found.aag")});
    EXPECT_EQ(found.at("plies"), verdict.at("plies"));
    EXPECT_EQ(found.at("strategy"), file("found.aag"));
    const std::string checked = output_of({"check", file("found.aag")});
    EXPECT_NE(checked.find("within " + std::to_string(verdict.at("plies").get<int>()) + " pl"),
              std::string::npos)
        << checked;
    ++written;
  }
  EXPECT_GE(written, 2);
}

TEST_F(ProveProgram, SaysWhoWins) {
  const std::string won = output_of(notakto() + ProveWords{"-o", file("s.aig")});
  EXPECT_TRUE(std::regex_search(
      won, std::regex("^Black can force a win, within \\d+ plies\\.\nobligations +\\d")));
  for (const char* row : {"\nSAT calls ", "\ncubes ", "\ntime ", "\nstrategy "})
    EXPECT_NE(won.find(row), won.npos) << row;
  EXPECT_NE(won.find(file("s.aig") + ", "), won.npos);
  EXPECT_TRUE(read_whole(file("s.aig")).starts_with("aig "));

  const std::string drawn = output_of(tic_tac_toe());
  EXPECT_TRUE(drawn.starts_with("Black cannot force a win.\n")) << drawn;
  EXPECT_EQ(drawn.find("strategy"), drawn.npos);
  const std::string second = output_of(notakto() + ProveWords{"--white"});
  EXPECT_TRUE(second.starts_with("White cannot force a win.\n")) << second;
}

TEST_F(ProveProgram, FindsTheShortestWin) {
  const std::string text = output_of(notakto() + ProveWords{"--shortest"});
  EXPECT_TRUE(std::regex_search(text, std::regex("^Black can force a win.* in 6 plies\\.\n")));
  const json found = json_of(notakto() + ProveWords{"--shortest", "-o", file("s.aig")});
  EXPECT_EQ(found.at("plies"), 6);
  EXPECT_EQ(found.at("refuted"), 5);
  EXPECT_TRUE(output_of({"check", file("s.aig")})
                  .starts_with("Black wins within 6 plies from the start.\n"));
}

TEST_F(ProveProgram, LooksNoFurtherThanItIsTold) {
  const ProveWords words = notakto() + ProveWords{"--depth", "5", "-o", file("s.aig")};
  EXPECT_TRUE(output_of(words).starts_with("Black cannot force a win within 5 plies.\n"));
  EXPECT_TRUE(output_of({"check", file("s.aig")})
                  .starts_with("White does not lose within 5 plies from the start.\n"));
  const json found = json_of(words);
  EXPECT_EQ(found.at("verdict"), "no win");
  EXPECT_EQ(found.at("depth"), 5);
  EXPECT_EQ(found.at("refuted"), 5);
  EXPECT_TRUE(found.at("plies").is_null());
  EXPECT_EQ(json_of(notakto() + ProveWords{"--depth", "6"}).at("plies"), 6);
  EXPECT_TRUE(output_of(notakto() + ProveWords{"--depth", "1"})
                  .starts_with("Black cannot force a win within 1 ply.\n"));
}

TEST_F(ProveProgram, BeginsElsewhere) {
  const ProveWords words =
      tic_tac_toe() + ProveWords{"--start", "ww1/bb1/3 b", "-o", file("s.aig")};
  EXPECT_TRUE(output_of(words + ProveWords{"--shortest"}).starts_with("Black can force a win"));
  EXPECT_TRUE(output_of({"check", file("s.aig")})
                  .starts_with("Black wins within 1 ply from ww1/bb1/3 b.\n"));
  EXPECT_EQ(json_of(words + ProveWords{"--white"}).at("verdict"), "no win");
  EXPECT_TRUE(
      output_of({"check", file("s.aig")}).starts_with("Black does not lose from ww1/bb1/3 b.\n"));
}

// --- Games of Alice and Bob, and IC3 as the thesis has it
// ------------------------------------------

TEST_F(ProveProgram, ReadsGamesOfAliceAndBob) {
  write_whole(file("game.txt"), "alice 00 -> 01\nbob 01 -> 11\nalice 11 won_A\n");
  const ProveWords words = {"prove", "--turn-game", file("game.txt")};
  EXPECT_TRUE(output_of(words).starts_with("Alice can force a win, within 2 plies.\n"));
  output_of({"encode", "--turn-game", file("game.txt"), "-o", file("game.aag")});
  for (const std::string name : {"game.txt", "game.aag"}) {
    for (const std::string method : {"ic3", "ic3-thesis"}) {
      const json found = json_of({"prove", "--turn-game", file(name), "--method", method});
      EXPECT_EQ(found.at("verdict"), "win") << name;
      EXPECT_EQ(found.at("side"), "alice");
      EXPECT_EQ(found.at("method"), method);
      EXPECT_EQ(found.contains("may_be_wrong"), method == "ic3-thesis");
    }
  }
  const std::string traced = output_of(words + ProveWords{"--method", "ic3-thesis", "--trace"});
  EXPECT_TRUE(traced.starts_with("k = 1; Ob = {<F_1, won_A>}\n")) << traced;
  output_of({"encode", "notakto", "rows=2", "columns=3", "--format", "aiger-turn", "--owner",
             "white", "-o", file("board.aig")});
  EXPECT_EQ(json_of({"prove", "--turn-game", file("board.aig")}).at("verdict"), "win");
}

TEST_F(ProveProgram, ProvesAsInTheThesis) {
  const ProveWords words = two_in_a_row() + ProveWords{"--method", "ic3-thesis"};
  EXPECT_TRUE(output_of(words).starts_with("Black can force a win.\nobligations "));
  EXPECT_TRUE(output_of(words + ProveWords{"--white"}).starts_with("White cannot force a win.\n"));
  const std::string starred = output_of(words + ProveWords{"--generalise", "exists"});
  EXPECT_NE(starred.find("\nThis may be wrong: with --generalise exists it proves nothing.\n"),
            starred.npos);
}

TEST_F(ProveProgram, RefusesWhatTheThesisDoesNotHave) {
  write_whole(file("game.txt"), "alice 0 -> 1\n");
  write_whole(file("carol.txt"), "carol 0 -> 1\n");
  write_whole(file("turn.aag"), "aag 1 0 1 1 0\n2 2\n2\nl0 turn\no0 won_A\n");
  const std::string help = " See zermelo prove --help.";
  const ProveWords thesis = two_in_a_row() + ProveWords{"--method", "ic3-thesis"};
  const std::pair<ProveWords, std::string> usages[] = {
      {thesis + ProveWords{"-o", file("s.aag")},
       "IC3 as the thesis has it makes no strategy: leave out the file, or choose another method."},
      {thesis + ProveWords{"--depth", "3"},
       "IC3 as the thesis has it looks for wins of any length: leave out the depth."},
      {thesis + ProveWords{"--generalise", "both"},
       "The thesis generalises none or exists: choose one of them, or another method."},
      {two_in_a_row() + ProveWords{"--trace"}, "--trace is for --method ic3-thesis."},
      {{"prove", "--turn-game", file("game.txt"), "--method", "sets"},
       "Games of Alice and Bob are decided by ic3 or by ic3-thesis."},
      {{"prove", "--turn-game", file("game.txt"), "-o", file("s.aag")},
       "No strategy is written for a game of Alice and Bob: leave out the file."},
      {{"prove", "--turn-game", file("game.txt"), "--white"},
       "--turn-game FILE is a complete game: give no other game, side or start."},
      {{"prove", "--aiger", file("turn.aag"), "--method", "ic3-thesis"},
       "IC3 as the thesis has it is for games with a turn: give the file by --turn-game."},
  };
  for (const auto& [words, sentence] : usages)
    EXPECT_EQ(complaint_of(2, words), sentence + help) << sentence;
  EXPECT_EQ(complaint_of(1, {"prove", "--turn-game", file("carol.txt")}),
            file("carol.txt") + ": line 1: expected alice or bob, found 'carol'.");
  EXPECT_EQ(complaint_of(1, {"prove", "--aiger", file("turn.aag")}),
            file("turn.aag") +
                ": The file has an output won_A: it is a game with a turn, not a safety game. Give "
                "it by --turn-game.");
}

TEST_F(ProveProgram, ReportsTheThesissTable) {
  const json report = json::parse(output_of({"report", "ic3-table", "minigame", "--json"}));
  const json& rows = report.at("tables").at(0).at("rows");
  ASSERT_EQ(rows.size(), 2u);
  for (const json& row : rows) {
    EXPECT_EQ(row.at("|V|"), 16);
    EXPECT_EQ(row.at("obligations"), 9);
    EXPECT_EQ(row.at("obligations in thesis"), 9);
    EXPECT_EQ(row.at("ours"), "yes");
    EXPECT_EQ(row.at("verdict"), "same");
    EXPECT_TRUE(row.contains("seconds"));
  }
  EXPECT_EQ(rows[0].at("SAT calls in thesis"), 80);
  EXPECT_EQ(rows[1].at("SAT calls in thesis"), 157);
  EXPECT_EQ(report.at("tables").at(1).at("rows").size(), 3u);
  EXPECT_TRUE(complaint_of(2, {"report", "ic3-table", "chess"})
                  .starts_with("There is no model 'chess', only 'minigame', 'notakto (2 x 3)', "));
}

TEST_F(ProveProgram, TellsScripts) {
  const std::set<std::string> keys = {"verdict",  "side",    "depth",     "plies",       "refuted",
                                      "method",   "seconds", "sat_calls", "obligations", "cubes",
                                      "strategy", "gates",   "stopped_by"};
  json found = json_of(notakto() + ProveWords{"-o", file("s.aig")});
  for (const std::string& key : keys) EXPECT_TRUE(found.contains(key)) << key;
  EXPECT_EQ(found.at("verdict"), "win");
  EXPECT_EQ(found.at("side"), "black");
  EXPECT_TRUE(found.at("depth").is_null());
  EXPECT_GE(found.at("plies"), 6);
  EXPECT_EQ(found.at("refuted"), 0);
  EXPECT_EQ(found.at("method"), "ic3");
  EXPECT_EQ(found.at("strategy"), file("s.aig"));
  EXPECT_GT(found.at("gates"), 0);
  EXPECT_TRUE(found.at("stopped_by").is_null());
  for (const char* count : {"sat_calls", "obligations", "cubes"}) EXPECT_GT(found.at(count), 0);

  found = json_of(tic_tac_toe() + ProveWords{"--white", "--generalise", "none"});
  for (const std::string& key : keys) EXPECT_TRUE(found.contains(key)) << key;
  EXPECT_EQ(found.at("verdict"), "no win");
  EXPECT_EQ(found.at("side"), "white");
  EXPECT_EQ(found.at("refuted"), "all");
  EXPECT_TRUE(found.at("plies").is_null());
  EXPECT_TRUE(found.at("strategy").is_null());
}

TEST_F(ProveProgram, GivesUp) {
  const ProveWords words = large_game() + ProveWords{"--seconds", "0.05", "-o", file("s.aig")};
  const std::string sentence =
      "zermelo: The time allowed was used up before the verdict was found.\n";
  const ProcessResult text = run_program(words);
  EXPECT_EQ(text.exit_code, 1);
  EXPECT_TRUE(text.output.starts_with("Unknown.\n")) << text.output;
  EXPECT_EQ(text.error, sentence);
  EXPECT_FALSE(std::filesystem::exists(file("s.aig")));

  const ProcessResult outcome = run_program(words + ProveWords{"--json", "--shortest"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.error, sentence);
  const json found = json::parse(outcome.output);
  EXPECT_EQ(found.at("verdict"), "unknown");
  EXPECT_EQ(found.at("stopped_by"), "time");
  EXPECT_TRUE(found.at("strategy").is_null());
  EXPECT_LT(found.at("refuted"), 9);
}

TEST_F(ProveProgram, CanBeInterrupted) {
  // A signal that comes before the program is ready ends it; then it is sent a little later.
  for (int wait = 100; wait <= 100'000; wait *= 2) {
    Program program({.arguments = large_game() + ProveWords{"-o", file("s.aig")}});
    std::this_thread::sleep_for(std::chrono::milliseconds(wait));
    program.send(SIGINT);
    const ProcessResult outcome = program.wait();
    if (outcome.signal == SIGINT) continue;
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_TRUE(outcome.output.starts_with("Unknown.\n")) << outcome.output;
    EXPECT_EQ(outcome.error, "zermelo: Stopped before the verdict was found.\n");
    EXPECT_FALSE(std::filesystem::exists(file("s.aig")));
    return;
  }
  FAIL() << "it is never ready";
}

TEST_F(ProveProgram, WrongUsageExitsWithTwo) {
  EXPECT_EQ(complaint_of(2, {"prove", "ostle"}),
            "There is no Boolean model of ostle. See zermelo prove --help.");
  EXPECT_EQ(complaint_of(2, {"prove", "draughts"}),
            "There is no game 'draughts'; `zermelo games` lists them. See zermelo prove --help.");
  for (const ProveWords& words : {ProveWords{"--depth", "0"},
                                  {"--depth", "x"},
                                  {"--seconds", "0"},
                                  {"--generalise", "some"},
                                  {"--method", "magic"},
                                  {"--memory", "lots"},
                                  {"--nonsense"}}) {
    complaint_of(2, notakto() + words);
  }
  complaint_of(2, {"prove"});
  complaint_of(2, {"check"});
}

TEST_F(ProveProgram, WrongPositionsAreRefused) {
  EXPECT_EQ(complaint_of(1, tic_tac_toe() + ProveWords{"--start", "3/3 b"}),
            complaint_of(1, {"show", "mnk", "3/3 b"}));
  // A position in which stones hang in the air.
  complaint_of(1, {"prove", "connect", "columns=3", "rows=3", "--start", "bbb/3/3 w"});
}

TEST_F(ProveProgram, WhatCannotBeWrittenIsAFailure) {
  const std::string nowhere = file("none/s.aig");
  EXPECT_EQ(complaint_of(1, notakto() + ProveWords{"-o", nowhere}),
            "Cannot write " + nowhere + ": No such file or directory.");
  // What was there before is kept.
  write_whole(file("s.aig"), "of value");
  const ProcessResult outcome = run_program(
      {.arguments = notakto() + ProveWords{"-o", file("s.aig")}, .file_size_limit = 100});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.error, "zermelo: Cannot write " + file("s.aig") + ": File too large.\n");
  EXPECT_EQ(read_whole(file("s.aig")), "of value");
  EXPECT_FALSE(std::filesystem::exists(file("s.aig.part")));
  EXPECT_EQ(run_program({.arguments = two_in_a_row(), .output = "/dev/full"}).exit_code, 1);
}

TEST_F(ProveProgram, ProvesGamesInBddl) {
  const std::filesystem::path games = shipped_games / "hex";
  output_of({"prove", "--bddl", (games / "domain.bddl").string(), (games / "2x2.bddl").string(),
             "-o", file("s.aig")});
  // The file is self-contained, and does not disclose where its rules were.
  const std::string text = output_of({"check", file("s.aig")});
  EXPECT_TRUE(text.starts_with("Black wins within ")) << text;
  EXPECT_EQ(read_whole(file("s.aig")).find(games.string()), std::string::npos);
}

// --- check ---------------------------------------------------------------------------------------

TEST_F(CheckProgram, FindsNothingWrong) {
  const std::string path = strategy(two_in_a_row());
  const std::string text = output_of({"check", path});
  EXPECT_TRUE(std::regex_match(
      text, std::regex("Black wins within 3 plies from the start\\.\n11 formulas shown "
                       "unsatisfiable in \\d+\\.\\d s: the strategy does what it claims\\.\n")))
      << text;
  const json found = json_of({"check", path});
  EXPECT_EQ(keys_of(found),
            (std::set<std::string>{"ok", "claim", "obligations", "counterexample", "seconds"}));
  EXPECT_EQ(found.at("ok"), true);
  EXPECT_EQ(found.at("claim"), "Black wins within 3 plies from the start.");
  EXPECT_EQ(found.at("obligations"), 11);
  EXPECT_TRUE(found.at("counterexample").is_null());
}

TEST_F(CheckProgram, ShowsWhereAStrategyLies) {
  const std::string path = lie();
  const ProcessResult outcome = run_program({"check", path});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.output, "2 . .\n1 . .\n  a b\nBlack to move\n");
  EXPECT_EQ(outcome.error,
            "zermelo: " + path +
                " does not do what it claims ('Black wins within 2 plies from the start.'). In "
                "2/2 b: Play begins here, and the rank is 3, which is not below 3.\n");

  const ProcessResult scripted = run_program({"check", path, "--json"});
  EXPECT_EQ(scripted.exit_code, 1);
  EXPECT_EQ(scripted.error, outcome.error);
  const json found = json::parse(scripted.output);
  EXPECT_EQ(found.at("ok"), false);
  EXPECT_EQ(found.at("claim"), "Black wins within 2 plies from the start.");
  const json& counterexample = found.at("counterexample");
  EXPECT_EQ(keys_of(counterexample),
            (std::set<std::string>{"position", "board", "move", "sentence"}));
  EXPECT_EQ(counterexample.at("position"), "2/2 b");
  EXPECT_TRUE(counterexample.at("move").is_null());
  EXPECT_EQ(counterexample.at("sentence"),
            "Play begins here, and the rank is 3, which is not below 3.");
}

TEST_F(CheckProgram, NamesTheMoveThatIsWrong) {
  std::string text = read_whole(strategy(two_in_a_row() + ProveWords{"--shortest"}));
  // The two bits of the ranks change places: 3, 2, 1 become 3, 1, 2.
  replace_once(text, " rank[0]\n", " rank[?]\n");
  replace_once(text, " rank[1]\n", " rank[0]\n");
  replace_once(text, " rank[?]\n", " rank[1]\n");
  write_whole(file("lie.aag"), text);
  const ProcessResult outcome = run_program({"check", file("lie.aag"), "--json"});
  EXPECT_EQ(outcome.exit_code, 1);
  const json found = json::parse(outcome.output).at("counterexample");
  const auto position = found.at("position").get<std::string>();
  const auto move = found.at("move").get<std::string>();
  const auto sentence = found.at("sentence").get<std::string>();
  EXPECT_TRUE(position.ends_with(" w")) << position;
  EXPECT_EQ(sentence, "White can play " + move + ", and then the rank is 2, which is not below 1.");
  EXPECT_EQ(outcome.error,
            "zermelo: " + file("lie.aag") +
                " does not do what it claims ('Black wins within 3 plies from the start.'). In " +
                position + ": " + sentence + "\n");
  EXPECT_EQ(run_program({"check", file("lie.aag")}).output,
            output_of({"show", "mnk", "m=2", "n=2", "k=2", position}));
}

TEST_F(CheckProgram, FilesThatAreNoStrategiesAreRefused) {
  const std::string path = strategy(notakto());
  const std::string bytes = read_whole(path);
  write_whole(file("other"), "something else\n");
  EXPECT_EQ(complaint_of(1, {"check", file("other")}),
            file("other") +
                ": line 1: an AIGER file begins with 'aag ' or 'aig ', and this one does not.");
  EXPECT_EQ(complaint_of(1, {"check", file("missing")}),
            "Cannot read " + file("missing") + ": No such file or directory.");
  EXPECT_EQ(complaint_of(1, {"check", file("")}), "Cannot read " + file("") + ": Is a directory.");
  // A file that is cut short, in the circuit and where its comment begins to matter.
  for (const std::size_t size : {bytes.size() / 3, bytes.find("zermelo strategy 1") + 18}) {
    write_whole(file("short.aag"), bytes.substr(0, size));
    EXPECT_TRUE(complaint_of(1, {"check", file("short.aag")}).starts_with(file("short.aag: ")));
  }
  // A control character in it cannot affect a terminal.
  std::string loud = bytes;
  replace_once(loud, "\nowner black\n", "\nowner bl\x1b[2J\n");
  write_whole(file("loud.aag"), loud);
  EXPECT_EQ(complaint_of(1, {"check", file("loud.aag")}),
            file("loud.aag") + ": The strategy's owner must be black or white, not 'bl\\x1b[2J'.");
}

// --- Proofs --------------------------------------------------------------------------------------

// The names of the formulas and proofs in a folder, as its list gives them.
ProveWords obligations_in(const std::string& folder) {
  ProveWords names;
  std::istringstream lines(read_whole(folder + "/obligations.txt"));
  for (std::string name; lines >> name; std::getline(lines, name)) names.push_back(name);
  return names;
}

TEST_F(CheckProgram, WritesProofs) {
  const std::string folder = file("proofs");
  const std::string text = output_of({"check", strategy(two_in_a_row()), "--proofs", folder});
  EXPECT_TRUE(text.ends_with("Formulas and proofs are in " + folder + ".\n")) << text;
  const ProveWords names = obligations_in(folder);
  ASSERT_EQ(names.size(), 11u);
  EXPECT_EQ(names.front(), "001-the-start");
  for (const std::string& name : names) {
    EXPECT_TRUE(read_whole(folder + "/" + name + ".cnf").starts_with("p cnf ")) << name;
    EXPECT_TRUE(std::filesystem::exists(folder + "/" + name + ".drat")) << name;
  }
}

TEST_F(CheckProgram, ProofsConvinceDratTrim) {
  // The program at the path DRAT_TRIM, or in a folder of PATH.
  const char* const named = std::getenv("DRAT_TRIM");
  const std::string program = named != nullptr ? named : "drat-trim";
  if (std::system(("command -v '" + program + "' >/dev/null").c_str()) != 0)
    GTEST_SKIP() << "drat-trim is not there";
  const std::string folder = file("proofs");
  output_of({"check", strategy(two_in_a_row()), "--proofs", folder});
  for (const std::string& name : obligations_in(folder)) {
    const std::string path = "'" + folder + "/" + name;
    const std::string command =
        "'" + program + "' " + path + ".cnf' " + path + ".drat' -i > " + file("said") + " 2>&1";
    [[maybe_unused]] const int status = std::system(command.c_str());
    EXPECT_NE(read_whole(file("said")).find("s VERIFIED"), std::string::npos) << name;
  }
}

TEST_F(CheckProgram, ProofsThatCannotBeWrittenAreAFailure) {
  const std::string path = strategy(two_in_a_row());
  EXPECT_EQ(complaint_of(1, {"check", path, "--proofs", path + "/inside"}),
            "The folder " + path + "/inside cannot be created: Not a directory.");
  // A disk that is full after some bytes.
  const ProcessResult outcome = run_program(
      {.arguments = {"check", path, "--proofs", file("proofs")}, .file_size_limit = 200});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(std::regex_match(outcome.error, std::regex("zermelo: .* cannot be written.*\\.\n")))
      << outcome.error;
}

}  // namespace
}  // namespace zermelo::test
