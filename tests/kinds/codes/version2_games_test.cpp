// SPDX-License-Identifier: MIT
// The games in version 2 of BDDL that the project ships, solved: how many positions they have, what
// their starts are worth, how long they last. Numbers that are published are marked.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>

#include "gen/value.h"
#include "probe/game.h"
#include "probe/table.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

struct SolvedGame {
  const char* file;
  std::uint64_t positions;  // in which it goes on, up to symmetries and colours
  int value;                // of the start: n for a win in n plies, -n for a loss, 0 for a draw
  int longest;              // win or loss, in plies
};
void PrintTo(const SolvedGame& game, std::ostream* out) { *out << game.file; }

std::string path_of(const std::string& file) {
  return std::string(ZERMELO_SOURCE) + "/games/" + file + ".bddl";
}

Value value_of(int plies) {
  return plies > 0 ? Value::win(plies) : plies < 0 ? Value::loss(-plies) : Value::draw();
}

class ShippedGames : public testing::TestWithParam<SolvedGame> {};

TEST_P(ShippedGames, AreSolved) {
  const test::TemporaryFolder folder;
  const auto game = make_game(bddl::read_game(path_of(GetParam().file), ""));
  solve(*game, folder.file("t.ztb"), {});
  const Table table = Table::open(folder.file("t.ztb"));
  EXPECT_EQ(table.info().positions, GetParam().positions);
  EXPECT_EQ(to_string(table.probe(game->start())), to_string(value_of(GetParam().value)));
  const StatsReport stats = table.stats();
  EXPECT_EQ(std::max(stats.longest_win, stats.longest_loss), GetParam().longest);
  const VerifyReport verified = table.verify();
  EXPECT_FALSE(verified.failure) << *verified.failure;
}

INSTANTIATE_TEST_SUITE_P(
    Small, ShippedGames,
    testing::Values(SolvedGame{"achi/achi", 625, 11, 11}, SolvedGame{"col/col", 27'965, -12, 14},
                    SolvedGame{"dao/dao", 108'749, 0, 11},        // a draw
                    SolvedGame{"dodgem/dodgem", 1'345, 20, 22},   // 1,345, in 20 plies
                    SolvedGame{"hexapawn/hexapawn", 37, -6, 6},   // the second player wins
                    SolvedGame{"mu-torere/mu-torere", 77, 0, 5},  // a draw
                    SolvedGame{"nine-holes/nine-holes", 516, 0, 3},
                    SolvedGame{"picaria/picaria", 6'229, 5, 15},
                    SolvedGame{"picaria/closed-centre", 5'410, 7, 17},
                    SolvedGame{"pong-hau-ki/pong-hau-ki", 14, 0, 1},  // a draw
                    SolvedGame{"quixo/quixo", 1'397, 7, 8},           // 1,397, in 7 plies
                    SolvedGame{"snort/snort", 8'346, -12, 12},
                    SolvedGame{"tapatan/tapatan", 498, 9, 10}));  // the centre wins, in 9

// (Chess: mate in 10, 16, 28 and 33 moves at the latest.)
INSTANTIATE_TEST_SUITE_P(
    Large, ShippedGames,
    testing::Values(SolvedGame{"brandubh/king-against-three", 182'382, -2, 10},
                    SolvedGame{"dodgem/dodgem-4x4", 276'728, 0, 43},  // 276,728; a draw
                    SolvedGame{"four-field-kono/four-field-kono", 3'950'881, 0, 114},
                    SolvedGame{"hasami-shogi/hasami-4x4", 265'550, 0, 43},
                    SolvedGame{"kings-and-pieces/kqk", 45'982, -2, 20},
                    SolvedGame{"kings-and-pieces/krk", 49'979, -14, 32},
                    SolvedGame{"kings-and-pieces/kpk", 999'485, 0, 56},
                    SolvedGame{"kings-and-pieces/kbnk", 3'171'632, -46, 66},
                    SolvedGame{"micro-shogi/king-and-pawn", 493'026, 0, 29},
                    SolvedGame{"quixo/quixo-4x4", 4'177'221, 21, 22},  // 4,177,221, in 21 plies
                    SolvedGame{"six-mens-morris/four-men", 295'130, 0, 40},
                    SolvedGame{"teeko/teeko", 12'023'620, 0, 39}));  // a draw

// Published: 144,508 with White to move, 223,944 with Black; images with the colours exchanged are
// counted too.
TEST(ShippedPositions, OfKingAndQueenAgainstKing) {
  const auto game = make_game(bddl::read_game(path_of("kings-and-pieces/kqk"), ""));
  const CountReport count = game->count();
  ASSERT_FALSE(count.slices.empty());
  EXPECT_EQ(count.slices.front().counts.at("positions"), 2 * (144'508u + 223'944u));
}

}  // namespace
}  // namespace zermelo
