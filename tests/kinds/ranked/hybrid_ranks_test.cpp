// SPDX-License-Identifier: MIT
// The hybrid by several ranks, which are threads here: the same bytes as one process, however they
// share the boards, whenever they are stopped, and whichever ranks go on.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "kinds/ranked/solve.h"
#include "symbolic/bdd/bdd.h"
#include "tablebase/distributed/thread_cluster.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::symbolic {
namespace {

HybridOptions rank_options(HybridMethod method = HybridMethod::bits) {
  HybridOptions o;
  o.method = method;
  o.memory = 64 << 20;
  o.threads = 1;
  o.creator = "test";
  o.force = true;  // tables of several games at one path
  return o;
}

// The settings of the ranks of one run; `options` makes the options of a rank.
struct HybridRun {
  int ranks = 3;
  std::uint64_t batch = 0;
  std::function<HybridOptions(int)> options = [](int) { return rank_options(); };
};

class HybridRanks : public testing::Test {
 protected:
  const test::TemporaryFolder folder;
  const std::string path = folder.file("table.ztb");

  std::string alone(const connect::Parameters& game) const {
    HybridOptions o = rank_options();
    o.table = folder.file("alone.ztb");
    solve_hybrid(game, o);
    return test::read_whole(*o.table);
  }
  // The report of rank 0; `asked`: boards that all ranks together have requested from others.
  HybridReport by_ranks(const connect::Parameters& game, const HybridRun& run,
                        std::uint64_t* asked = nullptr) const {
    HybridReport report;
    ThreadCluster::run(run.ranks, [&](Cluster& cluster) {
      FetchCounts counts;
      HybridOptions o = run.options(cluster.rank());
      if (o.method != HybridMethod::none) o.table = path;
      HybridReport own = solve_hybrid_by_ranks(game, o, cluster, counts, run.batch);
      const std::uint64_t all = reduced(&cluster, counts.asked, Cluster::Reduction::sum);
      if (cluster.rank() == 0 && asked != nullptr) *asked = all;
      if (cluster.rank() == 0) report = std::move(own);
    });
    return report;
  }
  void expect_table(const std::string& expected) const {
    ASSERT_TRUE(test::read_whole(path) == expected);
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(path).parent_path())) {
      const std::string name = entry.path().filename().string();
      EXPECT_TRUE(name == "table.ztb" || name == "alone.ztb") << name << " is left";
    }
  }
};

constexpr connect::Parameters four_by_four = {4, 4, 4};

TEST_F(HybridRanks, GiveTheSameBytesHoweverTheyShare) {
  for (const connect::Parameters& game :
       {connect::Parameters{4, 3, 3}, connect::Parameters{3, 4, 3}, connect::Parameters{1, 3, 2},
        connect::Parameters{1, 1, 2}, connect::Parameters{6, 2, 4}}) {
    const std::string expected = alone(game);
    for (const int ranks : {1, 2, 3, 5, 8}) {
      // (Batches of one board each meet once per board.)
      for (const std::uint64_t batch : {ranks == 3 ? 1 : 16, 1 << 20}) {
        by_ranks(game, {.ranks = ranks, .batch = batch});
        ASSERT_NO_FATAL_FAILURE(expect_table(expected)) << ranks << " ranks, batch " << batch;
      }
    }
  }
}

TEST_F(HybridRanks, GiveThemByAllMethods) {
  const std::string expected = alone(four_by_four);
  for (const HybridMethod method : {HybridMethod::hybrid, HybridMethod::bits, HybridMethod::sets}) {
    HybridRun run{.ranks = 3};
    run.options = [&](int rank) {
      HybridOptions o = rank_options(method);
      o.threads = 1 + rank % 2;
      return o;
    };
    std::uint64_t asked = 0;
    const HybridReport report = by_ranks(four_by_four, run, &asked);
    EXPECT_EQ(report.total().boards(), 161'029u);
    EXPECT_EQ(asked > 0, method == HybridMethod::bits);
    ASSERT_NO_FATAL_FAILURE(expect_table(expected));
  }
  HybridRun run{.ranks = 3};
  run.options = [&](int) { return rank_options(HybridMethod::none); };
  EXPECT_EQ(by_ranks(four_by_four, run).boards(), 161'029u);
}

// The last layers by sets, then bits.
TEST_F(HybridRanks, SwitchToBitsWhenSetsDoNotFit) {
  const connect::Parameters game{.columns = 5, .rows = 4, .line = 4};
  const std::string expected = alone(game);
  HybridRun run{.ranks = 3, .batch = 1 << 16};
  run.options = [&](int) {
    HybridOptions o = rank_options(HybridMethod::hybrid);
    o.memory = 4 << 20;
    return o;
  };
  const HybridReport report = by_ranks(game, run);
  EXPECT_GT(report.layers.back().outcome_nodes, 0u);
  EXPECT_EQ(report.layers.front().outcome_nodes, 0u);
  ASSERT_NO_FATAL_FAILURE(expect_table(expected));
}

// Each time a different number of ranks goes on, once a single process, and another rank asks to
// stop.
TEST_F(HybridRanks, GoOnWithWhatAnyNumberOfThemHasBegun) {
  const std::string expected = alone(four_by_four);
  int started = 0;
  for (const int last : {14, 12, 9, 7, 4, -1}) {
    const int ranks = std::vector{3, 1, 0, 5, 2}[static_cast<std::size_t>(started) % 5];
    std::vector<int> told;
    std::atomic<bool> stop = false;
    const auto options = [&](int rank) {
      HybridOptions o = rank_options();
      o.table = path;
      o.resume = started > 0;
      if (ranks == 0 || rank == started % ranks) o.stop = &stop;
      if (rank == 0) {
        o.layer = [&](const HybridLayer& layer) {
          told.push_back(layer.stones);
          stop = layer.stones == last;
        };
      }
      return o;
    };
    const auto go_on = [&] {
      if (ranks == 0) {
        solve_hybrid(four_by_four, options(0));
      } else {
        by_ranks(four_by_four, {.ranks = ranks, .options = options});
      }
    };
    if (last >= 0) {
      EXPECT_THROW(go_on(), Interrupted);
      EXPECT_FALSE(std::filesystem::exists(path));
      EXPECT_EQ(told.back(), last);
      EXPECT_EQ(told.size(), started == 0 ? 3u : told.front() - told.back() + 1u);
    } else {
      go_on();
    }
    ++started;
  }
  ASSERT_NO_FATAL_FAILURE(expect_table(expected));
}

TEST_F(HybridRanks, StopBeforeTheyHaveBegun) {
  for (int asked = 0; asked < 3; ++asked) {
    const std::atomic<bool> stop = true;
    HybridRun run{.ranks = 3};
    run.options = [&](int rank) {
      HybridOptions o = rank_options();
      o.resume = true;
      if (rank == asked) o.stop = &stop;
      return o;
    };
    EXPECT_THROW(by_ranks(four_by_four, run), Interrupted) << asked;
  }
  HybridRun run{.ranks = 2};
  run.options = [&](int) {
    HybridOptions o = rank_options();
    o.resume = true;
    return o;
  };
  by_ranks(four_by_four, run);
  ASSERT_NO_FATAL_FAILURE(expect_table(alone(four_by_four)));
  EXPECT_TRUE(by_ranks(four_by_four, run).was_complete);
}

TEST_F(HybridRanks, FailAsAWholeWithTheSentenceOfOne) {
  HybridRun run{.ranks = 3};
  run.options = [&](int rank) {
    HybridOptions o = rank_options();
    if (rank == 2) o.memory = 1 << 20;  // ranks may be unequal
    return o;
  };
  const std::string text = test::error_text<OutOfMemory>([&] { by_ranks(four_by_four, run); });
  EXPECT_TRUE(text.starts_with("Two layers take, on every rank, ")) << text;
  EXPECT_TRUE(text.ends_with(" MiB of memory; the limit is 1 MiB.")) << text;
  run.options = [&](int) { return rank_options(); };
  EXPECT_THROW(by_ranks({9, 7, 4}, run), UsageError);
  run.options = [&](int rank) {
    HybridOptions o = rank_options();
    if (rank == 0) o.memory = 200 << 10;
    return o;
  };
  EXPECT_THROW(by_ranks({6, 5, 4}, run), OutOfNodes) << "not even the boards";
}

// Few lines, so that diagrams are small, and many boards: eight processes have room for what one
// does not.
TEST_F(HybridRanks, NeedLessMemoryARank) {
  const connect::Parameters game{.columns = 12, .rows = 2, .line = 12};
  const auto options = [&](int) {
    HybridOptions o = rank_options();
    o.memory = 40 << 20;
    return o;
  };
  EXPECT_THROW(by_ranks(game, {.ranks = 1, .options = options}), OutOfMemory);
  std::filesystem::remove_all(path + ".layers");
  std::atomic<bool> stop = false;
  const auto few_layers = [&](int rank) {
    HybridOptions o = options(rank);
    o.stop = &stop;
    o.layer = [&](const HybridLayer& layer) { stop = layer.stones == 21; };
    return o;
  };
  EXPECT_THROW(by_ranks(game, {.ranks = 8, .options = few_layers}), Interrupted);
}

}  // namespace
}  // namespace zermelo::symbolic
