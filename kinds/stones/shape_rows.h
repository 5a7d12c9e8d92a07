// SPDX-License-Identifier: MIT
// Walking through the positions of a game that only adds stones, in order of their numbers.
//
// A layer holds the positions with k stones. A position is a shape (which squares hold stones) and
// a colouring of it (symmetry/colour_rank.h); its number is shape * colourings + rank. The
// lowest few stones are the low part, the others the high part: a row is all positions of one shape
// with one colouring of the high part. The numbers of a row are neighbours, and so are those of the
// positions that a row's positions become when a stone is put above the low part: work on rows is
// work on whole arrays.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "gen/grid/turns.h"
#include "symmetry/bits.h"
#include "symmetry/colour_rank.h"
#include "symmetry/grid.h"

namespace zermelo {

// The strings of `length` bits, sorted by their number of ones and then by rank.
class LowStrings {
 public:
  // The longest low part. (With 8, 10 and 12, solving Connect Four on 5x5 takes 2.5, 2.0 and 4.2
  // s.)
  static constexpr int longest = 10;

  // 0 <= length <= longest.
  static const LowStrings& of(int length);

  int length() const { return length_; }
  // Where the strings with `ones` ones begin, in all(); `ones` is 0..length+1.
  std::uint32_t first(int ones) const { return first_[static_cast<std::size_t>(ones)]; }
  std::uint32_t count(int ones) const { return first(ones + 1) - first(ones); }
  const std::uint16_t* begin(int ones) const { return all_.data() + first(ones); }

  static constexpr std::uint16_t none = 0xffff;
  // For the strings with `ones` ones, in order: the rank, among longer strings, of the string with
  // a bit put in at `at` < length.
  const std::uint16_t* with_bit(int ones, bool bit, int at) const {
    return with_[bit][static_cast<std::size_t>(at)].data() + first(ones);
  }
  // The rank, among shorter strings, of the string with that bit taken out; `none` if it is not
  // there.
  const std::uint16_t* without_bit(int ones, bool bit, int at) const {
    return without_[bit][static_cast<std::size_t>(at)].data() + first(ones);
  }

 private:
  explicit LowStrings(int length);

  int length_;
  std::vector<std::uint32_t> first_;
  std::vector<std::uint16_t> all_;
  std::array<std::array<std::vector<std::uint16_t>, longest>, 2> with_, without_;
};

struct ShapeRow {
  Squares high;         // the colouring of the high part, as the upper bits of the whole string
  Squares black;        // its black stones on the board
  int low_ones;         // black stones of the low part
  std::uint32_t count;  // positions
  std::uint64_t rank;   // of the first colouring
};

// The rows of one shape. Keeps its memory from one shape to the next; each thread needs its own.
template <class Lane>
class ShapeRows {
 public:
  void enter(Squares shape) {
    shape_ = shape;
    stones_ = count_bits(shape);
    low_ = &LowStrings::of(std::min(stones_, LowStrings::longest));
    boards_.resize(std::size_t{1} << LowStrings::longest);
    has_boards_ = 0;
  }

  Squares shape() const { return shape_; }
  int stones() const { return stones_; }
  const LowStrings& low() const { return *low_; }
  // Colourings of the high part: numbers below this, of which not all are possible.
  std::uint64_t highs() const { return std::uint64_t{1} << (stones_ - low_->length()); }

  // Calls visit(row) for the rows whose high part is numbered begin..end-1, in order; ends early if
  // visit returns false.
  template <class Visit>
  void for_each(std::uint64_t begin, std::uint64_t end, Visit&& visit) const {
    for_each(begin, end, visit, [](std::uint64_t high) { return high; });
  }
  // The same, only for the rows that next(high), the first one from `high` on to be visited,
  // leaves.
  template <class Visit, class Next>
  void for_each(std::uint64_t begin, std::uint64_t end, Visit&& visit, Next&& next) const {
    const int m = low_->length(), ones = black_stones(stones_);
    std::uint64_t rank = count_below(begin << m);
    for (std::uint64_t high = begin; high < end; ++high) {
      if (const std::uint64_t first = next(high); first != high) {
        if (first >= end) return;
        rank = count_below((high = first) << m);
      }
      const int low_ones = ones - count_bits(high);
      if (low_ones < 0 || low_ones > m) continue;
      const ShapeRow row{high << m, deposit_bits(high << m, shape_), low_ones,
                         low_->count(low_ones), rank};
      if (!visit(row)) return;
      rank += row.count;
    }
  }
  // The number of the high part of the colouring with a rank.
  std::uint64_t high_of(std::uint64_t rank) const {
    return ColourRank::string(rank, stones_, black_stones(stones_)) >> low_->length();
  }

  // The black stones of the low part, for every string with this many ones in order.
  const Lane* boards(int low_ones) {
    Lane* const out = boards_.data() + low_->first(low_ones);
    if ((has_boards_ >> low_ones & 1) == 0) {
      const std::uint16_t* strings = low_->begin(low_ones);
      for (std::uint32_t i = 0; i < low_->count(low_ones); ++i)
        out[i] = static_cast<Lane>(deposit_bits(strings[i], shape_));
      has_boards_ |= 1u << low_ones;
    }
    return out;
  }

 private:
  // Colourings that are smaller integers.
  std::uint64_t count_below(std::uint64_t string) const {
    std::uint64_t count = 0;
    int ones = black_stones(stones_);
    while (string != 0 && ones >= 0) {
      const int at = static_cast<int>(std::bit_width(string)) - 1;
      count += binomial_64(at, ones--);
      string &= ~bit_of(at);
    }
    return count;
  }

  Squares shape_ = 0;
  int stones_ = 0;
  const LowStrings* low_ = nullptr;
  std::vector<Lane> boards_;
  unsigned has_boards_ = 0;
};

}  // namespace zermelo
