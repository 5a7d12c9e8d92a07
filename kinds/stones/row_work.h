// SPDX-License-Identifier: MIT
// What one thread works with on the rows of a shape (kinds/stones/stone_layers.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gen/grid/lines.h"
#include "kinds/stones/row_kernels.h"
#include "kinds/stones/row_lines.h"
#include "kinds/stones/shape_rows.h"
#include "kinds/stones/stone_layer.h"
#include "tablebase/format/section_codec.h"

namespace zermelo {

// What works on the rows of a shape; each thread needs its own. Lane is as in row_kernels.h.
template <class Lane>
struct RowWork {
  explicit RowWork(const Lines& board) : lines(board) {}

  void enter(Squares shape) {
    rows.enter(shape);
    lines.enter(shape);
  }
  int low() const { return rows.low().length(); }
  // Calls visit(row) for the live rows of a part.
  template <class Visit>
  void for_each_live(const ShapeTasks::Part& part, Visit&& visit) {
    rows.for_each(
        part.high_begin, part.high_end,
        [&](const ShapeRow& row) {
          visit(row);
          return true;
        },
        [&](std::uint64_t high) { return lines.next_live(high); });
  }
  // marks[i] = 1 where somebody has a line, or else 0.
  void find_lines(const ShapeRow& row) {
    lines.find(row.high, row.low_ones, true, marks.data());
    if (lines.find(row.high, row.low_ones, false, more_marks.data()))
      rows::or_into(marks.data(), more_marks.data(), row.count);
  }

  ShapeRows<Lane> rows;
  RowLines lines;
  // One per position of the longest row.
  std::array<std::uint8_t, 256> marks{}, more_marks{}, dead_row{};
  static_assert(LowStrings::longest <= 10, "a row has at most 10 over 5 = 252 positions");
  SectionCodec codec;
  // Room for so many bytes, whatever is in it.
  std::span<std::uint8_t> room(std::size_t bytes) {
    if (room_.size() < bytes) room_.resize(bytes);
    return std::span(room_).first(bytes);
  }

 private:
  std::vector<std::uint8_t> room_;
};

}  // namespace zermelo
