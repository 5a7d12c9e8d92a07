// SPDX-License-Identifier: MIT
// Othello as a Boolean model, with the choices of S. van Dijk's thesis "Solving Othello using BDDs"
// (Leiden, 2019): chapter 4 and section 7.1. Written from the thesis, not from gen/othello, so that
// the two can check each other.
//
// Squares are numbered as there: row by row from the top, row * cols + column.
#pragma once

#include <cstdint>
#include <vector>

#include "symbolic/model/model.h"

namespace zermelo::symbolic {

struct OthelloModelOptions {
  // What the two variables of a square mean. Both: the first one says whether there is a disc, the
  // second one whether it is black.
  enum class Encoding {
    standard,    // an empty square's second variable is false
    three_terms  // it has no meaning ("3T"): both values stand for the same state
  };
  // VO_a, VO_b, VO_c; and column by column, which is better if columns are shorter than rows.
  enum class Order { rows, corners_first, corners_last, columns };
  enum class Turn { first, last, none };  // the place of its variable, if it has one

  int rows = 4, cols = 4;
  // The upper left one of the four squares in the middle that hold discs at the start, counted from
  // 0.
  int start_row = 1, start_col = 1;
  Encoding encoding = Encoding::standard;
  Order order = Order::rows;
  Turn turn = Turn::first;

  int squares() const { return rows * cols; }
  // By the lower left one of those squares, file and rank from 0: games count ranks from the
  // bottom.
  void start_at(int file, int rank) {
    start_row = rows - 2 - rank;
    start_col = file;
  }
};

// Squares in the order in which their variables come.
std::vector<int> square_order(const OthelloModelOptions& options);

class OthelloModel {
 public:
  explicit OthelloModel(const OthelloModelOptions& options);

  // Among each side's moves, number s is a disc on square s, and the last one is the pass.
  const Model& model() const { return model_; }
  const OthelloModelOptions& options() const { return options_; }

  // --- The thesis's relations, which relate codes of both states completely, the turn included
  // -----

  // T_ij (equations 4.2 to 4.11), of square s = i * cols + j, over all variables.
  Literal step(int square) const { return steps_[static_cast<std::size_t>(square)]; }
  // Every square is as before, by its meaning.
  Literal board_unchanged() const { return board_unchanged_; }
  // The turn changes.
  Literal turn_changes() const { return turn_changes_; }
  // More discs of one colour than of the other, whether the game has ended or not.
  Literal more_white() const { return more_white_; }
  Literal more_black() const { return more_black_; }
  // The same as the thesis's program counts it: whatever is neither empty nor of the other colour
  // is a disc, even where the code means nothing.
  Literal not_black_outnumber() const { return not_black_outnumber_; }
  Literal not_white_outnumber() const { return not_white_outnumber_; }
  // Full boards that the side wins by a single disc, which the thesis's program leaves out where
  // the number of squares is odd: it compares with at most half of them, rounded down, less one.
  Literal missed_wins(Side winner) const { return missed_wins_[winner]; }
  // No disc of the colour.
  Literal has_none(Side colour) const { return has_none_[colour]; }
  // The number of discs, 0..squares.
  Literal discs(int number) const { return discs_[static_cast<std::size_t>(number)]; }

 private:
  struct Square {
    int row, col;
    int disc, is_black;  // variables
  };
  enum class Time { now, then };

  bool has_turn() const { return options_.turn != OthelloModelOptions::Turn::none; }
  void add_variables();
  void add_counts();
  // Whether more of the first literals are true than of the second; at most one of a pair is.
  Literal more(const std::vector<Literal>& first, const std::vector<Literal>& second);
  void add_moves();
  void add_end();
  Literal variable(int number, Time time) const;
  Literal turn_of(Side side, Time time) const;
  Literal empty(int square, Time time);
  Literal holds(int square, Side colour, Time time);
  Literal same(int square);
  // The squares in each of the eight directions, nearest first; those with none are left out.
  std::vector<std::vector<int>> rays(int square) const;
  // The first `run` squares of the ray are the other side's, the next one is one's own.
  Literal encloses(const std::vector<int>& ray, std::size_t run, Side mover);
  Literal encloses(const std::vector<int>& ray, Side mover);
  Literal can_move(Side mover);
  Literal legal(int square, Side mover);
  Literal turned(const std::vector<int>& ray, std::size_t at, Side mover);
  ModelMove move(int square, Side mover);
  ModelMove pass(Side mover);
  Literal thesis_step(int square, Side mover);
  Literal thesis_ray(const std::vector<int>& ray, Side mover, Literal& unchanged);

  OthelloModelOptions options_;
  Model model_;
  std::vector<Square> squares_;
  std::vector<Literal> steps_, discs_;
  Literal board_unchanged_, turn_changes_, more_white_, more_black_;
  Literal not_black_outnumber_, not_white_outnumber_;
  BySide<Literal> missed_wins_, has_none_;
};

}  // namespace zermelo::symbolic
