// SPDX-License-Identifier: MIT
#include "symbolic/model/connect_model.h"

#include <fmt/format.h>

#include <utility>

#include "gen/text/counted.h"
#include "symbolic/model/lines.h"

namespace zermelo::symbolic {

ConnectModel::ConnectModel(const connect::Parameters& p)
    : columns_(p.columns), rows_(p.rows), line_(p.line) {
  for (int column = 0; column < columns_; ++column) {
    for (int row = 0; row <= rows_; ++row) {
      model_.add_variable(fmt::format("{}{}", static_cast<char>('a' + column), row + 1));
    }
  }
  add_boards();
  add_moves();
  add_lines();
}

Literal ConnectModel::height_is(int column, int height) {
  Literal result = at(column, height);
  for (int row = height + 1; row <= rows_; ++row)
    result = model_.aig.land(result, !at(column, row));
  return result;
}

Literal ConnectModel::has_stone(int column, int row) {
  Literal above = false_literal;
  for (int r = row + 1; r <= rows_; ++r) above = model_.aig.lor(above, at(column, r));
  return above;
}

void ConnectModel::add_boards() {
  Aig& aig = model_.aig;
  model_.is_board = model_.initial = true_literal;
  std::vector<Literal> stones;
  for (int column = 0; column < columns_; ++column) {
    Literal any = false_literal;
    for (int row = 0; row <= rows_; ++row) any = aig.lor(any, at(column, row));
    model_.is_board = aig.land(model_.is_board, any);
    model_.initial = aig.land(model_.initial, height_is(column, 0));
    for (int row = 0; row < rows_; ++row) stones.push_back(has_stone(column, row));
  }
  model_.canonical = model_.is_board;
  for (int n = 0; n <= columns_ * rows_; ++n) {
    model_.layers.push_back(aig.exactly(stones, n));
    model_.layer_names.push_back(counted(n, "stone"));
  }
}

// A move is a column, whatever its height: one relation for the whole column takes two thirds of
// the time of one for each of its squares.
void ConnectModel::add_moves() {
  Aig& aig = model_.aig;
  for (const Side side : both_sides) {
    for (int column = 0; column < columns_; ++column) {
      ModelMove move{std::string(1, static_cast<char>('a' + column)), !at(column, rows_), {}};
      for (int row = 0; row <= rows_; ++row) {
        // The stone replaces the one that ends the column, which moves one up.
        const Literal is_top = row < rows_ ? height_is(column, row) : false_literal;
        const Literal is_next = row > 0 ? height_is(column, row - 1) : false_literal;
        const Literal kept = side == black ? at(column, row) : aig.land(at(column, row), !is_top);
        move.changes.push_back({variable(column, row), aig.lor(kept, is_next)});
      }
      model_.moves[side].push_back(std::move(move));
    }
  }
}

void ConnectModel::add_lines() {
  Aig& aig = model_.aig;
  const Grid grid{columns_, rows_};
  for (const Squares squares : lines_of(grid, line_)) {
    for (const Side side : both_sides) {
      Literal line = true_literal;
      for_each_square(squares, [&](int square) {
        const int column = grid.file_of(square), row = grid.rank_of(square);
        line = aig.land(line, has_stone(column, row));
        line = aig.land(line, side == black ? at(column, row) : !at(column, row));
      });
      // Only the side that has just moved can have one.
      model_.won[side][other(side)].push_back(line);
    }
  }
  // A full board without a line: where lines end the game, this is what is left of the last layer.
  Literal full = true_literal;
  for (int column = 0; column < columns_; ++column) full = aig.land(full, height_is(column, rows_));
  model_.drawn.fill({full});
}

StateBits connect_state(const connect::Parameters& p, Squares first, Squares second) {
  StateBits state = 0;
  for (int column = 0; column < p.columns; ++column) {
    int row = 0;
    for (; row < p.rows; ++row) {
      const Squares square = Squares{1} << (row * p.columns + column);
      if (((first | second) & square) == 0) break;
      if ((first & square) != 0) state |= bit_for(column * (p.rows + 1) + row);
    }
    state |= bit_for(column * (p.rows + 1) + row);
  }
  return state;
}

ConnectStones connect_stones(const connect::Parameters& p, StateBits state) {
  ConnectStones stones;
  for (int column = 0; column < p.columns; ++column) {
    const int bottom = column * (p.rows + 1);
    int height = p.rows;
    while (height > 0 && !bit_at(state, bottom + height)) --height;
    for (int row = 0; row < height; ++row) {
      const Squares square = Squares{1} << (row * p.columns + column);
      (bit_at(state, bottom + row) ? stones.first : stones.second) |= square;
    }
  }
  return stones;
}

}  // namespace zermelo::symbolic
