// SPDX-License-Identifier: MIT
#include "gen/bddl/coordinates.h"

#include <fmt/format.h>

#include "gen/error.h"

namespace zermelo::bddl {
namespace {

void check_axis(const Coordinate& c, int size, char axis, Place place, const std::string& file) {
  if (c.base == Coordinate::Base::anchor) return;
  const std::int64_t value = value_of(c, 1, size);
  if (value >= 1 && value <= size) return;
  throw SyntaxError(fmt::format("{}:{}:{}: {} = {} is not on the board, where it is 1 to {}.", file,
                                place.line, place.column, axis, value, size));
}

}  // namespace

std::int64_t value_of(const Coordinate& c, int anchor, int size) {
  const std::int64_t offset = c.offset;
  switch (c.base) {
    case Coordinate::Base::anchor:
      return anchor + offset;
    case Coordinate::Base::minimum:
      return 1 + offset;
    case Coordinate::Base::maximum:
      return size + offset;
    case Coordinate::Base::zero:
      return offset;
  }
  return offset;
}

void check_on_board(const SquareCondition& condition, int columns, int rows,
                    const std::string& file) {
  check_axis(condition.x, columns, 'x', condition.place, file);
  check_axis(condition.y, rows, 'y', condition.place, file);
}

}  // namespace zermelo::bddl
