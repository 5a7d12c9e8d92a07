// SPDX-License-Identifier: MIT
// Searches from the start by several ranks, which are threads here: the same bytes as one process,
// however they share the game, and whenever they are stopped.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <random>
#include <string>

#include "gen/ostle/ostle.h"
#include "gen/ostle/start.h"
#include "kinds/dense/shared_game.h"
#include "kinds/reach/reach.h"
#include "probe/game.h"
#include "symmetry/bits.h"
#include "tablebase/distributed/thread_cluster.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/small_game.h"
#include "tests/support/stopped_runs.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

struct SharedSearch {
  int ranks = 3;
  SharedGame::Options sharing = {};
  std::function<SolveOptions(int)> options = [](int) {
    return SolveOptions{.threads = 1, .force = true};
  };
};

class SharedReach : public testing::Test {
 protected:
  const test::TemporaryFolder folder;
  const std::string path = folder.file("table.ztb");
  ExchangeCounts all;  // of the ranks of the last run

  std::string alone(const test::SmallGame& game, const std::string& metric) const {
    make_game(test::spec_of(game))
        ->kind(metric)
        ->solve(folder.file("alone.ztb"), {.threads = 2, .force = true});
    return test::read_whole(folder.file("alone.ztb"));
  }

  template <int N>
  void search(const test::SmallGame& small, const std::string& metric, const SharedSearch& run) {
    using Rules = ostle::Ostle<N, PortableBits>;
    const GameSpec spec = make_game(test::spec_of(small))->spec();
    const Rules game(ostle::parse_parameters(spec.parameters));
    ThreadCluster::run(run.ranks, [&](Cluster& cluster) {
      ExchangeCounts counts;
      Reach<Rules, SharedGame>(game, start_position(game), TableHeader{spec, metric, creator()},
                               path, run.options(cluster.rank()),
                               SharedGame(game, cluster, counts, run.sharing))
          .run();
      const std::uint64_t local = reduced(&cluster, counts.local, Cluster::Reduction::sum);
      const std::uint64_t sent = reduced(&cluster, counts.sent, Cluster::Reduction::sum);
      if (cluster.rank() == 0) all = {.local = local, .sent = sent, .rounds = counts.rounds};
    });
  }
  void search(const test::SmallGame& small, const std::string& metric,
              const SharedSearch& run = {}) {
    return small.size == 3 ? search<3>(small, metric, run) : search<4>(small, metric, run);
  }

  void expect_table(const std::string& expected) const {
    ASSERT_TRUE(test::read_whole(path) == expected);
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(path).parent_path())) {
      const std::string name = entry.path().string();
      EXPECT_TRUE(name == path || !name.starts_with(path)) << "left over: " << name;
    }
  }
};

TEST_F(SharedReach, GivesTheSameBytesHoweverItIsShared) {
  for (const test::SmallGame& game : {test::SmallGame{3, 3, 1, 6, false},
                                      {3, 3, 0, 6, true},
                                      {4, 2, 0, 4, false},
                                      {4, 3, 1, 6, true}}) {
    for (const char* metric : {"reach", "reach-all-moves"}) {
      const std::string expected = alone(game, metric);
      std::uint64_t moves = 0;
      for (const int ranks : {1, 2, 3, 5, 8}) {
        SharedSearch run{.ranks = ranks};
        if (ranks == 3) run.sharing = {.stripes = {.blocks = 1}, .buffer = 1};
        if (ranks == 3) run.options = [](int) { return SolveOptions{.threads = 2}; };
        search(game, metric, run);
        ASSERT_NO_FATAL_FAILURE(expect_table(expected)) << test::name_of(game) << " by " << ranks;
        // (Slices of the smaller games have one block, and one owner.)
        const bool is_shared = ranks > 1 && game.size == 4;
        EXPECT_EQ(all.sent > 0, is_shared);
        if (ranks == 1) moves = all.local;
        EXPECT_EQ(all.local + all.sent, moves) << "each move is made once";
      }
    }
  }
}

TEST_F(SharedReach, GivesThemWithWideWordsToo) {
  const test::SmallGame game = {4, 3, 2, 6, false};
  const std::string expected = alone(game, "reach");
  SharedSearch run;
  run.options = [](int) { return SolveOptions{.threads = 1, .force_wide_words = true}; };
  search(game, "reach", run);
  ASSERT_NO_FATAL_FAILURE(expect_table(expected));
}

TEST_F(SharedReach, StoppedAndResumedManyTimesGivesTheSameBytes) {
  const test::SmallGame game = {4, 3, 1, 6, false};
  const std::string expected = alone(game, "reach");
  std::mt19937 random(26);
  for (const int ranks : {2, 5}) {
    const int stops = test::run_with_stops(ranks, random, [&](const test::OptionsOfRank& options) {
      search(game, "reach", {.ranks = ranks, .sharing = {.buffer = 5000}, .options = options});
    });
    EXPECT_GT(stops, 5);
    ASSERT_NO_FATAL_FAILURE(expect_table(expected));
    std::filesystem::remove(path);
  }
}

TEST_F(SharedReach, RefusesARankThatHasTooLittleMemory) {
  SharedSearch run;
  run.options = [](int rank) {
    return SolveOptions{.threads = 1, .memory_limit = rank == 1 ? 1u << 20 : 1u << 30};
  };
  const std::string said = test::error_text<OutOfMemory>([&] {
    search({4, 3, 1, 6, false}, "reach", run);
  });
  EXPECT_TRUE(said.starts_with("This search needs, on every rank, ")) << said;
}

}  // namespace
}  // namespace zermelo
