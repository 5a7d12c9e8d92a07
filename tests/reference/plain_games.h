// SPDX-License-Identifier: MIT
// The compiled games written as plainly as possible, on boards that are strings, with their values
// found by recursion. Shares no code with what it checks.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace zermelo::test {

class PlainGame {
 public:
  // A board by ranks from the bottom, '.', 'b' and 'w', and then the side to move.
  using State = std::string;
  enum class End { none, won, lost, drawn };  // for the side that moved
  struct Move {
    State next;
    End end;
  };

  PlainGame(int columns, int rows) : columns_(columns), rows_(rows) {}
  virtual ~PlainGame() = default;

  virtual State start() const = 0;
  // Each position that a move leads to, once.
  virtual std::vector<Move> moves(const State& s) const = 0;
  // One of the states that the rules cannot tell apart.
  virtual State essence(const State& s) const { return s; }
  // As the program writes positions.
  std::string text_of(const State& s) const;

  // All positions that play can lead to and in which the game goes on: +n a win in n plies, -n a
  // loss, 0 a draw, for the side to move. For games in which no position recurs.
  std::map<State, int> values() const;
  // The same positions, with how many more pieces the side to move will have at the end with best
  // play by both sides. For games that end with pieces on the board.
  std::map<State, int> scores() const;
  // How many positions play can lead to: those in which the game goes on, and all.
  std::size_t going_on() const;
  std::size_t reachable() const;

 protected:
  int columns() const { return columns_; }
  int rows() const { return rows_; }
  bool on_board(int x, int y) const { return x >= 0 && x < columns_ && y >= 0 && y < rows_; }
  char& at(State& s, int x, int y) const { return s[static_cast<std::size_t>(y * columns_ + x)]; }
  char at(const State& s, int x, int y) const {
    return s[static_cast<std::size_t>(y * columns_ + x)];
  }
  static char other(char side) { return side == 'b' ? 'w' : 'b'; }
  State empty() const { return State(static_cast<std::size_t>(columns_ * rows_), '.') + "b"; }
  bool is_full(const State& s) const { return s.find('.') == State::npos; }
  // Whether there are `length` squares of that colour in a row.
  bool has_line(const State& s, char colour, int length) const;

 private:
  int columns_, rows_;
};

// "connect columns=4 rows=4 line=4" and so on.
std::unique_ptr<PlainGame> plain_connect(int columns, int rows, int line);
std::unique_ptr<PlainGame> plain_mnk(int m, int n, int k);
std::unique_ptr<PlainGame> plain_notakto(int rows, int columns);
std::unique_ptr<PlainGame> plain_othello(int rows, int columns, int start_file, int start_rank);
std::unique_ptr<PlainGame> plain_breakthrough(int columns, int rows);
std::unique_ptr<PlainGame> plain_domineering(int columns, int rows);
std::unique_ptr<PlainGame> plain_clobber(int columns, int rows);

}  // namespace zermelo::test
