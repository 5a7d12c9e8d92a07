// SPDX-License-Identifier: MIT
#include "proof/ic3/transition_system.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "gen/error.h"
#include "tests/support/error_text.h"
#include "tests/support/turn_games.h"

namespace zermelo::proof {
namespace {

TEST(TransitionSystem, IsReadAsItIsDrawn) {
  const TurnGame game = parse_transition_system(
      "# a comment\n"
      "\n"
      "alice 10 -> 01 00   # two moves\n"
      "bob   01 won_A\n"
      "bob   11 won_B\n");
  EXPECT_TRUE(game.check());
  EXPECT_EQ(game.names, (std::vector<std::string>{"x1", "x2"}));
  EXPECT_EQ(game.start, (std::vector<bool>{true, false}));
  EXPECT_EQ(game.states, 4u);
  EXPECT_EQ(game.turn, game.state[1]) << "the second digit tells whose turn it is";
  ASSERT_EQ(game.choice.size(), 1u);
  const auto value = [&](unsigned inputs, Literal function) {
    return value_of(evaluate(game.aig, {(inputs & 1) != 0, (inputs & 2) != 0, (inputs & 4) != 0}),
                    function);
  };
  for (unsigned inputs = 0; inputs < 8; ++inputs) {
    const unsigned state = inputs % 4;  // the first digit is the lowest bit
    EXPECT_EQ(value(inputs, game.won_a), state == 2);
    EXPECT_EQ(value(inputs, game.won_b), state == 3);
    EXPECT_EQ(value(inputs, game.possible), state == 1);
    if (state == 1) {
      EXPECT_FALSE(value(inputs, game.next[0]));
      EXPECT_EQ(value(inputs, game.next[1]), inputs == 1) << "choice 0 leads to 01, 1 to 00";
    }
  }
  EXPECT_TRUE(test::alice_wins(game));
}

TEST(TransitionSystem, TheTurnIsAFunctionIfNoDigitTells) {
  const TurnGame game = parse_transition_system("alice 00 -> 01\nbob 01 -> 11\nalice 11 won_A\n");
  for (const Literal variable : game.state) EXPECT_NE(game.turn, variable);
  EXPECT_TRUE(test::alice_wins(game));
}

TEST(TransitionSystem, SaysWhereAFaultIs) {
  const std::pair<const char*, const char*> faults[] = {
      {"", "The transition system has no states."},
      {"# nothing\n", "The transition system has no states."},
      {"alice 00\ncarol 01\n", "line 2: expected alice or bob, found 'carol'."},
      {"alice\n", "line 1: expected a state."},
      {"alice 02\n", "line 1: expected a state such as 0010, found '02'."},
      {"alice 00\nbob 011\n", "line 2: the state 011 must have 2 digits, as the first one has."},
      {"alice 00 -> 1\n", "line 1: the state 1 must have 2 digits, as the first one has."},
      {"alice 00\nbob 00\n", "line 2: there is a line about 00 already."},
      {"alice 00 01\n", "line 1: expected ->, won_A or won_B, found '01'."},
      {"alice 00 ->\n", "line 1: expected a state after ->."},
      {"alice 00 won_A -> 01\n",
       "line 1: play has ended in 00: expected nothing more, found '->'."},
  };
  for (const auto& [text, sentence] : faults)
    EXPECT_EQ(test::error_text<SyntaxError>([&text = text] { parse_transition_system(text); }),
              sentence)
        << text;
  EXPECT_EQ(test::error_text<SyntaxError>(
                [] { parse_transition_system("alice " + std::string(61, '0')); }),
            "line 1: a state has 61 digits: at most 60 are possible.");
}

}  // namespace
}  // namespace zermelo::proof
