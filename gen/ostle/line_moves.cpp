// SPDX-License-Identifier: MIT
#include "gen/ostle/line_moves.h"

#include <bit>

namespace zermelo::ostle {
namespace {

struct Line {
  int places;
  std::uint32_t own, opponent;
  int hole;

  bool on_board(int place) const { return place >= 0 && place < places; }
  bool swallows(int place) const { return !on_board(place) || place == hole; }
  bool is_own(int place) const { return (own >> place & 1) != 0; }
  bool is_opponent(int place) const { return (opponent >> place & 1) != 0; }
  bool is_piece(int place) const {
    return on_board(place) && (is_own(place) || is_opponent(place));
  }
};

std::uint8_t narrow(int place) { return static_cast<std::uint8_t>(place); }

LineMove make_move(const Line& before, int from, int step) {
  LineMove move{narrow(from), step > 0, 0, 0, Removal::none, no_place};
  Line after = before;
  after.own &= ~(1u << from);
  int end = from + step;  // the first place past the row of pushed pieces
  while (before.is_piece(end)) end += step;
  for (int place = from + step; place != end; place += step) {
    after.own &= ~(1u << place);
    after.opponent &= ~(1u << place);
  }
  for (int place = from; place != end; place += step) {
    const int target = place + step;
    if (before.swallows(target)) {
      move.removal = before.is_own(place) ? Removal::own : Removal::opponent;
    } else {
      (before.is_own(place) ? after.own : after.opponent) |= 1u << target;
    }
  }
  const bool pushed = end != from + step;
  if (pushed && move.removal == Removal::none && before.is_opponent(end - step)) {
    move.reply_from = narrow(end);
  }
  move.own_change = narrow(before.own ^ after.own);
  move.opponent_change = narrow(before.opponent ^ after.opponent);
  return move;
}

// Takes back a move of the opponent's piece now at `at`, which had pushed `displaced` pieces.
LineUnmove make_unmove(const Line& now, int at, int step, int displaced) {
  const int from = at - step, front = at + displaced * step;
  Line before = now;
  for (int place = at;; place += step) {
    before.own &= ~(1u << place);
    before.opponent &= ~(1u << place);
    if (place == front) break;
  }
  for (int place = at;; place += step) {
    (now.is_own(place) ? before.own : before.opponent) |= 1u << (place - step);
    if (place == front) break;
  }
  const bool restorable = displaced > 0 && now.is_own(front);
  return {narrow(from),
          narrow(at),
          step > 0,
          narrow(displaced),
          narrow(before.own ^ now.own),
          narrow(before.opponent ^ now.opponent),
          restorable ? narrow(front) : no_place};
}

// Which colours the opponent may just have pushed off the end of the line beyond an empty place
// `from`, moving by `step`: bit 0 one of its own, bit 1 one of the mover's.
std::uint8_t removals_from(const Line& now, int from, int step) {
  int end = from + step;
  while (now.is_piece(end)) end += step;
  if (!now.swallows(end)) return 0;
  if (end == from + step) return 1;  // the moving piece itself fell
  return now.is_opponent(from + step) ? 3 : 0;
}

}  // namespace

LineMoves::LineMoves(int places) : places_(places) {
  const std::size_t keys = static_cast<std::size_t>(places + 1) << (2 * places);
  move_ranges_.resize(keys);
  unmove_ranges_.resize(keys);
  removal_unmoves_.resize(keys);
  for (int hole = places; hole >= 0; --hole) {
    for (std::uint32_t opponent = 0; opponent < 1u << places; ++opponent) {
      for (std::uint32_t own = 0; own < 1u << places; ++own) {
        const bool on_hole = hole < places && ((own | opponent) >> hole & 1) != 0;
        if ((own & opponent) == 0 && !on_hole) add_contents(own, opponent, hole);
      }
    }
  }
}

void LineMoves::add_contents(std::uint32_t own, std::uint32_t opponent, int hole) {
  const Line line{places_, own, opponent, hole};
  const std::size_t k = key(own, opponent, hole);
  const std::size_t first_move = moves_.size(), first_unmove = unmoves_.size();
  for (int place = 0; place < places_; ++place) {
    for (const int step : {-1, 1}) {
      if (line.is_own(place)) moves_.push_back(make_move(line, place, step));
      const bool empty = !line.is_piece(place) && place != hole;
      if (empty) removal_unmoves_[k] |= removals_from(line, place, step);
      const int at = place + step;
      if (!empty || !line.on_board(at) || !line.is_opponent(at)) continue;
      for (int displaced = 0; line.is_piece(at + displaced * step); ++displaced) {
        unmoves_.push_back(make_unmove(line, at, step, displaced));
      }
    }
  }
  move_ranges_[k] = {static_cast<std::uint16_t>(first_move),
                     static_cast<std::uint16_t>(moves_.size() - first_move)};
  unmove_ranges_[k] = {static_cast<std::uint16_t>(first_unmove),
                       static_cast<std::uint16_t>(unmoves_.size() - first_unmove)};
}

}  // namespace zermelo::ostle
