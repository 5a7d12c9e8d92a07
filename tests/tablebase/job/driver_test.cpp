// SPDX-License-Identifier: MIT
// The driver with work that only counts: every pause, every end of a step.
#include "tablebase/job/driver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "tablebase/job/abandoned.h"
#include "tablebase/job/checkpoint.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

constexpr std::size_t finds = 5, steps = 4, ticks = 3;

// Finds `finds` numbers, and takes `steps` steps of `ticks` ticks each, on which everything that
// comes later depends. A slice of the table says what came out.
class Counting final : public TableWork {
 public:
  // What will happen, once each.
  int pause_milliseconds = 0;  // a tick takes longer, so that a checkpoint is due
  bool again = false, from_start = false, drops = false, full_disk = false;
  MemoryNeed need = {.bytes = 1000};
  std::uint64_t forward_need = 0;
  std::vector<double> fractions;

  MemoryNeed memory(std::size_t) const override {
    MemoryNeed now = need;
    if (forward_need > 0 && found_ > 1) now.bytes = forward_need;
    return now;
  }
  std::string what_fits(std::uint64_t) const override { return "less would fit"; }

  bool forward(Driver& driver) override {
    driver.show(Phase::enumerating);
    mix(++found_);
    report.positions += 10;
    return found_ == finds;
  }
  double forward_share() const override { return 0.25; }

  std::size_t steps() const override { return zermelo::steps; }
  double weight(std::size_t step) const override { return 1.0 + static_cast<double>(step); }
  void begin(Driver&, std::size_t step) override {
    tick_ = 0;
    before_ = state_;
    mix(100 + step);
  }
  StepEnd step(Driver& driver, std::size_t step) override {
    while (tick_ < ticks) {
      if (tick_ == 1 && std::exchange(again, false)) return redo(StepEnd::again);
      if (tick_ == 2 && step == 2 && std::exchange(from_start, false)) {
        state_ = after_forward_;
        return StepEnd::from_start;
      }
      mix(1000 * step + ++tick_);
      if (pause_milliseconds > 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(pause_milliseconds));
      driver.show(Phase::propagating);
      if (drops && driver.stopped()) return redo(StepEnd::dropped);
      if (driver.should_pause(Phase::propagating) && !drops) return StepEnd::paused;
    }
    report.levels = std::max(report.levels, static_cast<int>(step));
    return StepEnd::done;
  }
  void write(Driver& driver, std::size_t step) override {
    driver.show(Phase::writing);
    if (full_disk && step == 2) throw NoRoom("Cannot write: the disk is full.");
    SliceRecord record{.name = std::to_string(step) + ": " + std::to_string(state_)};
    driver.writer().begin_slice(record);
    driver.writer().end_slice();
  }
  void end(Driver&, std::size_t) override { tick_ = 0; }

  RunState save(const RunPlace&) override {
    return {.numbers = {{"found", {found_}}, {"tick", {tick_}}, {"first", {after_forward_}}},
            .arrays = {SavedArray(std::span(&state_, 1))}};
  }
  void restore(Driver&, const SavedRun& saved) override {
    found_ = saved.number("found");
    tick_ = saved.number("tick");
    after_forward_ = saved.number("first");
    saved.read(0, std::span(&state_, 1));
  }
  SolveProgress progress(Phase phase) const override {
    const bool forward = found_ < finds;
    return {.phase = phase,
            .done = forward ? found_ : tick_,
            .total = forward ? finds : ticks,
            .fraction =
                forward ? static_cast<double>(found_) / finds : static_cast<double>(tick_) / ticks};
  }

 private:
  void mix(std::uint64_t number) {
    state_ = (state_ ^ number) * 0x9e3779b97f4a7c15u;
    if (found_ == finds && after_forward_ == 0) after_forward_ = state_;
  }
  StepEnd redo(StepEnd end) {
    state_ = before_;
    tick_ = 0;
    return end;
  }

  std::uint64_t found_ = 0, tick_ = 0, state_ = 1, before_ = 0, after_forward_ = 0;
};

class DriverRuns : public testing::Test {
 protected:
  const test::TemporaryFolder folder;
  const std::string path = folder.file("t.ztb");
  const std::string expected = run_into(folder.file("undisturbed.ztb"));

  static SolveReport run(Counting& work, const std::string& to, const SolveOptions& options) {
    return Driver(work, {{"counting", {{"a", "1"}}}, distance_metric, "test"}, to, options).run();
  }
  static std::string run_into(const std::string& to) {
    Counting work;
    run(work, to, {});
    return test::read_whole(to);
  }
  bool exists(const std::string& suffix) const { return std::filesystem::exists(path + suffix); }
  void expect_finished() const {
    EXPECT_EQ(test::read_whole(path), expected);
    EXPECT_FALSE(exists(".part"));
    EXPECT_FALSE(exists(".checkpoint"));
  }
};

TEST_F(DriverRuns, TellWhatTheyDid) {
  Counting work;
  std::vector<double> fractions;
  SolveOptions options;
  options.progress = [&](const SolveProgress& p) { fractions.push_back(p.fraction); };
  const SolveReport report = run(work, path, options);
  EXPECT_EQ(report.positions, 50u);
  EXPECT_EQ(report.levels, 3);
  EXPECT_EQ(report.planned_memory, 1000u);
  EXPECT_EQ(report.table_bytes, std::filesystem::file_size(path));
  EXPECT_FALSE(report.was_complete);
  EXPECT_TRUE(std::ranges::is_sorted(fractions));
  ASSERT_EQ(fractions.size(), finds + steps * (ticks + 1));
  EXPECT_EQ(fractions.front(), 0);
  EXPECT_DOUBLE_EQ(fractions[finds], 0.25 + 0.75 * (1.0 / 3) / 10);
  EXPECT_DOUBLE_EQ(fractions.back(), 1);
  expect_finished();
}

TEST_F(DriverRuns, SayWhatToExpectBeforeTheyBegin) {
  Counting work;
  std::vector<SolveEstimate> estimates;
  SolveOptions options;
  options.progress = [&](const SolveProgress&) { EXPECT_EQ(estimates.size(), 1u); };
  options.estimate = [&](const SolveEstimate& e) { estimates.push_back(e); };
  run(work, path, options);
  ASSERT_EQ(estimates.size(), 1u);
  EXPECT_EQ(estimates[0].index, 0u);
  EXPECT_EQ(estimates[0].memory, 1000u);  // what memory() says
  options.resume = true;
  Counting again;
  EXPECT_TRUE(run(again, path, options).was_complete);
  EXPECT_EQ(estimates.size(), 1u);
}

// Stops after this many progress reports in each run, until one run gets through.
TEST_F(DriverRuns, StoppedAnywhereTheyGoOnToTheSameTable) {
  for (const bool drops : {false, true}) {
    for (int signs = 1; signs < 30; ++signs) {
      int stops = 0;
      for (bool done = false; !done;) {
        ASSERT_LT(stops, 100);
        Counting work;
        work.drops = drops && stops < 5;
        std::atomic<bool> stop = false;
        int left = signs;
        SolveOptions options;
        options.resume = true;
        options.stop = &stop;
        options.progress = [&](const SolveProgress&) { stop = --left <= 0; };
        try {
          const SolveReport report = run(work, path, options);
          EXPECT_EQ(report.positions, 50u);
          EXPECT_EQ(report.levels, 3);
          done = true;
        } catch (const Interrupted& reason) {
          EXPECT_STREQ(reason.what(), "Stopped; a checkpoint is saved. Go on with --resume.");
          EXPECT_TRUE(exists(".checkpoint"));
          ++stops;
        }
      }
      EXPECT_EQ(stops > 0, signs < static_cast<int>(finds + steps * (ticks + 1)));
      ASSERT_NO_FATAL_FAILURE(expect_finished());
      std::filesystem::remove(path);
    }
  }
}

TEST_F(DriverRuns, TakeStepsAgain) {
  Counting work;
  work.again = true;
  run(work, path, {});
  expect_finished();
  Counting another;
  another.from_start = true;
  run(another, path, {});
  expect_finished();
}

TEST_F(DriverRuns, RefuseWhatDoesNotFitBeforeAnythingIsBegun) {
  Counting work;
  work.need.bytes = 5 << 20;
  SolveOptions options;
  options.memory_limit = 3 << 20;
  EXPECT_EQ(test::error_text<OutOfMemory>([&] { run(work, path, options); }),
            "This solve needs 6 MiB of memory; the limit is 3 MiB; less would fit.");
  EXPECT_FALSE(exists(""));
  EXPECT_FALSE(exists(".part"));
  options.memory_limit = no_memory_limit;
  EXPECT_EQ(run(work, path, options).planned_memory, 5u << 20);
}

TEST_F(DriverRuns, RefuseAlsoWhatIsFoundOutOnTheWay) {
  Counting work;
  work.forward_need = 5 << 20;
  SolveOptions options;
  options.memory_limit = 3 << 20;
  EXPECT_THROW(run(work, path, options), OutOfMemory);
  EXPECT_FALSE(exists(""));
}

// What the caller's function throws is thrown again, after what was done is saved.
TEST_F(DriverRuns, LetTheCallerThrow) {
  for (int number = 1;; ++number) {
    Counting work;
    int left = number;
    bool thrown = false;
    SolveOptions options;
    options.progress = [&](const SolveProgress&) {
      if (--left == 0) throw std::out_of_range("of the caller");
    };
    try {
      run(work, path, options);
    } catch (const std::out_of_range&) {
      thrown = true;
    }
    if (!thrown) break;
    if (!exists("")) {
      EXPECT_TRUE(exists(".checkpoint"));
      Counting rest;
      SolveOptions resume;
      resume.resume = true;
      run(rest, path, resume);
    }
    ASSERT_NO_FATAL_FAILURE(expect_finished());
    std::filesystem::remove(path);
    ASSERT_LT(number, 100);
  }
}

// But a caller who gives up does not wait until it is.
TEST_F(DriverRuns, SaveNothingIfTheyAreAbandoned) {
  Counting work;
  int left = static_cast<int>(finds + 2);
  SolveOptions options;
  options.progress = [&](const SolveProgress&) {
    if (--left == 0) throw Abandoned("Enough.");
  };
  EXPECT_EQ(test::error_text<Abandoned>([&] { run(work, path, options); }), "Enough.");
  EXPECT_FALSE(exists("") || exists(".checkpoint"));
}

// Files from which a run cannot go on are not left to fill the disk; the message names the rest.
TEST_F(DriverRuns, WithoutRoomLeaveOnlyWhatGoesOn) {
  Counting work;
  work.full_disk = true;
  EXPECT_EQ(test::error_text<NoRoom>([&] { run(work, path, {}); }),
            "Cannot write: the disk is full.");
  EXPECT_FALSE(exists(".part"));
  EXPECT_FALSE(exists(".checkpoint"));

  SolveOptions saving;
  saving.checkpoint_seconds = 0;
  saving.resume = true;
  Counting slow;
  slow.full_disk = true;
  slow.pause_milliseconds = 2;
  EXPECT_EQ(test::error_text<NoRoom>([&] { run(slow, path, saving); }),
            "Cannot write: the disk is full. " + path + ".checkpoint and " + path +
                ".part stay: make room and go on with --resume, or delete both to abandon "
                "the run.");
  EXPECT_TRUE(exists(".part"));
  EXPECT_TRUE(exists(".checkpoint"));
  Counting rest;
  run(rest, path, saving);
  expect_finished();
}

// A run that has stopped between two steps, so that its part file holds slices.
TEST_F(DriverRuns, DoNotGoOnFromAPartThatHasChanged) {
  std::atomic<bool> stop = false;
  SolveOptions options;
  options.stop = &stop;
  int left = static_cast<int>(finds + 3 * (ticks + 1));
  options.progress = [&](const SolveProgress&) { stop = --left <= 0; };
  Counting work;
  EXPECT_THROW(run(work, path, options), Interrupted);
  const std::string part = test::read_whole(path + ".part");
  const std::string checkpoint = test::read_whole(path + ".checkpoint");
  ASSERT_GT(part.size(), 120u) << "no slice is written yet";
  SolveOptions resume;
  resume.resume = true;
  for (std::size_t at = 0; at < part.size(); ++at) {
    std::string changed = part;
    changed[at] ^= 4;
    test::write_whole(path + ".part", changed);
    Counting another;
    EXPECT_THROW(run(another, path, resume), DamagedTable) << at;
    ASSERT_EQ(test::read_whole(path + ".part"), changed);
    ASSERT_EQ(test::read_whole(path + ".checkpoint"), checkpoint);
  }
  test::write_whole(path + ".part", part);
  Counting last;
  run(last, path, resume);
  expect_finished();
}

TEST_F(DriverRuns, ReplaceAnotherGamesTableOnlyIfTheyAreTold) {
  const auto run_other = [&](const GameSpec& game, const char* metric,
                             const SolveOptions& options) {
    Counting work;
    Driver(work, {game, metric, "test"}, path, options).run();
  };
  SolveOptions force;
  force.force = true;
  const GameSpec same{"counting", {{"a", "1"}}}, other{"counting", {{"a", "2"}}};
  run_other(other, distance_metric, {});
  const std::string before = test::read_whole(path);
  for (const bool resume : {false, true}) {
    SolveOptions options;
    options.resume = resume;
    EXPECT_EQ(test::error_text<FileError>([&] { run_other(same, distance_metric, options); }),
              path +
                  " holds the table of another game, counting a=2; write to another file, or "
                  "replace it with --force.");
  }
  EXPECT_EQ(test::error_text<FileError>([&] { run_other(other, score_metric, {}); }),
            path +
                " holds another kind of table of this game, 'distance'; write to another file, "
                "or replace it with --force.");
  EXPECT_EQ(test::read_whole(path), before);
  EXPECT_FALSE(exists(".part"));
  run_other(same, distance_metric, force);
  expect_finished();
  run_other(same, distance_metric, {});  // the same game's is replaced
  expect_finished();
  run_other({"bddl", {{"domain", "x"}}}, distance_metric, force);
  EXPECT_EQ(test::error_text<FileError>([&] { run_other(same, distance_metric, {}); }),
            path +
                " holds the table of another game, a game in BDDL; write to another file, or "
                "replace it with --force.");
  // A file that is not a table is treated like any file.
  test::write_whole(path, "something");
  run_other(same, distance_metric, {});
  expect_finished();
}

// A run that was told so when it began is not asked again.
TEST_F(DriverRuns, GoOnToReplaceWhatTheyWereTold) {
  Counting first;
  Driver(first, {{"counting", {{"a", "2"}}}, distance_metric, "test"}, path, {}).run();
  std::atomic<bool> stop = true;
  SolveOptions options;
  options.force = true;
  options.stop = &stop;
  Counting work;
  EXPECT_THROW(run(work, path, options), Interrupted);
  SolveOptions resume;
  resume.resume = true;
  Counting rest;
  run(rest, path, resume);
  expect_finished();
}

// The part file, the lock and the checkpoint are beside the file that a link leads to.
TEST_F(DriverRuns, FollowLinks) {
  std::filesystem::create_directory(folder.file("disk"));
  const std::string target = folder.file("disk/real.ztb");
  std::filesystem::create_symlink("disk/real.ztb", path);
  std::atomic<bool> stop = true;
  SolveOptions options;
  options.stop = &stop;
  Counting work;
  EXPECT_THROW(run(work, path, options), Interrupted);
  EXPECT_TRUE(file_exists(target + ".part"));
  EXPECT_TRUE(file_exists(target + ".checkpoint"));
  EXPECT_FALSE(exists(".part"));
  EXPECT_FALSE(exists(".checkpoint"));
  SolveOptions resume;
  resume.resume = true;
  Counting rest;
  run(rest, path, resume);
  EXPECT_TRUE(std::filesystem::is_symlink(path));
  EXPECT_EQ(test::read_whole(target), expected);
  EXPECT_FALSE(file_exists(target + ".part"));
  EXPECT_FALSE(file_exists(target + ".checkpoint"));
}

TEST_F(DriverRuns, RefuseWhatIsNotAFile) {
  std::filesystem::create_symlink("/dev/null", path);
  Counting work;
  EXPECT_EQ(test::error_text<FileError>([&] { run(work, path, {}); }),
            "Cannot write " + path +
                ": it is not a regular file, and what is written is read again on the way.");
  EXPECT_TRUE(std::filesystem::is_symlink(path));
  EXPECT_THROW(run(work, "/dev/stdout", {}), FileError);
}

TEST_F(DriverRuns, WithoutATableSaveNothing) {
  std::atomic<bool> stop = false;
  SolveOptions options;
  options.checkpoint_seconds = 0;
  options.stop = &stop;
  Counting work;
  EXPECT_EQ(run(work, "", options).table_bytes, 0u);
  options.progress = [&](const SolveProgress&) { stop = true; };
  Counting another;
  EXPECT_EQ(test::error_text<Interrupted>([&] { run(another, "", options); }),
            "Stopped; nothing is saved.");
}

TEST_F(DriverRuns, DoNotGoOnFromACheckpointOfAnotherVersion) {
  std::atomic<bool> stop = true;
  SolveOptions options;
  options.stop = &stop;
  Counting work;
  EXPECT_THROW(run(work, path, options), Interrupted);
  std::string bytes = test::read_whole(path + ".checkpoint");
  bytes[7] = '1';
  test::write_whole(path + ".checkpoint", bytes);
  SolveOptions resume;
  resume.resume = true;
  Counting another;
  EXPECT_NE(test::error_text<DamagedTable>([&] {
              run(another, path, resume);
            }).find("is a checkpoint of another version of this program"),
            std::string::npos);
}

// The checksums are right, but the slices that it lists are impossible.
TEST_F(DriverRuns, SayWhichCheckpointListsSlicesThatCannotBe) {
  std::atomic<bool> stop = true;
  SolveOptions options;
  options.stop = &stop;
  Counting work;
  EXPECT_THROW(run(work, path, options), Interrupted);
  const std::string checkpoint = path + ".checkpoint";
  auto description = nlohmann::json::parse(Checkpoint(checkpoint).description());
  description.at("slices") = {{{"name", "a"}, {"indices", -1}}};
  write_checkpoint(checkpoint, description.dump(), {}, 1);
  SolveOptions resume;
  resume.resume = true;
  Counting another;
  EXPECT_EQ(test::error_text<DamagedTable>([&] { run(another, path, resume); }),
            "The checkpoint " + checkpoint +
                " is damaged: a number in its list of slices is out of range; remove it to start "
                "again from the beginning.");
}

// As if the workers took long to come to rest: they keep asking, and are told to pause.
TEST(TableJob, GoesOnTellingWhileAPauseIsDue) {
  const test::TemporaryFolder folder;
  int told = 0;
  SolveOptions options;
  options.checkpoint_seconds = 0;
  options.progress = [&](const SolveProgress&) { ++told; };
  TableJob job({{"counting", {}}, distance_metric, "test"}, folder.file("t.ztb"), options);
  ASSERT_TRUE(job.begin());
  const auto progress = [] { return SolveProgress{.phase = SolveProgress::Phase::propagating}; };
  while (!job.should_pause(progress)) {
  }
  for (int i = 0; i < 200 && told < 2; ++i) {
    EXPECT_TRUE(job.should_pause(progress));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_GE(told, 2);
}

}  // namespace
}  // namespace zermelo
