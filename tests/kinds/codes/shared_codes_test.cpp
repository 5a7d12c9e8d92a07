// SPDX-License-Identifier: MIT
// Games in version 2 of BDDL solved by several ranks, which are threads here: the same bytes as one
// process, however they share the codes, and whenever they are stopped.
#include "kinds/codes/shared_codes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gen/bddl/piece_game.h"
#include "gen/bddl/spec.h"
#include "gen/bddl/version2_parser.h"
#include "gen/grid/metric.h"
#include "kinds/codes/index_explorer.h"
#include "kinds/codes/index_header.h"
#include "kinds/codes/kind.h"
#include "kinds/codes/solve.h"
#include "tablebase/distributed/thread_cluster.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/stopped_runs.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/version2_games.h"

namespace zermelo {
namespace {

using bddl::Expand;
using bddl::PieceGame;

// Stripes of one block, and bins that are full after a few records.
const SharingOptions fine_sharing = {.memory = 1, .stripes = {.blocks = 1}, .buffer = 200};

struct SharedCodesRun {
  int ranks = 2;
  SharingOptions sharing = {};
  std::function<SolveOptions(int)> options = [](int) {
    return SolveOptions{.threads = 1, .force = true};
  };
};

TableHeader shared_header(const PieceGame& game) {
  return codes_header(game, {"bddl", {{"rules", "shared"}}}, distance_metric, "test");
}

// The report of rank 0; `counts`: of all ranks together.
SolveReport solve_shared_codes(const PieceGame& game, const std::string& path,
                               const SharedCodesRun& run, ExchangeCounts* all = nullptr) {
  SolveReport report;
  ThreadCluster::run(run.ranks, [&](Cluster& cluster) {
    ExchangeCounts counts;
    const SharedCodes part(game, cluster, counts, run.sharing);
    const SolveReport own = GridSolve<PieceGame, DistanceMetric, SharedCodes>(
                                game, shared_header(game), path, run.options(cluster.rank()), part)
                                .run();
    counts.asked = reduced(&cluster, counts.asked, Cluster::Reduction::sum);
    counts.sent = reduced(&cluster, counts.sent, Cluster::Reduction::sum);
    if (cluster.rank() != 0) return;
    report = own;
    if (all != nullptr) *all = counts;
  });
  return report;
}

PieceGame shared_game_of(const std::string& rules, Expand expand = Expand::all) {
  return PieceGame(bddl::ground(bddl::parse_version_2(rules, "g.bddl")), expand);
}

class SharedCodeSolves : public testing::Test {
 protected:
  const test::TemporaryFolder folder;
  const std::string path = folder.file("table.ztb");

  std::string alone(const PieceGame& game, SolveReport* report = nullptr) const {
    const std::string file = folder.file("alone.ztb");
    const SolveReport own = GridSolve<PieceGame, DistanceMetric>(game, shared_header(game), file,
                                                                 {.threads = 2, .force = true})
                                .run();
    if (report != nullptr) *report = own;
    return test::read_whole(file);
  }
  bool exists(const std::string& suffix) const { return std::filesystem::exists(path + suffix); }
  void expect_table(const std::string& expected) const {
    ASSERT_TRUE(test::read_whole(path) == expected);
    EXPECT_FALSE(exists(".checkpoint"));
    EXPECT_FALSE(exists(".part"));
  }
};

TEST_F(SharedCodeSolves, GiveTheSameBytesHoweverTheyShare) {
  const std::pair<std::string, Expand> games[] = {
      {test::version_2_game("tapatan"), Expand::all},
      {test::version_2_game("quixo"), Expand::lean},
      {test::version_2_game("dodgem"), Expand::all},
      {test::version_2_game("hexapawn"), Expand::all},  // each move goes up
      {test::version_2_game("mu-torere"), Expand::all},
      {test::version_2_game("kings-and-pieces/kqk"), Expand::all},  // begins with many positions
      {test::drops_3x3, Expand::all},
      {test::drops_3x3, Expand::lean},
      {test::drops_3x3, Expand::lean_by_first_goal},
      {test::jumpers, Expand::all}};
  for (const auto& [rules, expand] : games) {
    const PieceGame game = shared_game_of(rules, expand);
    SolveReport one;
    const std::string expected = alone(game, &one);
    const bool is_small = one.positions < 10'000;
    for (const int ranks : {1, 2, 3}) {
      SharedCodesRun run{.ranks = ranks};
      if (ranks > 1 && is_small) run.sharing = fine_sharing;
      if (ranks == 3) run.options = [](int) { return SolveOptions{.threads = 2}; };
      const SolveReport report = solve_shared_codes(game, path, run);
      ASSERT_NO_FATAL_FAILURE(expect_table(expected)) << ranks << " ranks:\n" << rules;
      EXPECT_EQ(report.positions, one.positions);
      EXPECT_EQ(report.members, one.members);
      EXPECT_EQ(report.levels, one.levels);
      EXPECT_EQ(report.table_bytes, expected.size());
      std::filesystem::remove(path);
    }
  }
}

// Each rank has its share of the positions, and of the memory for them.
TEST_F(SharedCodeSolves, NeedLessMemoryARank) {
  const PieceGame game = shared_game_of(test::version_2_game("dodgem/dodgem-4x4"));
  SolveReport one;
  const std::string expected = alone(game, &one);
  SharedCodesRun run{.ranks = 4, .sharing = {.buffer = 4096}};
  ExchangeCounts all;
  const SolveReport four = solve_shared_codes(game, path, run, &all);
  ASSERT_NO_FATAL_FAILURE(expect_table(expected));
  const auto beyond_the_program = [](const SolveReport& report) {
    return static_cast<double>(report.planned_memory - fixed_memory);
  };
  EXPECT_LT(beyond_the_program(four), 0.3 * beyond_the_program(one));
  EXPECT_GT(all.asked, 1000u);
  EXPECT_GT(all.sent, 1000u);
}

TEST_F(SharedCodeSolves, StoppedAndResumedManyTimesGiveTheSameBytes) {
  const PieceGame game = shared_game_of(test::version_2_game("dodgem"));
  const std::string expected = alone(game);
  std::mt19937 random(25);
  for (const int ranks : {2, 3}) {
    SharedCodesRun run{.ranks = ranks, .sharing = {.stripes = {.blocks = 1}, .buffer = 1000}};
    const int stops = test::run_with_stops(
        ranks, random,
        [&](const test::OptionsOfRank& options) {
          run.options = options;
          solve_shared_codes(game, path, run);
        },
        [&](const Interrupted& reason) {
          ASSERT_STREQ(reason.what(), "Stopped; a checkpoint is saved. Go on with --resume.");
          ASSERT_TRUE(exists(".checkpoint"));
        });
    EXPECT_GT(stops, 2);
    ASSERT_NO_FATAL_FAILURE(expect_table(expected));
    std::filesystem::remove(path);
  }
}

// Tapatan has layers that are solved by moves (the placing), and some that are solved by levels.
TEST_F(SharedCodeSolves, OfOneProcessAreStoppedAndResumedAsWell) {
  for (const std::string& rules : {test::version_2_game("tapatan"), std::string(test::drops_3x3)}) {
    const PieceGame game = shared_game_of(rules);
    const std::string expected = alone(game);
    for (const bool wide : {false, true}) {
      std::mt19937 random(26);
      const int stops = test::run_with_stops(1, random, [&](const test::OptionsOfRank& options) {
        SolveOptions own = options(0);
        own.force_wide_words = wide;
        GridSolve<PieceGame, DistanceMetric>(game, shared_header(game), path, own).run();
      });
      EXPECT_GT(stops, 2);
      ASSERT_NO_FATAL_FAILURE(expect_table(expected));
      std::filesystem::remove(path);
    }
  }
}

// Black's piece has 18 squares to go to, as any of eight kinds; White's only goes on, until it is
// stuck.
constexpr const char* shape_shifter = R"(#bddl 2
#pieces a b c d e f g h
#boardsize 5 4
#steps forward (1,0) (0,1)
#blackactions
:action fly
:parameters ?p ?q ?k=a,b,c,d,e,f,g,h
:precondition own(?p) open(?q)
:effect open(?p) own-?k(?q)
#whiteactions
:action walk
:parameters ?p ?d=forward
:precondition own-a(?p) open(?p+?d)
:effect open(?p) own-a(?p+?d)
#stuck loss
#init white-a(1,1) black-a(5,4)
)";

TEST_F(SharedCodeSolves, TakeWiderWordsWhereThereAreManyMoves) {
  static_assert(NarrowPlainWord::max_moves < 18 * 8);
  const PieceGame game = shared_game_of(shape_shifter);
  GridSolve<PieceGame, DistanceMetric>(game, shared_header(game), path,
                                       {.threads = 1, .force_wide_words = true})
      .run();
  const std::string expected = test::read_whole(path);
  std::filesystem::remove(path);
  SolveReport report;
  EXPECT_TRUE(alone(game, &report) == expected);
  EXPECT_EQ(report.levels, 8);
  solve_shared_codes(game, path, {});
  expect_table(expected);
}

TEST_F(SharedCodeSolves, FailAsAWholeWithTheSentenceOfOne) {
  const PieceGame game = shared_game_of(test::version_2_game("dodgem"));
  SharedCodesRun run{.ranks = 3};
  run.options = [](int rank) {
    SolveOptions options{.threads = 1};
    if (rank == 2) options.memory_limit = 1 << 20;
    return options;
  };
  const std::string text =
      test::error_text<OutOfMemory>([&] { solve_shared_codes(game, path, run); });
  EXPECT_TRUE(text.starts_with("This solve needs, on every rank, at least ")) << text;
  EXPECT_FALSE(exists(""));
}

// What the ranks' explorers find together is what one process finds, and each position belongs to
// one of them.
TEST(SharedExplorers, FindWhatOneProcessFinds) {
  const PieceGame game = shared_game_of(test::version_2_game("dodgem"));
  using Whole = IndexExplorer<PieceGame>;
  using Shared = IndexExplorer<PieceGame, SharedCodes>;
  const auto codes_of = [](const std::vector<ExploredLayer>& layers, const auto& code) {
    std::vector<std::uint64_t> codes;
    for (std::size_t i = 0; i < layers.size(); ++i) {
      const CodeSet& set = layers[i].positions;
      set.for_each(0, set.size(), [&](std::uint64_t, std::uint64_t key) {
        codes.push_back(code(static_cast<int>(i), key));
      });
    }
    return codes;
  };
  for (const auto keep : {0, 1}) {
    Whole whole(game, keep == 0 ? Whole::Keep::not_won_at_once : Whole::Keep::all, 1);
    const auto layers = whole.run([] {});
    const auto expected = codes_of(layers, [](int, std::uint64_t code) { return code; });
    for (const int ranks : {1, 3}) {
      std::vector<std::uint64_t> found;
      std::mutex mutex;
      ThreadCluster::run(ranks, [&](Cluster& cluster) {
        ExchangeCounts counts;
        const SharedCodes part(game, cluster, counts, fine_sharing);
        Shared shared(game, keep == 0 ? Shared::Keep::not_won_at_once : Shared::Keep::all, 1, part);
        int calls = 0;
        while (!shared.done()) shared.explore_layer([&] { return ++calls % 7 == cluster.rank(); });
        const auto own_layers = shared.take_layers();
        const auto own = codes_of(
            own_layers, [&](int layer, std::uint64_t key) { return part.code(layer, key); });
        const std::lock_guard lock(mutex);
        ASSERT_EQ(own_layers.size(), layers.size());
        for (std::size_t i = 0; i < layers.size(); ++i)
          EXPECT_EQ(own_layers[i].reached, layers[i].reached) << i;
        found.insert(found.end(), own.begin(), own.end());
      });
      std::ranges::sort(found);
      EXPECT_EQ(found, expected);
    }
  }
}

TEST(SharedCodesOfRanks, HaveEachCodeOnce) {
  const PieceGame game = shared_game_of(test::version_2_game("dodgem"));
  ThreadCluster::run(3, [&](Cluster& cluster) {
    ExchangeCounts counts;
    const SharedCodes part(game, cluster, counts, {.stripes = {.blocks = 1}});
    std::uint64_t own = 0;
    for (int layer = 0; layer < game.codes().groups(); ++layer) {
      for (std::uint64_t code = game.codes().begin(layer); code < game.codes().end(layer); ++code) {
        ASSERT_EQ(part.layer_of(code), layer);
        const Location location = part.location({layer, code});
        if (!part.is_own(location)) continue;
        ++own;
        ASSERT_EQ(part.code(layer, location.place), code);
        ASSERT_LT(location.place, game.codes().begin(layer) + part.keys(game, layer));
      }
    }
    EXPECT_EQ(reduced(&cluster, own, Cluster::Reduction::sum), game.codes().size());
  });
}

}  // namespace
}  // namespace zermelo
