// SPDX-License-Identifier: MIT
// The Boolean model of Othello (gen/games.cmake).
#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/othello/game.h"
#include "symbolic/model/game_model.h"
#include "symbolic/model/othello_model.h"

namespace zermelo::symbolic {
namespace {

// `squares`: in the order of their variables. Moves come row by row from the top, the pass last.
ModelSymmetry othello_symmetry(const GridSymmetry& g, const std::vector<int>& squares, Grid grid) {
  ModelSymmetry result;
  for (const int square : squares) {
    const auto to = std::ranges::find(squares, g.image(square)) - squares.begin();
    for (const int variable : {0, 1})
      result.variable.push_back(static_cast<std::size_t>(2 * to + variable));
  }
  std::vector<std::size_t> moves;
  for (int rank = grid.rows - 1; rank >= 0; --rank) {
    for (int file = 0; file < grid.columns; ++file) {
      const int to = g.image(grid.square(file, rank));
      moves.push_back(static_cast<std::size_t>((grid.rows - 1 - grid.rank_of(to)) * grid.columns +
                                               grid.file_of(to)));
    }
  }
  moves.push_back(moves.size());
  result.move = {moves, moves};
  return result;
}

}  // namespace
}  // namespace zermelo::symbolic

namespace zermelo::othello {

using namespace symbolic;

GameModel boolean_model(const GameSpec& spec) {
  const othello::Parameters p = othello::parse_parameters(spec.parameters);
  OthelloModelOptions o;
  o.rows = p.rows;
  o.cols = p.cols;
  o.start_at(p.start_file, p.start_rank);
  o.encoding = OthelloModelOptions::Encoding::three_terms;
  o.order =
      p.cols > p.rows ? OthelloModelOptions::Order::columns : OthelloModelOptions::Order::rows;
  o.turn = OthelloModelOptions::Turn::none;
  const Grid grid{p.cols, p.rows};
  std::vector<int> squares;  // in the order of their variables
  for (const int s : square_order(o))
    squares.push_back(grid.square(s % p.cols, p.rows - 1 - s / p.cols));
  GameModel result{OthelloModel(o).model(),
                   pieces_of_one_kind(grid),
                   [squares](const BoardState& board, Side to_move) {
                     PiecePosition position;
                     for (std::size_t n = 0; n < squares.size(); ++n) {
                       if (!board[2 * n]) continue;
                       (board[2 * n + 1] ? position.black : position.white) |= bit_of(squares[n]);
                     }
                     position.white_to_move = to_move == white;
                     return position;
                   },
                   [squares](const PiecePosition& position) {
                     BoardState board;
                     for (std::size_t n = 0; n < squares.size(); ++n) {
                       board[2 * n] = (position.occupied() & bit_of(squares[n])) != 0;
                       board[2 * n + 1] = (position.black & bit_of(squares[n])) != 0;
                     }
                     return board;
                   },
                   {},
                   {}};
  const std::vector<GridSymmetry> symmetries = grid_symmetries(grid);
  for (const GridSymmetry& g : std::span(symmetries).subspan(1))
    result.symmetries.push_back(othello_symmetry(g, squares, grid));
  for (std::size_t n = 0; n < squares.size(); ++n) {
    const std::string square = format_square(squares[n], grid);
    result.model.names[2 * n] = "disc " + square;
    result.model.names[2 * n + 1] = "black " + square;
  }
  return result;
}

}  // namespace zermelo::othello
