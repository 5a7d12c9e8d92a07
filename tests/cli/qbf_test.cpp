// SPDX-License-Identifier: MIT
// Quantified formulas and `zermelo crosscheck`, as a user runs them.
#include <gtest/gtest.h>

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
using QbfWords = std::vector<std::string>;

class QbfProgram : public testing::Test {
 protected:
  std::string file(const std::string& name) const { return folder_.file(name); }
  static QbfWords with(const char* verb, const QbfWords& more) {
    QbfWords words = {verb, "--bddl", (shipped_games / "shapes/domain.bddl").string(),
                      (shipped_games / "shapes/4x4-tic.bddl").string()};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(QbfProgram, EncodesInBothFormats) {
  const json lifted = json::parse(output_of(
      with("encode", {"--format", "qcir", "--depth", "5", "-o", file("x.qcir"), "--json"})));
  EXPECT_TRUE(read_whole(file("x.qcir")).starts_with("#QCIR-G14 "));
  const json grounded =
      json::parse(output_of(with("encode", {"--format", "qdimacs", "--encoding", "grounded",
                                            "--depth", "5", "-o", file("x.qdimacs"), "--json"})));
  EXPECT_NE(read_whole(file("x.qdimacs")).find("\np cnf "), std::string::npos);
  EXPECT_LT(lifted.at("gates"), grounded.at("gates"));
  EXPECT_GT(lifted.at("blocks"), grounded.at("blocks"));
  EXPECT_EQ(lifted.at("bytes"), read_whole(file("x.qcir")).size());
}

TEST_F(QbfProgram, ProvesAndCertifies) {
  const json found = json::parse(output_of(with(
      "prove", {"--method", "qbf", "--depth", "7", "--shortest", "-o", file("s.aig"), "--json"})));
  EXPECT_EQ(found.at("verdict"), "win");
  EXPECT_EQ(found.at("plies"), 5);
  EXPECT_EQ(found.at("refuted"), 4);
  EXPECT_EQ(found.at("method"), "qbf");
  EXPECT_TRUE(found.at("certified"));
  EXPECT_TRUE(found.at("first_move").is_string());
  EXPECT_NE(output_of({"check", file("s.aig")}).find("Black wins within 5 plies"),
            std::string::npos);
}

TEST_F(QbfProgram, SaysWhyItChoseAMethod) {
  const std::string text = output_of(with("prove", {"--method", "auto", "--depth", "5"}));
  EXPECT_NE(text.find("qbf: only wins within 5 plies count"), std::string::npos) << text;
  EXPECT_NE(text.find("would be checked"), std::string::npos) << text;
}

// Three in a row on 4x4, which Black wins in 5 plies.
TEST_F(QbfProgram, EveryMethodProvesTheSame) {
  for (const char* const method : {"ic3", "qbf", "table", "search", "auto"}) {
    SCOPED_TRACE(method);
    QbfWords words = {"--method", method, "--shortest", "--json"};
    if (method == std::string("qbf")) words.insert(words.end(), {"--depth", "7"});
    const json found = json::parse(output_of(with("prove", words)));
    EXPECT_EQ(found.at("verdict"), "win");
    EXPECT_EQ(found.at("plies"), 5);
    EXPECT_EQ(found.at("refuted"), 4);
    EXPECT_EQ(found.at("method"), method == std::string("auto") ? "ic3" : method);
  }
}

TEST_F(QbfProgram, ATableMakesAStrategyOfEitherSide) {
  output_of(with("prove", {"--method", "table", "-o", file("s.aig")}));
  EXPECT_NE(output_of({"check", file("s.aig")}).find("Black wins within 5 plies"),
            std::string::npos);
  const json refuted = json::parse(
      output_of(with("prove", {"--method", "table", "--white", "-o", file("w.aig"), "--json"})));
  EXPECT_EQ(refuted.at("verdict"), "no win");
  EXPECT_EQ(refuted.at("refuted"), "all");
  EXPECT_NE(output_of({"check", file("w.aig")}).find("Black"), std::string::npos);
}

TEST_F(QbfProgram, TableAndSearchGiveUpInOneSentence) {
  const std::string out_of_time = "The time allowed was used up before the verdict was found.";
  EXPECT_EQ(complaint_of(1, {"prove", "othello", "rows=4", "cols=5", "--method", "table",
                             "--seconds", "0.2"}),
            out_of_time);
  const std::string connect = (shipped_games / "connect/").string();
  EXPECT_EQ(complaint_of(1, {"prove", "--bddl", connect + "domain.bddl", connect + "6x6-4.bddl",
                             "--method", "search", "--seconds", "0.2"}),
            out_of_time);
  complaint_of(2, {"prove", "mnk", "--method", "search"});
}

TEST_F(QbfProgram, AGameWithoutAModelIsSolved) {
  const std::string text =
      output_of({"prove", "ostle", "size=4", "start=3", "lose=2", "--method", "auto"});
  EXPECT_NE(text.find("table: the game has no Boolean model"), std::string::npos) << text;
}

TEST_F(QbfProgram, ASolverThatLiesIsFound) {
  const std::string text =
      complaint_of(1, with("prove", {"--method", "qbf", "--depth", "5", "--solver",
                                     "sh -c 'exit 20'", "-o", file("s.aig")}));
  EXPECT_NE(text.find("verdict is wrong"), std::string::npos) << text;
}

TEST_F(QbfProgram, WrongUsageExitsWithTwo) {
  for (const QbfWords& words :
       {QbfWords{"prove", "notakto", "--method", "qbf"},
        QbfWords{"prove", "notakto", "--method", "sets"},
        QbfWords{"prove", "ostle", "--method", "search", "-o", file("s")},
        QbfWords{"prove", "notakto", "--method", "table", "--depth", "3"},
        QbfWords{"prove", "notakto", "--solver", "x"},
        QbfWords{"encode", "notakto", "--format", "qcir", "-o", file("x")},
        with("encode", {"--format", "qcir", "--depth", "0", "-o", file("x")})}) {
    complaint_of(2, words);
  }
}

TEST_F(QbfProgram, CrosschecksAGame) {
  const json report = json::parse(
      output_of({"crosscheck", "--bddl", (shipped_games / "shapes/domain.bddl").string(),
                 (shipped_games / "shapes/3x3-el.bddl").string(), "--json"}));
  EXPECT_TRUE(report.at("agrees"));
  EXPECT_EQ(report.at("engines").size(), 5u);
  for (const json& engine : report.at("engines")) EXPECT_EQ(engine.at("verdict"), "win");
  EXPECT_NE(output_of({"crosscheck", "mnk", "m=3", "n=3", "k=3"}).find("The engines agree."),
            std::string::npos);
}

}  // namespace
}  // namespace zermelo::test
