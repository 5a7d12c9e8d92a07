// SPDX-License-Identifier: MIT
#include "gen/grid/position.h"

#include <fmt/format.h>

#include <vector>

#include "gen/error.h"
#include "gen/text/counted.h"
#include "gen/text/notation_text.h"
#include "gen/text/rank_text.h"

namespace zermelo {
namespace {

void parse_rank(std::string_view text, int rank, Grid grid, GridPosition& position) {
  int file = 0;
  for (std::size_t i = 0; i < text.size() && file <= grid.columns;) {
    const char c = text[i];
    if (c >= '0' && c <= '9') {
      int run = 0;
      for (; i < text.size() && text[i] >= '0' && text[i] <= '9' && run <= max_squares; ++i)
        run = 10 * run + (text[i] - '0');
      file += run;
      continue;
    }
    if (c != 'b' && c != 'w') {
      throw IllegalPosition(fmt::format("{} in rank {} is not b, w or a number of empty squares.",
                                        shown(c), rank + 1));
    }
    if (file < grid.columns)
      (c == 'b' ? position.black : position.white) |= bit_of(grid.square(file, rank));
    ++file;
    ++i;
  }
  if (file != grid.columns) {
    throw IllegalPosition(fmt::format("Rank {} ('{}') does not have {}.", rank + 1, text,
                                      counted(grid.columns, "square")));
  }
}

std::string join(Squares set, Grid grid, const char* separator) {
  std::string text;
  for_each_square(set, [&](int square) {
    if (!text.empty()) text += separator;
    text += format_square(square, grid);
  });
  return text;
}

}  // namespace

GridPosition parse_position(std::string_view text, Grid grid) {
  const auto words = words_of(text);
  if (words.size() != 2) {
    throw IllegalPosition(
        fmt::format("'{}' is not a position: write the ranks and the side to move, as in '{}'.",
                    text, format_position({}, grid)));
  }
  const auto ranks = split(words[0], '/');
  if (static_cast<int>(ranks.size()) != grid.rows) {
    throw IllegalPosition(fmt::format("The position has {}; this board has {}.",
                                      counted(ranks.size(), "rank"), grid.rows));
  }
  GridPosition position;
  for (int i = 0; i < grid.rows; ++i)
    parse_rank(ranks[static_cast<std::size_t>(i)], grid.rows - 1 - i, grid, position);
  if (words[1] != "b" && words[1] != "w") {
    throw IllegalPosition(fmt::format("The side to move is b or w, not '{}'.", words[1]));
  }
  position.white_to_move = words[1] == "w";
  return position;
}

std::string format_position(const GridPosition& position, Grid grid) {
  std::string text;
  append_board(text, {.columns = grid.columns,
                      .rows = grid.rows,
                      .black = position.black,
                      .white = position.white,
                      .white_to_move = position.white_to_move});
  return text;
}

std::string format_square(int square, Grid grid) {
  // (A board has at most 64 files, and 26 letters: then aa, ab, ...)
  const int file = grid.file_of(square);
  std::string text;
  if (file >= 26) text += static_cast<char>('a' + file / 26 - 1);
  text += static_cast<char>('a' + file % 26);
  return text + std::to_string(grid.rank_of(square) + 1);
}

Diagram make_diagram(const GridPosition& position, Grid grid) {
  Diagram d{.columns = grid.columns,
            .rows = grid.rows,
            .cells = std::vector<Cell>(static_cast<std::size_t>(grid.squares()), Cell::empty),
            .caption = position.white_to_move ? "White to move" : "Black to move"};
  for_each_square(position.black,
                  [&](int s) { d.cells[static_cast<std::size_t>(s)] = Cell::black; });
  for_each_square(position.white,
                  [&](int s) { d.cells[static_cast<std::size_t>(s)] = Cell::white; });
  return d;
}

GridPosition position_from(const std::vector<Cell>& cells, Colour to_move, Grid grid) {
  require_cells(cells, grid.columns, grid.rows);
  GridPosition position{.white_to_move = to_move == Colour::white};
  for (int square = 0; square < grid.squares(); ++square) {
    const Cell cell = cells[static_cast<std::size_t>(square)];
    if (cell == Cell::empty) continue;
    if (cell != Cell::black && cell != Cell::white) {
      throw IllegalPosition(fmt::format("{} holds something that this game does not have.",
                                        format_square(square, grid)));
    }
    (cell == Cell::black ? position.black : position.white) |= bit_of(square);
  }
  return position;
}

void put_in_hand(GridPosition&, const std::vector<PiecesInHand>& hands, Grid) {
  if (!hands.empty()) throw IllegalPosition("This game has no pieces in hand.");
}

GridChange::GridChange(const GridPosition& before, const GridPosition& after) {
  const bool white = before.white_to_move;
  const Squares own = before.own(), opponent = before.opponent();
  const Squares own_after = white ? after.white : after.black;
  const Squares opponent_after = white ? after.black : after.white;
  from = own & ~own_after;
  to = own_after & ~own;
  taken = opponent & ~opponent_after;
  given = opponent_after & ~opponent;
}

namespace {

// Where pieces come to, as far as a move's shape says it.
Squares arrivals(const GridChange& change) {
  if (const Squares open = change.to & ~change.taken; open != 0) return open;
  if (change.to != 0 || change.from != 0) return change.to;
  return change.given;  // both sides have the same pieces
}

}  // namespace

Squares destinations(const GridChange& change) {
  const Squares to = arrivals(change);
  return to != 0 ? to : change.from;
}

MoveShape shape_of(const GridChange& change, Grid grid) {
  const auto squares_of = [](Squares set) {
    std::vector<int> squares;
    for_each_square(set, [&](int square) { squares.push_back(square); });
    return squares;
  };
  MoveShape shape{.from = squares_of(change.from),
                  .to = squares_of(arrivals(change)),
                  .taken = squares_of(change.taken)};
  if (shape.from.size() == 1 && shape.to.size() == 1) {
    shape.dx = grid.file_of(shape.to[0]) - grid.file_of(shape.from[0]);
    shape.dy = grid.rank_of(shape.to[0]) - grid.rank_of(shape.from[0]);
  }
  return shape;
}

std::string format_change(const GridChange& change, Grid grid) {
  const auto [from, to, taken, given] = change;
  const std::string sources = join(from, grid, "+"), targets = join(to, grid, "+");
  std::string text = sources;
  if (from == 0 && to == 0 && taken != 0) text += '-';  // not turned into one's own: taken away
  if (from != 0) text += (taken & to) != 0 ? 'x' : '-';
  if (from == 0 && (taken & to) != 0) text += 'x';  // turned into one's own
  text += targets;
  for_each_square(taken & ~to, [&](int s) { text += "x" + format_square(s, grid); });
  for_each_square(given, [&](int s) { text += "*" + format_square(s, grid); });
  return text.empty() ? "pass" : text;
}

}  // namespace zermelo
