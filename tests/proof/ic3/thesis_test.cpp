// SPDX-License-Identifier: MIT
// IC3 for games as the thesis has it: right without generalisation, on games whose winner a brute
// force knows; wrong with it, on a small game that a brute force confirms; and step by step on the
// thesis's example.
#include "proof/ic3/thesis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "proof/ic3/thesis_models.h"
#include "proof/ic3/transition_system.h"
#include "proof/ic3/turn_game_aiger.h"
#include "tests/reference/random_games.h"
#include "tests/reference/thesis_ic3.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/long_tests.h"
#include "tests/support/turn_games.h"

namespace zermelo::proof {
namespace {

using test::ExplicitGame;
using Verdict = Verdict;

Verdict verdict_of(bool wins) { return wins ? Verdict::win : Verdict::no_win; }

ThesisIc3Result thesis_result(const TurnGame& game, bool generalise) {
  ThesisIc3Options options;
  options.generalise = generalise;
  return solve_as_in_thesis(game, options);
}

// The game on which generalisation goes wrong whatever the solvers find, with a start that has one
// move. Alice moves in 1, 0, 3 and 2, Bob in b4 and b5.
//
//     1 ─→ b4 ─→ 0 ─→ b5  Alice has won
//           ├──→ 3 ─→ b5
//           └──→ 2        over, not won
//
// Alice cannot win: Bob moves from b4 to 2. With generalisation:
// - Frame 1: 0 and 3 lead to a win and must go. The cube of 00 can only become x0 (0x contains the
//   start 01), that of 11 only 1x, and both contain 2 = 10. Nothing leads there from the start in
//   one ply, so 2 goes too, though it is not won.
// - One of the two clauses is pushed into frame 2, for b4 still has a move into that frame, to 0 or
//   to 3. That state leads to a win, and has to go in its turn.
// - Now b4 has no move into frame 2, and looks forced.
ExplicitGame false_win_game() {
  ExplicitGame game;
  game.bits = 3;
  game.start = 1;
  game.moves = {{5}, {4}, {}, {5}, {0, 3, 2}, {}, {}, {}};
  game.won = {false, false, false, false, false, true, false, false};
  return game;
}

// As five bits, the first of which is the turn.
ExplicitGame minigame() {
  ExplicitGame game;
  game.bits = 5;
  game.moves.resize(game.states());
  game.won.resize(game.states());
  const auto state = [](unsigned digits, bool bob) { return digits + (bob ? 16u : 0u); };
  game.moves[state(0b0000, false)] = {state(0b0001, true)};
  game.moves[state(0b0001, true)] = {state(0b0011, false), state(0b0110, false)};
  game.moves[state(0b0011, false)] = {state(0b0111, true)};
  game.moves[state(0b0110, false)] = {state(0b0111, true)};
  game.moves[state(0b0111, true)] = {state(0b1111, false)};
  game.won[state(0b1111, false)] = true;
  return game;
}

std::string games_file(const std::string& name) {
  return test::read_whole(std::string(ZERMELO_SOURCE) + "/games/ic3-thesis/" + name);
}

TEST(ThesisIc3, IsRightWithoutGeneralisation) {
  const unsigned games = test::long_tests() ? 3000 : 60;
  std::mt19937 random(3);
  unsigned wins = 0;
  for (unsigned n = 0; n < games; ++n) {
    const ExplicitGame game = test::random_game(random, {.bits = 3 + static_cast<int>(n % 3)});
    const bool is_win = plies_to_win(game)[game.start].has_value();
    wins += is_win;
    const TurnGame drawn = parse_transition_system(drawing_of(game));
    ASSERT_EQ(thesis_result(drawn, false).verdict, verdict_of(is_win)) << to_text(game);
    // With generalisation it at least never calls a win none.
    if (is_win) {
      ASSERT_EQ(thesis_result(drawn, true).verdict, Verdict::win) << to_text(game);
    }
  }
  EXPECT_GT(wins, games / 5);
  EXPECT_LT(wins, games * 4 / 5);
}

TEST(ThesisIc3, TheTurnMayBeAnyFunction) {
  const unsigned games = test::long_tests() ? 3000 : 60;
  std::mt19937 random(4);
  for (unsigned n = 0; n < games; ++n) {
    const auto game = test::any_turn_game(random, 2 + static_cast<int>(n % 3));
    const TurnGame drawn = parse_transition_system(drawing_of(game));
    ASSERT_EQ(thesis_result(drawn, false).verdict, verdict_of(alice_wins(game)))
        << drawing_of(game);
  }
}

// If every state is Alice's, it is plain IC3 (Algorithm 2 as printed): is a bad state reachable?
TEST(ThesisIc3, IsPlainIc3IfOnlyAliceMoves) {
  std::mt19937 random(5);
  for (unsigned n = 0; n < 60; ++n) {
    auto game = test::any_turn_game(random, 3);
    game.bob.assign(game.states(), false);
    const TurnGame drawn = parse_transition_system(drawing_of(game));
    const auto expected = verdict_of(alice_wins(game));
    ASSERT_EQ(thesis_result(drawn, false).verdict, expected) << drawing_of(game);
    ASSERT_EQ(thesis_result(drawn, true).verdict, expected) << "and generalising is sound there";
  }
}

TEST(ThesisIc3, WithGeneralisationItIsWrongWhateverTheSolversFind) {
  const ExplicitGame game = false_win_game();
  ASSERT_TRUE(game.check());
  ASSERT_FALSE(plies_to_win(game)[game.start]);
  // By an implementation that shares nothing with ours.
  const auto plain = all_thesis_executions(game, test::ThesisGeneralise::none);
  EXPECT_EQ(plain.wins, 0u);
  const auto starred = all_thesis_executions(game, test::ThesisGeneralise::exists);
  EXPECT_GT(starred.runs, 10u);
  EXPECT_EQ(starred.wins, starred.runs) << "every execution says that Alice wins";

  const TurnGame drawn = parse_transition_system(drawing_of(game));
  EXPECT_EQ(thesis_result(drawn, false).verdict, Verdict::no_win);
  EXPECT_EQ(thesis_result(drawn, true).verdict, Verdict::win);
  for (const auto generalise : {Generalise::none, Generalise::exists, Generalise::both}) {
    Ic3Options ours;
    ours.generalise = generalise;
    EXPECT_EQ(solve_by_ic3(make_reach_game(drawn).game, ours).verdict, Verdict::no_win);
  }
}

// Calls `use` for every game of two variables and the turn with that many moves from the start 0,
// in which Alice has won in some of the states where play ends, and cannot win. (Exchanging the
// values of a variable changes nothing, so the start may be 0.)
template <class Use>
void for_all_small_games(std::size_t moves, Use&& use) {
  std::vector<std::pair<unsigned, unsigned>> possible;
  for (unsigned alice = 0; alice < 4; ++alice)
    for (unsigned bob = 4; bob < 8; ++bob) {
      possible.emplace_back(alice, bob);
      possible.emplace_back(bob, alice);
    }
  std::vector<bool> chosen(possible.size());
  std::fill(chosen.end() - static_cast<std::ptrdiff_t>(moves), chosen.end(), true);
  do {
    ExplicitGame game;
    game.bits = 3;
    game.moves.resize(8);
    game.won.resize(8);
    std::set<unsigned> targets;
    for (std::size_t n = 0; n < possible.size(); ++n) {
      if (!chosen[n]) continue;
      game.moves[possible[n].first].push_back(possible[n].second);
      targets.insert(possible[n].second);
    }
    if (game.is_over(0)) continue;
    std::vector<unsigned> ends;
    for (const unsigned s : targets)
      if (game.is_over(s)) ends.push_back(s);
    for (unsigned won = 1; won < 1u << ends.size(); ++won) {
      for (std::size_t k = 0; k < ends.size(); ++k) game.won[ends[k]] = (won >> k & 1) != 0;
      if (!plies_to_win(game)[0]) use(game);
    }
  } while (std::next_permutation(chosen.begin(), chosen.end()));
}

// (With five moves some executions are wrong: Ic3Hazard.TheSmallestGame.)
TEST(ThesisIc3, SmallerGamesDoNotGoWrong) {
  const std::size_t most_moves = test::long_tests() ? 4 : 3;
  unsigned games = 0;
  for (std::size_t moves = 1; moves <= most_moves; ++moves) {
    for_all_small_games(moves, [&](const ExplicitGame& game) {
      ++games;
      const auto executions = all_thesis_executions(game, test::ThesisGeneralise::exists);
      ASSERT_EQ(executions.wins, 0u) << to_text(game);
    });
  }
  EXPECT_EQ(games, test::long_tests() ? 25'776u : 2'052u);
}

TEST(ThesisIc3, TheFilesOfGamesAreTheseGames) {
  const TurnGame typed = parse_transition_system(games_file("false-win.txt"));
  const TurnGame drawn = parse_transition_system(drawing_of(false_win_game()));
  EXPECT_EQ(typed.start, drawn.start);
  EXPECT_EQ(typed.turn, typed.state[0]);
  EXPECT_EQ(thesis_result(typed, true).verdict, Verdict::win);
  EXPECT_EQ(thesis_result(typed, false).verdict, Verdict::no_win);
  EXPECT_FALSE(test::alice_wins(typed));
  const std::string text = games_file("minigame.txt");
  EXPECT_EQ(text.substr(text.find("\nalice") + 1), minigame_drawing());
  EXPECT_EQ(write_turn_game(parse_transition_system(text)),
            parse_aiger(games_file("minigame.aag")));
}

// 9 obligations, with and without generalisation: Table 5.1.
TEST(ThesisIc3, TakesAsManyObligationsForTheMinigameAsPublished) {
  const auto executions = all_thesis_executions(minigame(), test::ThesisGeneralise::none);
  EXPECT_EQ(executions.wins, executions.runs);
  EXPECT_EQ(executions.least_obligations, 9u);
  EXPECT_EQ(executions.most_obligations, 9u);
  std::mt19937 random(9);  // (with generalisation there are too many)
  for (int n = 0; n < 100; ++n) {
    const auto answer = test::thesis_answer(minigame(), test::ThesisGeneralise::exists,
                                            [&](std::size_t among) { return random() % among; });
    EXPECT_TRUE(answer.wins);
    EXPECT_EQ(answer.obligations, 9u);
  }
  const TurnGame game = parse_transition_system(minigame_drawing());
  for (const bool generalise : {false, true}) {
    const ThesisIc3Result result = thesis_result(game, generalise);
    EXPECT_EQ(result.verdict, Verdict::win);
    EXPECT_EQ(result.statistics.obligations, 9u);
    EXPECT_EQ(result.statistics.depth, 3);
  }
}

// Section 3.2, with either of the two states first that it finds for <F_1, 0111>.
TEST(ThesisIc3, GoesThroughTheExampleStepByStep) {
  ThesisIc3Options options;
  std::vector<std::string> lines;
  options.trace = [&](const std::string& line) { lines.push_back(line); };
  solve_as_in_thesis(parse_transition_system(minigame_drawing()), options);
  ASSERT_EQ(lines.size(), 21u);
  const std::string one = "<F_1, 0111>: CTI ", removed = ", removed up to F_1";
  const std::string first = lines[5].substr(one.size() + 2, 4);
  ASSERT_TRUE(first == "0011" || first == "0110") << first;
  const std::string second = first == "0011" ? "0110" : "0011";
  const std::string last = lines[17].substr(lines[17].find("CTI ") + 4, 4);
  ASSERT_TRUE(last == "0011" || last == "0110") << last;
  const std::vector<std::string> expected = {
      "k = 1; Ob = {<F_1, won_A>}",
      "  <F_1, won_A>: CTI 0111" + removed,
      "k = 1; Ob = {<F_1, won_A>, <F_1, 0111>}",
      "  <F_1, won_A>: no CTI, handled",
      "k = 1; Ob = {<F_1, 0111>}",
      "  " + one + first + removed,
      "k = 1; Ob = {<F_1, 0111>}",
      "  " + one + second + removed,
      "k = 1; Ob = {<F_1, 0111>}",
      "  <F_1, 0111>: no CTI, handled",
      "k = 1; Ob = {}",
      "k = 2; Ob = {<F_2, won_A>}",
      "  <F_2, won_A>: no CTI, handled",
      "k = 2; Ob = {}",
      "k = 3; Ob = {<F_3, won_A>}",
      "  <F_3, won_A>: CTI 0111, removed up to F_2",
      "k = 3; Ob = {<F_2, 0111>, <F_3, won_A>}",
      "  <F_2, 0111>: CTI " + last + removed,
      "k = 3; Ob = {<F_1, " + last + ">, <F_2, 0111>, <F_3, won_A>}",
      "  <F_1, " + last + ">: CTI 0001, which the start leads to",
      "k = 3; Ob = {<F_0, 0001>, <F_1, " + last + ">, <F_2, 0111>, <F_3, won_A>}"};
  EXPECT_EQ(lines, expected);
}

TEST(ThesisIc3, StopsWhenItIsTold) {
  ThesisIc3Options options;
  options.stop = [] { return true; };
  EXPECT_EQ(solve_as_in_thesis(parse_transition_system(minigame_drawing()), options).verdict,
            Verdict::unknown);
}

TEST(ThesisIc3, SaysAtOnceThatThereIsNothingToPlay) {
  EXPECT_EQ(thesis_result(parse_transition_system("alice 0 won_A"), false).verdict, Verdict::win);
  EXPECT_EQ(thesis_result(parse_transition_system("bob 1 won_B"), false).verdict, Verdict::no_win);
  EXPECT_EQ(thesis_result(parse_transition_system("alice 0"), false).verdict, Verdict::no_win);
  EXPECT_EQ(thesis_result(parse_transition_system("alice 0 -> 1\nbob 1 won_A"), false).verdict,
            Verdict::win);
}

}  // namespace
}  // namespace zermelo::proof
