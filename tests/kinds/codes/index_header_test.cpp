// SPDX-License-Identifier: MIT
#include "kinds/codes/index_header.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "gen/bddl/piece_game.h"
#include "gen/bddl/version2_parser.h"
#include "kinds/codes/solve.h"
#include "probe/game.h"
#include "probe/table.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/version2_games.h"

namespace zermelo {
namespace {

GameSpec spec_of(const char* name) {
  return {"bddl", {{"domain", test::version_2_game(name)}, {"domain-file", "g.bddl"}}};
}

TEST(IndexHeaders, AreInTablesAndNameMaterials) {
  const test::TemporaryFolder folder;
  const auto game = make_game(spec_of("tapatan"));
  solve(*game, folder.file("t.ztb"), {});
  const TableFile file(folder.file("t.ztb"));
  EXPECT_EQ(file.header().version(), 4u);
  const std::optional<IndexHeader>& index = file.header().index;
  ASSERT_TRUE(index);
  EXPECT_TRUE(index->folded);
  EXPECT_EQ(index->symmetries, 8u);
  ASSERT_FALSE(index->groups.empty());
  EXPECT_EQ(index->groups[0], std::vector<std::string>{"/[3b3w]"});
}

TEST(IndexHeaders, AreNotThereInVersion1) {
  const test::TemporaryFolder folder;
  solve(*make_game({"bddl",
                    {{"domain", test::version_2_game("tic-tac-toe/domain")},
                     {"problem", test::version_2_game("tic-tac-toe/3x3")}}}),
        folder.file("t.ztb"), {});
  const TableFile file(folder.file("t.ztb"));
  EXPECT_EQ(file.header().version(), 2u);
  EXPECT_FALSE(file.header().index);
}

// A table whose positions are numbered otherwise would give wrong answers.
TEST(IndexHeaders, OfAnotherNumberingAreRefused) {
  const test::TemporaryFolder folder;
  const GameSpec spec = make_game(spec_of("tapatan"))->spec();
  const bddl::PieceGame rules(
      bddl::ground(bddl::parse_version_2(test::version_2_game("tapatan"), "g.bddl")));
  const auto open_with = [&](const std::optional<IndexHeader>& index) {
    TableHeader header = codes_header(rules, spec, distance_metric, "test");
    header.index = index;
    SolveOptions options;
    options.force = true;
    GridSolve<bddl::PieceGame, DistanceMetric>(rules, header, folder.file("t.ztb"), options).run();
    Table::open(folder.file("t.ztb"));
  };
  const std::optional<IndexHeader> right = index_header_of(rules);
  EXPECT_NO_THROW(open_with(right));
  EXPECT_THROW(open_with(std::nullopt), DamagedTable) << "as older versions wrote them";
  for (const auto& change :
       {+[](IndexHeader& index) { index.symmetries = 4; },
        +[](IndexHeader& index) { index.folded = false; },
        +[](IndexHeader& index) { ++index.numbers; },
        +[](IndexHeader& index) { std::swap(index.groups[1], index.groups[2]); }}) {
    IndexHeader wrong = *right;
    change(wrong);
    EXPECT_THROW(open_with(wrong), DamagedTable);
  }
}

}  // namespace
}  // namespace zermelo
