// SPDX-License-Identifier: MIT
#include "proof/ic3/turn_game_aiger.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>

#include "gen/error.h"
#include "proof/ic3/transition_system.h"
#include "tests/support/error_text.h"
#include "tests/support/turn_games.h"

namespace zermelo::proof {
namespace {

TEST(TurnGameAiger, ReadsWhatItWrites) {
  std::mt19937 random(8);
  for (unsigned n = 0; n < 60; ++n) {
    const auto game = test::any_turn_game(random, 2 + static_cast<int>(n % 3));
    const TurnGame drawn = parse_transition_system(drawing_of(game));
    const AigerFile file = write_turn_game(drawn);
    ASSERT_TRUE(is_turn_game(file));
    const AigerFile again = parse_aiger(format_aiger_ascii(file));
    ASSERT_EQ(again, file);
    const TurnGame read = read_turn_game(again);
    ASSERT_TRUE(read.check());
    ASSERT_EQ(read.start, drawn.start);
    ASSERT_EQ(read.states, drawn.states);
    ASSERT_EQ(test::alice_wins(read), alice_wins(game)) << drawing_of(game);
    ASSERT_EQ(write_turn_game(read), file);
  }
}

// Written by hand: Alice sets a latch by choosing 1, which Bob cannot do; she has won where it is
// set and the turn is hers again.
TEST(TurnGameAiger, ReadsAFileThatOthersWrote) {
  const std::string text =
      "aag 6 1 2 1 3 0 1\n"
      "2\n"
      "4 5\n"
      "6 11\n"
      "8\n"
      "13\n"
      "8 6 5\n"
      "10 7 3\n"  // neither set nor chosen
      "12 4 2\n"  // Bob, and a choice of 1
      "l0 turn\n"
      "l1 set\n"
      "o0 won_A\n";
  const TurnGame game = read_turn_game(parse_aiger(text));
  EXPECT_EQ(game.turn, game.state[0]);
  EXPECT_EQ(game.names, (std::vector<std::string>{"turn", "set"}));
  EXPECT_TRUE(test::alice_wins(game));
  std::string bob_begins = text;
  bob_begins.replace(bob_begins.find("4 5\n"), 4, "4 5 1\n");
  EXPECT_TRUE(test::alice_wins(read_turn_game(parse_aiger(bob_begins))));
}

TEST(TurnGameAiger, SaysWhatIsWrongWithAFile) {
  const auto complaint = [](const std::string& text) {
    const AigerFile file = parse_aiger(text);
    EXPECT_TRUE(is_turn_game(file));
    return test::error_text<UsageError>([&] { read_turn_game(file); });
  };
  EXPECT_FALSE(is_turn_game(parse_aiger("aag 1 0 1 1 0\n2 2\n2\no0 error\n")));
  EXPECT_EQ(
      complaint("aag 1 0 1 1 0\n2 2\n2\no0 won_A\n"),
      "A game with an output won_A must have one latch or output named turn: the file has 0.");
  EXPECT_EQ(
      complaint("aag 1 0 1 2 0\n2 2\n2\n2\nl0 turn\no0 won_A\no1 turn\n"),
      "A game with an output won_A must have one latch or output named turn: the file has 2.");
  EXPECT_EQ(complaint("aag 1 0 1 2 0\n2 2\n2\n2\nl0 turn\no0 won_A\no1 lost\n"),
            "The outputs of a game with a turn are won_A, won_B and turn: 'lost' is none of them.");
  EXPECT_EQ(complaint("aag 2 1 1 1 0\n2\n4 4\n2\nl0 turn\no0 won_A\n"),
            "The output won_A must depend on latches only.");
  EXPECT_EQ(complaint("aag 1 0 1 1 0\n2 2 2\n2\nl0 turn\no0 won_A\n"),
            "The game has no start: a latch has no first value.");
  EXPECT_EQ(complaint("aag 1 0 1 2 0\n2 2\n3\n3\nl0 turn\no0 won_A\no1 won_B\n"),
            "At the start of the game both have won.");
  EXPECT_EQ(complaint("aag 1 1 0 1 0\n2\n2\no0 won_A\n"),
            "The game has no latches, and so no states.");
  EXPECT_EQ(complaint("aag 1 0 1 1 0 1\n2 2\n2\n2\nl0 turn\no0 won_A\n"),
            "The file has an output won_A, so it is a game with a turn: it can have no bad states, "
            "and no justice or fairness properties.");
}

}  // namespace
}  // namespace zermelo::proof
