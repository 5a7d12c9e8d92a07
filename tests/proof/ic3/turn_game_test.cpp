// SPDX-License-Identifier: MIT
// Games of Alice and Bob for our own IC3, compared with brute force; and board games in that form.
#include "proof/ic3/turn_game.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>

#include "proof/ic3/ic3.h"
#include "proof/ic3/transition_system.h"
#include "proof/strategy/state_walk.h"
#include "symbolic/model/game_model.h"
#include "tests/support/long_tests.h"
#include "tests/support/turn_games.h"

namespace zermelo::proof {
namespace {

bool our_ic3_says_win(const TurnReachGame& reach) {
  const Ic3Result result = solve_by_ic3(reach.game);
  EXPECT_NE(result.verdict, Verdict::unknown);
  return result.verdict == Verdict::win;
}

TEST(TurnGame, OurIc3KnowsWhoWinsWhateverTheTurn) {
  const unsigned games = test::long_tests() ? 5000 : 80;
  std::mt19937 random(6);
  unsigned wins = 0;
  for (unsigned n = 0; n < games; ++n) {
    const auto game = test::any_turn_game(random, 2 + static_cast<int>(n % 4));
    const TurnGame drawn = parse_transition_system(drawing_of(game));
    if (over_at_start(drawn)) continue;
    const bool expected = alice_wins(game);
    wins += expected;
    ASSERT_EQ(our_ic3_says_win(make_reach_game(drawn)), expected) << drawing_of(game);
    ASSERT_EQ(test::alice_wins(drawn), expected) << drawing_of(game);
  }
  EXPECT_GT(wins, games / 10);
  EXPECT_LT(wins, games * 9 / 10);
}

TEST(TurnGame, KnowsWhetherTheTurnsAlternate) {
  std::mt19937 random(7);
  for (unsigned n = 0; n < 60; ++n) {
    const auto game = test::random_game(random, {.bits = 3});
    const TurnGame drawn = parse_transition_system(drawing_of(game));
    const TurnReachGame reach = make_reach_game(drawn);
    ASSERT_TRUE(reach.alternates);
    Ic3Options stepwise;
    stepwise.stepwise = true;
    const Ic3Result result = solve_by_ic3(reach.game, stepwise);
    const std::optional<int> plies = plies_to_win(game)[game.start];
    ASSERT_EQ(result.verdict == Verdict::win, plies.has_value()) << to_text(game);
    if (plies) {
      ASSERT_EQ(result.plies, *plies) << to_text(game);
    }
  }
  EXPECT_FALSE(make_reach_game(parse_transition_system("alice 00 -> 01\nalice 01 -> 11\nbob 11"))
                   .alternates);
}

TEST(TurnGame, KnowsWhetherPlayIsOverAtTheStart) {
  EXPECT_EQ(over_at_start(parse_transition_system("alice 0 won_A")), true);
  EXPECT_EQ(over_at_start(parse_transition_system("alice 0 won_B")), false);
  EXPECT_EQ(over_at_start(parse_transition_system("alice 0")), false) << "there is no move";
  EXPECT_EQ(over_at_start(parse_transition_system("alice 0 -> 1")), std::nullopt);
}

TEST(TurnGame, BoardGamesHaveTheSameWinner) {
  struct BoardGame {
    GameSpec spec;
    std::string start;
    Side alice;
    bool wins;
  };
  const GameSpec line{"mnk", {{"m", "2"}, {"n", "2"}, {"k", "2"}}};
  const GameSpec domineering{"domineering", {{"columns", "3"}, {"rows", "2"}}};
  const GameSpec notakto{"notakto", {{"columns", "3"}, {"rows", "2"}}};
  const BoardGame games[] = {
      {line, "", symbolic::black, true},          {line, "", symbolic::white, false},
      {notakto, "", symbolic::black, false},      {notakto, "", symbolic::white, true},
      {notakto, "3/b2 w", symbolic::white, true}, {domineering, "", symbolic::black, true},
  };
  for (const BoardGame& g : games) {
    SCOPED_TRACE(to_string(g.spec) + ' ' + g.start);
    const Arena arena = make_arena(symbolic::game_model_of(g.spec), g.start);
    const TurnGame game = make_turn_game(arena, g.alice);
    EXPECT_TRUE(game.check());
    EXPECT_EQ(test::alice_wins(game), g.wins);
    const TurnReachGame reach = make_reach_game(game);
    EXPECT_TRUE(reach.alternates);
    EXPECT_EQ(our_ic3_says_win(reach), g.wins);
  }
}

}  // namespace
}  // namespace zermelo::proof
