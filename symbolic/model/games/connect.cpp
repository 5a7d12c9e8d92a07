// SPDX-License-Identifier: MIT
// The Boolean model of Connect Four (gen/games.cmake).
#include <cstddef>

#include "gen/connect/parameters.h"
#include "symbolic/model/connect_model.h"
#include "symbolic/model/game_model.h"

namespace zermelo::symbolic {
namespace {

ModelSymmetry connect_mirror(const connect::Parameters& p) {
  ModelSymmetry result;
  for (int file = 0; file < p.columns; ++file) {
    for (int rank = 0; rank <= p.rows; ++rank) {
      result.variable.push_back(
          static_cast<std::size_t>((p.columns - 1 - file) * (p.rows + 1) + rank));
    }
    for (auto& moves : result.move) moves.push_back(static_cast<std::size_t>(p.columns - 1 - file));
  }
  return result;
}

}  // namespace
}  // namespace zermelo::symbolic

namespace zermelo::connect {

using namespace symbolic;

GameModel boolean_model(const GameSpec& spec) {
  const connect::Parameters p = connect::parse_parameters(spec.parameters);
  const Grid grid{p.columns, p.rows};
  const auto variable = [rows = p.rows](int file, int rank) {
    return static_cast<std::size_t>(file * (rows + 1) + rank);
  };
  return {ConnectModel(p).model(),
          pieces_of_one_kind(grid),
          [grid, variable](const BoardState& board, Side to_move) {
            PiecePosition position;
            for (int file = 0; file < grid.columns; ++file) {
              int height = grid.rows;
              while (!board[variable(file, height)]) --height;
              for (int rank = 0; rank < height; ++rank) {
                (board[variable(file, rank)] ? position.black : position.white) |=
                    bit_of(grid.square(file, rank));
              }
            }
            position.white_to_move = to_move == white;
            return position;
          },
          [grid, variable](const PiecePosition& position) {
            BoardState board;
            for (int file = 0; file < grid.columns; ++file) {
              int rank = 0;
              for (; rank < grid.rows; ++rank) {
                const Squares here = bit_of(grid.square(file, rank));
                if ((position.occupied() & here) == 0) break;
                board[variable(file, rank)] = (position.black & here) != 0;
              }
              board.set(variable(file, rank));
            }
            return board;
          },
          {connect_mirror(p)},
          {}};
}

}  // namespace zermelo::connect
