// SPDX-License-Identifier: MIT
// Small random games in BDDL of the kind in which programs contradict themselves: either side
// begins, starts without moves, goals that the other side's moves fulfil, actions that do the same,
// sides without actions, boards of one row or column. They are written as text and, from the same
// draw, played by brute force: this code shares nothing with the program.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace zermelo::test {

struct CornerGame {
  // A square, by its column and row: from the anchor, from an edge, or by number.
  struct Coordinate {
    enum class Base { anchor, minimum, maximum, zero };
    Base base = Base::anchor;
    int offset = 0;
  };
  struct Part {
    char piece = '.';  // '.', 'b' or 'w'
    bool negated = false;
    Coordinate x, y;
  };
  using Condition = std::vector<Part>;
  struct Action {
    std::string name;
    Condition before, after;
  };

  int columns = 2, rows = 2;
  bool white_first = false;
  bool stuck_loses = false;
  std::array<std::vector<Action>, 2> actions;   // of Black, of White
  std::array<std::vector<Condition>, 2> goals;  // likewise
  std::string start;                            // by rows from the top: '.', 'b', 'w'

  std::string domain() const;
  std::string problem() const;
};

CornerGame random_corner_game(std::mt19937& random);

// A game by brute force. States are boards as CornerGame::start, and 'b' or 'w' for the side to
// move.
class CornerReference {
 public:
  using State = std::string;
  enum class Kind { to_move, won, lost, drawn };  // for the side to move

  explicit CornerReference(const CornerGame& game);

  const State& start() const { return start_; }
  bool start_has_goal() const;  // of either side: such a game is refused
  // As the program writes positions.
  std::string text_of(const State& state) const;
  Kind status(const State& state) const;
  // What the moves lead to, each once, in order; for any state, including one in which the game is
  // over.
  std::vector<State> after_moves(const State& state) const;
  // The values of all states that play leads to and in which the game goes on: +n a win in n plies,
  // -n a loss in n, 0 a draw, for the side to move.
  const std::map<State, int>& values() const { return values_; }
  // Those that play leads to and in which it is over.
  const std::vector<State>& finished() const { return finished_; }

  // For counting what the random draw has produced.
  bool has_twin_moves() const { return has_twin_moves_; }          // two actions lead to one state
  bool has_opponents_goal() const { return has_opponents_goal_; }  // a move fulfils one, in play
  bool goes_round() const { return goes_round_; }                  // some state can come again

 private:
  struct Square {
    int number;
    char piece;
    bool negated;
  };
  struct Instance {
    std::vector<Square> before, after;
  };

  int number(const CornerGame::Part& part, int x, int y) const;
  std::vector<std::vector<Square>> places_of(const CornerGame::Condition& condition) const;
  static bool holds(const std::vector<Square>& squares, const State& state);
  bool has_goal(const State& state, bool white) const;
  bool can_move(const State& state) const;
  void find_values();

  int columns_, rows_;
  bool stuck_loses_;
  State start_;
  std::array<std::vector<Instance>, 2> instances_;
  std::array<std::vector<std::vector<Square>>, 2> goals_;
  std::map<State, int> values_;
  std::vector<State> finished_;
  mutable bool has_twin_moves_ = false;
  bool has_opponents_goal_ = false, goes_round_ = false;
};

}  // namespace zermelo::test
