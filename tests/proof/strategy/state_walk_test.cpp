// SPDX-License-Identifier: MIT
#include "proof/strategy/state_walk.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/grid/position.h"
#include "symbolic/model/game_model.h"
#include "tests/reference/plain_games.h"

namespace zermelo::proof {
namespace {

using symbolic::GameModel;

// All states that can come up, as texts, found by walking the model.
std::set<std::string> walked(const GameModel& model) {
  const Arena arena = make_arena(model.model);
  const auto text = [&](const ArenaState& s) {
    return format_position(model.position(s.board, s.to_move), model.pieces);
  };
  std::set<std::string> seen;
  std::vector<ArenaState> waiting = {start_of(arena)};
  seen.insert(text(waiting.back()));
  while (!waiting.empty()) {
    const ArenaState state = waiting.back();
    waiting.pop_back();
    EXPECT_TRUE(holds(arena, state, arena.is_board));
    for (const ArenaSuccessor& next : successors(arena, state)) {
      EXPECT_EQ(next.is_over, holds(arena, next.state, arena.over));
      if (!next.is_over && seen.insert(text(next.state)).second) waiting.push_back(next.state);
    }
  }
  return seen;
}

TEST(StateWalk, MeetsThePositionsOfThePlainGames) {
  const auto columns_rows = [](int columns, int rows) {
    return std::map<std::string, std::string>{{"columns", std::to_string(columns)},
                                              {"rows", std::to_string(rows)}};
  };
  std::vector<std::pair<GameSpec, std::unique_ptr<test::PlainGame>>> games;
  games.emplace_back(GameSpec{"notakto", columns_rows(3, 2)}, test::plain_notakto(2, 3));
  games.emplace_back(GameSpec{"breakthrough", columns_rows(2, 4)}, test::plain_breakthrough(2, 4));
  games.emplace_back(GameSpec{"clobber", columns_rows(3, 2)}, test::plain_clobber(3, 2));
  for (const auto& [spec, plain] : games) {
    std::set<std::string> expected;
    for (const auto& [state, value] : plain->values()) expected.insert(plain->text_of(state));
    EXPECT_EQ(walked(*symbolic::find_game_model(spec)), expected) << to_string(spec);
  }
}

TEST(StateWalk, ColoursFollowPieces) {
  const auto model = symbolic::find_game_model({"mnk", {{"m", "3"}, {"n", "2"}, {"k", "2"}}});
  const std::vector<bool> follows = following_variables(make_arena(model->model));
  ASSERT_EQ(follows.size(), 12u);
  for (std::size_t k = 0; k < follows.size(); ++k) EXPECT_EQ(follows[k], k % 2 == 1) << k;
}

TEST(StateWalk, AStartThatIsNoBoardIsRefused) {
  const auto model = symbolic::find_game_model({"mnk", {{"m", "2"}, {"n", "2"}, {"k", "2"}}});
  Arena arena = make_arena(model->model);
  arena.start = symbolic::false_literal;
  EXPECT_THROW(start_of(arena), IllegalPosition);
}

}  // namespace
}  // namespace zermelo::proof
