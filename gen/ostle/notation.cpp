// SPDX-License-Identifier: MIT
#include "gen/ostle/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <vector>

#include "gen/error.h"
#include "gen/text/counted.h"
#include "gen/text/notation_text.h"
#include "gen/text/rank_text.h"

namespace zermelo::ostle {
namespace {

std::uint64_t bit(int square) { return std::uint64_t{1} << square; }

// What a character of a rank stands for: a square with something on it, or empty squares. (No
// squares: it is not a character of a rank.)
struct Glyph {
  std::uint8_t black = 0, white = 0, hole = 0, squares = 0;
};

constexpr std::array<Glyph, 256> glyphs = [] {
  std::array<Glyph, 256> all{};
  all['b'] = {.black = 1, .squares = 1};
  all['w'] = {.white = 1, .squares = 1};
  all['o'] = {.hole = 1, .squares = 1};
  for (std::uint8_t digit = 1; digit <= 9; ++digit) all['0' + std::size_t{digit}].squares = digit;
  return all;
}();

Glyph glyph_of(char c) { return glyphs[static_cast<unsigned char>(c)]; }

// Throws what is wrong first in a rank of a board that may have its hole already.
[[noreturn]] void throw_fault(std::string_view text, int rank, int size, bool has_hole) {
  int file = 0;
  for (const char c : text) {
    if (file >= size) break;  // too long
    const Glyph glyph = glyph_of(c);
    if (glyph.squares == 0) {
      throw IllegalPosition(fmt::format(
          "{} in rank {} is not b, w, o or a number of empty squares.", shown(c), rank + 1));
    }
    if (glyph.hole != 0 && has_hole)
      throw IllegalPosition("The position has two holes; there is one.");
    has_hole |= glyph.hole != 0;
    file += glyph.squares;
  }
  throw IllegalPosition(
      fmt::format("Rank {} ('{}') does not have {} squares.", rank + 1, text, size));
}

// (Boards are read often, and what their characters are cannot be foreseen: so without branches.)
void parse_rank(std::string_view text, int rank, State& state, bool& has_hole) {
  int file = 0, holes = has_hole ? 1 : 0;
  bool right = true;
  for (const char c : text) {
    const Glyph glyph = glyph_of(c);
    right &= glyph.squares > 0 && file < state.size;
    if (!right) break;
    const int square = rank * state.size + file;
    state.black |= std::uint64_t{glyph.black} << square;
    state.white |= std::uint64_t{glyph.white} << square;
    state.hole = glyph.hole != 0 ? square : state.hole;
    holes += glyph.hole;
    file += glyph.squares;
  }
  if (!right || file != state.size || holes > 1) throw_fault(text, rank, state.size, has_hole);
  has_hole = holes > 0;
}

std::string side_name(bool white) { return white ? "White" : "Black"; }

}  // namespace

State parse_state(std::string_view text, int size) {
  std::vector<std::string_view> words = words_of(text);
  if (words.size() < 2 || words.size() > 3) {
    throw IllegalPosition(fmt::format(
        "'{}' is not a position: write the ranks, the side to move and perhaps the forbidden move, "
        "as in '{}'.",
        text, format_state(start_state({.size = size, .start = std::min(size, max_pieces)}))));
  }
  State state;
  state.size = size;
  const auto ranks = static_cast<std::size_t>(std::ranges::count(words[0], '/')) + 1;
  if (ranks != static_cast<std::size_t>(size)) {
    throw IllegalPosition(
        fmt::format("The position has {}; this board has {}.", counted(ranks, "rank"), size));
  }
  bool has_hole = false;
  for (int rank = size - 1; rank >= 0; --rank) {
    const std::string_view row = words[0].substr(0, words[0].find('/'));
    parse_rank(row, rank, state, has_hole);
    words[0].remove_prefix(std::min(words[0].size(), row.size() + 1));
  }
  if (!has_hole) throw IllegalPosition("The position has no hole (o).");
  if (words[1] != "b" && words[1] != "w") {
    throw IllegalPosition(fmt::format("The side to move is b or w, not '{}'.", words[1]));
  }
  state.white_to_move = words[1] == "w";
  if (words.size() == 3) state.forbidden = parse_move(words[2], size);
  return state;
}

std::string format_state(const State& state) {
  std::string text;
  append_board(text, {.columns = state.size,
                      .rows = state.size,
                      .black = state.black,
                      .white = state.white,
                      .hole = bit(state.hole),
                      .white_to_move = state.white_to_move});
  if (state.forbidden) text += " " + format_move(*state.forbidden, state.size);
  return text;
}

Move parse_move(std::string_view text, int size) {
  const auto fail = [&] {
    return IllegalPosition(
        fmt::format("'{}' is not a move: write a square and U, D, L or R, as in c3U.", text));
  };
  if (text.size() != 3) throw fail();
  const int file = text[0] - 'a', rank = text[1] - '1';
  const auto direction = std::string_view("LRDU").find(text[2]);
  if (file < 0 || file >= size || rank < 0 || rank >= size || direction == std::string_view::npos)
    throw fail();
  return {static_cast<std::int8_t>(rank * size + file), static_cast<Direction>(direction)};
}

std::string format_square(int square, int size) {
  return {static_cast<char>('a' + square % size), static_cast<char>('1' + square / size)};
}

std::string format_move(Move move, int size) {
  return format_square(move.from, size) + direction_letter(move.direction);
}

State start_state(const Parameters& parameters) {
  State state;
  state.size = parameters.size;
  const std::uint64_t row = bit(parameters.start) - 1;
  state.black = row;
  state.white = row << (parameters.size * (parameters.size - 1));
  const int centre = (parameters.size - 1) / 2;
  state.hole = centre * parameters.size + centre;
  return state;
}

PositionStatus material_status(const State& state, const Parameters& parameters) {
  bool over[2] = {false, false};
  for (const bool white : {false, true}) {
    const int pieces = std::popcount(white ? state.white : state.black);
    if (pieces > parameters.start) {
      return PositionStatus::impossible(fmt::format("{} has {}; this game starts with {} a side.",
                                                    side_name(white), counted(pieces, "piece"),
                                                    parameters.start));
    }
    if (pieces < parameters.lose) {
      return PositionStatus::impossible(
          fmt::format("{} has {}; the game ends when a side is down to {}.", side_name(white),
                      counted(pieces, "piece"), parameters.lose));
    }
    over[white ? 1 : 0] = pieces == parameters.lose;
  }
  if (over[0] && over[1]) {
    return PositionStatus::impossible(fmt::format("Both sides have {}; the game ends when one has.",
                                                  counted(parameters.lose, "piece")));
  }
  if (over[0] || over[1]) {
    return PositionStatus::over(
        colour_of(!over[1]), colour_of(state.white_to_move),
        fmt::format("The game is over: {} is down to {}, so {} has won.", side_name(over[1]),
                    counted(parameters.lose, "piece"), side_name(!over[1])));
  }
  return {};
}

MoveShape shape_of(Move move, int size) {
  MoveShape shape{.from = {move.from},
                  .dx = (move.direction == right) - (move.direction == left),
                  .dy = (move.direction == up) - (move.direction == down)};
  const int file = move.from % size + shape.dx, rank = move.from / size + shape.dy;
  if (file >= 0 && file < size && rank >= 0 && rank < size) shape.to = {rank * size + file};
  return shape;
}

State state_from(const std::vector<Cell>& cells, Colour to_move, int size) {
  require_cells(cells, size, size);
  State state{.size = size, .white_to_move = to_move == Colour::white};
  int holes = 0;
  for (int square = 0; square < size * size; ++square) {
    switch (cells[static_cast<std::size_t>(square)].kind) {
      case Cell::Kind::black:
        state.black |= bit(square);
        break;
      case Cell::Kind::white:
        state.white |= bit(square);
        break;
      case Cell::Kind::hole:
        state.hole = square;
        ++holes;
        break;
      case Cell::Kind::blocked:
        throw IllegalPosition(
            fmt::format("{} is blocked; Ostle has no such squares.", format_square(square, size)));
      case Cell::Kind::empty:
        break;
    }
  }
  if (holes != 1)
    throw IllegalPosition(fmt::format("The board has {} holes instead of one.", holes));
  return state;
}

Diagram make_diagram(const State& state) {
  Diagram d;
  d.columns = d.rows = state.size;
  for (int square = 0; square < state.size * state.size; ++square) {
    const bool black = state.black >> square & 1, white = state.white >> square & 1;
    d.cells.push_back(black                  ? Cell::black
                      : white                ? Cell::white
                      : square == state.hole ? Cell::hole
                                             : Cell::empty);
  }
  d.caption = side_name(state.white_to_move) + " to move";
  if (state.forbidden) {
    d.forbidden.push_back(arrow_of(shape_of(*state.forbidden, state.size)));
    d.caption += "; " + format_move(*state.forbidden, state.size) + " is forbidden";
  }
  return d;
}

}  // namespace zermelo::ostle
