// SPDX-License-Identifier: MIT
// Dobutsu Shogi without drops as one would write it down first, and solved by looking at all
// positions again and again. Shares no code with what it checks.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace zermelo::test {

// A position is its ranks from the top, without separators, with '.' for an open square, then 'b'
// or 'w': "GLE.C..c.elgb".
class PlainDobutsu {
 public:
  enum class End { none, won, drawn };  // for the side that has moved
  struct Move {
    std::string next;
    End end;
  };

  PlainDobutsu(int columns, int rows) : columns_(columns), rows_(rows) {}

  std::vector<Move> moves(const std::string& p) const;

  // The value of every position that play leads to and in which it goes on: n > 0 is a win in n
  // plies, -n a loss, 0 a draw.
  std::map<std::string, int> solve(const std::string& start) const;

  // As the program writes it.
  std::string text(const std::string& p) const;

 private:
  bool can_step(const std::string& p, int from, int to) const;
  bool owns(const std::string& p, bool white, int square) const;
  End end_after(const std::string& p) const;
  int squares() const { return columns_ * rows_; }

  int columns_, rows_;
};

}  // namespace zermelo::test
