// SPDX-License-Identifier: MIT
// Tables with one position for all its images, and tables that know of no symmetries: they say the
// same of every position.
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "gen/bddl/game.h"
#include "gen/bddl/parser.h"
#include "gen/breakthrough/game.h"
#include "gen/connect/game.h"
#include "gen/domineering/game.h"
#include "gen/grid/position.h"
#include "gen/mnk/game.h"
#include "gen/notakto/game.h"
#include "gen/othello/game.h"
#include "probe/code_storage.h"
#include "probe/stone_storage.h"
#include "tests/support/bddl_games.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

template <class Game>
class WithoutSymmetries : public Game {
 public:
  using Game::Game;
  std::span<const GridSymmetry> symmetries() const { return only_first(Game::symmetries()); }
  std::span<const GridSymmetry> start_symmetries() const requires requires(const Game& game) {
    game.start_symmetries();
  }
  { return only_first(Game::start_symmetries()); }
  std::span<const GridSymmetry> cell_symmetries() const requires requires(const Game& game) {
    game.cell_symmetries();
  }
  { return only_first(Game::cell_symmetries()); }

 private:
  static std::span<const GridSymmetry> only_first(std::span<const GridSymmetry> symmetries) {
    return symmetries.first(1);
  }
};

template <class Storage, class Game>
std::shared_ptr<const TableFile> solve(const Game& game, const std::string& path) {
  TableHeader header{{"test", {}}, "distance", "test"};
  header.states = Storage::states;
  if (Storage::Metric::kind == Metric::score) header.metric = score_metric;
  Storage::solve(game, header, path, {});
  return std::make_shared<const TableFile>(path);
}

// Storage and Plain are those of the game with and without symmetries.
template <class Storage, class Plain, class Game>
void expect_same_values(const Game& game, const WithoutSymmetries<Game>& plain) {
  ASSERT_GT(game.symmetries().size(), 1u);
  const test::TemporaryFolder folder;
  const auto file = solve<Storage>(game, folder.file("with.ztb"));
  const auto plain_file = solve<Plain>(plain, folder.file("without.ztb"));
  EXPECT_LT(file->positions(), plain_file->positions());
  const typename Storage::Values values(game, file);
  const typename Plain::Values plain_values(plain, plain_file);
  std::set<GridPosition> seen = {game.start()};
  std::vector<GridPosition> waiting = {game.start()};
  while (!waiting.empty()) {
    const GridPosition p = waiting.back();
    waiting.pop_back();
    const auto value = values.value(p), plain_value = plain_values.value(p);
    ASSERT_TRUE(value && plain_value) << format_position(p, game.grid());
    ASSERT_EQ(to_string(*value), to_string(*plain_value)) << format_position(p, game.grid());
    game.for_each_successor(p, [&](const GridPosition& next, Ending ending) {
      if (ending == Ending::none && seen.insert(next).second) waiting.push_back(next);
    });
  }
  EXPECT_GT(seen.size(), 100u);
}

template <class Game, class Metric = DistanceMetric>
void expect_same_codes(const auto&... arguments) {
  expect_same_values<CodeStorage<Game, Metric>, CodeStorage<WithoutSymmetries<Game>, Metric>>(
      Game(arguments...), WithoutSymmetries<Game>(arguments...));
}

template <class Game>
void expect_same_stones(const auto& parameters) {
  using Lane = std::uint32_t;
  expect_same_values<StoneStorage<Game, Lane>, StoneStorage<WithoutSymmetries<Game>, Lane>>(
      Game(parameters), WithoutSymmetries<Game>(parameters));
}

TEST(Symmetries, ChangeNoValueOfACompiledGame) {
  expect_same_stones<connect::Connect>(connect::Parameters{5, 3, 3});
  expect_same_stones<mnk::Mnk>(mnk::Parameters{3, 3, 3});
  expect_same_codes<notakto::Notakto>(notakto::Parameters{3, 4});
  expect_same_codes<breakthrough::Breakthrough>(breakthrough::Parameters{3, 4});
  expect_same_codes<domineering::Domineering>(domineering::Parameters{4, 4});
}

TEST(Symmetries, ChangeNoValueOfOthello) {
  othello::Parameters p;
  p.rows = 3, p.cols = 4, p.start_file = 1, p.start_rank = 0;
  expect_same_codes<othello::Othello>(p);
  expect_same_codes<othello::Othello, ScoreMetric>(p);
}

TEST(Symmetries, ChangeNoValueOfAGameInBddl) {
  for (const char* name : {"hex/3x3", "domineering/4x3", "shapes/3x3-el", "knightthrough/3x4"}) {
    SCOPED_TRACE(name);
    const auto path = test::shipped_games / (std::string(name) + ".bddl");
    const std::string domain = test::read_whole(path.parent_path() / "domain.bddl");
    const std::string problem = test::read_whole(path);
    const bddl::Model model(bddl::parse_domain(domain, "domain"),
                            bddl::parse_problem(problem, "problem"), {});
    expect_same_codes<bddl::BddlGame>(model);
  }
}

}  // namespace
}  // namespace zermelo
