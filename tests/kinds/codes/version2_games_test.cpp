// SPDX-License-Identifier: MIT
// The games in version 2 of BDDL that the project ships, solved: how many positions they have, what
// their starts are worth, how long they last. Numbers that are published are marked.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string>

#include "gen/value.h"
#include "probe/game.h"
#include "probe/table.h"
#include "tablebase/format/table_file.h"
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
  ASSERT_TRUE(stats.folding);
  EXPECT_EQ(stats.folding->reached, GetParam().positions);
  EXPECT_EQ(stats.folding->listed.folded, table.info().values);
  const VerifyReport verified = table.verify();
  EXPECT_FALSE(verified.failure) << *verified.failure;
}

INSTANTIATE_TEST_SUITE_P(
    Small, ShippedGames,
    testing::Values(SolvedGame{"achi/achi", 625, 11, 11}, SolvedGame{"col/col", 27'965, -12, 14},
                    SolvedGame{"dao/dao", 108'749, 0, 11},       // a draw
                    SolvedGame{"dodgem/dodgem", 1'345, 20, 22},  // 1,345, in 20 plies
                    // (The hounds win.)
                    SolvedGame{"hare-and-hounds/hare-and-hounds", 1'390, 23, 28},
                    SolvedGame{"hexapawn/hexapawn", 37, -6, 6},   // the second player wins
                    SolvedGame{"mu-torere/mu-torere", 40, 0, 5},  // a draw
                    SolvedGame{"nine-holes/nine-holes", 516, 0, 3},
                    SolvedGame{"picaria/picaria", 6'229, 5, 15},
                    SolvedGame{"picaria/closed-centre", 5'410, 7, 17},
                    SolvedGame{"pong-hau-ki/pong-hau-ki", 14, 0, 1},  // a draw
                    SolvedGame{"quixo/quixo", 1'397, 7, 8},           // 1,397, in 7 plies
                    SolvedGame{"snort/snort", 8'346, -12, 12},
                    SolvedGame{"tapatan/tapatan", 498, 9, 10},  // the centre wins, in 9
                    SolvedGame{"tic-tac-chec/3x3", 23'993, 9, 32}));

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
                    SolvedGame{"nine-mens-morris/four-against-four", 4'903'884, 0, 33},
                    SolvedGame{"quixo/quixo-4x4", 4'177'221, 21, 22},  // 4,177,221, in 21 plies
                    SolvedGame{"six-mens-morris/four-men", 147'744, 0, 40},  // draws
                    SolvedGame{"six-mens-morris/five-men", 644'937, 0, 74},
                    SolvedGame{"six-mens-morris/six-mens-morris", 1'536'244, 0, 119},
                    SolvedGame{"teeko/teeko", 12'023'620, 0, 39}));  // a draw

// Published: 144,508 with White to move, 223,944 with Black; images with the colours exchanged are
// counted too.
TEST(ShippedPositions, OfKingAndQueenAgainstKing) {
  const auto game = make_game(bddl::read_game(path_of("kings-and-pieces/kqk"), ""));
  const CountReport count = game->count();
  ASSERT_FALSE(count.slices.empty());
  EXPECT_EQ(count.slices.front().counts.at("positions"), 2 * (144'508u + 223'944u));
}

// Published: 3,225,597 with four men a side (Gasser 1996).
TEST(LargePositions, OfFourMenAgainstFourInNineMensMorris) {
  const auto game = make_game(bddl::read_game(path_of("nine-mens-morris/four-against-four"), ""));
  EXPECT_EQ(game->count().slices.front().counts.at("canonical"), 3'225'597u);
}

std::string text_of(const std::string& file) {
  std::ifstream in(path_of(file));
  return {std::istreambuf_iterator<char>(in), {}};
}

// A game with these rules, whose positions with either side to move are two.
GameSpec not_folded(const std::string& rules) {
  return {"bddl", {{"domain", rules}, {"domain-file", "rules.bddl"}, {"fold", "no"}}};
}
// Of a game with these rules, ends too, without folding anything.
std::uint64_t positions_apart(const std::string& rules) {
  return make_game(not_folded(rules))->count().totals.at("positions");
}

// Published for the placements that begin the game: 1 + 64 + 3,840 + 80,640 + 1,572,480 +
// 12,579,840 with two pieces that White must place, and without any other turns.
TEST(LargePositions, OfTheOpeningOfTicTacChec) {
  std::string rules = text_of("tic-tac-chec/tic-tac-chec");
  const auto begin = rules.find(":action place\n"), end = rules.find("#goals");
  ASSERT_LT(begin, end);
  rules.erase(begin, end - begin);
  const std::string white = "hand(white,opening)=3";
  rules.replace(rules.find(white), white.size(), "hand(white,opening)=2");
  EXPECT_EQ(positions_apart(rules), 14'236'865u);
}

// Of Six Men's Morris with other numbers of men, with three men jumping or not.
struct MorrisCount {
  const char* file;
  bool flies;
  std::uint64_t positions;
};
void PrintTo(const MorrisCount& count, std::ostream* out) {
  *out << count.file << (count.flies ? ", flying" : "");
}

// Published, with ends, and without folding anything.
class MorrisCounts : public testing::TestWithParam<MorrisCount> {};

TEST_P(MorrisCounts, AreThePublishedOnes) {
  std::string rules = text_of(std::string("six-mens-morris/") + GetParam().file);
  const std::string move = ":action move\n";
  const auto at = rules.find(move);
  ASSERT_NE(at, rules.npos);
  if (GetParam().flies) {
    rules.insert(at,
                 ":action fly\n:parameters ?p ?q\n"
                 ":precondition hand(own,man)=0 count(own)=3 own(?p) open(?q)\n"
                 ":effect open(?p) own(?q)\n:then take,take-any (mill(own,?q))\n");
  }
  EXPECT_EQ(positions_apart(rules), GetParam().positions);
}

INSTANTIATE_TEST_SUITE_P(Large, MorrisCounts,
                         testing::Values(MorrisCount{"four-men", false, 4'111'151},
                                         MorrisCount{"four-men", true, 4'111'327},
                                         MorrisCount{"five-men", false, 17'844'721},
                                         MorrisCount{"five-men", true, 17'846'785},
                                         MorrisCount{"six-mens-morris", false, 42'372'745}));

// The same for four men from a table of distances, which has all positions but ends of the game.
TEST(LargePositions, InTheStatisticsOfATable) {
  const test::TemporaryFolder folder;
  const auto game = make_game(not_folded(text_of("six-mens-morris/four-men")));
  game->kind(reach_metric)->solve(folder.file("t.ztb"), {});
  const ReachReport stats = Table::open(folder.file("t.ztb")).distance_stats();
  ASSERT_TRUE(stats.folding);
  EXPECT_FALSE(stats.folding->folds_mover);
  EXPECT_EQ(stats.folding->listed.apart + game->count().totals.at("over"), 4'111'151u);
}

// Published for Micro Shogi with kings and pawns, if whoever can take the king does.
TEST(LargePositions, OfMicroShogi) {
  const test::TemporaryFolder folder;
  const GameSpec spec{"bddl",
                      {{"domain", text_of("micro-shogi/king-and-pawn")},
                       {"domain-file", "rules.bddl"},
                       {"expand", "lean"}}};
  solve(*make_game(spec), folder.file("t.ztb"), {});
  const StatsReport stats = Table::open(folder.file("t.ztb")).stats();
  ASSERT_TRUE(stats.folding);
  EXPECT_EQ(stats.folding->reached, 457'993u);
}

}  // namespace
}  // namespace zermelo
