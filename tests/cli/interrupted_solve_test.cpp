// SPDX-License-Identifier: MIT
// Solves that are killed, interrupted, or run out of disk space: nothing that was saved is lost,
// and the result in the end is the same table.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "probe/table.h"
#include "tests/support/bddl_games.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/long_tests.h"
#include "tests/support/program.h"
#include "tests/support/small_table.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using test::Launch;
using test::ProcessResult;
using test::Program;

class SolverInterrupted : public testing::Test {
 protected:
  const test::TemporaryFolder folder;
  const std::string path = folder.file("table.ztb");
  const std::string expected =
      test::solve_into(folder.file("undisturbed.ztb"), {4, 4, 2, 7, false});

  Launch solve_verb(bool resume, const std::string& checkpoint_every = "0.02") const {
    Launch launch{.arguments = {"solve", "ostle", "size=4", "start=4", "lose=2", "total=7", "-o",
                                path, "--checkpoint-every", checkpoint_every}};
    if (resume) launch.arguments.push_back("--resume");
    return launch;
  }

  bool exists(const std::string& suffix) const { return std::filesystem::exists(path + suffix); }

  void wait_for_checkpoint(Program& program) const {
    while (!exists(".checkpoint") && program.running()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  void expect_finished(const ProcessResult& outcome) const {
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.error, "");
    ASSERT_TRUE(exists(""));
    EXPECT_TRUE(test::read_whole(path) == expected);
    EXPECT_FALSE(exists(".part"));
    EXPECT_FALSE(exists(".checkpoint"));
    EXPECT_FALSE(exists(".checkpoint.new"));
  }

  // Sends a signal to a solve that has saved a checkpoint; starts another one if it was done before
  // the signal came (on a busy machine).
  ProcessResult signalled(int signal, const std::string& checkpoint_every = "0.02") const {
    ProcessResult outcome;
    for (int tries = 0; tries < 20; ++tries) {
      Program program(solve_verb(exists(".checkpoint"), checkpoint_every));
      wait_for_checkpoint(program);
      program.send(signal);
      outcome = program.wait();
      if (exists(".checkpoint")) break;
      std::filesystem::remove(path);
    }
    return outcome;
  }

  void expect_stopped_by(int signal) {
    const ProcessResult outcome = signalled(signal);
    EXPECT_EQ(outcome.exit_code, 1) << "signal " << outcome.signal;
    EXPECT_EQ(outcome.error, "zermelo: Stopped; a checkpoint is saved. Go on with --resume.\n");
    EXPECT_EQ(outcome.output, "");
    EXPECT_TRUE(exists(".checkpoint"));
    EXPECT_FALSE(exists(""));
    expect_finished(test::run_program(solve_verb(true)));
  }
};

TEST_F(SolverInterrupted, ControlCSavesACheckpoint) { expect_stopped_by(SIGINT); }
TEST_F(SolverInterrupted, TerminationSavesACheckpoint) { expect_stopped_by(SIGTERM); }

// Twenty solves, each killed at a moment chosen by a fixed seed, and some killed again after they
// are resumed.
TEST_F(SolverInterrupted, KilledAgainAndAgainItFinishesEveryTime) {
  using std::chrono::microseconds;
  std::mt19937 random(2023);
  const auto begin = std::chrono::steady_clock::now();
  expect_finished(test::run_program(solve_verb(false)));
  std::chrono::duration<double, std::micro> longest = std::chrono::steady_clock::now() - begin;
  const int rounds = test::long_tests() ? 20 : 6;
  int killed = 0, resumed = 0, same = 0;
  const auto kill_one = [&](bool resume) {
    Program program(solve_verb(resume));
    std::this_thread::sleep_for(
        microseconds(random() % static_cast<unsigned long>(longest.count() + 1)));
    program.send(SIGKILL);
    const ProcessResult outcome = program.wait();
    if (outcome.signal == SIGKILL) return true;
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    return false;
  };
  for (int round = 0; round < rounds; ++round) {
    std::filesystem::remove(path);
    while (!kill_one(exists(".checkpoint"))) {  // it was faster: once more, and sooner
      std::filesystem::remove(path);
      longest *= 0.75;
    }
    ++killed;
    if (exists(".checkpoint")) {
      ++resumed;
      killed += kill_one(true) ? 1 : 0;
    }
    // A kill just after the table gets its name leaves the checkpoint beside it.
    const bool leftover = exists(".checkpoint");
    if (!exists("") || leftover) expect_finished(test::run_program(solve_verb(leftover)));
    ASSERT_TRUE(exists(""));
    same += test::read_whole(path) == expected ? 1 : 0;
  }
  EXPECT_EQ(same, rounds);
  EXPECT_GE(killed, rounds);
  EXPECT_GT(resumed, 0);
  RecordProperty("killed", killed);
  RecordProperty("resumed", resumed);
}

TEST_F(SolverInterrupted, ACheckpointWithoutItsPartIsRefusedInASentence) {
  signalled(SIGTERM);
  std::filesystem::remove(path + ".part");
  const ProcessResult outcome = test::run_program(solve_verb(true));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.error,
            "zermelo: " + path + ".checkpoint goes on from " + path +
                ".part, which is gone; remove it to start again from the beginning.\n");
  EXPECT_FALSE(exists(""));
}

// A limit on the size of files simulates a full disk.
TEST_F(SolverInterrupted, AFullDiskIsOneSentenceAndNothingIsLost) {
  std::filesystem::remove(path);
  // There is room for a part of the table; then for the table but not for the checkpoint.
  for (const std::uint64_t room : {std::uint64_t{4096}, std::uint64_t{expected.size() / 2}}) {
    Launch launch = solve_verb(false, "1000");
    launch.file_size_limit = room;
    const ProcessResult outcome = test::run_program(launch);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.error, "zermelo: Cannot write " + path + ".part: File too large.\n");
    EXPECT_FALSE(exists("")) << "no partial table under the final name";
    EXPECT_EQ(exists(".part"), exists(".checkpoint"))
        << "a part without a checkpoint, or the other way round";
    if (exists(".checkpoint")) break;
  }
  // When there is room again, it goes on, or begins again if there was no checkpoint yet.
  expect_finished(test::run_program(solve_verb(exists(".checkpoint"))));
}

TEST_F(SolverInterrupted, AFullDiskKeepsTheCheckpointThatWasThere) {
  signalled(SIGTERM, "0.01");
  ASSERT_TRUE(exists(".checkpoint"));
  const std::string before = test::read_whole(path + ".checkpoint");
  Launch launch = solve_verb(true, "0.01");
  launch.file_size_limit = 4096;  // enough for a sentence on stderr
  const ProcessResult outcome = test::run_program(launch);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
  EXPECT_NE(outcome.error.find("File too large"), std::string::npos) << outcome.error;
  EXPECT_NE(outcome.error.find(path + ".checkpoint and " + path +
                               ".part stay: make room and go on with --resume, or delete both"),
            std::string::npos)
      << outcome.error;
  EXPECT_FALSE(exists(".checkpoint.new"));
  EXPECT_EQ(test::read_whole(path + ".checkpoint"), before);
  expect_finished(test::run_program(solve_verb(true)));
}

TEST_F(SolverInterrupted, ASecondRunForTheSameFileIsRefused) {
  std::optional<Program> running;
  for (int tries = 0; tries < 20; ++tries) {
    running.emplace(solve_verb(false));
    wait_for_checkpoint(*running);
    running->send(SIGSTOP);  // it stays there while we look
    if (exists(".checkpoint")) break;
    running->send(SIGCONT);  // (it had just finished)
    running->wait();
  }
  Program& first = *running;
  for (const bool resume : {false, true}) {
    const ProcessResult second = test::run_program(solve_verb(resume));
    EXPECT_EQ(second.exit_code, 1);
    EXPECT_EQ(second.error, "zermelo: Another run is writing " + path + " right now.\n");
  }
  first.send(SIGCONT);
  expect_finished(first.wait());
}

// An older table stays as it was until the new one is complete.
TEST_F(SolverInterrupted, AnOldTableStaysUntilTheNewOneIsThere) {
  int signal = 0;
  for (int tries = 0; tries < 20 && signal != SIGKILL; ++tries) {
    test::write_whole(path, "old");
    Program program(solve_verb(exists(".checkpoint")));
    wait_for_checkpoint(program);
    program.send(SIGKILL);
    signal = program.wait().signal;
  }
  ASSERT_EQ(signal, SIGKILL);
  EXPECT_EQ(test::read_whole(path), "old");
  expect_finished(test::run_program(solve_verb(true)));
}

// --- Every kind of table -------------------------------------------------------------------------

struct Kind {
  std::string name;
  std::vector<std::string> arguments;
};
void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

class AnyKindInterrupted : public testing::TestWithParam<Kind> {
 protected:
  const test::TemporaryFolder folder;
  const std::string path = folder.file("table.ztb");

  Launch launch(const std::string& to, bool resume) const {
    Launch launch{.arguments = GetParam().arguments};
    for (const std::string& word : {std::string("-o"), to, std::string("--checkpoint-every"),
                                    std::string(resume || to == path ? "0.002" : "300")})
      launch.arguments.push_back(word);
    if (resume) launch.arguments.push_back("--resume");
    return launch;
  }
  bool exists(const std::string& suffix) const { return std::filesystem::exists(path + suffix); }
  std::string undisturbed() const {
    const std::string other = folder.file("undisturbed.ztb");
    EXPECT_EQ(test::run_program(launch(other, false)).error, "");
    return test::read_whole(other);
  }
};

// At any moment, including the middle of saving a checkpoint.
TEST_P(AnyKindInterrupted, KilledAgainAndAgainItFinishes) {
  const std::string expected = undisturbed();
  const auto begin = std::chrono::steady_clock::now();
  test::run_program(launch(folder.file("again.ztb"), false));
  const std::chrono::duration<double, std::micro> whole = std::chrono::steady_clock::now() - begin;
  std::mt19937 random(2024);
  for (int round = 0; round < 4; ++round) {
    std::filesystem::remove(path);
    for (int kills = 0; kills < 5 && !exists(""); ++kills) {
      Program program(launch(path, exists(".checkpoint")));
      std::this_thread::sleep_for(
          std::chrono::microseconds(random() % static_cast<unsigned long>(whole.count() + 1)));
      program.send(SIGKILL);
      const ProcessResult outcome = program.wait();
      if (outcome.signal != SIGKILL) {
        ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
      }
    }
    const ProcessResult outcome = test::run_program(launch(path, true));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    ASSERT_TRUE(test::read_whole(path) == expected) << round;
    EXPECT_FALSE(exists(".checkpoint"));
    EXPECT_FALSE(exists(".checkpoint.new"));
  }
}

// The limit on the file's size is raised again and again: whatever could not be written, a run can
// go on from what had been saved before.
TEST_P(AnyKindInterrupted, AFullDiskLosesNothing) {
  const std::string expected = undisturbed();
  int full = 0;
  for (std::uint64_t room = 4096; room < 64 * expected.size() && !exists(""); room *= 3) {
    Launch limited = launch(path, true);
    limited.file_size_limit = room;
    const ProcessResult outcome = test::run_program(limited);
    if (outcome.exit_code == 0) break;
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.error.find("File too large"), std::string::npos) << outcome.error;
    ++full;
  }
  EXPECT_GT(full, 0);
  const ProcessResult outcome = test::run_program(launch(path, true));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_TRUE(test::read_whole(path) == expected);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, AnyKindInterrupted,
    testing::Values(
        Kind{"dense", {"solve", "ostle", "size=4", "start=3", "lose=1", "total=5"}},
        Kind{"reach", {"reach", "ostle", "size=4", "start=2", "lose=1", "total=4"}},
        Kind{"stones", {"solve", "connect", "columns=4", "rows=5"}},
        Kind{"codes", {"solve", "othello", "rows=4", "cols=4"}},
        Kind{"one_layer",
             {"solve", "--bddl", (test::shipped_games / "pursuer/domain.bddl").string(),
              (test::shipped_games / "pursuer/8x8-2-3.bddl").string()}},
        Kind{"index", {"solve", (test::shipped_games / "dodgem/dodgem-4x4.bddl").string()}},
        Kind{"index_of_one_group",
             {"solve", (test::shipped_games / "micro-shogi/king-and-pawn.bddl").string(),
              "expand=lean"}},
        Kind{"hybrid", {"hybrid", "connect", "columns=4", "rows=4"}}),
    [](const auto& named) { return named.param.name; });

}  // namespace
}  // namespace zermelo
