// SPDX-License-Identifier: MIT
// Dense solves by several ranks, which are threads here: the same bytes as one process, however
// they share the game, and whenever they are stopped.
#include "kinds/dense/shared_game.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "gen/ostle/ostle.h"
#include "kinds/dense/solve.h"
#include "probe/game.h"
#include "symmetry/bits.h"
#include "tablebase/distributed/thread_cluster.h"
#include "tablebase/job/checkpoint.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/small_game.h"
#include "tests/support/stopped_runs.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

constexpr int rank_counts[] = {1, 2, 3, 5, 8};

// The settings of the ranks of one run; `options` makes the options of a rank.
struct SharedRun {
  int ranks = 3;
  SharedGame::Options sharing = {};
  std::function<SolveOptions(int)> options = [](int) {
    return SolveOptions{.threads = 1, .force = true};
  };
};

// The report of rank 0; `asked`: values that all ranks together have requested from others.
template <int N>
SolveReport solve_shared_game(const test::SmallGame& game_of, const std::string& path,
                              const SharedRun& run, std::uint64_t* asked) {
  using Rules = ostle::Ostle<N, PortableBits>;
  const GameSpec spec = make_game(test::spec_of(game_of))->spec();
  const Rules game(ostle::parse_parameters(spec.parameters));
  SolveReport report;
  ThreadCluster::run(run.ranks, [&](Cluster& cluster) {
    ExchangeCounts counts;
    const SolveReport own =
        Solve<Rules, SharedGame>(game, TableHeader{spec, distance_metric, creator()}, path,
                                 run.options(cluster.rank()), {},
                                 SharedGame(game, cluster, counts, run.sharing))
            .run();
    const std::uint64_t all = reduced(&cluster, counts.asked, Cluster::Reduction::sum);
    if (cluster.rank() == 0) report = own;
    if (cluster.rank() == 0 && asked != nullptr) *asked = all;
  });
  return report;
}

SolveReport solve_shared_game(const test::SmallGame& game, const std::string& path,
                              const SharedRun& run = {}, std::uint64_t* asked = nullptr) {
  return game.size == 3 ? solve_shared_game<3>(game, path, run, asked)
                        : solve_shared_game<4>(game, path, run, asked);
}

class SharedSolves : public testing::Test {
 protected:
  const test::TemporaryFolder folder;
  const std::string path = folder.file("table.ztb");

  std::string alone(const test::SmallGame& game) const {
    solve(*make_game(test::spec_of(game)), folder.file("alone.ztb"), {.threads = 2, .force = true});
    return test::read_whole(folder.file("alone.ztb"));
  }
  bool exists(const std::string& suffix) const { return std::filesystem::exists(path + suffix); }
  // All files of the run, by what follows the table's path.
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> found;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(path).parent_path())) {
      const std::string name = entry.path().string();
      if (name.starts_with(path)) found[name.substr(path.size())] = test::read_whole(name);
    }
    return found;
  }
  void expect_table(const std::string& expected) const {
    ASSERT_TRUE(test::read_whole(path) == expected);
    EXPECT_EQ(files().size(), 1u) << "nothing else is left";
  }
};

constexpr test::SmallGame shared_middle_game = {4, 3, 1, 6, false};

TEST_F(SharedSolves, GiveTheSameBytesHoweverTheyShare) {
  for (const test::SmallGame& game :
       {test::SmallGame{3, 3, 1, 6, false}, {3, 3, 0, 6, true}, {3, 3, 2, 6, false}}) {
    const std::string expected = alone(game);
    for (const int ranks : rank_counts) {
      solve_shared_game(game, path, {.ranks = ranks});
      ASSERT_NO_FATAL_FAILURE(expect_table(expected)) << test::name_of(game) << " by " << ranks;
    }
  }
  for (const test::SmallGame& game : {test::SmallGame{4, 3, 1, 6, false},
                                      {4, 3, 1, 6, true},
                                      {4, 3, 0, 5, false},
                                      {4, 3, 2, 6, true}}) {
    const std::string expected = alone(game);
    for (const int ranks : rank_counts) {
      const SharedGame::Options fine = {.memory = 1, .stripes = {.blocks = 1}, .buffer = 1};
      const SharedGame::Options asking = {.memory = 1};
      const auto two_threads = [](int) { return SolveOptions{.threads = 2}; };
      const SolveReport report =
          solve_shared_game(game, path,
                            ranks == 3 ? SharedRun{3, fine, two_threads}
                                       : SharedRun{.ranks = ranks, .sharing = asking});
      ASSERT_NO_FATAL_FAILURE(expect_table(expected)) << test::name_of(game) << " by " << ranks;
      const TableFile table(path);
      EXPECT_EQ(report.positions, table.positions());
      EXPECT_EQ(report.members, table.members());
      EXPECT_EQ(report.table_bytes, expected.size());
    }
  }
}

TEST_F(SharedSolves, GiveThemWithWideWordsToo) {
  const std::string expected = alone(shared_middle_game);
  SharedRun run;
  run.options = [](int) { return SolveOptions{.threads = 1, .force_wide_words = true}; };
  solve_shared_game(shared_middle_game, path, run);
  ASSERT_NO_FATAL_FAILURE(expect_table(expected));
}

TEST_F(SharedSolves, StoppedAndResumedManyTimesGiveTheSameBytes) {
  const std::string expected = alone(shared_middle_game);
  std::mt19937 random(25);
  for (const int ranks : {2, 5}) {
    SharedRun run{.ranks = ranks, .sharing = {.buffer = 5000}};
    if (ranks == 5) run.sharing.memory = 1;  // values are asked for
    const int stops = test::run_with_stops(
        ranks, random,
        [&](const test::OptionsOfRank& options) {
          run.options = options;
          solve_shared_game(shared_middle_game, path, run);
        },
        [&](const Interrupted& reason) {
          ASSERT_STREQ(reason.what(), "Stopped; a checkpoint is saved. Go on with --resume.");
          ASSERT_TRUE(exists(".checkpoint"));
          ASSERT_EQ(files().size(), static_cast<std::size_t>(ranks) + 2) << "master, part, ranks'";
        });
    EXPECT_GT(stops, 5);
    ASSERT_NO_FATAL_FAILURE(expect_table(expected));
    std::filesystem::remove(path);
  }
}

class SharedCheckpoints : public SharedSolves {
 protected:
  // Leaves the files of a run of three ranks, stopped in the middle.
  void SetUp() override {
    std::atomic<bool> stop = false;
    SharedRun run;
    run.options = [&](int rank) {
      SolveOptions options{.threads = 1, .stop = &stop};
      options.checkpoint_seconds = 0;
      if (rank != 0) return options;
      options.progress = [&](const SolveProgress& p) {
        if (p.phase == SolveProgress::Phase::writing) ++writes;
        stop = writes >= 3 && p.phase != SolveProgress::Phase::writing;
      };
      return options;
    };
    EXPECT_THROW(solve_shared_game(shared_middle_game, path, run), Interrupted);
    saved = files();
    ASSERT_EQ(saved.size(), 5u);
    for (const auto& [suffix, bytes] : saved) {
      if (suffix.starts_with(".checkpoint."))
        epoch = std::stoull(suffix.substr(std::string(".checkpoint.").size()));
    }
    ASSERT_GT(epoch, 3u);
  }
  void put_back() const {
    for (const auto& [suffix, bytes] : saved) test::write_whole(path + suffix, bytes);
  }
  std::string suffix(std::uint64_t of_epoch, int rank) const {
    return rank_checkpoint_path(path + ".checkpoint", of_epoch, rank).substr(path.size());
  }
  SharedRun resume(int ranks = 3) const {
    SharedRun run{.ranks = ranks};
    run.options = [](int) { return SolveOptions{.threads = 1, .resume = true}; };
    return run;
  }

  int writes = 0;
  std::uint64_t epoch = 0;
  std::map<std::string, std::string> saved;
};

// A kill between the ranks' files and the master leaves some files of the next epoch; one between
// the master and the end leaves some of the last.
TEST_F(SharedCheckpoints, OfOtherEpochsAreOverlookedAndRemoved) {
  const std::string expected = alone(shared_middle_game);
  for (const std::uint64_t other : {epoch + 1, epoch - 1}) {
    put_back();
    test::write_whole(path + suffix(other, 0), saved.at(suffix(epoch, 1)));
    test::write_whole(path + suffix(other, 2), "a beginning");
    test::write_whole(path + suffix(other, 1) + ".new", "a beginning");
    solve_shared_game(shared_middle_game, path, resume());
    ASSERT_NO_FATAL_FAILURE(expect_table(expected));
    std::filesystem::remove(path);
  }
  // No master: a kill before the first one was written.
  for (int rank = 0; rank < 8; ++rank) test::write_whole(path + suffix(1, rank), "a beginning");
  solve_shared_game(shared_middle_game, path, resume());
  ASSERT_NO_FATAL_FAILURE(expect_table(expected));
}

TEST_F(SharedCheckpoints, AreGoneOnWithByAsManyOnly) {
  const std::string checkpoint = path + ".checkpoint";
  EXPECT_EQ(
      test::error_text<FileError>([&] { solve_shared_game(shared_middle_game, path, resume(4)); }),
      checkpoint +
          " is from a run of 3 ranks and cannot go on with 4; use as many ranks as before, or "
          "remove it to start again from the beginning.");
  const auto rules = make_game(test::spec_of(shared_middle_game));
  EXPECT_EQ(test::error_text<FileError>([&] { solve(*rules, path, {.resume = true}); }),
            checkpoint + " is from a run of 3 ranks; go on with zermelo-mpi and as many ranks.");
  EXPECT_EQ(
      test::error_text<FileError>([&] { solve_shared_game(shared_middle_game, path); }),
      checkpoint + " is left from a run that was interrupted; go on with --resume, or remove it.");
  EXPECT_EQ(files(), saved) << "nothing was lost";
  EXPECT_EQ(test::error_text<FileError>([&] {
              solve_shared_game({4, 3, 1, 5, false}, path, resume());
            }),
            checkpoint + " belongs to another game, other parameters or another kind of table.");
}

TEST_F(SharedCheckpoints, OfOneProcessAreNotGoneOnWithByRanks) {
  for (const auto& [suffix, bytes] : saved) std::filesystem::remove(path + suffix);
  const std::atomic<bool> stop = true;
  const auto rules = make_game(test::spec_of(shared_middle_game));
  EXPECT_THROW(solve(*rules, path, {.stop = &stop}), Interrupted);
  EXPECT_EQ(
      test::error_text<FileError>([&] { solve_shared_game(shared_middle_game, path, resume()); }),
      path + ".checkpoint is from a run of one process without MPI; go on with zermelo.");
}

TEST_F(SharedCheckpoints, WithARanksFileMissingOrDamagedAreRefused) {
  std::filesystem::remove(path + suffix(epoch, 2));
  EXPECT_EQ(
      test::error_text<FileError>([&] { solve_shared_game(shared_middle_game, path, resume()); }),
      "Cannot read " + path + suffix(epoch, 2) + ": No such file or directory.");
  put_back();
  test::write_whole(path + suffix(epoch, 1), saved.at(suffix(epoch, 2)));
  EXPECT_EQ(test::error_text<DamagedTable>(
                [&] { solve_shared_game(shared_middle_game, path, resume()); }),
            "The checkpoint " + path + suffix(epoch, 1) +
                " is damaged: it is of another rank or another epoch; remove it to start again "
                "from the beginning.");
  put_back();
  std::string spoilt = saved.at(suffix(epoch, 1));
  spoilt[spoilt.size() / 2] = static_cast<char>(spoilt[spoilt.size() / 2] ^ 1);
  test::write_whole(path + suffix(epoch, 1), spoilt);
  EXPECT_THROW(solve_shared_game(shared_middle_game, path, resume()), DamagedTable);
  put_back();
  EXPECT_NO_THROW(solve_shared_game(shared_middle_game, path, resume()));
}

// The files as a kill just after the table got its name leaves them.
TEST_F(SharedCheckpoints, AreForgottenOnceTheTableIsThere) {
  const std::string expected = alone(shared_middle_game);
  solve_shared_game(shared_middle_game, path, resume());
  for (const auto& [suffix, bytes] : saved) {
    if (suffix != ".part") test::write_whole(path + suffix, bytes);
  }
  EXPECT_TRUE(solve_shared_game(shared_middle_game, path, resume()).was_complete);
  ASSERT_NO_FATAL_FAILURE(expect_table(expected));
}

TEST_F(SharedSolves, FailAsAWholeWithTheSentenceOfOne) {
  SharedRun run;
  run.options = [&](int rank) {
    SolveOptions options{.threads = 1};
    if (rank == 2) options.memory_limit = 1 << 20;  // ranks may be unequal
    return options;
  };
  const std::string text =
      test::error_text<OutOfMemory>([&] { solve_shared_game(shared_middle_game, path, run); });
  EXPECT_TRUE(text.starts_with("This solve needs, on every rank, ")) << text;
  EXPECT_TRUE(text.ends_with(" MiB of memory; the limit is 1 MiB.")) << text;
  EXPECT_EQ(files().size(), 0u);
  const std::string nowhere = folder.file("no/such/folder/table.ztb");
  EXPECT_EQ(test::error_text<FileError>([&] { solve_shared_game(shared_middle_game, nowhere); }),
            "Cannot write " + nowhere + ".part: No such file or directory.");
}

// What the first rank's caller throws is thrown again, and what was done is saved.
TEST_F(SharedSolves, LetTheCallerThrow) {
  SharedRun run;
  run.options = [&](int rank) {
    SolveOptions options{.threads = 1};
    if (rank == 0)
      options.progress = [](const SolveProgress&) { throw std::out_of_range("of the caller"); };
    return options;
  };
  // (The others are told to stop, as by Ctrl-C; either of the two may come first.)
  EXPECT_ANY_THROW(solve_shared_game(shared_middle_game, path, run));
  EXPECT_TRUE(exists(".checkpoint"));
}

// With four ranks each has about a quarter of the sets and words, and also of the values if these
// would take more than a quarter of a rank's memory.
TEST_F(SharedSolves, NeedLessMemoryARank) {
  const test::SmallGame game = {4, 4, 1, 7, false};
  const std::uint64_t one = solve_shared_game(game, path, {.ranks = 1}).planned_memory;
  const std::string expected = test::read_whole(path);
  std::filesystem::remove(path);
  std::uint64_t asked = 0;
  SharedRun run{.ranks = 4};
  const std::uint64_t four = solve_shared_game(game, path, run, &asked).planned_memory;
  EXPECT_LT(four, one);
  EXPECT_EQ(asked, 0u);
  std::filesystem::remove(path);
  run.sharing.memory = 1 << 20;
  const std::uint64_t asking = solve_shared_game(game, path, run, &asked).planned_memory;
  EXPECT_LT(asking, four);
  EXPECT_GT(asked, 1000u);
  ASSERT_NO_FATAL_FAILURE(expect_table(expected));
}

}  // namespace
}  // namespace zermelo
