// SPDX-License-Identifier: MIT
// The hazard of IC3 for games: an algorithm that takes a state for won because it has left a frame
// goes wrong as soon as cubes are generalised. The thesis's algorithm does so, as is shown here;
// ours is compared with backward induction on the same games, and its results are checked state by
// state.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "proof/ic3/ic3.h"
#include "proof/ic3/reach_game.h"
#include "tests/reference/random_games.h"
#include "tests/reference/thesis_ic3.h"
#include "tests/support/long_tests.h"

namespace zermelo::proof {
namespace {

using test::ExplicitGame;
using test::thesis_says_win;
using test::ThesisGeneralise;

// --- Explicit games as our engine takes them -----------------------------------------------------

// The meaning of the choice variables.
enum class ChoiceCode {
  index,    // the number of the move among the state's, in binary
  one_hot,  // the same, one variable per move
  target    // the state that it leads to: the only code in which symmetries can be expressed
};

// What does not matter is random: the choices that are not moves, and the states that do not count.
struct ReachGameShape {
  ChoiceCode code = ChoiceCode::index;
  bool only_reachable = false;  // the other states do not count
  bool noise = false;
};

// Alice attacks. The variables are all bits except the highest. States in which the game is over
// are not states of the ReachGame: the moves that lead there end it.
class ExplicitReachGame {
 public:
  ExplicitReachGame(const ExplicitGame& game, const ReachGameShape& shape, std::mt19937& random)
      : game_(game), shape_(shape), random_(random), counts_(game.states(), true) {
    if (shape.only_reachable) counts_ = reachable(game);
    for (unsigned s = 0; s < game.states(); ++s) counts_[s] = counts_[s] && !game.is_over(s);
    for (const Player player : {Player::attacker, Player::defender}) make_moves(player);
    reach_game_.first = player_of(game.start);
    for (int k = 0; k + 1 < game.bits; ++k) reach_game_.start.push_back((game.start >> k & 1) != 0);
    if (shape.code != ChoiceCode::target) return;
    for (const auto& symmetry : game.symmetries) {
      const std::vector<std::size_t> order(symmetry.begin(), symmetry.end());
      ReachSymmetry& added = reach_game_.symmetries.emplace_back();
      added.variable = added.choice[Player::attacker] = added.choice[Player::defender] = order;
    }
  }

  const ExplicitGame& game() const { return game_; }
  const ReachGame& reach_game() const { return reach_game_; }
  Player player_of(unsigned state) const {
    return game_.bob_to_move(state) ? Player::defender : Player::attacker;
  }
  // Whether play goes on there, as far as the engine knows.
  bool counts(unsigned state) const { return counts_[state]; }
  // Where a choice leads, if it is a move.
  std::optional<unsigned> target(unsigned state, const StateVector& choice) const {
    unsigned number = 0;
    const std::size_t variables = reach_game_.moves[player_of(state)].choice.size();
    if (choice.words().empty()) return {};
    for (std::size_t k = 0; k < variables; ++k) number |= unsigned{choice[k]} << k;
    return target(state, number);
  }

 private:
  std::optional<unsigned> target(unsigned state, unsigned choice) const {
    const auto& moves = game_.moves[state];
    if (shape_.code == ChoiceCode::index)
      return choice < moves.size() ? std::optional(moves[choice]) : std::nullopt;
    for (std::size_t n = 0; n < moves.size(); ++n) {
      const bool is_it = shape_.code == ChoiceCode::one_hot ? choice == 1u << n
                                                            : choice == (moves[n] & ~game_.bob());
      if (is_it) return moves[n];
    }
    return {};
  }

  std::size_t choice_variables(Player player) const {
    if (shape_.code == ChoiceCode::target) return static_cast<std::size_t>(game_.bits - 1);
    std::size_t most = 1, bits = 1;
    for (unsigned s = 0; s < game_.states(); ++s)
      if (player_of(s) == player) most = std::max(most, game_.moves[s].size());
    if (shape_.code == ChoiceCode::one_hot) return most;
    while (std::size_t{1} << bits < most) ++bits;
    return bits;
  }

  // The inputs encode that number.
  static Literal is_number(Aig& aig, const std::vector<Literal>& inputs, unsigned number) {
    std::vector<Literal> literals = inputs;
    for (std::size_t k = 0; k < inputs.size(); ++k)
      if ((number >> k & 1) == 0) literals[k] = !inputs[k];
    return aig.all(literals);
  }

  void make_moves(Player player) {
    Moves& moves = reach_game_.moves[player];
    Aig& aig = moves.aig;
    for (int k = 0; k + 1 < game_.bits; ++k) moves.state.push_back(aig.input());
    for (std::size_t k = choice_variables(player); k > 0; --k) moves.choice.push_back(aig.input());
    moves.next.resize(moves.state.size());
    for (unsigned s = 0; s < game_.states(); ++s) {
      if (player_of(s) != player) continue;
      const Literal state = is_number(aig, moves.state, s);
      if (counts(s)) moves.is_state = aig.lor(moves.is_state, state);
      for (unsigned choice = 0; choice < 1u << moves.choice.size(); ++choice) {
        const auto next = target(s, choice);
        const bool is_move = next && counts(s);
        if (!is_move && !(shape_.noise && random_() % 8 == 0)) continue;
        const Literal here = aig.land(state, is_number(aig, moves.choice, choice));
        if (is_move)
          add_move(moves, here, *next);
        else
          add_noise(moves, here, counts(s));
      }
    }
  }
  void add_move(Moves& moves, Literal here, unsigned next) const {
    add_to(moves.aig, moves.legal, here);
    if (game_.is_over(next))
      add_to(moves.aig, game_.won[next] ? moves.attacked : moves.ended, here);
    for (std::size_t k = 0; k < moves.next.size(); ++k)
      if ((next >> k & 1) != 0) add_to(moves.aig, moves.next[k], here);
  }
  void add_noise(Moves& moves, Literal here, bool is_state) {
    if (!is_state && random_() % 2 == 0) add_to(moves.aig, moves.legal, here);
    if (random_() % 4 == 0) add_to(moves.aig, moves.attacked, here);
    if (random_() % 4 == 0) add_to(moves.aig, moves.ended, here);
    for (Literal& next : moves.next)
      if (random_() % 2 == 0) add_to(moves.aig, next, here);
  }
  static void add_to(Aig& aig, Literal& function, Literal here) {
    function = aig.lor(function, here);
  }

  const ExplicitGame& game_;
  ReachGameShape shape_;
  std::mt19937& random_;
  std::vector<bool> counts_;
  ReachGame reach_game_;
};

// --- What our engine returns, checked state by state ---------------------------------------------

// Checks that cubes of won states show a win, and blocked ones that there is none, within the
// claimed bound, using only the explicit game; and that backward induction does not contradict any
// of their states.
class CertificateCheck {
 public:
  CertificateCheck(const ExplicitReachGame& game, const Ic3Result& result)
      : game_(game),
        result_(result),
        won_(result.verdict == Verdict::win),
        plies_to_win_(plies_to_win(game.game())) {}

  // What is wrong; empty if nothing is.
  std::string flaw() const {
    if (!is_in_cube(game_.game().start, result_.plies)) return "the start is in no cube";
    for (unsigned s = 0; s < game_.game().states(); ++s) {
      if (!game_.counts(s)) continue;
      for (const Ic3Cube& cube : result_.cubes[game_.player_of(s)]) {
        if (has_state(cube, s) && !is_justified(s, cube))
          return "state " + std::to_string(s) + ", bound " + std::to_string(cube.bound);
      }
    }
    return {};
  }

 private:
  bool has_state(const Ic3Cube& cube, unsigned state) const {
    for (int k = 0; k + 1 < game_.game().bits; ++k) {
      const auto variable = static_cast<std::size_t>(k);
      const bool value = (state >> k & 1) != 0;
      if (cube.cube.has(variable) && cube.cube.values[variable] != value) return false;
    }
    return true;
  }
  // Whether it is in a cube that claims enough: a win, or no win, within this many plies.
  bool is_in_cube(unsigned state, int bound) const {
    return std::ranges::any_of(result_.cubes[game_.player_of(state)], [&](const Ic3Cube& cube) {
      return (won_ ? cube.bound <= bound : cube.bound >= bound) && has_state(cube, state);
    });
  }

  bool is_justified(unsigned state, const Ic3Cube& cube) const {
    if (cube.bound < 1 || cube.bound > infinity) return false;
    const bool is_won = plies_to_win_[state] && *plies_to_win_[state] <= cube.bound;
    if (is_won != won_) return false;
    // The side that gets what it wants needs one good move, which the cube names; the other side
    // has only such moves.
    const bool named = won_ == (game_.player_of(state) == Player::attacker);
    const auto is_good = [&](unsigned next) { return fares_well(next, cube.bound); };
    if (!named) return std::ranges::all_of(game_.game().moves[state], is_good);
    const std::optional<unsigned> next = game_.target(state, cube.choice);
    return next && is_good(*next);
  }
  // Whether a move from a cube leads to a good state.
  bool fares_well(unsigned next, int bound_before) const {
    if (game_.game().is_over(next)) return game_.game().won[next] == won_;
    const int bound = bound_before == infinity ? infinity : bound_before - 1;
    // Nobody has won within no plies.
    return (!won_ && bound == 0) || is_in_cube(next, bound);
  }

  const ExplicitReachGame& game_;
  const Ic3Result& result_;
  bool won_;
  std::vector<std::optional<int>> plies_to_win_;
};

// What is wrong with verdict, plies and cubes; empty if nothing is.
std::string flaw_of(const ExplicitReachGame& game, const Ic3Options& options,
                    const Ic3Result& result) {
  const std::optional<int> truth = plies_to_win(game.game())[game.game().start];
  const bool is_win = truth && *truth <= options.depth.value_or(infinity);
  if (result.verdict != (is_win ? Verdict::win : Verdict::no_win)) return "the verdict";
  if (is_win) {
    const bool is_shortest = options.stepwise || options.depth;
    if (is_shortest ? result.plies != *truth : result.plies < *truth || result.plies >= infinity)
      return "the plies to win";
  } else if (result.plies != infinity && (!options.depth || result.plies < *options.depth)) {
    return "the plies without a win";
  }
  return CertificateCheck(game, result).flaw();
}

std::string ic3_options_text(const Ic3Options& options) {
  return "generalise " + std::to_string(static_cast<int>(options.generalise)) +
         (options.stepwise ? ", stepwise" : ", at once") +
         (options.depth ? ", depth " + std::to_string(*options.depth) : "");
}

// --- Games ---------------------------------------------------------------------------------------

// The smallest game that we know on which the thesis's algorithm is wrong: six states, three plies.
//
//     0 ─→ b4 ─→ 2 ─→ b5  Alice has won            Alice moves in 0, 1, 2, 3 (two bits),
//           └──→ 3        over, not won            Bob in b4 and b5 (the turn and two bits)
//           1 ─────────→ b5                        Play begins in 0 and never comes to 1.
//
// Alice cannot win: Bob moves from b4 to 3. With generalisation the thesis's answer is yes:
// - Frame 1 (after at most a ply): 1 leads to a win and must go. Its cube is 01; dropping a bit
//   makes it x1, which is 1 and 3. Nothing leads there from the start in one ply, so 3 goes, too.
//   That 3 is not won for Alice does not matter to a frame: it is just not needed yet.
// - Frame 2: it begins with all states again. The clause without 1 and 3 is pushed into it, for b4
//   still has a move into that frame, to 2. But 2 leads to a win, and has to go in its turn.
// - Now b4 has no move into frame 2, and looks forced: 2 is gone because it is won, 3 because it
//   was not needed. b4 must go, the start leads there: "reachable".
ExplicitGame smallest_false_game() {
  ExplicitGame game;
  game.bits = 3;
  game.moves = {{4}, {5}, {5}, {}, {2, 3}, {}, {}, {}};
  game.won = {false, false, false, false, false, true, false, false};
  return game;
}

// Notakto as in section 2.2.2, but with the winner according to its rules: the player who makes a
// line loses. `taken`: the first square is occupied, and is not a variable.
ExplicitGame notakto_of_the_thesis(int rows, int columns, bool taken) {
  const auto square = [&](int x, int y) { return 1u << (y * columns + x); };
  std::vector<unsigned> lines;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      for (const auto& [dx, dy] : {std::pair{1, 0}, std::pair{0, 1}, std::pair{1, 1}}) {
        if (x + 2 * dx >= columns || y + 2 * dy >= rows) continue;
        lines.push_back(square(x, y) | square(x + dx, y + dy) | square(x + 2 * dx, y + 2 * dy));
        if (dx * dy != 0)
          lines.push_back(square(x + 2, y) | square(x + 1, y + 1) | square(x, y + 2));
      }
    }
  }
  ExplicitGame game;
  const int variables = rows * columns - (taken ? 1 : 0);
  game.bits = variables + 1;
  game.moves.resize(game.states());
  game.won.resize(game.states());
  for (unsigned s = 0; s < game.states(); ++s) {
    const unsigned occupied = s % game.bob(), board = taken ? 2 * occupied + 1 : occupied;
    if (std::ranges::any_of(lines, [&](unsigned line) { return (board & line) == line; })) {
      game.won[s] = !game.bob_to_move(s);
      continue;
    }
    for (int k = 0; k < variables; ++k)
      if ((s >> k & 1) == 0) game.moves[s].push_back((s | 1u << k) ^ game.bob());
  }
  return game;
}

// The same number, the same game.
ExplicitGame game_for_the_thesis(unsigned number) {
  std::mt19937 random(number);
  return test::random_game(random, {.bits = 4 + static_cast<int>(number % 3)});
}

// Two states of Alice's and two of Bob's in a circle, in which nobody wins; exchanging the two bits
// changes nothing. Pushing never ended here as long as it did not consider images.
ExplicitGame circle_with_a_symmetry() {
  ExplicitGame game;
  game.bits = 3;
  game.start = 1;
  game.moves = {{}, {5}, {6}, {}, {}, {2}, {1}, {}};
  game.won.resize(game.states());
  game.symmetries = {{1, 0}};
  return game;
}

constexpr Generalise all_ways_to_generalise[] = {Generalise::none, Generalise::exists,
                                                 Generalise::both};

// An answer takes milliseconds. If none comes, "unknown" is better than waiting forever.
Ic3Result solve_within_a_minute(const ReachGame& game, Ic3Options options) {
  using Clock = std::chrono::steady_clock;
  options.stop = [end = Clock::now() + std::chrono::minutes(1)] { return Clock::now() > end; };
  return solve_by_ic3(game, options);
}

// With all ways of solving.
void expect_solved(const ExplicitGame& game, ChoiceCode code) {
  std::mt19937 random(7);
  const ExplicitReachGame made(game, {.code = code}, random);
  for (const auto generalise : all_ways_to_generalise) {
    for (const bool stepwise : {false, true}) {
      Ic3Options options;
      options.generalise = generalise;
      options.stepwise = stepwise;
      EXPECT_EQ(flaw_of(made, options, solve_within_a_minute(made.reach_game(), options)), "")
          << to_text(game) << "; " << ic3_options_text(options);
    }
  }
}

// --- Tests ---------------------------------------------------------------------------------------

// Shows that the algorithm is the thesis's, by the verdicts of its Table 5.1.
TEST(Ic3Hazard, TheThesissAlgorithmSolvesNotaktoAsItSays) {
  for (const auto generalise : {ThesisGeneralise::none, ThesisGeneralise::exists}) {
    EXPECT_FALSE(thesis_says_win(notakto_of_the_thesis(2, 3, false), generalise));
    EXPECT_TRUE(thesis_says_win(notakto_of_the_thesis(2, 3, true), generalise));
    EXPECT_TRUE(thesis_says_win(notakto_of_the_thesis(3, 3, false), generalise));
  }
}

TEST(Ic3Hazard, TheSmallestGame) {
  const ExplicitGame game = smallest_false_game();
  ASSERT_TRUE(game.check());
  EXPECT_FALSE(plies_to_win(game)[game.start]);
  EXPECT_FALSE(thesis_says_win(game, ThesisGeneralise::none));
  EXPECT_TRUE(thesis_says_win(game, ThesisGeneralise::exists));  // which is wrong
  for (const ChoiceCode code : {ChoiceCode::index, ChoiceCode::one_hot, ChoiceCode::target})
    expect_solved(game, code);
}

TEST(Ic3Hazard, TheThesissGeneralisationWinsGamesThatAreNotWon) {
  constexpr unsigned games = 5000;
  int wins = 0, false_wins = 0;
  for (unsigned n = 0; n < games; ++n) {
    const ExplicitGame game = game_for_the_thesis(n);
    ASSERT_TRUE(game.check()) << to_text(game);
    const bool is_win = plies_to_win(game)[game.start].has_value();
    wins += is_win;
    ASSERT_EQ(thesis_says_win(game, ThesisGeneralise::none), is_win) << to_text(game);
    if (thesis_says_win(game, ThesisGeneralise::exists) == is_win) continue;
    ++false_wins;
    ASSERT_FALSE(is_win) << "no false answer is a no: " << to_text(game);
    expect_solved(game, static_cast<ChoiceCode>(n % 3));
  }
  EXPECT_GE(false_wins, 1);
  RecordProperty("games", static_cast<int>(games));
  RecordProperty("wins", wins);
  RecordProperty("false_wins", false_wins);
}

TEST(Ic3Hazard, ACircleThatASymmetryTurns) {
  const ExplicitGame game = circle_with_a_symmetry();
  ASSERT_TRUE(game.check());
  expect_solved(game, ChoiceCode::target);
}

TEST(Ic3Hazard, OursIsRightAndShowsWhy) {
  const unsigned games = test::long_tests() ? 100'000 : 3'000;
  unsigned wins = 0;
  for (unsigned n = 0; n < games; ++n) {
    std::mt19937 random(n);
    const ExplicitGame game = test::random_game(random, {.bits = 4 + static_cast<int>(random() % 3),
                                                         .bob_begins = random() % 4 == 0,
                                                         .symmetric = random() % 3 == 0});
    ASSERT_TRUE(game.check()) << to_text(game);
    const bool is_symmetric = !game.symmetries.empty();
    const ReachGameShape shape{
        .code = is_symmetric ? ChoiceCode::target : static_cast<ChoiceCode>(random() % 3),
        .only_reachable = !is_symmetric && random() % 2 == 0,
        .noise = random() % 4 == 0};
    const ExplicitReachGame made(game, shape, random);
    Ic3Options options;
    options.generalise = all_ways_to_generalise[n % 3];
    options.stepwise = n / 3 % 2 == 0;
    if (random() % 3 == 0) options.depth = 1 + static_cast<int>(random() % 9);
    // Bad advice costs only time.
    if (random() % 4 == 0) {
      options.advice = [&](Player player, const StateVector&) {
        StateVector choice(made.reach_game().moves[player].choice.size());
        for (std::size_t k = 0; k < made.reach_game().moves[player].choice.size(); ++k)
          choice.set(k, random() % 2 == 0);
        return random() % 8 == 0 ? std::nullopt : std::optional(choice);
      };
    }
    const Ic3Result result = solve_within_a_minute(made.reach_game(), options);
    ASSERT_EQ(flaw_of(made, options, result), "")
        << "game " << n << ", code " << static_cast<int>(shape.code) << ", "
        << ic3_options_text(options) << ": " << to_text(game);
    wins += result.verdict == Verdict::win;
  }
  // Both verdicts come up often.
  EXPECT_GT(wins, games / 5);
  EXPECT_LT(wins, games * 4 / 5);
}

}  // namespace
}  // namespace zermelo::proof
