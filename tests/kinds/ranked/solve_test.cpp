// SPDX-License-Identifier: MIT
// The hybrid from end to end: all methods find the same; the table says what a plain game says;
// stopped, killed, short of memory.
#include "kinds/ranked/solve.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "gen/error.h"
#include "probe/table.h"
#include "proof/validate.h"
#include "symbolic/bdd/bdd.h"
#include "tests/reference/plain_games.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::symbolic {
namespace {

constexpr HybridMethod all_methods[] = {HybridMethod::hybrid, HybridMethod::bits,
                                        HybridMethod::sets};

HybridOptions options(HybridMethod method = HybridMethod::hybrid) {
  HybridOptions o;
  o.method = method;
  o.memory = 128 << 20;
  o.threads = 2;
  o.creator = "test";
  return o;
}

class HybridTableTest : public testing::TestWithParam<connect::Parameters> {};

TEST_P(HybridTableTest, TablesSayWhatAPlainGameSays) {
  const auto [columns, rows, line] = GetParam();
  const auto plain = test::plain_connect(columns, rows, line);
  const auto values = plain->values();
  const test::TemporaryFolder folder;
  std::string first_bytes;
  for (const HybridMethod method : all_methods) {
    HybridOptions o = options(method);
    o.table = folder.file("t.ztb");
    const HybridReport report = solve_hybrid({columns, rows, line}, o);
    EXPECT_EQ(report.boards(), plain->reachable());
    EXPECT_EQ(report.total().boards(), plain->reachable());
    EXPECT_FALSE(std::filesystem::exists(*o.table + ".layers"));
    EXPECT_FALSE(std::filesystem::exists(*o.table + ".checkpoint"));

    const Table table = Table::open(*o.table);
    EXPECT_EQ(table.metric(), Metric::outcome);
    EXPECT_EQ(table.info().positions, values.size());
    for (const auto& [state, value] : values) {
      const auto outcome = value > 0 ? Outcome::win : value < 0 ? Outcome::loss : Outcome::draw;
      ASSERT_EQ(table.probe(plain->text_of(state)).outcome(), outcome) << plain->text_of(state);
    }
    EXPECT_EQ(table.verify({.threads = 2}).failure, std::nullopt);
    // However it was found, the table is the same.
    const std::string bytes = test::read_whole(*o.table);
    if (first_bytes.empty()) first_bytes = bytes;
    EXPECT_EQ(bytes, first_bytes);
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, HybridTableTest,
                         testing::Values(connect::Parameters{4, 3, 3}, connect::Parameters{3, 4, 3},
                                         connect::Parameters{2, 2, 2}, connect::Parameters{1, 3, 2},
                                         connect::Parameters{6, 2, 4},
                                         connect::Parameters{1, 1, 2}));

TEST(HybridSolveTest, LayersAreThoseOfThePaper) {
  // Table 1, 5x5, up to 12 stones, and the sum.
  const std::vector<std::uint64_t> published = {
      1, 5, 25, 95, 345, 1'075, 3'350, 9'355, 25'060, 60'842, 139'632, 299'764, 596'136};
  HybridOptions o = options(HybridMethod::none);
  std::vector<int> told;
  o.layer = [&](const HybridLayer& layer) { told.push_back(layer.stones); };
  const HybridReport report = solve_hybrid({.columns = 5, .rows = 5, .line = 4}, o);
  ASSERT_EQ(report.layers.size(), 26u);
  EXPECT_EQ(told.size(), 26u);
  for (std::size_t n = 0; n < published.size(); ++n)
    EXPECT_EQ(report.layers[n].boards, published[n]) << n;
  EXPECT_EQ(report.boards(), 69'763'700u);
  EXPECT_FALSE(report.layers[0].solved);
}

// How many layers are reported if that fails for lack of memory.
template <class Failure>
std::size_t told_before_failing(const connect::Parameters& game, HybridMethod method,
                                std::uint64_t memory) {
  HybridOptions o = options(method);
  o.memory = memory;
  // (Those that sets have solved before are told then, from the last one on.)
  int solved = 0, found = 0;
  o.layer = [&](const HybridLayer& layer) {
    if (layer.solved) {
      EXPECT_EQ(layer.stones, game.columns * game.rows - solved++);
    } else {
      EXPECT_EQ(layer.stones, found++);
    }
  };
  EXPECT_THROW(solve_hybrid(game, o), Failure);
  return static_cast<std::size_t>(solved + found);
}

TEST(HybridSolveTest, LayersThatFitAreToldIfTheNextDoesNot) {
  const connect::Parameters game{.columns = 6, .rows = 5, .line = 4};
  for (const auto method : {HybridMethod::none, HybridMethod::bits}) {
    const std::size_t told = told_before_failing<OutOfNodes>(game, method, 8 << 20);
    EXPECT_GT(told, 5u);
    EXPECT_LT(told, 31u);
  }
}

TEST(HybridSolveTest, AllLayersAreToldIfOnlyTheirOutcomesDoNotFit) {
  EXPECT_EQ(told_before_failing<OutOfNodes>({.columns = 5, .rows = 4, .line = 4},
                                            HybridMethod::sets, 4 << 20),
            21u);
  // Few lines, so that diagrams are small, and many boards.
  EXPECT_EQ(told_before_failing<OutOfMemory>({.columns = 12, .rows = 2, .line = 12},
                                             HybridMethod::bits, 8 << 20),
            25u);
}

// All layers of the methods, without what depends on how they were found.
std::vector<OutcomeCounts> counts_of(const HybridReport& report) {
  std::vector<OutcomeCounts> counts;
  for (const HybridLayer& layer : report.layers) counts.push_back(layer.counts);
  return counts;
}

TEST(HybridSolveTest, SwitchesToBitsWhenSetsDoNotFit) {
  const connect::Parameters game{.columns = 5, .rows = 4, .line = 4};
  HybridOptions o = options();
  const HybridReport by_bits = solve_hybrid(game, options(HybridMethod::bits));
  o.memory = 4 << 20;
  const HybridReport both = solve_hybrid(game, o);
  EXPECT_GT(both.layers.back().outcome_nodes, 0u) << "the last layers by sets";
  EXPECT_EQ(both.layers.front().outcome_nodes, 0u) << "the first ones by bits";
  EXPECT_EQ(counts_of(both), counts_of(by_bits));
  o.method = HybridMethod::sets;
  EXPECT_THROW(solve_hybrid(game, o), OutOfNodes);
  o.memory = 200 << 10;
  EXPECT_THROW(solve_hybrid(game, o), OutOfMemory) << "not even the boards";
}

TEST(HybridSolveTest, GoesOnAfterAStop) {
  const connect::Parameters game{.columns = 4, .rows = 4, .line = 4};
  const test::TemporaryFolder folder;
  HybridOptions o = options(HybridMethod::bits);
  o.table = folder.file("whole.ztb");
  const HybridReport whole = solve_hybrid(game, o);

  o.table = folder.file("stopped.ztb");
  o.checkpoint_seconds = 0;
  for (const int last : {16, 12, 3}) {
    std::atomic<bool> stop = false;
    o.stop = &stop;
    o.layer = [&](const HybridLayer& layer) { stop = layer.stones <= last; };
    EXPECT_THROW(solve_hybrid(game, o), Interrupted) << last;
    EXPECT_FALSE(std::filesystem::exists(*o.table));
    o.resume = true;
  }
  o.stop = nullptr;
  std::vector<int> told;
  o.layer = [&](const HybridLayer& layer) { told.push_back(layer.stones); };
  const HybridReport resumed = solve_hybrid(game, o);
  EXPECT_EQ(told, (std::vector{2, 1, 0})) << "what was done is not done again";
  EXPECT_EQ(counts_of(resumed), counts_of(whole));
  EXPECT_EQ(test::read_whole(*o.table), test::read_whole(folder.file("whole.ztb")));
  EXPECT_TRUE(solve_hybrid(game, o).was_complete);
}

// Files of layers that are incomplete, or of another game, are made again.
TEST(HybridSolveTest, LayersLeftByOthersAreNotBelieved) {
  const test::TemporaryFolder folder;
  HybridOptions o = options(HybridMethod::bits);
  o.table = folder.file("t.ztb");
  std::atomic<bool> stop = false;
  o.stop = &stop;
  o.layer = [&](const HybridLayer&) { stop = true; };
  EXPECT_THROW(solve_hybrid({.columns = 4, .rows = 4, .line = 4}, o), Interrupted);
  const std::string layer = *o.table + ".layers/boards-07";
  std::string bytes = test::read_whole(layer);
  bytes.resize(bytes.size() / 2);
  test::write_whole(layer, bytes);
  o.stop = nullptr;
  o.layer = {};
  o.resume = true;
  EXPECT_EQ(solve_hybrid({.columns = 4, .rows = 4, .line = 4}, o).boards(), 161'029u);
}

// Table 2's columns, on a board that is small enough for the whole solve.
TEST(HybridSolveTest, SolvesARangeOfLayers) {
  const connect::Parameters game{.columns = 4, .rows = 4, .line = 4};
  const HybridReport whole = solve_hybrid(game, options(HybridMethod::bits));
  for (const HybridMethod method : all_methods) {
    HybridOptions o = options(method);
    o.layers = LayerRange{11, 16};
    std::vector<int> told;
    o.layer = [&](const HybridLayer& layer) { told.push_back(layer.stones); };
    const HybridReport report = solve_hybrid(game, o);
    EXPECT_EQ(told, (std::vector{16, 15, 14, 13, 12, 11}));
    ASSERT_EQ(report.layers.size(), 6u);
    for (const HybridLayer& layer : report.layers) {
      const HybridLayer& same = whole.layers[static_cast<std::size_t>(layer.stones)];
      EXPECT_EQ(layer.boards, same.boards);
      EXPECT_EQ(layer.counts, same.counts) << layer.stones;
      EXPECT_EQ(layer.going_on().boards() + layer.counts.lines,
                layer.stones == 16 ? layer.counts.lines : layer.boards);
      EXPECT_EQ(layer.outcome_nodes > 0, method != HybridMethod::bits);
      EXPECT_EQ(layer.going_on_nodes.draws > 0, method != HybridMethod::bits && layer.stones != 16);
    }
  }
  EXPECT_EQ(whole.layers[16].going_on().boards(), 0u) << "nobody is to move";
}

TEST(HybridSolveTest, KeepsTheLayersOfARange) {
  const connect::Parameters game{.columns = 4, .rows = 4, .line = 4};
  const test::TemporaryFolder folder;
  HybridOptions o = options(HybridMethod::sets);
  o.table = folder.file("t.ztb");
  o.layers = LayerRange{12, 16};
  solve_hybrid(game, o);
  EXPECT_FALSE(std::filesystem::exists(*o.table));
  EXPECT_TRUE(std::filesystem::exists(*o.table + ".layers/outcomes-12"));
  // What is there is not found again, and a whole run goes on from it.
  o.resume = true;
  o.layers = LayerRange{10, 16};
  const HybridReport further = solve_hybrid(game, o);
  EXPECT_EQ(further.layers.front().stones, 10);
  o.layers = std::nullopt;
  const HybridReport whole = solve_hybrid(game, o);
  EXPECT_EQ(whole.total().boards(), 161'029u);
  EXPECT_TRUE(Table::open(*o.table).verify({.threads = 1}).failure == std::nullopt);
}

TEST(HybridSolveTest, FindsTheBoardsOfOneLayerAlone) {
  HybridOptions o = options(HybridMethod::none);
  o.layers = LayerRange{12, 12};
  const HybridReport report = solve_hybrid({.columns = 5, .rows = 5, .line = 4}, o);
  ASSERT_EQ(report.layers.size(), 1u);
  EXPECT_EQ(report.boards(), 596'136u);
  o.layers = LayerRange{3, 26};
  EXPECT_THROW(solve_hybrid({.columns = 5, .rows = 5, .line = 4}, o), UsageError);
  o.method = HybridMethod::bits;
  o.layers = LayerRange{3, 12};
  EXPECT_THROW(solve_hybrid({.columns = 5, .rows = 5, .line = 4}, o), UsageError);
}

// Memory is asked for layer by layer: those that fit are solved before one that does not.
TEST(HybridSolveTest, ARangeGoesAsFarAsTheMemory) {
  const connect::Parameters game{.columns = 12, .rows = 2, .line = 12};
  HybridOptions o = options(HybridMethod::bits);
  o.memory = 8 << 20;
  o.layers = LayerRange{0, 24};
  int solved = 0;
  o.layer = [&](const HybridLayer& layer) { solved += layer.solved ? 1 : 0; };
  EXPECT_THROW(solve_hybrid(game, o), OutOfMemory);
  EXPECT_GT(solved, 0);
  EXPECT_LT(solved, 25);
}

TEST(HybridSolveTest, SaysWhatItCannotDo) {
  EXPECT_THROW(solve_hybrid({.columns = 9, .rows = 7, .line = 4}, options()), UsageError);
  EXPECT_THROW(solve_hybrid({.columns = 2, .rows = 13, .line = 4}, options()), UsageError);
  HybridOptions o = options();
  o.table = "/nowhere/t.ztb";
  EXPECT_THROW(solve_hybrid({.columns = 3, .rows = 3, .line = 3}, o), FileError);
}

// --- The table -----------------------------------------------------------------------------------

class OutcomeTableTest : public testing::Test {
 protected:
  OutcomeTableTest() : path_(folder_.file("t.ztb")) {
    HybridOptions o = options();
    o.table = path_;
    solve_hybrid({.columns = 4, .rows = 4, .line = 4}, o);
  }
  test::TemporaryFolder folder_;
  std::string path_;
};

TEST_F(OutcomeTableTest, AnswersWhatItKnowsAndRefusesTheRest) {
  const Table table = Table::open(path_);
  EXPECT_EQ(table.text(table.probe("4/4/4/4 b")), "draw");
  EXPECT_EQ(table.moves("4/4/4/4 b").size(), 4u);
  EXPECT_TRUE(table.line("4/4/4/4 b").complete);
  EXPECT_EQ(table.text(table.probe("4/1w2/1w2/bbbw b")), "loss");
  EXPECT_THROW(table.probe("4/4/4/4 w"), IllegalPosition);
  EXPECT_THROW(table.solution("4/4/4/4 b"), UsageError);
  EXPECT_THROW(table.mine({}, {}, [](const Puzzle&) { return true; }), UsageError);
  ValidationOptions validation;
  validation.memory = 64 << 20;
  const ValidationReport report = validate(table, validation);
  EXPECT_TRUE(report.same()) << report.canonical << ' ' << report.in_table;
  const StatsReport stats = table.stats({.threads = 1});
  EXPECT_EQ(stats.positions, table.info().positions);
  EXPECT_EQ(stats.metric, Metric::outcome);
  for (std::uint64_t n = 0; n < 100; ++n) {
    const auto position = table.position_at({8, 977 * n});
    if (position) {
      EXPECT_NO_THROW(table.probe(*position)) << *position;
    }
  }
}

// Every byte matters: a table with one changed is refused, or a full check finds it.
TEST_F(OutcomeTableTest, DamageIsFound) {
  const std::string good = test::read_whole(path_);
  const std::string bad_path = folder_.file("bad.ztb");
  const auto check = [&](const std::string& bytes) {
    test::write_whole(bad_path, bytes);
    EXPECT_THROW(
        {
          const Table table = Table::open(bad_path);
          const VerifyReport report = table.verify({.threads = 1});
          if (report.failure) throw DamagedTable(*report.failure);
        },
        DamagedTable);
  };
  for (std::size_t at = 0; at < good.size(); at += good.size() / 97) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    check(bad);
    check(good.substr(0, at));
  }
}

}  // namespace
}  // namespace zermelo::symbolic
