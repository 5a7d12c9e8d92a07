// SPDX-License-Identifier: MIT
// Verdicts by quantified formulas with their strategies; solvers that fail or lie.
#include "proof/qbf/prove_qbf.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "gen/error.h"
#include "gen/stopwatch.h"
#include "probe/game.h"
#include "proof/check/check.h"
#include "proof/strategy.h"
#include "tests/support/bddl_games.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::proof {
namespace {

namespace fs = std::filesystem;

GameSpec tic() { return test::bddl_spec(test::shipped_games / "shapes/4x4-tic.bddl"); }

QbfOptions by_command(const std::string& command) {
  QbfOptions options;
  options.solver = QbfOptions::Solver::command;
  options.command = command;
  options.plies = 5;
  options.certify = true;
  return options;
}

// --- Strategies ----------------------------------------------------------------------------------

void expect_certified(const fs::path& problem) {
  SCOPED_TRACE(problem);
  QbfOptions options;
  options.certify = true;
  const QbfProof proof = prove_by_qbf(test::bddl_spec(problem), options);
  ASSERT_TRUE(proof.wins && proof.strategy);
  EXPECT_EQ(proof.strategy->claim.kind,
            *proof.wins ? Claim::Kind::wins : Claim::Kind::does_not_lose);
  EXPECT_TRUE(check_strategy(*proof.strategy).ok());
}

TEST(ProveByQbf, CertifiesThePublishedInstances) {
  const auto problems = test::problems_in(test::published_games);
  if (problems.empty()) GTEST_SKIP() << "the authors' models are not here";
  for (const fs::path& problem : problems) {
    const std::string name = problem.filename().string();
    const bool takes_long =
        name == "5x5_13.ig" || name == "4x4_15_connect4.ig" || name == "2x6_15.ig";
    if (takes_long) continue;
    ASSERT_NO_FATAL_FAILURE(expect_certified(problem));
  }
}

TEST(ProveByQbf, FindsTheShortestWinOfAnyGameWithAModel) {
  QbfOptions options;
  options.plies = 9;
  options.stepwise = true;
  options.certify = true;
  const QbfProof proof =
      prove_by_qbf({"connect", {{"columns", "4"}, {"rows", "4"}, {"line", "3"}}}, options);
  ASSERT_TRUE(proof.wins && *proof.wins);
  EXPECT_EQ(proof.plies, 9);
  EXPECT_EQ(proof.refuted, 8);
  EXPECT_FALSE(proof.first_move.empty());
  ASSERT_TRUE(proof.strategy);
  EXPECT_TRUE(check_strategy(*proof.strategy).ok());
}

TEST(ProveByQbf, WorksOnBoardsWithMoreThan64Squares) {
  GameSpec spec = tic();
  std::string& problem = spec.parameters.at("problem");
  problem.replace(problem.find("4 4"), 3, "16 16");
  spec.parameters.erase("hash");
  QbfOptions options;
  options.plies = 5;
  options.certify = true;
  const QbfProof proof = prove_by_qbf(spec, options);
  EXPECT_EQ(proof.wins, true);
  EXPECT_FALSE(proof.first_move.empty());
  EXPECT_FALSE(proof.strategy) << "there are none of such boards";
  options.start = "8/8 b";
  EXPECT_THROW(prove_by_qbf(spec, options), UsageError);
  EXPECT_THROW(make_game(spec), SyntaxError);
}

TEST(Prove, NeedsNoTableToBePossible) {
  GameSpec spec = tic();
  std::string& problem = spec.parameters.at("problem");
  problem.replace(problem.find("4 4"), 3, "8 8");
  spec.parameters.erase("hash");
  const test::TemporaryFolder folder;
  EXPECT_THROW(solve(*make_game(spec), folder.file("x.ztb")), UsageError)
      << "too many positions to number";
  ProofOptions options;
  options.method = ProofOptions::Method::qbf;
  options.depth = 5;
  EXPECT_EQ(prove(spec, "", options).verdict, Verdict::win);
}

TEST(ProveByQbf, AsksForADepth) {
  EXPECT_THROW(prove_by_qbf({"notakto", {}}, {}), UsageError);
  QbfOptions lifted = by_command("true");
  lifted.encoding = QbfOptions::Encoding::lifted;
  EXPECT_THROW(prove_by_qbf({"notakto", {}}, lifted), UsageError);
}

TEST(ProveByQbf, StopsWhenItIsAsked) {
  QbfOptions options;
  options.plies = 15;
  options.stop = [] { return true; };
  EXPECT_FALSE(
      prove_by_qbf(test::bddl_spec(test::shipped_games / "connect/6x6-4.bddl"), options).wins);
}

// --- Other solvers -------------------------------------------------------------------------------

TEST(OtherSolvers, AreBelievedOnlyWithAStrategy) {
  EXPECT_EQ(prove_by_qbf(tic(), by_command("sh -c 'exit 10'")).wins, true);
  EXPECT_NE(test::error_text<Error>([] {
              prove_by_qbf(tic(), by_command("sh -c 'exit 20'"));
            }).find("verdict is wrong"),
            std::string::npos);
}

TEST(OtherSolvers, ThatFailAreASentence) {
  const auto text = [](const std::string& command) {
    return test::error_text<Error>([&] { prove_by_qbf(tic(), by_command(command)); });
  };
  EXPECT_EQ(text("no-such-solver"), "Cannot run the solver 'no-such-solver'.");
  EXPECT_NE(text("sh -c 'kill -SEGV $$'").find("was ended by signal 11"), std::string::npos);
  EXPECT_NE(text("sh -c 'exit 3'").find("its exit code was 3"), std::string::npos);
}

TEST(OtherSolvers, AreEndedWhenTheirTimeIsUp) {
  QbfOptions options = by_command("sh -c 'sleep 60; exit 10'");
  options.limits.seconds = 0.2;
  const QbfProof proof = prove_by_qbf(tic(), options);
  EXPECT_FALSE(proof.wins);
  EXPECT_EQ(proof.stopped_by, "time");
  const std::atomic<bool> stop = true;
  options.limits.stop = &stop;
  EXPECT_EQ(prove_by_qbf(tic(), options).stopped_by, "stop");
}

TEST(OtherSolvers, AreEndedInTimeThoughTheyCloseTheirOutput) {
  const Stopwatch watch;
  QbfOptions options = by_command("sh -c 'exec >&- 2>&-; sleep 60; exit 10'");
  options.limits.seconds = 0.2;
  EXPECT_EQ(prove_by_qbf(tic(), options).stopped_by, "time");
  // Or a solver that lives on without it and gives the right answer in the end.
  options = by_command("sh -c 'exec >&- 2>&-; sleep 0.1; exit 10'");
  options.limits.seconds = 30;
  EXPECT_EQ(prove_by_qbf(tic(), options).wins, true);
  EXPECT_LT(watch.seconds(), 20);
}

TEST(OtherSolvers, AreNotWaitedForByWhatTheyLeaveRunning) {
  const Stopwatch watch;
  const QbfProof proof = prove_by_qbf(tic(), by_command("sh -c 'sleep 60 & exit 10'"));
  EXPECT_EQ(proof.wins, true);
  EXPECT_LT(watch.seconds(), 20);
}

TEST(OtherSolvers, HaveTheTimeOfAllFormulasTogether) {
  QbfOptions options = by_command("sh -c 'sleep 0.4; exit 20'");
  options.stepwise = true;
  options.certify = false;
  options.limits.seconds = 1;
  const QbfProof proof = prove_by_qbf(tic(), options);
  EXPECT_EQ(proof.stopped_by, "time");
  EXPECT_LE(proof.refuted, 2);
}

TEST(OtherSolvers, AreEndedWhenTheirMemoryIsUp) {
  QbfOptions options = by_command("sh -c 'x=x; while :; do x=$x$x; done; exit 10'");
  options.limits.memory = std::uint64_t{1} << 26;
  options.limits.seconds = 60;
  EXPECT_EQ(prove_by_qbf(tic(), options).stopped_by, "memory");
  options = by_command("sh -c 'echo terminate called after throwing std::bad_alloc >&2; exit 3'");
  options.limits.memory = std::uint64_t{1} << 30;
  EXPECT_EQ(prove_by_qbf(tic(), options).stopped_by, "memory");
}

#ifndef ZERMELO_SANITIZED  // (A sanitizer reserves more than any limit on memory.)
// A limit on their memory does not mean that they reached it.
TEST(OtherSolvers, ThatFailForAnotherReasonAreNotOutOfMemory) {
  const auto text = [](const std::string& command) {
    QbfOptions options = by_command(command);
    options.limits.memory = std::uint64_t{1} << 30;
    return test::error_text<Error>([&] { prove_by_qbf(tic(), options); });
  };
  EXPECT_EQ(text("sh -c 'echo no licence >&2; exit 3'"),
            "The solver 'sh -c 'echo no licence >&2; exit 3'' found no verdict: its exit code was "
            "3, not 10 or 20. Its last message was: 'no licence'. It was allowed 1024 MiB.");
  EXPECT_NE(text("sh -c 'kill -SEGV $$'")
                .find("was ended by signal 11 (Segmentation fault). It was allowed 1024 MiB."),
            std::string::npos);
  EXPECT_EQ(text("no-such-solver"), "Cannot run the solver 'no-such-solver'.");
}
#endif

TEST(OtherSolvers, ReadTheFormulaAndMayTellTheFirstMove) {
  const test::TemporaryFolder folder;
  const std::string copy = folder.file("formula");
  // The move's number in binary: the second move of Black's is its number 1.
  QbfOptions options =
      by_command("sh -c 'cp \"$0\" " + copy + "; echo V 1 0; echo V -2 0; exit 10'");
  const QbfProof proof = prove_by_qbf(tic(), options);
  std::ifstream file(copy);
  std::string line;
  std::getline(file, line);
  EXPECT_TRUE(line.starts_with("c move 1: 1 2")) << line;
  EXPECT_FALSE(proof.first_move.empty());
  options.format = QbfOptions::Format::qcir;
  prove_by_qbf(tic(), options);
  std::ifstream qcir(copy);
  std::getline(qcir, line);
  EXPECT_TRUE(line.starts_with("#QCIR-G14 ")) << line;
}

TEST(DepQbf, IsFoundOrRefused) {
  QbfOptions options;
  options.solver = QbfOptions::Solver::depqbf;
  options.plies = 5;
  options.certify = true;
  if (!has_depqbf()) {
    EXPECT_THROW(prove_by_qbf(tic(), options), UsageError);
    return;
  }
  const QbfProof proof = prove_by_qbf(tic(), options);
  EXPECT_EQ(proof.wins, true);
  EXPECT_FALSE(proof.first_move.empty());
  ASSERT_TRUE(proof.strategy);
  options.plies = 15;
  options.limits.seconds = 0.1;
  const GameSpec hard = test::bddl_spec(test::shipped_games / "connect/6x6-4.bddl");
  EXPECT_EQ(prove_by_qbf(hard, options).stopped_by, "time");
#ifndef ZERMELO_SANITIZED
  options.limits = {};
  options.limits.memory = std::uint64_t{1} << 25;
  EXPECT_EQ(prove_by_qbf(hard, options).stopped_by, "memory");
#endif
}

// --- The library's call --------------------------------------------------------------------------

TEST(Prove, ChoosesAMethodAndSaysWhy) {
  ProofOptions options;
  options.method = ProofOptions::Method::automatic;
  EXPECT_EQ(prove(tic(), "", options).method, "ic3");
  options.depth = 5;
  const ProofReport report = prove(tic(), "", options);
  EXPECT_EQ(report.method, "qbf");
  EXPECT_EQ(report.reason, "only wins within 5 plies count");
  EXPECT_EQ(report.verdict, Verdict::win);
}

}  // namespace
}  // namespace zermelo::proof
