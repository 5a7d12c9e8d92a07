// SPDX-License-Identifier: MIT
// Positions with kinds of pieces as numbers, for games whose pieces come to any square in any
// number: as many as there are contents for each square, hands, and sides to move.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gen/grid/piece_position.h"

namespace zermelo {

// What can stand where, and be in hand. At first: everything that the pieces allow.
struct PossibleContents {
  explicit PossibleContents(const PieceSet& pieces);

  void forbid(int square, Content content) {
    contents[static_cast<std::size_t>(square)] &= ~(std::uint32_t{1} << content);
  }

  std::vector<std::uint32_t> contents;                   // by square: bit c is content c
  std::array<int, PieceSet::most_kinds> most_in_hand{};  // by kind, on either side
};

// Immutable and thread-safe. (How codes are made is known here alone.)
class PieceCodes {
 public:
  // Throws UsageError if the number of codes is 2^63 or more.
  PieceCodes(const PieceSet& pieces, const PossibleContents& possible);
  explicit PieceCodes(const PieceSet& pieces) : PieceCodes(pieces, PossibleContents(pieces)) {}

  // Whether a position that fits the pieces (see fits) has a code.
  bool covers(const PiecePosition& p) const;
  // The code of a position that has one; it is below size().
  std::uint64_t encode(const PiecePosition& p) const;
  // `code` < size().
  PiecePosition decode(std::uint64_t code) const;
  // The number of codes.
  std::uint64_t size() const { return size_; }

 private:
  static constexpr std::uint8_t none = 255;

  // A digit of the code: what stands on a square.
  struct SquareDigit {
    int square = 0;
    std::uint64_t radix = 1;
    std::array<std::uint8_t, PieceSet::contents> digit_of{};  // by content, or `none`
    std::array<Content, PieceSet::contents> content_of{};
  };
  // How many pieces of a kind a side has in hand.
  struct HandDigit {
    bool of_white = false;
    int kind = 0;
    std::uint64_t radix = 1;
  };

  std::vector<SquareDigit> squares_;
  std::vector<HandDigit> hands_;
  std::uint64_t size_ = 2;  // (The last digit is the side to move.)
};

}  // namespace zermelo
