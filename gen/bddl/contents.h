// SPDX-License-Identifier: MIT
// What stands on a square of a game with several kinds of pieces.
#pragma once

#include <bit>
#include <cstdint>

#include "gen/piece_set.h"

namespace zermelo::bddl {

// Black and White exchanged.
constexpr Content exchanged(Content c) {
  return c == open_square ? c : content_of(kind_of(c), !is_white(c));
}

// A set of contents: bit c is content c.
class ContentSet {
 public:
  constexpr ContentSet() = default;
  static constexpr ContentSet of(Content c) { return ContentSet(std::uint32_t{1} << c); }
  static constexpr ContentSet open() { return of(open_square); }
  // Everything that there is with so many kinds of pieces.
  static constexpr ContentSet everything(int kinds) {
    return ContentSet((std::uint32_t{1} << (1 + 2 * kinds)) - 1);
  }
  // All pieces of a side.
  static constexpr ContentSet of_side(bool white, int kinds) {
    return ContentSet((white ? white_bits : black_bits) & everything(kinds).bits_);
  }

  constexpr bool contains(Content c) const { return (bits_ >> c & 1) != 0; }
  constexpr bool includes(ContentSet other) const { return (other.bits_ & ~bits_) == 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return std::popcount(bits_); }
  // Of a set of one.
  constexpr Content only() const { return static_cast<Content>(std::countr_zero(bits_)); }
  constexpr std::uint32_t bits() const { return bits_; }

  constexpr ContentSet operator&(ContentSet other) const { return ContentSet(bits_ & other.bits_); }
  constexpr ContentSet operator|(ContentSet other) const { return ContentSet(bits_ | other.bits_); }
  constexpr ContentSet without(ContentSet other) const { return ContentSet(bits_ & ~other.bits_); }
  constexpr ContentSet exchanged() const {
    return ContentSet((bits_ & 1) | (bits_ & black_bits) << 1 | (bits_ & white_bits) >> 1);
  }
  constexpr bool operator==(const ContentSet&) const = default;

 private:
  static constexpr std::uint32_t black_bits = 0x0aaaa, white_bits = 0x15554;
  explicit constexpr ContentSet(std::uint32_t bits) : bits_(bits) {}

  std::uint32_t bits_ = 0;
};

}  // namespace zermelo::bddl
