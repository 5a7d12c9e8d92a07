// SPDX-License-Identifier: MIT
#include "server/served_table.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "probe/game.h"
#include "tests/support/bddl_games.h"
#include "tests/support/served_tables.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::server {
namespace {

TEST(Ids, AreNamesOfFiles) {
  EXPECT_EQ(id_of_path("ostle-8.ztb"), "ostle-8");
  EXPECT_EQ(id_of_path("/a/b.c/d_E.1.ztb"), "d_E.1");
  EXPECT_EQ(id_of_path("x"), "x");
  EXPECT_EQ(id_of_path(".ztb"), ".ztb");
  EXPECT_EQ(id_of_path("a b/c d<\xc3\xa9>.ztb"), "c-d----");
}

TEST(Ids, AreDifferent) {
  const test::TemporaryFolder folder;
  std::vector<std::string> paths;
  for (const char* name : {"a/t.ztb", "b/t.ztb", "c/t", "t-2.ztb"}) {
    paths.push_back(folder.file(name));
    std::filesystem::create_directories(std::filesystem::path(paths.back()).parent_path());
    test::solve_small_table(paths.back());
  }
  std::vector<std::string> ids;
  const auto tables = open_tables(paths);
  for (const auto& table : tables) ids.push_back(table->id());
  EXPECT_EQ(ids, (std::vector<std::string>{"t", "t-2", "t-3", "t-2-2"}));
  // Tables with the same contents are distinguished by their files.
  EXPECT_NE(tables[0]->identity(), tables[1]->identity());
  const ServedTable again("t", paths[0]);
  EXPECT_EQ(tables[0]->identity(), again.identity());
  EXPECT_EQ(again.without_path("Cannot read " + paths[0] + ": no."), "Cannot read t.ztb: no.");
}

// Rules without a name are called by their table, whose name may end with the board's size.
TEST(Titles, OfGamesWithoutANameComeFromTheTable) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("el.ztb");
  const auto game = make_game(test::bddl_spec(test::shipped_games / "shapes/3x3-el.bddl"));
  ASSERT_EQ(game->title(), "bddl");
  solve(*game, path);
  EXPECT_EQ(ServedTable("three-in-an-el-3x3", path).title(), "Three in an el");
  EXPECT_EQ(ServedTable("el.3x3", path).title(), "El");
  EXPECT_EQ(ServedTable("3x3", path).title(), "3x3");
  EXPECT_EQ(ServedTable("-3x3", path).title(), "-3x3");
}

}  // namespace
}  // namespace zermelo::server
