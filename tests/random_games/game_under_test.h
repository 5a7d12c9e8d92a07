// SPDX-License-Identifier: MIT
// A random game, and what the brute force says about it, in the words of the library.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "gen/game_spec.h"
#include "probe/game.h"
#include "probe/table.h"
#include "tests/reference/corner_games.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::random_games {

using State = test::CornerReference::State;
using RefKind = test::CornerReference::Kind;

GameSpec corner_spec(const test::CornerGame& game);
// From plies as the brute force counts them: +n a win in n, -n a loss in n, 0 a draw.
Value reference_value(int plies);
Outcome outcome_of(int plies);

// A game that was played, and the states that it went through.
struct PlayedGame {
  std::vector<State> states;  // one more than moves
  std::vector<std::string> moves;
};

class GameUnderTest {
 public:
  // Both must outlive this object. `number` decides how the game was drawn, and which of the dear
  // checks are made for it.
  GameUnderTest(const test::CornerGame& written, const test::CornerReference& reference, int number,
                const test::TemporaryFolder& folder);

  // Some checks take long; they are made for one game in this many.
  bool one_in(int games) const { return number_ % games == 0; }

  const test::CornerGame& written() const { return written_; }
  const test::CornerReference& reference() const { return reference_; }
  const GameSpec& spec() const { return spec_; }
  const Game& game() const { return *game_; }
  std::string file(const std::string& name) const { return folder_.file(name); }

  // The table, which is solved when it is first asked for.
  const std::string& table_path();
  const Table& table();
  // The two files of the rules, as the program is given them: {"--bddl", ...}.
  const std::vector<std::string>& rule_files();

  const State& start() const { return reference_.start(); }
  bool over_at_start() const { return !goes_on(start()); }
  // All states that play leads to.
  const std::vector<State>& states() const { return states_; }
  // The start, some of the others, and one in which the game is over, if there is one.
  std::vector<State> some_states(std::size_t count);

  std::string text(const State& state) const { return reference_.text_of(state); }
  int plies(const State& state) const { return reference_.values().at(state); }
  Value value(const State& state) const { return reference_value(plies(state)); }
  // Whether play leads to the state, and a side is to move in it.
  bool goes_on(const State& state) const { return reference_.values().contains(state); }
  static bool white_moves(const State& state) { return state.back() == 'w'; }
  // The value of a move to a state for its maker.
  Value value_of_move(const State& to) const;
  // Of all moves of a state, by the text of the state that they lead to.
  std::map<std::string, Value> values_of_moves(const State& state) const;
  // Who has won in a state in which the game is over.
  std::optional<Colour> winner(const State& state) const;
  // The number of plies within which a side can force a win from a state; nothing if it cannot.
  std::optional<int> plies_to_win(const State& state, bool white) const;

  // The state that a move, as it is written, leads to.
  State after(const State& state, const std::string& move) const;
  // Random moves from the start, a dozen at most; the same each time.
  const PlayedGame& played();

  unsigned random() { return static_cast<unsigned>(random_()); }

 private:
  int number_;
  const test::CornerGame& written_;
  const test::CornerReference& reference_;
  const test::TemporaryFolder& folder_;
  GameSpec spec_;
  std::shared_ptr<const Game> game_;
  std::vector<State> states_;
  std::mt19937 random_;
  std::optional<Table> table_;
  std::string table_path_;
  std::vector<std::string> rule_files_;
  std::optional<PlayedGame> played_;
};

}  // namespace zermelo::random_games
