// SPDX-License-Identifier: MIT
// Lines in the rows of a shape (kinds/stones/shape_rows.h). A row's high part is the same in all of
// its positions, so that most lines are looked at once per row, and others only where the high part
// has what they need of it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "gen/grid/lines.h"
#include "kinds/stones/row_kernels.h"
#include "kinds/stones/shape_rows.h"
#include "symmetry/bits.h"
#include "symmetry/grid.h"

namespace zermelo {

// Strings are colourings of the shape, bit k for its stone number k; a row's has its low part's
// bits zero. A line is the string of its stones. Each thread needs its own.
class RowLines {
 public:
  // All lines of a board.
  explicit RowLines(const Lines& lines) {
    for (const Lines::Direction& d : lines.directions()) {
      for_each_square(d.starts, [&](int start) {
        Squares line = 0;
        for (int k = 0; k < lines.length(); ++k) line |= bit_of(start + k * d.step);
        lines_.push_back(line);
      });
    }
  }

  void enter(Squares shape) {
    low_ = &LowStrings::of(std::min(count_bits(shape), LowStrings::longest));
    high_lines_.clear();
    core_lines_.clear();
    crossing_.clear();
    low_lines_.clear();
    has_low_marks_ = {};
    const Squares low_bits = bit_of(low_->length()) - 1;
    high_bits_ = extract_bits(shape, shape) & ~low_bits;
    for (const Squares line : lines_) {
      if ((line & ~shape) != 0) continue;
      const Squares string = extract_bits(line, shape);
      const auto low = static_cast<std::uint16_t>(string & low_bits);
      if (low == string) {
        low_lines_.push_back(low);
      } else if (low != 0) {
        crossing_.push_back({string & ~low_bits, low});
      } else {
        high_lines_.push_back(string);
        if ((string & (low_bits + 1)) == 0) core_lines_.push_back(string);
      }
    }
    // (That whose lowest stone is the highest comes first: most rows can be skipped after it.)
    std::ranges::sort(core_lines_, std::ranges::greater(),
                      [](Squares line) { return std::countr_zero(line); });
  }

  // A row is live if no side has a line in its core: in its high part without the lowest stone of
  // that. The number of the first live row from one on.
  std::uint64_t next_live(std::uint64_t high) const {
    return next(high, [](Squares own, Squares line) { return own == line || own == 0; });
  }
  // The same for lines of one side.
  std::uint64_t next_without(std::uint64_t high, bool black) const {
    return black ? next(high, [](Squares own, Squares line) { return own == line; })
                 : next(high, [](Squares own, Squares) { return own == 0; });
  }
  // Whether all of a row's positions have a line of this side.
  bool has_line(Squares high, bool black) const {
    const Squares own = black ? high : high_bits_ ^ high;
    return std::ranges::any_of(high_lines_, [&](Squares line) { return (line & ~own) == 0; });
  }
  // The lines of a side in a row's high part: the stones that are in all of them (all bits if there
  // is no line), and whether one is in the core.
  struct Own {
    Squares common = ~Squares{0};
    bool in_core = false;
    bool any() const { return common != ~Squares{0}; }
  };
  Own lines_of(Squares high, bool black) const {
    const Squares own = black ? high : high_bits_ ^ high;
    Own result;
    for (const Squares line : high_lines_) {
      if ((line & ~own) != 0) continue;
      result.common &= line;
      result.in_core |= (line & high_bits_ & (~high_bits_ + 1)) == 0;
    }
    return result;
  }

  // found[i] = 1 for the positions of a row in which this side has a line, or else 0. Returns false
  // if there is none, with nothing found.
  bool find(Squares high, int low_ones, bool black, std::uint8_t* found) {
    const std::uint32_t count = low_->count(low_ones);
    if (has_line(high, black)) {
      std::fill_n(found, count, std::uint8_t{1});
      return true;
    }
    bool any = !low_lines_.empty();
    if (any) {
      std::copy_n(low_marks(black).data() + low_->first(low_ones), count, found);
    } else {
      std::fill_n(found, count, std::uint8_t{0});
    }
    const Squares own = black ? high : high_bits_ ^ high;
    for (const Crossing& line : crossing_) {
      if ((line.high & ~own) != 0) continue;
      any = true;
      mark(line.low, black, low_->begin(low_ones), count, found);
    }
    return any;
  }

 private:
  template <class HasLine>
  std::uint64_t next(std::uint64_t high, HasLine&& has_line) const {
    const int m = low_->length();
    for (;;) {
      const Squares string = high << m;
      const auto line =
          std::ranges::find_if(core_lines_, [&](Squares l) { return has_line(string & l, l); });
      if (line == core_lines_.end()) return high;
      const int same = std::countr_zero(*line) - m;  // below it, whatever the bits are
      high = ((high >> same) + 1) << same;
    }
  }

  struct Crossing {
    Squares high;
    std::uint16_t low;
  };

  static void mark(std::uint16_t line, bool black, const std::uint16_t* strings,
                   std::uint32_t count, std::uint8_t* found) {
    rows::mark_where(found, strings, line, black ? line : std::uint16_t{0}, count);
  }
  // For all strings of the low part: whether it has a line of its own.
  const std::vector<std::uint8_t>& low_marks(bool black) {
    std::vector<std::uint8_t>& marks = low_marks_[black];
    if (!has_low_marks_[black]) {
      has_low_marks_[black] = true;
      const std::uint32_t count = low_->first(low_->length() + 1);
      marks.assign(count, 0);
      for (const std::uint16_t line : low_lines_)
        mark(line, black, low_->begin(0), count, marks.data());
    }
    return marks;
  }

  std::vector<Squares> lines_;  // of the board, as squares
  const LowStrings* low_ = nullptr;
  Squares high_bits_ = 0;
  std::vector<Squares> high_lines_, core_lines_;  // of the shape
  std::vector<Crossing> crossing_;
  std::vector<std::uint16_t> low_lines_;
  std::array<std::vector<std::uint8_t>, 2> low_marks_;  // by colour
  std::array<bool, 2> has_low_marks_{};
};

}  // namespace zermelo
