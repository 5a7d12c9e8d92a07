// SPDX-License-Identifier: MIT
// A picture of a position on a grid board, of any game: pieces, coordinates, moves with their
// values, forbidden moves, a caption. It is drawn as text for a terminal, or as a self-contained
// SVG. The look follows the figures of Takizawa, "Strongly solved Ostle" (2023).
//
//     Diagram d{.columns = 5, .rows = 5, .cells = std::vector<Cell>(25, Cell::empty),
//               .caption = "Black to move", .moves = {}, .forbidden = {}};
//     d.cells[2] = Cell::black;  // c1
//     d.moves = {{.from = 2, .dx = 0, .dy = 1, .label = "W7", .tone = DiagramMove::Tone::win}};
//     std::cout << diagram_text(d);
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/value.h"

namespace zermelo {

// What a square shows.
struct Cell {
  enum class Kind : std::uint8_t { empty, black, white, hole, blocked };

  Kind kind = Kind::empty;
  char letter = '\0';  // upper case, of a piece in games with several kinds of them

  static const Cell empty, black, white, hole, blocked;

  constexpr bool operator==(const Cell&) const = default;
};
inline constexpr Cell Cell::empty{Kind::empty}, Cell::black{Kind::black}, Cell::white{Kind::white},
    Cell::hole{Kind::hole}, Cell::blocked{Kind::blocked};

// One letter per square: '.' empty, 'b' and 'w' pieces, 'o' a hole, '#' blocked; of a piece with a
// letter that letter, lower case for black ones.
char cell_letter(Cell cell);
std::string cells_text(const std::vector<Cell>& cells);
// `kinds`: the letters of the kinds of pieces, if there are several; then pieces are written with
// them. Throws IllegalPosition for any other letter.
std::vector<Cell> read_cells(std::string_view letters, std::string_view kinds = {});

// Pieces that a side keeps beside the board.
struct PiecesInHand {
  Cell piece;
  int number = 0;

  bool operator==(const PiecesInHand&) const = default;
};
// As positions write them between brackets: "2cE", with a number in front of what is there several
// times. Read in any order, `kinds` as of read_cells; throws IllegalPosition.
std::string hands_text(const std::vector<PiecesInHand>& hands);
std::vector<PiecesInHand> read_hands(std::string_view text, std::string_view kinds = {});

// A square is rank * columns + file, counted from 0, rank 0 at the bottom (a1 is 0).
struct DiagramMove {
  enum class Tone : std::uint8_t { neutral, win, draw, loss, chosen };

  int from = 0;            // the square of the piece
  int dx = 0, dy = 0;      // squares to the right and up; may leave the board; 0, 0 is a placement
  std::string label = {};  // "W7", "D", "L12": up to four characters stay clear of each other
  Tone tone = Tone::neutral;
};

// What a move does to the board, for code that draws it or lets people make it by hand. Squares are
// numbered as in DiagramMove; each list is ascending.
struct MoveShape {
  std::vector<int> from = {};   // that the mover's pieces leave; none: pieces are placed
  std::vector<int> to = {};     // that pieces come to; none: the piece leaves the board, or a pass
  std::vector<int> taken = {};  // where pieces of the other side vanish or turn; of what is pushed
                                // nothing is said
  int dx = 0, dy = 0;           // from from[0], to the right and up; may leave the board
  Cell dropped = Cell::empty;   // the piece that comes from the mover's hand, if one does
  bool operator==(const MoveShape&) const = default;
};
DiagramMove arrow_of(const MoveShape& shape);

// A position's caption with its value to the side to move: "Black to move: win in 7"; of a puzzle
// for one, whatever its caption was, "To be solved in 7 moves" or "There is no solution".
std::string caption_with_value(const std::string& caption, Value value, Metric metric);

// The move labelled with its value to its maker, and in the matching tone.
DiagramMove valued(DiagramMove move, Value value, Metric metric = Metric::distance);

struct Diagram {
  int columns = 0, rows = 0;
  std::vector<Cell> cells = {};  // columns * rows of them, by square
  std::string caption = {};      // UTF-8; may be empty; newlines are kept
  std::vector<DiagramMove> moves = {};
  std::vector<DiagramMove> forbidden = {};  // drawn as crosses; their tone is ignored
  std::vector<PiecesInHand> hands = {};     // shown below the board, in this order
  // Of a board on which pieces move along lines: each is the squares that it goes through, at least
  // two. Then blocked squares do not exist, and nothing is drawn there.
  std::vector<std::vector<int>> lines = {};
  // Instead of a board, for positions that are on none: lines of text.
  std::string picture = {};
};

// Both throw UsageError if the sizes do not agree or a move starts outside the board. Both are
// pure functions: the same diagram gives the same bytes in every locale, on every thread.

// Lines that each end in a newline: the ranks from the top with `b` and `w` for pieces, or their
// letters, `o` for a hole, `#` for a blocked square and `.` for an empty one; the files; what is in
// hand, if anything; the caption; one line per move. A board's lines are drawn with - | / and \;
// what cannot be drawn so is named below the files.
std::string diagram_text(const Diagram& diagram);

// An SVG document with 72 units per square (425 wide for five columns), to be read at that many
// pixels and in print. If any move has a label, each move is a short arrow across the edge of its
// square and its label stands in the quarter of the square that the arrow leaves through: every
// move of every piece can be shown at once, if no piece has two moves in one direction. If none has
// a label, arrows go from square to square. A forbidden move is a blue cross on the edge. Pieces
// are squares, or discs where they have letters or move along lines.
std::string diagram_svg(const Diagram& diagram);

}  // namespace zermelo
