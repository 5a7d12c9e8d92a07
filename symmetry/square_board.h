// SPDX-License-Identifier: MIT
// A square board of side N <= 6 as one word that holds the board twice: ranks in the low half,
// files (the transpose) in the high half. Every line of the board, horizontal or vertical, is then
// a run of N neighbouring bits, steps in all four directions are shifts by one, and a transposition
// only swaps the halves. Between the lines stands one guard bit that no square uses:
//
//   bit  1 + rank*(N+1) + file   and   bit  H + 1 + file*(N+1) + rank     stand for one square.
//
// H, the bits of a half, is 32; for N = 6 it is 64, and the word has 128 bits.
//
// A square is a number rank*N + file, rank 0 at the bottom (a1 = 0). The eight symmetries of the
// square are numbered 0..7: bit 0 mirrors the files, bit 1 mirrors the ranks, bit 2 transposes
// (in this order).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace zermelo {

// The four directions. On the line they lie along, L and D go down by one bit, R and U up by one.
enum Direction : std::uint8_t { left = 0, right = 1, down = 2, up = 3 };

constexpr Direction opposite(Direction d) { return static_cast<Direction>(d ^ 1); }
constexpr bool is_vertical(Direction d) { return d >= down; }
constexpr bool goes_up_the_line(Direction d) { return (d & 1) != 0; }
constexpr char direction_letter(Direction d) { return "LRDU"[d]; }

__extension__ using DoubleWord = unsigned __int128;

template <int N>
class SquareBoard {
  static_assert(N >= 2 && N <= 6, "larger boards have not been tried");

 public:
  static constexpr bool is_small = N <= 5;
  using Board = std::conditional_t<is_small, std::uint64_t, DoubleWord>;
  // A half of a board, or a plain set of squares.
  using Half = std::conditional_t<is_small, std::uint32_t, std::uint64_t>;
  static constexpr int half_bits = is_small ? 32 : 64;
  static constexpr int side = N;
  static constexpr int squares = N * N;
  static constexpr int lines = 2 * N;
  static constexpr int symmetries = 8;
  static constexpr std::uint32_t line_mask = (1u << N) - 1;
  static constexpr int outside = -1;

  static constexpr int rank_of(int square) { return square / N; }
  static constexpr int file_of(int square) { return square % N; }

  static constexpr Board bit(int square) {
    return Board{1} << (1 + rank_of(square) * (N + 1) + file_of(square)) |
           Board{1} << (half_bits + 1 + file_of(square) * (N + 1) + rank_of(square));
  }

  // The first bit of a line: ranks are lines 0..N-1, files N..2N-1.
  static constexpr int line_shift(int line) {
    return line < N ? 1 + line * (N + 1) : half_bits + 1 + (line - N) * (N + 1);
  }
  // The bits that a board has on a line.
  static constexpr std::uint32_t on_line(Board board, int line) {
    if constexpr (is_small) {
      return static_cast<std::uint32_t>(board >> line_shift(line) & line_mask);
    } else {  // (shifts within a half are cheaper)
      const auto half = static_cast<Half>(line < N ? board : board >> half_bits);
      return static_cast<std::uint32_t>(half >> line_shift(line < N ? line : line - N) & line_mask);
    }
  }
  static constexpr int square_on_line(int line, int place) {
    return line < N ? line * N + place : place * N + (line - N);
  }
  static constexpr Direction direction_on_line(int line, bool upwards) {
    return static_cast<Direction>((line < N ? 0 : 2) + (upwards ? 1 : 0));
  }

  // The line through a square along which a direction leads.
  static constexpr int line_through(int square, Direction d) {
    return d == left || d == right ? rank_of(square) : N + file_of(square);
  }

  // The neighbour in a direction, or `outside`.
  static constexpr int step(int square, Direction d) {
    const int rank = rank_of(square) + (d == up) - (d == down);
    const int file = file_of(square) + (d == right) - (d == left);
    return rank < 0 || rank >= N || file < 0 || file >= N ? outside : rank * N + file;
  }

  static constexpr int map_square(int symmetry, int square) {
    int rank = rank_of(square), file = file_of(square);
    if (symmetry & 1) file = N - 1 - file;
    if (symmetry & 2) rank = N - 1 - rank;
    if (symmetry & 4) std::swap(rank, file);
    return rank * N + file;
  }

  static constexpr Direction map_direction(int symmetry, Direction d) {
    int axis = d >> 1, sign = d & 1;
    if ((symmetry & 1) && axis == 0) sign ^= 1;
    if ((symmetry & 2) && axis == 1) sign ^= 1;
    if (symmetry & 4) axis ^= 1;
    return static_cast<Direction>(axis * 2 + sign);
  }

  // The board's lowest 64 bits, for operations on words (symmetry/bits.h): the low half and, on
  // small boards, the high half, too.
  static constexpr std::uint64_t low_word(Board board) { return static_cast<std::uint64_t>(board); }

  // The square whose low-half bit is the lowest set one of `board` (which is not empty).
  static constexpr int first_square(Board board) {
    const int low = __builtin_ctzll(low_word(board)) - 1;
    return low / (N + 1) * N + low % (N + 1);
  }

  // Whether all squares of a board, which is not empty, lie on one line.
  static constexpr bool on_one_line(Board board) {
    const auto on_one = [](Half half) {
      const int line = (std::countr_zero(half) - 1) / (N + 1);
      return (half & ~(Half{line_mask} << (1 + line * (N + 1)))) == 0;
    };
    return on_one(static_cast<Half>(board)) || on_one(static_cast<Half>(board >> half_bits));
  }

  static Board transform(int symmetry, Board board) {
    Board image = 0;
    for (int rank = 0; rank < N; ++rank) {
      image |= tables.image[symmetry][rank][on_line(board, rank)];
    }
    return image;
  }

  // Spreads N places of a line over both halves of a board.
  static Board expand(int line, std::uint32_t places) { return tables.expand[line][places]; }

  // Makes a whole board from its low half.
  static Board from_low_half(std::uint64_t low) {
    Board board = 0;
    for (int rank = 0; rank < N; ++rank) {
      board |= tables.expand[rank][(low >> line_shift(rank)) & line_mask];
    }
    return board;
  }

  // A board from a plain bit set, bit s = square s, and back.
  static constexpr Board from_plain(Half plain) {
    Board board = 0;
    for (; plain != 0; plain &= plain - 1)
      board |= bits[static_cast<std::size_t>(std::countr_zero(plain))];
    return board;
  }
  static constexpr Half to_plain(Board board) {
    Half plain = 0;
    for (int rank = 0; rank < N; ++rank) plain |= Half{on_line(board, rank)} << (rank * N);
    return plain;
  }

  static constexpr Board low_half = ~Half{0};
  static constexpr Board all = [] {
    Board board = 0;
    for (int s = 0; s < squares; ++s) board |= bit(s);
    return board;
  }();
  // The guard bits around every line.
  static constexpr Board guards = [] {
    Board board = 0;
    for (int i = 0; i <= N; ++i)
      board |= Board{1} << (i * (N + 1)) | Board{1} << (half_bits + i * (N + 1));
    return board;
  }();
  static constexpr std::array<Board, squares> bits = [] {
    std::array<Board, squares> result{};
    for (int s = 0; s < squares; ++s) result[s] = bit(s);
    return result;
  }();
  static constexpr std::array<int, symmetries> inverse = [] {
    std::array<int, symmetries> result{};
    for (int g = 0; g < symmetries; ++g) {
      for (int h = 0; h < symmetries; ++h) {
        bool identity = true;
        for (int s = 0; s < squares; ++s) identity &= map_square(h, map_square(g, s)) == s;
        if (identity) result[g] = h;
      }
    }
    return result;
  }();
  // compose[g][h] does g first, then h.
  static constexpr std::array<std::array<std::uint8_t, symmetries>, symmetries> compose = [] {
    std::array<std::array<std::uint8_t, symmetries>, symmetries> result{};
    for (int g = 0; g < symmetries; ++g) {
      for (int h = 0; h < symmetries; ++h) {
        for (int k = 0; k < symmetries; ++k) {
          bool same = true;
          for (int s = 0; s < squares; ++s) {
            same &= map_square(k, s) == map_square(h, map_square(g, s));
          }
          if (same) result[g][h] = static_cast<std::uint8_t>(k);
        }
      }
    }
    return result;
  }();
  static constexpr std::array<std::array<std::int8_t, squares>, symmetries> square_image = [] {
    std::array<std::array<std::int8_t, squares>, symmetries> result{};
    for (int g = 0; g < symmetries; ++g) {
      for (int s = 0; s < squares; ++s) {
        result[g][s] = static_cast<std::int8_t>(map_square(g, s));
      }
    }
    return result;
  }();

 private:
  struct Tables {
    Board image[symmetries][N][1 << N];
    Board expand[lines][1 << N];
  };
  static constexpr Tables tables = [] {
    Tables t{};
    for (std::uint32_t bits_of_line = 0; bits_of_line <= line_mask; ++bits_of_line) {
      for (int place = 0; place < N; ++place) {
        if (!(bits_of_line >> place & 1)) continue;
        for (int line = 0; line < lines; ++line) {
          t.expand[line][bits_of_line] |= bit(square_on_line(line, place));
        }
        for (int g = 0; g < symmetries; ++g) {
          for (int rank = 0; rank < N; ++rank) {
            t.image[g][rank][bits_of_line] |= bit(map_square(g, rank * N + place));
          }
        }
      }
    }
    return t;
  }();
};

}  // namespace zermelo
