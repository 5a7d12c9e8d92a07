// SPDX-License-Identifier: MIT
#include "probe/random_positions.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "probe/own_game.h"
#include "tests/support/served_tables.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

TEST(RandomPositions, AreASampleOfATableThatListsThem) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("t.ztb");
  test::solve_small_table(path);
  const Table table = Table::open(path);
  EXPECT_EQ(random_positions(table, 20, 3), table.sample(20, 3));
}

// Every position that random play can lead to is in the table, where its value is; several of a
// game, each at most once; and as many as were asked for.
TEST(RandomPositions, AreMetInPlayIfATableKnowsThemByHashes) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("t.ztb");
  for (const char* players : {"1", "2"}) {
    const auto game =
        load_own_game(ZERMELO_SERVED_RULES, {{"heap", "9"}, {"players", players}, {"wide", "yes"}});
    solve(*game, path, {.force = true});
    const Table table = Table::open(path, game);
    EXPECT_THROW(table.sample(1, 1), StatesAreHashed);
    for (const std::uint64_t count : {1, 7, 400}) {
      const std::vector<std::string> drawn = random_positions(table, count, 5);
      EXPECT_EQ(drawn.size(), count);
      EXPECT_EQ(drawn, random_positions(table, count, 5));
      for (const std::string& position : drawn) EXPECT_NO_THROW(table.probe(position));
    }
    const std::vector<std::string> many = random_positions(table, 400, 5);
    EXPECT_EQ(std::set(many.begin(), many.end()).size(), players[0] == '1' ? 9u : 16u);
    EXPECT_NE(many, random_positions(table, 400, 6));
    EXPECT_THROW(random_positions(Table::open(path), 1, 1), StatesAreHashed);
  }
}

}  // namespace
}  // namespace zermelo
