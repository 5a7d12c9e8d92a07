// SPDX-License-Identifier: MIT
#include "tests/support/dobutsu_game.h"

#include <string>

namespace zermelo::test {
namespace {

struct AnimalStep {
  int dx, dy;  // as Black sees the board
};

std::vector<AnimalStep> steps_of_kind(int kind) {
  const std::vector<AnimalStep> straight = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}},
                                diagonal = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
  std::vector<AnimalStep> steps;
  if (kind == Dobutsu::lion || kind == Dobutsu::giraffe || kind == Dobutsu::hen) steps = straight;
  if (kind == Dobutsu::lion || kind == Dobutsu::elephant)
    steps.insert(steps.end(), diagonal.begin(), diagonal.end());
  if (kind == Dobutsu::hen) steps.insert(steps.end(), {{1, 1}, {-1, 1}});
  if (kind == Dobutsu::chick) steps = {{0, 1}};
  return steps;
}

PieceSet dobutsu_pieces(int columns, int rows) {
  return {columns,
          rows,
          {{"lion", 'L'}, {"giraffe", 'G'}, {"elephant", 'E'}, {"chick", 'C'}, {"hen", 'H'}}};
}

std::vector<GridSymmetry> left_and_right(Grid grid) {
  std::vector<int> same, turned;
  for (int s = 0; s < grid.squares(); ++s) {
    same.push_back(s);
    turned.push_back(grid.square(grid.columns - 1 - grid.file_of(s), grid.rank_of(s)));
  }
  return {GridSymmetry(same), GridSymmetry(turned)};
}

}  // namespace

Dobutsu::Dobutsu(int columns, int rows, std::string_view start)
    : pieces_(dobutsu_pieces(columns, rows)),
      top_(grid().all() & ~(grid().all() >> columns)),
      bottom_(grid().all() >> (columns * (rows - 1))),
      start_(parse_position(start, pieces_)),
      codes_(pieces_, possible(pieces_)),
      symmetries_(left_and_right(grid())),
      start_symmetries_(those_that_keep<PiecePosition>(start_, symmetries_)) {
  for (Content piece = 1; piece <= content_of(hen, true); ++piece) {
    steps_[piece].resize(static_cast<std::size_t>(grid().squares()));
    steps_to_[piece] = steps_[piece];
    for (int from = 0; from < grid().squares(); ++from) {
      for (const auto [dx, dy] : steps_of_kind(kind_of(piece))) {
        const int file = grid().file_of(from) + dx;
        const int rank = grid().rank_of(from) + (is_white(piece) ? -dy : dy);
        if (!grid().contains(file, rank)) continue;
        const int to = grid().square(file, rank);
        steps_[piece][static_cast<std::size_t>(from)] |= bit_of(to);
        steps_to_[piece][static_cast<std::size_t>(to)] |= bit_of(from);
      }
    }
  }
}

PossibleContents Dobutsu::possible(const PieceSet& pieces) {
  PossibleContents contents(pieces);
  for (int file = 0; file < pieces.columns(); ++file) {
    contents.forbid(grid_of(pieces).square(file, pieces.rows() - 1), content_of(chick, false));
    contents.forbid(file, content_of(chick, true));
  }
  return contents;
}

bool Dobutsu::attacks(const PiecePosition& p, bool white, Squares squares) const {
  bool found = false;
  for_each_square(white ? p.white : p.black,
                  [&](int from) { found = found || (steps(p.at(from), from) & squares) != 0; });
  return found;
}

bool Dobutsu::has_won(const PiecePosition& p, bool white) const {
  const Squares own = white ? p.white : p.black, other = white ? p.black : p.white;
  const Squares lions = p.of_kind(lion);
  if ((lions & other) == 0) return true;
  const Squares tried = lions & own & far_rank(white);
  return tried != 0 && !attacks(p, !white, tried);
}

bool Dobutsu::can_move(const PiecePosition& p) const {
  return attacks(p, p.white_to_move, ~p.own());
}

PositionStatus Dobutsu::status(const PiecePosition& p) const {
  const Colour to_move = colour_of(p.white_to_move), last = opponent_of(to_move);
  if ((p.of_kind(lion) & p.opponent()) == 0)
    return PositionStatus::impossible("The lion of the side that has moved is missing.");
  if (has_won(p, !p.white_to_move))
    return PositionStatus::over(last, to_move, std::string(colour_name(last)) + " has won.");
  return can_move(p) ? PositionStatus{} : PositionStatus::drawn("There is no move: a draw.");
}

}  // namespace zermelo::test
