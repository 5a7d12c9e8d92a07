// SPDX-License-Identifier: MIT
#include "gen/bddl/coordinates.h"

#include <fmt/format.h>

#include <cstddef>

#include "gen/error.h"

namespace zermelo::bddl {
namespace {

// Whether it counts from an edge and exists on some board that can be written down: then it is only
// this board that may be too small.
bool fits_larger_boards(const Coordinate& c) {
  const bool from_edge = c.base == Coordinate::Base::minimum || c.base == Coordinate::Base::maximum;
  const std::int64_t value = value_of(c, 1, most_squares_written);
  return from_edge && value >= 1 && value <= most_squares_written;
}

void check_axis(const Coordinate& c, int size, char axis, Place place, const tree::Game& game) {
  if (c.base == Coordinate::Base::anchor) return;
  const std::int64_t value = value_of(c, 1, size);
  if (value >= 1 && value <= size) return;
  throw SyntaxError(fmt::format("{}:{}:{}: {} = {} is not on the board, where it is 1 to {}.",
                                game.files[static_cast<std::size_t>(place.file)], place.line,
                                place.column, axis, value, size));
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

std::string coordinate_text(const Coordinate& c, char axis) {
  const auto with_offset = [&](const std::string& base) {
    return c.offset == 0 ? base : fmt::format("{}{:+}", base, c.offset);
  };
  switch (c.base) {
    case Coordinate::Base::anchor:
      return with_offset(fmt::format("?{}", axis));
    case Coordinate::Base::minimum:
      return with_offset(fmt::format("{}min", axis));
    case Coordinate::Base::maximum:
      return with_offset(fmt::format("{}max", axis));
    case Coordinate::Base::zero:
      break;
  }
  return std::to_string(c.offset);
}

void check_on_board(const tree::PlaceOnBoard& square, const tree::Game& game) {
  if (!fits_larger_boards(square.x)) check_axis(square.x, game.columns, 'x', square.place, game);
  if (!fits_larger_boards(square.y)) check_axis(square.y, game.rows, 'y', square.place, game);
}

void require_on_board(const tree::PlaceOnBoard& square, const tree::Game& game) {
  check_axis(square.x, game.columns, 'x', square.place, game);
  check_axis(square.y, game.rows, 'y', square.place, game);
}

}  // namespace zermelo::bddl
