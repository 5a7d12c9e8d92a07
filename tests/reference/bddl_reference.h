// SPDX-License-Identifier: MIT
// BDDL as its definition says (Shaik and van de Pol, 2023, section 3.3), word for word, with values
// found by going over all positions again and again. Shares no code with what it checks.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace zermelo::test {

class BddlReference {
 public:
  // A board in reading order from the top left, '.', 'b' and 'w', and then the side to move.
  using State = std::string;

  // `stuck_loses`: what happens to a side that cannot move.
  BddlReference(const std::string& domain, const std::string& problem, bool stuck_loses);

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  State start() const { return start_; }
  // As the program writes positions.
  std::string text_of(const State& s) const;

  enum class End { none, won, drawn };  // for the side that moved
  struct Move {
    State next;
    End end;
  };
  // Each position that a move leads to, once.
  std::vector<Move> moves(const State& s) const;

  // All positions that play can lead to and in which the game goes on: +n a win in n plies, -n a
  // loss, 0 a draw, for the side to move.
  std::map<State, int> values() const;

 private:
  struct Part {
    std::string colour;
    bool negated;
    std::string x, y;
  };
  using Condition = std::vector<Part>;
  struct Action {
    Condition before, after;
  };

  std::set<State> successors(const State& s) const;
  static std::vector<Condition> read_conditions(const std::string& text, bool by_line);
  int coordinate(const std::string& text, int anchor, int size) const;
  bool on_board(const Condition& c, int x, int y) const;
  bool holds(const Condition& c, const State& s, int x, int y) const;
  bool reaches_goal(const State& s, bool white) const;
  char& at(State& s, int x, int y) const {
    return s[static_cast<std::size_t>((y - 1) * columns_ + x - 1)];
  }

  int columns_ = 0, rows_ = 0;
  State start_;
  bool stuck_loses_;
  std::vector<Action> actions_[2];
  std::vector<Condition> goals_[2];
};

}  // namespace zermelo::test
