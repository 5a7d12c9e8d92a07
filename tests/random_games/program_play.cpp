// SPDX-License-Identifier: MIT
// The verb `play`: whole games against a table and against a strategy, typed in advance.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

#include "proof/strategy.h"
#include "tests/random_games/checks.h"
#include "tests/random_games/verbs.h"

namespace zermelo::random_games {
namespace {

// How the program moves in a state in which it is to move.
using Chooser = std::function<std::string(const State&)>;

// A game between the program and a person who moves at random.
struct Dialogue {
  std::string typed;
  std::vector<std::string> said;  // of the moves, in their order
  State last;
};

constexpr int most_plies = 40;

// `program` plays that side; nobody: the person makes all moves.
Dialogue play_against(GameUnderTest& g, const State& start, std::optional<Colour> program,
                      const std::string& name, const Chooser& choose) {
  Dialogue game;
  game.last = start;
  for (int ply = 0; ply < most_plies && g.goes_on(game.last); ++ply) {
    const bool by_program = program == colour_of(GameUnderTest::white_moves(game.last));
    std::string move;
    if (by_program) {
      move = choose(game.last);
    } else {
      const std::vector<LegalMove> legal = g.game().moves(g.text(game.last));
      move = legal[g.random() % legal.size()].move;
      game.typed += move + "\n";
    }
    game.said.push_back(fmt::format("{} {}.\n", by_program ? name + " plays" : "You play", move));
    game.last = g.after(game.last, move);
  }
  return game;
}

// What is said at the end.
std::string result_text(const GameUnderTest& g, const State& last, std::optional<Colour> program,
                        const std::string& name) {
  const std::optional<Colour> winner = g.winner(last);
  if (!program)
    return fmt::format("The game is over: {} for the side that moved last.",
                       winner ? "win" : "draw");
  if (!winner) return "The game is drawn.";
  return winner == program ? name + " has won." : "You have won.";
}

void check_dialogue(const GameUnderTest& g, const Dialogue& game, const std::string& output,
                    std::optional<Colour> program, const std::string& name) {
  std::size_t at = 0;
  for (const std::string& line : game.said) {
    at = output.find(line, at);
    ASSERT_NE(at, std::string::npos) << line << output;
    at += line.size();
  }
  ASSERT_EQ(output.find(" plays ", at), std::string::npos) << output;
  const bool over = !g.goes_on(game.last);
  ASSERT_EQ(last_line(output), over ? result_text(g, game.last, program, name) : "> ") << output;
}

// The side that the table plays.
std::optional<Colour> side_of_role(const GameUnderTest& g, const State& start,
                                   const std::string& role) {
  if (role == "nobody") return std::nullopt;
  const Value value = g.value(start);
  const bool begins = role == "first" || (role == "winner" && value.is_win()) ||
                      (role == "loser" && value.is_loss());
  const Colour first = colour_of(GameUnderTest::white_moves(start));
  return begins ? first : opponent_of(first);
}

void check_play_as(GameUnderTest& g, const State& start, const std::string& role) {
  const std::string name = "The table";
  const auto best = [&](const State& state) {
    const MoveValue move = g.table().moves(g.text(state)).front();
    EXPECT_EQ(to_string(move.value), to_string(g.value(state))) << g.text(state);
    return move.move;
  };
  const std::optional<Colour> program = side_of_role(g, start, role);
  const Dialogue game = play_against(g, start, program, name, best);
  if (program && g.goes_on(game.last) && g.goes_on(start) && game.said.size() < most_plies)
    FAIL() << "the game has stopped";
  // (A game that does not end may go on with a move of the table, after the last one typed.)
  if (g.goes_on(game.last)) return;
  const std::string output =
      said({"play", g.table_path(), g.text(start), "--as", role}, game.typed);
  ASSERT_NO_FATAL_FAILURE(check_dialogue(g, game, output, program, name)) << role;
}

// A game that the table plays against itself, which ends in as many plies as its value says, or is
// stopped when a position comes again.
void check_play_as_both(GameUnderTest& g, const State& start) {
  const std::string output = said({"play", g.table_path(), g.text(start), "--as", "both"});
  const int plies = g.plies(start);
  int played = 0;
  for (std::size_t at = 0; (at = output.find("The table plays ", at)) != std::string::npos; ++at)
    ++played;
  if (plies != 0) {
    ASSERT_EQ(played, std::abs(plies)) << output;
    ASSERT_EQ(last_line(output), "The game is over: win for the side that moved last.");
    return;
  }
  const std::string last = last_line(output);
  ASSERT_TRUE(last == "The game is over: draw for the side that moved last." ||
              last == "The position has come before: the game would go on like this forever.")
      << output;
}

void check_play_strategy(GameUnderTest& g, bool white) {
  const std::string path = g.file("played.aag"), name = "The strategy";
  Words words = {"prove", "-o", path};
  if (white) words.emplace_back("--white");
  said(about_rules(g, words));
  const StrategyFile strategy = StrategyFile::open(path);
  const std::optional<Colour> owner = colour_of(strategy.info().owner_is_white);
  const auto answer = [&](const State& state) { return strategy.answer(g.text(state)).move; };
  const Dialogue game = play_against(g, g.start(), owner, name, answer);
  if (g.goes_on(game.last)) return;
  const std::string output = said({"play", path}, game.typed);
  ASSERT_TRUE(output.starts_with(strategy.info().sentence + "\n")) << output;
  ASSERT_NO_FATAL_FAILURE(check_dialogue(g, game, output, owner, name));
  const std::optional<Colour> winner = g.winner(game.last);
  ASSERT_TRUE(winner == owner || (!winner && !strategy.info().wins)) << output;
}

}  // namespace

void check_play(GameUnderTest& g) {
  if (!g.one_in(4)) return;
  if (g.over_at_start()) return expect_refused(g, g.start(), {"play", g.table_path()});
  const State& some = g.states()[g.random() % g.reference().values().size()];
  for (const char* const role : {"nobody", "first", "second", "winner", "loser"}) {
    if (g.random() % 2 == 0) continue;
    SCOPED_TRACE(role);
    ASSERT_NO_FATAL_FAILURE(check_play_as(g, g.random() % 2 == 0 ? g.start() : some, role));
  }
  ASSERT_NO_FATAL_FAILURE(check_play_as_both(g, some));
  if (g.one_in(8)) check_play_strategy(g, g.random() % 2 == 0);
}

}  // namespace zermelo::random_games
