// SPDX-License-Identifier: MIT
// Boards of chess variants, up to twelve files and ten ranks, and sets of their squares.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace zermelo::variant {

// rank * files + file, both from 0, a1 first.
using Square = std::uint8_t;
inline constexpr Square no_square = 255;
inline constexpr int most_files = 12;
inline constexpr int most_ranks = 10;
inline constexpr int most_squares = most_files * most_ranks;

// A set of squares 0..127.
class SquareSet {
 public:
  constexpr SquareSet() = default;
  constexpr SquareSet(std::uint64_t low, std::uint64_t high) : words_{low, high} {}
  static constexpr SquareSet of(Square square) {
    assert(square < 128);
    const std::uint64_t bit = std::uint64_t{1} << (square & 63);
    return square < 64 ? SquareSet(bit, 0) : SquareSet(0, bit);
  }
  // The squares 0..size-1.
  static constexpr SquareSet first_squares(int size) {
    SquareSet all;
    for (int square = 0; square < size; ++square) all.add(static_cast<Square>(square));
    return all;
  }

  constexpr std::uint64_t low() const { return words_[0]; }
  constexpr std::uint64_t high() const { return words_[1]; }
  constexpr bool empty() const { return (words_[0] | words_[1]) == 0; }
  constexpr int count() const { return std::popcount(words_[0]) + std::popcount(words_[1]); }
  constexpr bool contains(Square square) const {
    assert(square < 128);
    return (words_[square >> 6] >> (square & 63) & 1) != 0;
  }
  constexpr bool meets(const SquareSet& other) const {
    return ((words_[0] & other.words_[0]) | (words_[1] & other.words_[1])) != 0;
  }
  constexpr bool includes(const SquareSet& other) const { return (other & ~*this).empty(); }
  // Of a set that is not empty.
  constexpr Square first() const {
    assert(!empty());
    return static_cast<Square>(words_[0] != 0 ? std::countr_zero(words_[0])
                                              : 64 + std::countr_zero(words_[1]));
  }
  constexpr Square pop_first() {
    const Square square = first();
    std::uint64_t& word = words_[square >> 6];
    word &= word - 1;
    return square;
  }
  constexpr void add(Square square) { *this |= of(square); }
  constexpr void remove(Square square) { *this &= ~of(square); }

  constexpr SquareSet operator~() const { return {~words_[0], ~words_[1]}; }
  constexpr SquareSet& operator&=(const SquareSet& other) {
    words_[0] &= other.words_[0];
    words_[1] &= other.words_[1];
    return *this;
  }
  constexpr SquareSet& operator|=(const SquareSet& other) {
    words_[0] |= other.words_[0];
    words_[1] |= other.words_[1];
    return *this;
  }
  friend constexpr SquareSet operator&(SquareSet a, const SquareSet& b) { return a &= b; }
  friend constexpr SquareSet operator|(SquareSet a, const SquareSet& b) { return a |= b; }
  auto operator<=>(const SquareSet&) const = default;

  // For range-based loops, from the first square.
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Square;
    using difference_type = std::ptrdiff_t;
    using pointer = const Square*;
    using reference = Square;

    constexpr Iterator() = default;
    constexpr explicit Iterator(const SquareSet& rest) : low_(rest.low()), high_(rest.high()) {}
    constexpr Square operator*() const { return SquareSet(low_, high_).first(); }
    constexpr Iterator& operator++() {
      if (low_ != 0)
        low_ &= low_ - 1;
      else
        high_ &= high_ - 1;
      return *this;
    }
    constexpr Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    constexpr bool operator==(const Iterator&) const = default;

   private:
    std::uint64_t low_ = 0, high_ = 0;
  };
  constexpr Iterator begin() const { return Iterator(*this); }
  constexpr Iterator end() const { return Iterator(SquareSet()); }

 private:
  std::array<std::uint64_t, 2> words_{};
};

// How large a board is.
struct Board {
  int files = 8, ranks = 8;

  int size() const { return files * ranks; }
  SquareSet all() const { return SquareSet::first_squares(size()); }
  bool contains(int file, int rank) const {
    return 0 <= file && file < files && 0 <= rank && rank < ranks;
  }
  Square square(int file, int rank) const {
    assert(contains(file, rank));
    return static_cast<Square>(rank * files + file);
  }
  int file(Square square) const { return square % files; }
  int rank(Square square) const { return square / files; }

  // "e4", "j10".
  std::string name(Square square) const;
  // The square that the text begins with, which is taken off it; none, with the text as it was, if
  // it begins with no square of this board.
  std::optional<Square> take_square(std::string_view& text) const;

  bool operator==(const Board&) const = default;
};

}  // namespace zermelo::variant
