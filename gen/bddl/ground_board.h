// SPDX-License-Identifier: MIT
// The board of a game: its squares, regions, lines and steps, as numbers.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "gen/bddl/tree.h"
#include "symmetry/grid.h"

namespace zermelo::bddl {

// A step, or so many times one that rides.
struct LongStep {
  int dx = 0, dy = 0;
  int times = 1;
  bool rides = false;
};

// Throws SyntaxError if the board has more than 64 squares, which can be written in version 1, or
// if a square there is said to be where none can be.
void require_board(const tree::Game& game);

class GroundBoard {
 public:
  // Of a game with a board of at most 64 squares. Throws SyntaxError.
  explicit GroundBoard(const tree::Game& game);

  Grid grid() const { return grid_; }
  Squares exists() const { return exists_; }
  Squares region(int number) const { return regions_[static_cast<std::size_t>(number)]; }
  // The squares next to one; those that come after two on a line.
  Squares next(int square) const { return next_[static_cast<std::size_t>(square)]; }
  Squares after(int first, int second) const {
    return after_[static_cast<std::size_t>(first)][static_cast<std::size_t>(second)];
  }
  const std::vector<std::vector<int>>& lines() const { return lines_; }
  const std::vector<std::vector<int>>& links() const { return links_; }
  const std::vector<int>& mirror() const { return mirror_; }

  // All steps of all sets, one after the other; which of them are a set's; those by which a kind
  // moves, if a set has its name.
  const LongStep& step(int number) const { return steps_[static_cast<std::size_t>(number)]; }
  const std::vector<int>& steps(int set) const { return sets_[static_cast<std::size_t>(set)]; }
  const std::vector<int>& steps_of_kind(int kind) const {
    return of_kinds_[static_cast<std::size_t>(kind)];
  }

  // x and y of the language; -1 if there is no such square.
  int square(std::int64_t x, std::int64_t y) const;
  int x_of(int square) const { return grid_.file_of(square) + 1; }
  int y_of(int square) const { return grid_.rows - grid_.rank_of(square); }
  int square(const Coordinate& x, const Coordinate& y) const;
  // All that (?x,ymin) and the like stand for.
  Squares squares(const tree::PlaceOnBoard& place) const;

 private:
  void find_lines(const tree::Game& game);
  void find_steps(const tree::Game& game);
  void find_mirror(const tree::Game& game);

  Grid grid_;
  Squares exists_ = 0;
  std::vector<Squares> regions_;
  std::array<Squares, max_squares> next_{};
  std::array<std::array<Squares, max_squares>, max_squares> after_{};
  std::vector<std::vector<int>> lines_, links_;
  std::vector<int> mirror_;
  std::vector<LongStep> steps_;
  std::vector<std::vector<int>> sets_, of_kinds_;
};

// Whether actions ask which squares are neighbours on a line or link, or in a row on one. In other
// games lines only say what a row is, and the board is one of squares.
bool moves_along_lines(const tree::Game& game);

// Throws SyntaxError: "FILE:LINE:COLUMN: sentence."
[[noreturn]] void wrong_at(const tree::Game& game, Place place, const std::string& sentence);

}  // namespace zermelo::bddl
