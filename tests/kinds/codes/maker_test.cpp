// SPDX-License-Identifier: MIT
// Tables with one position for all its images, as the library makes them, and listed tables of the
// same game that do not use symmetries and number positions in the plainest way: both give the same
// answers about every position.
#include "kinds/codes/maker.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "gen/bddl/game.h"
#include "gen/bddl/version1_parser.h"
#include "gen/breakthrough/game.h"
#include "gen/connect/game.h"
#include "gen/domineering/game.h"
#include "gen/error.h"
#include "gen/grid/codes.h"
#include "gen/grid/position.h"
#include "gen/mnk/game.h"
#include "gen/notakto/game.h"
#include "gen/othello/game.h"
#include "probe/game.h"
#include "probe/table.h"
#include "tests/support/bddl_games.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

// Any layered game, reduced to its moves. There is one type for all such games, so that the solver
// is compiled once.
class WithoutSymmetries {
 public:
  using Visit = std::function<void(const GridPosition&, Ending)>;

  template <class Game>
  explicit WithoutSymmetries(std::shared_ptr<const Game> game)
      : grid_(game->grid()),
        start_(game->start()),
        codes_(grid_, 0, grid_.squares()),
        symmetries_(game->symmetries().begin(), game->symmetries().begin() + 1),
        longest_step_(game->longest_step()),
        layer_([game](const GridPosition& p) { return game->layer(p); }),
        layer_name_([game](int layer) { return game->layer_name(layer); }),
        move_text_([game](const GridChange& change) { return game->move_text(change); }),
        successors_([game](const GridPosition& p, const Visit& visit) {
          game->for_each_successor(p, visit);
        }) {
    if (!game->is_layered()) throw std::invalid_argument("not a layered game");
    if constexpr (requires(GridPosition p) { game->score(p); })
      score_ = [game](const GridPosition& p) { return game->score(p); };
  }

  Grid grid() const { return grid_; }
  const GridPosition& start() const { return start_; }
  std::span<const GridSymmetry> symmetries() const { return symmetries_; }
  const GridCodes& codes() const { return codes_; }
  static constexpr bool is_layered() { return true; }
  int layer(const GridPosition& p) const { return layer_(p); }
  int longest_step() const { return longest_step_; }
  std::string layer_name(int layer) const { return layer_name_(layer); }
  std::string move_text(const GridChange& change) const { return move_text_(change); }
  PositionStatus status(const GridPosition&) const { return {}; }
  int score(const GridPosition& p) const { return score_(p); }
  void for_each_successor(const GridPosition& p, const Visit& visit) const {
    successors_(p, visit);
  }

 private:
  Grid grid_;
  GridPosition start_;
  GridCodes codes_;
  std::vector<GridSymmetry> symmetries_;  // the identity
  int longest_step_;
  std::function<int(const GridPosition&)> layer_, score_;
  std::function<std::string(int)> layer_name_;
  std::function<std::string(const GridChange&)> move_text_;
  std::function<void(const GridPosition&, const Visit&)> successors_;
};

// `spec` names the game.
template <class Metric = DistanceMetric, class Game>
void expect_same_values(const std::shared_ptr<const Game>& game, const GameSpec& spec) {
  ASSERT_GT(game->symmetries().size(), 1u);
  const test::TemporaryFolder folder;
  solve(*make_game(spec), folder.file("with.ztb"));
  const Table table = Table::open(folder.file("with.ztb"));

  using Plain = CodeTables<WithoutSymmetries, Metric>;
  const WithoutSymmetries plain(game);
  TableHeader header{{"test", {}}, "distance", "test"};
  header.states = Plain::states;
  if (Metric::kind == zermelo::Metric::score) header.metric = score_metric;
  Plain::solve(plain, header, folder.file("without.ztb"), {});
  const auto file = std::make_shared<const TableFile>(folder.file("without.ztb"));
  EXPECT_LT(table.info().positions, file->positions());

  const typename Plain::Values values(plain, file);
  std::set<GridPosition> seen = {game->start()};
  std::vector<GridPosition> waiting = {game->start()};
  while (!waiting.empty()) {
    const GridPosition p = waiting.back();
    waiting.pop_back();
    const std::optional<Value> value = values.value(p);
    const std::string text = format_position(p, game->grid());
    ASSERT_TRUE(value) << text;
    ASSERT_EQ(to_string(table.probe(text)), to_string(*value)) << text;
    game->for_each_successor(p, [&](const GridPosition& next, Ending ending) {
      if (ending == Ending::none && seen.insert(next).second) waiting.push_back(next);
    });
  }
  EXPECT_GT(seen.size(), 100u);
}

TEST(Symmetries, ChangeNoValueOfAGameOfStones) {
  expect_same_values(std::make_shared<const connect::Connect>(connect::Parameters{5, 3, 3}),
                     {"connect", {{"columns", "5"}, {"rows", "3"}, {"line", "3"}}});
  expect_same_values(std::make_shared<const mnk::Mnk>(mnk::Parameters{3, 3, 3}),
                     {"mnk", {{"m", "3"}, {"n", "3"}, {"k", "3"}}});
}

TEST(Symmetries, ChangeNoValueOfACompiledGame) {
  expect_same_values(std::make_shared<const notakto::Notakto>(notakto::Parameters{3, 4}),
                     {"notakto", {{"rows", "3"}, {"columns", "4"}}});
  expect_same_values(
      std::make_shared<const breakthrough::Breakthrough>(breakthrough::Parameters{3, 4}),
      {"breakthrough", {{"columns", "3"}, {"rows", "4"}}});
  expect_same_values(
      std::make_shared<const domineering::Domineering>(domineering::Parameters{4, 4}),
      {"domineering", {{"columns", "4"}, {"rows", "4"}}});
}

TEST(Symmetries, ChangeNoValueOfOthello) {
  othello::Parameters p;
  p.rows = 3, p.cols = 4, p.start_file = 1, p.start_rank = 0;
  const auto game = std::make_shared<const othello::Othello>(p);
  GameSpec spec{"othello",
                {{"rows", "3"}, {"cols", "4"}, {"start_file", "2"}, {"start_rank", "1"}}};
  ASSERT_EQ(othello::Othello(othello::parse_parameters(spec.parameters)).start(), game->start());
  expect_same_values(game, spec);
  spec.parameters["metric"] = "score";
  expect_same_values<ScoreMetric>(game, spec);
}

TEST(Symmetries, ChangeNoValueOfAGameInBddl) {
  for (const char* name : {"hex/3x3", "domineering/4x3", "shapes/3x3-el", "knightthrough/3x4"}) {
    SCOPED_TRACE(name);
    const auto path = test::shipped_games / (std::string(name) + ".bddl");
    const std::string domain = test::read_whole(path.parent_path() / "domain.bddl");
    const std::string problem = test::read_whole(path);
    expect_same_values(std::make_shared<const bddl::BddlGame>(bddl::GridRules(bddl::ground(
                           bddl::parse_version_1(domain, "domain", problem, "problem")))),
                       test::bddl_spec(path));
  }
}

// --- Whole tables in memory

class MinedCodes : public testing::Test {
 protected:
  void SetUp() override {
    solve(*make_game({"othello", {{"rows", "4"}, {"columns", "4"}}}), path_);
  }

  const test::TemporaryFolder folder_;
  const std::string path_ = folder_.file("othello.ztb");
};

// Reading all of it would find the damage.
TEST_F(MinedCodes, ReadingEndsWithTheSearch) {
  std::string bytes = test::read_whole(path_);
  bytes[bytes.size() / 2] ^= 1;
  test::write_whole(path_, bytes);
  const Table table = Table::open(path_);
  const auto mine = [&](bool is_stopped, int plies) {
    const std::atomic<bool> stop = is_stopped;
    PuzzleConditions conditions;
    conditions.win_in = ValueRange{plies, plies};
    return table.mine(conditions, {.threads = 1, .stop = &stop},
                      [](const Puzzle&) { return true; });
  };
  for (const int plies : {1, 5}) {
    EXPECT_THROW(mine(false, plies), DamagedTable);
    const MineReport report = mine(true, plies);
    EXPECT_TRUE(report.stopped);
    EXPECT_FALSE(report.complete);
    EXPECT_EQ(report.given, 0u);
  }
}

TEST_F(MinedCodes, AreLookedAtWhileTheyAreRead) {
  const TableFile file(path_);
  std::uint64_t blocks = 0, looks = 0;
  for (const SliceRecord& slice : file.slices()) blocks += slice.blocks() - 1;
  const std::uint64_t codes = std::uint64_t{1} << 62;
  const LoadedCodes loaded(
      file, 2, [&] { ++looks; }, codes);
  EXPECT_GE(looks, blocks);
  for (const std::uint64_t last : {std::uint64_t{1}, looks / 2, looks}) {
    std::uint64_t calls = 0;
    const auto look = [&] {
      if (++calls == last) throw Interrupted("enough");
    };
    EXPECT_THROW(LoadedCodes(file, 2, look, codes), Interrupted);
    EXPECT_EQ(calls, last);
  }
}

// What is said to be needed is what the sets and values take.
TEST_F(MinedCodes, TakeTheMemoryThatIsTold) {
  const TableFile file(path_);
  const LoadedCodes loaded(
      file, 1, [] {}, std::uint64_t{1} << 62);
  std::uint64_t bytes = 0;
  for (std::size_t slice = 0; slice < file.slices().size(); ++slice)
    bytes += loaded.members(slice).bytes() + loaded.members(slice).size();
  EXPECT_EQ(Table::open(path_).mining_memory(), LoadedCodes::bytes_needed(file));
  EXPECT_LT(LoadedCodes::bytes_needed(file), 3 * bytes);
  EXPECT_GT(3 * LoadedCodes::bytes_needed(file), bytes);
}

}  // namespace
}  // namespace zermelo
