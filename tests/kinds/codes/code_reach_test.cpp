// SPDX-License-Identifier: MIT
// Distances from the start of games in version 2 of BDDL: by one process and by ranks, which are
// threads here; stopped and resumed; and verified. (What the distances are is compared with a brute
// force in tests/random_games/version2_test.cpp.)
#include "kinds/codes/code_reach.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gen/bddl/piece_game.h"
#include "gen/bddl/version2_parser.h"
#include "gen/wrong_file.h"
#include "kinds/codes/distance_maker.h"
#include "kinds/codes/distance_read.h"
#include "kinds/codes/index_header.h"
#include "kinds/codes/layer_writer.h"
#include "probe/game.h"
#include "probe/table.h"
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

std::shared_ptr<const PieceGame> reach_game(const std::string& rules, Expand expand = Expand::all) {
  return std::make_shared<const PieceGame>(bddl::ground(bddl::parse_version_2(rules, "g.bddl")),
                                           expand);
}

const GameSpec reach_spec{"bddl", {{"rules", "of the test"}}};

SolveReport reach_by_threads(const PieceGame& game, const std::string& path, int ranks,
                             const SharingOptions& sharing, const test::OptionsOfRank& options) {
  SolveReport report;
  ThreadCluster::run(ranks, [&](Cluster& cluster) {
    ExchangeCounts counts;
    const SharedCodes part(game, cluster, counts, sharing);
    const SolveReport own = CodeReach<PieceGame, SharedCodes>(
                                game, codes_header(game, reach_spec, reach_metric, creator()), path,
                                options(cluster.rank()), part)
                                .run();
    if (cluster.rank() == 0) report = own;
  });
  return report;
}

class CodeReaches : public testing::Test {
 protected:
  const test::TemporaryFolder folder;
  const std::string path = folder.file("reach.ztb");

  std::string alone(const std::shared_ptr<const PieceGame>& game) const {
    CodeDistanceMaker<PieceGame>(reach_spec, game)
        .solve(folder.file("alone.ztb"), {.threads = 2, .force = true});
    return test::read_whole(folder.file("alone.ztb"));
  }
};

TEST_F(CodeReaches, GiveTheSameBytesHoweverTheyShare) {
  const std::pair<std::string, Expand> games[] = {{test::version_2_game("tapatan"), Expand::all},
                                                  {test::version_2_game("quixo"), Expand::lean},
                                                  {test::version_2_game("dodgem"), Expand::all},
                                                  {test::version_2_game("hexapawn"), Expand::all},
                                                  {test::drops_3x3, Expand::lean_by_first_goal},
                                                  {test::jumpers, Expand::all}};
  for (const auto& [rules, expand] : games) {
    const auto game = reach_game(rules, expand);
    const std::string expected = alone(game);
    for (const int ranks : {1, 2, 3}) {
      const SolveReport report = reach_by_threads(
          *game, path, ranks, {.stripes = {.blocks = 1}, .buffer = 2000},
          [&](int) { return SolveOptions{.threads = ranks == 3 ? 2 : 1, .force = true}; });
      ASSERT_TRUE(test::read_whole(path) == expected) << ranks << " ranks:\n" << rules;
      EXPECT_EQ(report.positions, TableFile(path).positions());
      std::filesystem::remove(path);
    }
  }
}

TEST_F(CodeReaches, StoppedAndResumedManyTimesGiveTheSameBytes) {
  const auto game = reach_game(test::version_2_game("dodgem"));
  const std::string expected = alone(game);
  std::mt19937 random(38);
  const auto one = [&](const test::OptionsOfRank& options) {
    CodeDistanceMaker<PieceGame>(reach_spec, game).solve(path, options(0));
  };
  EXPECT_GT(test::run_with_stops(1, random, one), 5);
  ASSERT_TRUE(test::read_whole(path) == expected);
  std::filesystem::remove(path);
  const auto two = [&](const test::OptionsOfRank& options) {
    reach_by_threads(*game, path, 2, {.stripes = {.blocks = 1}, .buffer = 2000}, options);
  };
  EXPECT_GT(test::run_with_stops(2, random, two), 5);
  ASSERT_TRUE(test::read_whole(path) == expected);
}

// A table as the maker writes it, but with what `kind_of` says of each position; a position for
// which it says nothing is left out.
class EditedReach final : public TableWork {
 public:
  using KindOf = std::function<std::optional<PaletteCode>(int layer, std::uint64_t number,
                                                          std::optional<PaletteCode> right)>;
  EditedReach(const PieceGame& game, const TableFile& right, const std::string& path,
              KindOf kind_of)
      : file_(right),
        members_(
            right, 1, [] {}, game.codes().size()),
        kind_of_(std::move(kind_of)),
        driver_(*this, right.header(), path, {.threads = 1, .force = true}) {}
  void run() { driver_.run(); }

  MemoryNeed memory(std::size_t) const override { return {}; }
  std::size_t steps() const override { return file_.slices().size(); }
  StepEnd step(Driver&, std::size_t) override { return StepEnd::done; }
  void write(Driver& driver, std::size_t step) override {
    const int layer = static_cast<int>(step);
    SliceRecord record = file_.slices()[step];
    const CodeSet& set = members_.members(step);
    const auto kind = [&](std::uint64_t i) { return kind_of_(layer, i, members_.kind(step, i)); };
    record.members = 0;
    for (std::uint64_t i = 0; i < set.size(); ++i) record.members += kind(i) ? 1 : 0;
    record.positions = record.indices = record.members;
    const std::size_t kinds = record.arrivals.size();
    LayerWriter<WholeCodes>(driver, whole_codes, set, layer).write(std::move(record), kinds, kind);
  }
  RunState save(const RunPlace&) override { return {}; }
  void restore(Driver&, const SavedRun&) override {}
  SolveProgress progress(Phase phase) const override { return {.phase = phase}; }

 private:
  const TableFile& file_;
  LoadedCodes members_;
  KindOf kind_of_;
  Driver driver_;
};

TEST_F(CodeReaches, AreVerified) {
  const auto game = reach_game(test::version_2_game("dodgem"));
  const CodeDistanceMaker<PieceGame> maker(reach_spec, game);
  maker.solve(path, {});
  const TableFile right(path);
  const auto failure_of = [&](const EditedReach::KindOf& kind_of) {
    const std::string edited = folder.file("edited.ztb");
    EditedReach(*game, right, edited, kind_of).run();
    const auto file = std::make_shared<const TableFile>(edited);
    const OpenTable table{file, CodeDistanceKind<PieceGame>(reach_spec, game).open(file)};
    return maker.verify(table, {.threads = 2}).failure.value_or("right");
  };
  EXPECT_EQ(failure_of([](int, std::uint64_t, auto kind) { return kind; }), "right");
  int edited = 0;
  for (std::size_t slice = 0; slice < right.slices().size(); ++slice) {
    const std::uint64_t members = right.slices()[slice].members;
    for (std::uint64_t n = 0; n < members; n += 1 + members / 3) {
      const auto is_it = [&](int layer, std::uint64_t number) {
        return layer == static_cast<int>(slice) && number == n;
      };
      const std::string left_out = failure_of([&](int layer, std::uint64_t number, auto kind) {
        return is_it(layer, number) ? std::nullopt : kind;
      });
      EXPECT_NE(left_out, "right") << slice << ' ' << n;
      const std::size_t kinds = right.slices()[slice].arrivals.size();
      if (kinds < 2) continue;
      const std::string moved = failure_of([&](int layer, std::uint64_t number, auto kind) {
        if (is_it(layer, number)) kind = static_cast<PaletteCode>((*kind + 1) % kinds);
        return kind;
      });
      EXPECT_NE(moved, "right") << slice << ' ' << n;
      ++edited;
    }
  }
  EXPECT_GT(edited, 10);
}

// Through the program's interface, with a game that is shipped: the numbers of a plain search.
TEST_F(CodeReaches, AreReadAsTables) {
  const auto game =
      make_game(bddl::read_game(std::string(ZERMELO_SOURCE) + "/games/dodgem/dodgem.bddl", ""));
  game->kind("reach")->solve(path, {});
  const Table table = Table::open(path);
  EXPECT_TRUE(table.holds_distances());
  EXPECT_EQ(table.distance(game->start()), 0);
  EXPECT_EQ(table.info().positions, 1345u);
  const ReachReport stats = table.distance_stats();
  EXPECT_EQ(stats.states, 1345u);
  EXPECT_EQ(stats.farthest, 14);
  ASSERT_FALSE(stats.farthest_states.empty());
  for (const std::string& state : stats.farthest_states) {
    EXPECT_EQ(table.distance(state), 14);
    const Way way = table.way(state, {.exact = true});
    ASSERT_TRUE(way.found);
    EXPECT_EQ(way.states.back(), state);
  }
  EXPECT_FALSE(table.verify().failure);
  EXPECT_EQ(test::error_text<WrongFile>([&] { table.probe(game->start()); }),
            path + " holds distances from the start and no values.");
  std::uint64_t numbered = 0;
  for (std::size_t slice = 0; slice < table.info().slices.size(); ++slice) {
    for (std::uint64_t i = 0; i < table.indices(slice); ++i) {
      const auto position = table.position_at({slice, i});
      if (!position) continue;
      ++numbered;
      ASSERT_TRUE(table.distance(*position));
      ASSERT_EQ(table.index_of(*position), (TableIndex{slice, i}));
    }
  }
  EXPECT_EQ(numbered, 1345u);
}

// A game that begins with any position of some pieces has no distances from one start.
TEST_F(CodeReaches, AreNotThereWithoutAStart) {
  const auto game = make_game(
      bddl::read_game(std::string(ZERMELO_SOURCE) + "/games/kings-and-pieces/kqk.bddl", ""));
  EXPECT_EQ(game->kind("reach"), nullptr);
}

}  // namespace
}  // namespace zermelo
