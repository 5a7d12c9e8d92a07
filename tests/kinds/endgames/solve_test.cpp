// SPDX-License-Identifier: MIT
#include "kinds/endgames/solve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kinds/endgames/locator.h"
#include "tests/reference/endgame_reference.h"

namespace zermelo::endgames {
namespace {

// Materials, solved in order.
class SolvedMaterials {
 public:
  explicit SolvedMaterials(const Rules& rules, int threads = 2)
      : rules_(rules), materials_(rules), threads_(threads) {}

  const Solved& solve(const std::string& name) {
    for (const MaterialGroup& g : materials_.with_conversions(read_material(rules_, name))) {
      if (solved_.contains(g.name)) continue;
      std::vector<const SolvedTable*> smaller;
      for (const MaterialGroup& next : materials_.conversions(g))
        smaller.push_back(solved_.at(next.name).table.get());
      solved_.emplace(g.name, solve_group(rules_, g, smaller, {}, threads_));
    }
    return solved_.at(name);
  }

 private:
  const Rules& rules_;
  Materials materials_;
  int threads_;
  std::map<std::string, Solved> solved_;
};

// The longest win in moves, by whichever side.
int longest_moves(const Solved& solved) {
  int plies = 0;
  for (const SliceStats& stats : solved.stats) plies = std::max(plies, stats.longest_win);
  return (plies + 1) / 2;
}

TEST(EndgameSolve, AgreesWithWhatIsPublishedOfChess) {
  const Rules chess = chess_rules();
  SolvedMaterials tables(chess);
  EXPECT_EQ(longest_moves(tables.solve("KQvK")), 10);
  EXPECT_EQ(longest_moves(tables.solve("KRvK")), 16);
  EXPECT_EQ(longest_moves(tables.solve("KPvK")), 28);
  EXPECT_EQ(tables.solve("KNvK").stats[0].longest_win, -1);
  const Solved& rook = tables.solve("KRvK");
  EXPECT_EQ(rook.stats[0].unfolded, 175168u);
  EXPECT_EQ(rook.stats[1].unfolded, 223944u);
  EXPECT_EQ(rook.stats[0].wins, 175168u);
}

// Every position of the material, in both colours' turn, as a brute force has it.
void expect_as_reference(const Rules& rules, const std::string& name, SolvedMaterials& tables,
                         const std::string& promotions = "QRBN") {
  SCOPED_TRACE(name);
  const Solved& solved = tables.solve(name);
  const MaterialLocator locator(rules, std::vector{solved.table->index.group()});
  const reference::SmallChess chess(rules.width(), rules.height(), name, promotions);
  std::uint64_t compared = 0, differing = 0;
  std::array<std::uint64_t, 2> unfolded{};
  chess.for_each([&](const reference::SmallPosition& position, int value) {
    Men men;
    for (const auto& man : position.men)
      men.add(man_of(static_cast<int>(std::string("KQRBNP").find(man.letter)), man.side),
              man.y * rules.width() + man.x);
    const auto where = locator.find(men, position.side);
    ASSERT_TRUE(where);
    const auto located = solved.table->index.of(where->slot).locate(locator.men_there(*where, men));
    ASSERT_GT(located.stabiliser, 0u);
    const Value found = solved.table->at(where->slot, located.index);
    // The reference: 0 a draw, n won in n - 1 plies, -n lost in n - 1.
    differing += found.raw() == value ? 0 : 1;
    ++compared;
    ++unfolded[static_cast<std::size_t>(position.side)];
  });
  EXPECT_GT(compared, 0u);
  EXPECT_EQ(differing, 0u) << "of " << compared;
  for (std::size_t slot = 0; slot < solved.stats.size(); ++slot)
    EXPECT_EQ(solved.stats[slot].unfolded, unfolded[slot]);
}

// Chess whose pawns become one kind of man, so that a brute force has less to go through.
Rules with_one_promotion(int width, int height, int kind) {
  std::vector<Kind> kinds = chess_rules(width, height).kinds();
  kinds.back().promotes_to = {{{kind}, {kind}}};
  return Rules(width, height, kinds);
}

TEST(EndgameSolve, AgreesWithABruteForceOnSmallBoards) {
  const Rules rules = chess_rules(4, 4), larger = chess_rules(5, 5);
  SolvedMaterials tables(rules), larger_tables(larger);
  for (const char* name : {"KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KQvKR", "KNNvK"})
    expect_as_reference(rules, name, tables);
  for (const char* name : {"KRvK", "KNvK", "KPvK"})
    expect_as_reference(larger, name, larger_tables);
  const Rules rooks = with_one_promotion(4, 4, 2);
  SolvedMaterials rook_tables(rooks);
  for (const char* name : {"KPvKP", "KPPvK"}) expect_as_reference(rooks, name, rook_tables, "R");
}

// (Double steps need eight ranks. No value of this board depends on en passant.)
TEST(EndgameSolve, AgreesOnABoardWithDoubleSteps) {
  const Rules rules = with_one_promotion(2, 8, 4);
  SolvedMaterials tables(rules);
  expect_as_reference(rules, "KPvKP", tables, "N");
}

// Black's positions are White's with the sides exchanged.
TEST(EndgameSolve, OfEqualSidesHasOneSlice) {
  const Rules rules = chess_rules(4, 4);
  SolvedMaterials tables(rules);
  EXPECT_EQ(tables.solve("KvK").stats.size(), 1u);
  EXPECT_EQ(tables.solve("KRvK").stats.size(), 2u);
  for (const char* name : {"KRvKR", "KNvKN", "KvK"}) expect_as_reference(rules, name, tables);
  EXPECT_EQ(tables.solve("KRvKR").stats.size(), 1u);
}

TEST(EndgameSolve, GivesTheSameForAnyNumberOfThreads) {
  const Rules rules = chess_rules(5, 5);
  SolvedMaterials one(rules, 1), three(rules, 3);
  EXPECT_EQ(one.solve("KQvKR").table->slices, three.solve("KQvKR").table->slices);
  EXPECT_EQ(one.solve("KQvKR").stats, three.solve("KQvKR").stats);
}

}  // namespace
}  // namespace zermelo::endgames
