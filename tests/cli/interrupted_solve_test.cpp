// SPDX-License-Identifier: MIT
// Solves that are killed, interrupted, or run out of disk: nothing that was saved is lost, and what
// comes out in the end is the same table.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "probe/table.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/program.h"
#include "tests/support/small_table.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using test::Launch;
using test::Outcome;
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

  void expect_finished(const Outcome& outcome) const {
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.error, "");
    ASSERT_TRUE(exists(""));
    EXPECT_TRUE(test::read_whole(path) == expected);
    EXPECT_FALSE(exists(".part"));
    EXPECT_FALSE(exists(".checkpoint"));
    EXPECT_FALSE(exists(".checkpoint.new"));
  }

  void expect_stopped_by(int signal) {
    Program program(solve_verb(false));
    wait_for_checkpoint(program);
    program.send(signal);
    const Outcome outcome = program.wait();
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

// Twenty solves, each killed at a moment that a fixed seed chooses, and some killed again while
// they go on.
TEST_F(SolverInterrupted, KilledTwentyTimesItFinishesTwentyTimes) {
  using std::chrono::microseconds;
  std::mt19937 random(2023);
  const auto begin = std::chrono::steady_clock::now();
  expect_finished(test::run_program(solve_verb(false)));
  std::chrono::duration<double, std::micro> longest = std::chrono::steady_clock::now() - begin;
  int killed = 0, resumed = 0, same = 0;
  const auto kill_one = [&](bool resume) {
    Program program(solve_verb(resume));
    std::this_thread::sleep_for(
        microseconds(random() % static_cast<unsigned long>(longest.count() + 1)));
    program.send(SIGKILL);
    const Outcome outcome = program.wait();
    if (outcome.signal == SIGKILL) return true;
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    return false;
  };
  for (int round = 0; round < 20; ++round) {
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
    if (!exists("")) expect_finished(test::run_program(solve_verb(exists(".checkpoint"))));
    ASSERT_TRUE(exists(""));
    same += test::read_whole(path) == expected ? 1 : 0;
  }
  EXPECT_EQ(same, 20);
  EXPECT_GE(killed, 20);
  EXPECT_GT(resumed, 0);
  RecordProperty("killed", killed);
  RecordProperty("resumed", resumed);
}

// A file that may not grow is what a full disk looks like.
TEST_F(SolverInterrupted, AFullDiskIsOneSentenceAndNothingIsLost) {
  std::filesystem::remove(path);
  // Room for a part of the table; then for the table but not the checkpoint.
  for (const std::uint64_t room : {std::uint64_t{4096}, std::uint64_t{expected.size() / 2}}) {
    Launch launch = solve_verb(false, "1000");
    launch.file_size_limit = room;
    const Outcome outcome = test::run_program(launch);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.error, "zermelo: Cannot write " + path + ".part: File too large.\n");
    EXPECT_FALSE(exists("")) << "no partial table under the final name";
    if (exists(".checkpoint")) break;
  }
  // With room again it goes on, or starts anew if there was no checkpoint yet.
  expect_finished(test::run_program(solve_verb(exists(".checkpoint"))));
}

TEST_F(SolverInterrupted, AFullDiskKeepsTheCheckpointThatWasThere) {
  {
    Program program(solve_verb(false, "0.01"));
    wait_for_checkpoint(program);
    program.send(SIGTERM);
    program.wait();
  }
  ASSERT_TRUE(exists(".checkpoint"));
  const std::string before = test::read_whole(path + ".checkpoint");
  Launch launch = solve_verb(true, "0.01");
  launch.file_size_limit = 4096;  // enough for a sentence on stderr
  const Outcome outcome = test::run_program(launch);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
  EXPECT_NE(outcome.error.find("File too large"), std::string::npos) << outcome.error;
  EXPECT_EQ(test::read_whole(path + ".checkpoint"), before);
  expect_finished(test::run_program(solve_verb(true)));
}

TEST_F(SolverInterrupted, ASecondRunForTheSameFileIsRefused) {
  Program first(solve_verb(false));
  wait_for_checkpoint(first);
  first.send(SIGSTOP);  // it is there as long as we look
  for (const bool resume : {false, true}) {
    const Outcome second = test::run_program(solve_verb(resume));
    EXPECT_EQ(second.exit_code, 1);
    EXPECT_EQ(second.error, "zermelo: Another run is making " + path + " just now.\n");
  }
  first.send(SIGCONT);
  expect_finished(first.wait());
}

// An older table stays as it was until the new one is complete.
TEST_F(SolverInterrupted, AnOldTableStaysUntilTheNewOneIsThere) {
  test::write_whole(path, "old");
  Program program(solve_verb(false));
  wait_for_checkpoint(program);
  program.send(SIGKILL);
  ASSERT_EQ(program.wait().signal, SIGKILL);
  EXPECT_EQ(test::read_whole(path), "old");
  expect_finished(test::run_program(solve_verb(true)));
}

}  // namespace
}  // namespace zermelo
