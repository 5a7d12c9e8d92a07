// SPDX-License-Identifier: MIT
// What can happen on one line of an Ostle board. A piece move changes a single rank or file, so
// all piece moves and unmoves of a position are read from tables indexed by a line's contents:
// the mover's pieces, the opponent's pieces, and the place of the hole if it lies on the line.
// (Rules 2, 4, 5 and 8 of Takizawa, "Strongly solved Ostle", 2023, "The rules of Ostle".)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace zermelo::ostle {

inline constexpr std::uint8_t no_place = 0xff;

enum class Removal : std::uint8_t { none, own, opponent };

// A move of one of the mover's pieces along the line. The changes are to be XORed to the line's
// bits of each side; after the move the sides have not changed roles.
struct LineMove {
  std::uint8_t from;  // place of the moved piece, 0..N-1
  bool upwards;       // towards the higher places
  std::uint8_t own_change;
  std::uint8_t opponent_change;
  Removal removal;  // what the last piece of the row was, if it fell
  // If the opponent's pushing back would restore the line: the place, after the move, of the
  // opponent's piece that would do it. Rule 8 then forbids that reply. Otherwise no_place.
  std::uint8_t reply_from;
};

// Taking back a move that removed nothing and was made along this line by the side that is not to
// move now (the opponent of the position's mover).
struct LineUnmove {
  std::uint8_t from;       // where the moved piece stood before, 0..N-1: an empty place now
  std::uint8_t at;         // where it stands now
  bool upwards;            // the direction of the move that is taken back
  std::uint8_t displaced;  // number of pieces it had pushed
  std::uint8_t own_change;
  std::uint8_t opponent_change;
  std::uint8_t
      reply_from;  // as in LineMove: the place now of the mover's piece that could push back
};

// The tables for lines of N places. Immutable after construction; safe to share between threads.
class LineMoves {
 public:
  explicit LineMoves(int places);

  // `own` and `opponent` are N-bit sets; `hole` is the hole's place, or N if it is elsewhere.
  std::span<const LineMove> moves(std::uint32_t own, std::uint32_t opponent, int hole) const {
    const Range r = move_ranges_[key(own, opponent, hole)];
    return {moves_.data() + r.first, r.count};
  }
  std::span<const LineUnmove> unmoves(std::uint32_t own, std::uint32_t opponent, int hole) const {
    const Range r = unmove_ranges_[key(own, opponent, hole)];
    return {unmoves_.data() + r.first, r.count};
  }
  // Whether some unmove with a removal exists: the opponent's last move pushed one of the mover's
  // pieces (`captured` = true) or one of its own (false) off this line.
  bool has_removal_unmove(std::uint32_t own, std::uint32_t opponent, int hole,
                          bool captured) const {
    return (removal_unmoves_[key(own, opponent, hole)] >> (captured ? 1 : 0) & 1) != 0;
  }

 private:
  struct Range {
    std::uint16_t first = 0;
    std::uint16_t count = 0;
  };
  std::size_t key(std::uint32_t own, std::uint32_t opponent, int hole) const {
    return (static_cast<std::size_t>(places_ - hole) << (2 * places_)) | opponent << places_ | own;
  }
  void add_contents(std::uint32_t own, std::uint32_t opponent, int hole);

  int places_;
  std::vector<Range> move_ranges_, unmove_ranges_;
  std::vector<std::uint8_t> removal_unmoves_;
  std::vector<LineMove> moves_;
  std::vector<LineUnmove> unmoves_;
};

}  // namespace zermelo::ostle
