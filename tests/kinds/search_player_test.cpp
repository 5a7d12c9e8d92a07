// SPDX-License-Identifier: MIT
#include "kinds/search_player.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "gen/error.h"
#include "probe/table.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using Finding = SearchedMove::Finding;

// Looks so far ahead that it sees the end everywhere, without a limit of time that matters.
constexpr SearchMoveOptions to_the_end = {
    .seconds = 1000, .max_plies = 1000, .memory = std::uint64_t{1} << 22};

// Searched to the end, a move is worth what the table says, wherever that is a win or a loss; and
// in a draw no move that loses is made.
TEST(SearchPlayer, PlaysAsTheTableDoes) {
  const test::TemporaryFolder folder;
  const GameSpec specs[] = {{"othello", {{"rows", "3"}, {"columns", "4"}}},
                            {"breakthrough", {{"columns", "3"}, {"rows", "4"}}},
                            {"ostle", {{"size", "3"}, {"start", "3"}, {"lose", "1"}}}};
  for (const GameSpec& spec : specs) {
    SCOPED_TRACE(spec.name);
    const auto game = make_game(spec);
    const std::string path = folder.file(spec.name + ".ztb");
    solve(*game, path);
    const Table table = Table::open(path);
    int wins = 0, losses = 0;
    for (const std::string& p : table.sample(60, 1)) {
      const std::vector<MoveValue> moves = table.moves(p);
      // (A search cannot find out that play goes on for ever.)
      const bool has_cycles = spec.name == "ostle";
      if (has_cycles &&
          std::ranges::any_of(moves, [](const MoveValue& m) { return m.value.is_draw(); }))
        continue;
      const SearchedMove found = search_move(*game, p, to_the_end);
      const auto made = std::ranges::find(moves, found.move.move, &MoveValue::move);
      ASSERT_NE(made, moves.end());
      EXPECT_EQ(made->value, moves.front().value) << p << ' ' << found.move.move;
      if (made->value.is_draw()) continue;
      EXPECT_EQ(found.finding, made->value.is_win() ? Finding::wins : Finding::loses) << p;
      EXPECT_EQ(found.plies, made->value.plies()) << p;
      ++(made->value.is_win() ? wins : losses);
    }
    EXPECT_GT(wins, 5);
    EXPECT_GT(losses, 2);
  }
}

// Where no end is seen, the first of the moves that leave the other side the fewest.
TEST(SearchPlayer, LeavesFewMovesWhereItSeesNoEnd) {
  const auto game = make_game({"othello", {{"rows", "8"}, {"columns", "8"}}});
  const std::string state = "8/8/8/3bbb2/3bw3/8/8/8 w";
  const SearchedMove found = search_move(*game, state, {.seconds = 1000, .max_plies = 3});
  EXPECT_EQ(found.finding, Finding::open);
  std::vector<std::size_t> replies;
  std::size_t chosen = 0;
  for (const LegalMove& m : game->moves(state)) {
    if (m.move == found.move.move) chosen = replies.size();
    replies.push_back(game->moves(m.result).size());
  }
  const auto fewest = std::ranges::min_element(replies);
  EXPECT_EQ(static_cast<std::ptrdiff_t>(chosen), fewest - replies.begin());
  EXPECT_LT(*fewest, *std::ranges::max_element(replies));
}

TEST(SearchPlayer, StopsInTimeOrWhenToldTo) {
  const auto game = make_game({"othello", {{"rows", "8"}, {"columns", "8"}}});
  EXPECT_EQ(search_move(*game, game->start(), {.seconds = 0.05}).finding, Finding::open);
  const std::atomic<bool> stop = true;
  EXPECT_EQ(search_move(*game, game->start(), {.seconds = 1000, .stop = &stop}).finding,
            Finding::open);
  EXPECT_THROW(search_move(*game, "8/8/8/8/8/8/8/8 b"), IllegalPosition);
  EXPECT_THROW(search_move(*make_game({"mnk", {}}), "3/3/3 b"), UsageError);
  EXPECT_THROW(search_move(*game, "8/8/8/3bb3/3bb3/8/8/8 b"), GameOver);
}

}  // namespace
}  // namespace zermelo
