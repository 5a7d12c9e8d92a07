// SPDX-License-Identifier: MIT
// The pieces of a game that distinguishes kinds of them, or keeps some in hand, and its board: what
// must be known to read and write its positions (gen/grid/piece_position.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/cxx_standard.h"

namespace zermelo {

// What stands on a square: 0 nothing, 1 + 2k a black piece of kind k, 2 + 2k a white one.
using Content = std::uint8_t;

inline constexpr Content open_square = 0;
constexpr Content content_of(int kind, bool white) {
  return static_cast<Content>(1 + 2 * kind + (white ? 1 : 0));
}
// Of a piece.
constexpr int kind_of(Content piece) { return (piece - 1) / 2; }
constexpr bool is_white(Content piece) { return piece % 2 == 0; }

struct PieceKind {
  std::string name;
  char letter = 'A';  // upper case
  bool in_hand = false;

  bool operator==(const PieceKind&) const = default;
};

// A line of a board on which pieces move along lines: the squares on it, one after the other.
using BoardLine = std::vector<int>;

// Immutable and thread-safe.
class PieceSet {
 public:
  static constexpr int most_kinds = 8, most_kinds_in_hand = 6;
  static constexpr int most_in_hand = 15;  // of a kind, on one side
  static constexpr int contents = 1 + 2 * most_kinds;

  // For a board of at most 64 squares, of which those in `squares` exist: bit rank * columns + file
  // is a square, rank 0 at the bottom. `lines`: what pictures of the board show, if pieces move
  // along lines. Throws UsageError if there are no kinds, or too many, or if two of them have one
  // letter.
  PieceSet(int columns, int rows, std::vector<PieceKind> kinds, std::uint64_t squares = ~0ull,
           std::vector<BoardLine> lines = {});

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  std::uint64_t squares() const { return squares_; }
  // None if pieces move from square to square.
  const std::vector<BoardLine>& lines() const { return lines_; }

  int size() const { return static_cast<int>(kinds_.size()); }
  const PieceKind& operator[](int kind) const { return kinds_[static_cast<std::size_t>(kind)]; }
  bool has_hands() const { return has_hands_; }

  // How a piece is written: upper case is White's; where there is one kind, as b or w.
  char letter(Content piece) const;
  // The reverse; nothing for any other letter.
  std::optional<Content> piece(char letter) const;
  // "C or c, G or g": the letters of all pieces, for messages.
  std::string all_letters() const;

  // Whether positions are written in the same way. (The lines belong to pictures.)
  bool operator==(const PieceSet& other) const {
    return columns_ == other.columns_ && rows_ == other.rows_ && kinds_ == other.kinds_ &&
           squares_ == other.squares_;
  }

 private:
  int columns_, rows_;
  std::vector<PieceKind> kinds_;
  std::uint64_t squares_;
  std::vector<BoardLine> lines_;
  bool has_hands_ = false;
};

}  // namespace zermelo
