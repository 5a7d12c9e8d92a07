// SPDX-License-Identifier: MIT
// How many sequences of a given number of moves there are from the start ("perft"): an error in the
// moves of some rare position shows in these counts. They are compared with the plain games, and
// with numbers that others have counted.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/bddl/game.h"
#include "gen/bddl/version1_parser.h"
#include "gen/breakthrough/game.h"
#include "gen/clobber/game.h"
#include "gen/connect/game.h"
#include "gen/domineering/game.h"
#include "gen/mnk/game.h"
#include "gen/notakto/game.h"
#include "gen/othello/game.h"
#include "tests/reference/bddl_reference.h"
#include "tests/reference/plain_games.h"
#include "tests/support/bddl_games.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/long_tests.h"

namespace zermelo {
namespace {

using Counts = std::vector<std::uint64_t>;  // of sequences of 1, 2, 3, ... moves

template <class Game>
void add_counts(const Game& game, const GridPosition& p, std::size_t depth, Counts& counts) {
  std::set<std::pair<GridPosition, Ending>> moves;
  game.for_each_successor(p, [&](const GridPosition& next, Ending ending) {
    moves.insert({next, ending});
  });
  for (const auto& [next, ending] : moves) {
    ++counts[depth];
    if (ending == Ending::none && depth + 1 < counts.size())
      add_counts(game, next, depth + 1, counts);
  }
}

template <class Game>
Counts perft(const Game& game, std::size_t depth) {
  Counts counts(depth);
  add_counts(game, game.start(), 0, counts);
  return counts;
}

// The same by plainly written rules.
template <class Plain>
void add_plain_counts(const Plain& game, const std::string& state, std::size_t depth,
                      Counts& counts) {
  for (const auto& move : game.moves(state)) {
    ++counts[depth];
    if (move.end == Plain::End::none && depth + 1 < counts.size())
      add_plain_counts(game, move.next, depth + 1, counts);
  }
}

template <class Plain>
Counts plain_perft(const Plain& game, std::size_t depth) {
  Counts counts(depth);
  add_plain_counts(game, game.start(), 0, counts);
  return counts;
}

template <class Game>
void expect_plain(const Game& game, const std::unique_ptr<test::PlainGame>& plain,
                  std::size_t depth) {
  EXPECT_EQ(perft(game, depth), plain_perft(*plain, depth));
}

TEST(Perft, ConnectFourAsCountedByMany) {
  EXPECT_EQ(perft(connect::Connect({}), 8),
            (Counts{7, 49, 343, 2401, 16807, 117649, 823536, 5673234}));
}

TEST(Perft, TicTacToeAsCountedByMany) {
  EXPECT_EQ(perft(mnk::Mnk({}), 9),
            (Counts{9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872}));
}

TEST(Perft, BreakthroughOnAChessboardAsCountedByMany) {
  EXPECT_EQ(perft(breakthrough::Breakthrough({.columns = 8, .rows = 8}), 4),
            (Counts{22, 484, 11132, 256036}));
}

// How many sequences of exactly that many moves end the game.
template <class Game>
std::uint64_t games_over(const Game& game, const GridPosition& p, int moves) {
  std::uint64_t count = 0;
  game.for_each_successor(p, [&](const GridPosition& next, Ending ending) {
    if (moves == 1) {
      count += ending != Ending::none;
    } else if (ending == Ending::none) {
      count += games_over(game, next, moves - 1);
    }
  });
  return count;
}

// (The start of the program's Othello is a mirror image of the one that is usual today, which makes
// no difference here.)
TEST(Perft, OthelloAsCountedByMany) {
  const othello::Othello game({.rows = 8, .cols = 8, .start_file = 3, .start_rank = 3});
  EXPECT_EQ(perft(game, 8), (Counts{4, 12, 56, 244, 1396, 8200, 55092, 390216}));
  if (!test::long_tests()) return;
  // Others count a game that is over after nine moves among the sequences of ten as well.
  const std::uint64_t over = games_over(game, game.start(), 9);
  EXPECT_EQ(over, 228u);
  const Counts counts = perft(game, 10);
  EXPECT_EQ(counts[8], 3005288u);
  EXPECT_EQ(counts[9] + over, 24571284u);
}

TEST(Perft, CompiledGamesAsPlainOnes) {
  expect_plain(connect::Connect({.columns = 5, .rows = 3, .line = 3}), test::plain_connect(5, 3, 3),
               7);
  expect_plain(mnk::Mnk({.m = 4, .n = 3, .k = 3}), test::plain_mnk(4, 3, 3), 5);
  expect_plain(notakto::Notakto({.rows = 3, .columns = 4}), test::plain_notakto(3, 4), 5);
  expect_plain(othello::Othello({.rows = 4, .cols = 4}), test::plain_othello(4, 4, 2, 2), 8);
  expect_plain(othello::Othello({.rows = 6, .cols = 6, .start_file = 2, .start_rank = 2}),
               test::plain_othello(6, 6, 3, 3), 6);
  expect_plain(othello::Othello({.rows = 8, .cols = 8, .start_file = 3, .start_rank = 3}),
               test::plain_othello(8, 8, 4, 4), 5);
  expect_plain(breakthrough::Breakthrough({.columns = 5, .rows = 6}),
               test::plain_breakthrough(5, 6), 4);
  expect_plain(domineering::Domineering({.columns = 6, .rows = 6}), test::plain_domineering(6, 6),
               3);
  expect_plain(clobber::Clobber({.columns = 6, .rows = 5}), test::plain_clobber(6, 5), 3);
}

class ShippedPerft : public testing::TestWithParam<std::string> {};

TEST_P(ShippedPerft, AsTheDefinitionSays) {
  for (const auto& path : test::problems_in(test::shipped_games / GetParam())) {
    const std::string domain = test::read_whole(path.parent_path() / "domain.bddl");
    const std::string problem = test::read_whole(path);
    const bddl::BddlGame game(
        bddl::GridRules(bddl::ground(bddl::parse_version_1(domain, "domain", problem, "problem"))));
    const bool stuck_loses = game.rules().stuck_loses();
    const test::BddlReference plain(domain, problem, stuck_loses);
    const std::size_t depth = game.grid().squares() <= 12 ? 4 : game.grid().squares() <= 20 ? 3 : 2;
    EXPECT_EQ(perft(game, depth), plain_perft(plain, depth)) << path;
  }
}

INSTANTIATE_TEST_SUITE_P(Games, ShippedPerft,
                         testing::Values("breakthrough", "connect", "cross-purposes", "domineering",
                                         "evader", "gomoku", "hex", "knightthrough", "konane",
                                         "notakto", "pong-hau-ki", "pursuer", "shapes",
                                         "tic-tac-toe"),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace zermelo
