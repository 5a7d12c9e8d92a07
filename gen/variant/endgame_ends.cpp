// SPDX-License-Identifier: MIT
// How games end in the form of the rules that endgame tables work with, and which men may not be
// left under attack.
#include <algorithm>
#include <cstddef>

#include "gen/variant/endgame_rules.h"

namespace zermelo::endgames {
namespace {

// A board's squares, to walk on.
struct Grid {
  int width, height;

  bool contains(int x, int y) const { return x >= 0 && x < width && y >= 0 && y < height; }
  int square(int x, int y) const { return y * width + x; }

  // How many squares of a set follow one in a direction, itself included: without a gap, or with
  // anything between.
  int run(SquareBits set, int from, int dx, int dy, bool with_gaps) const {
    int length = 0;
    for (int x = from % width, y = from / width; contains(x, y); x += dx, y += dy) {
      if (has(set, square(x, y)))
        ++length;
      else if (!with_gaps)
        break;
    }
    return length;
  }
  bool has_block(SquareBits set, int side) const {
    for (int corner = 0; corner < width * height; ++corner) {
      int rows = 0;
      for (int y = corner / width; rows < side && y < height; ++y, ++rows) {
        if (run(set, square(corner % width, y), 1, 0, false) < side) break;
      }
      if (rows == side) return true;
    }
    return false;
  }
  // Whether steps on squares of the set lead from one region to the other.
  bool has_chain(SquareBits set, SquareBits from, SquareBits to,
                 const std::vector<std::pair<int, int>>& directions) const {
    SquareBits seen = set & from;
    for (SquareBits before = 0; before != seen;) {
      before = seen;
      for (int s = 0; s < width * height; ++s) {
        if (!has(before, s)) continue;
        for (const auto& [dx, dy] : directions) {
          for (const int sign : {1, -1}) {
            const int x = s % width + sign * dx, y = s / width + sign * dy;
            if (contains(x, y) && has(set, square(x, y))) seen |= bit_of(square(x, y));
          }
        }
      }
    }
    return (seen & to) != 0;
  }
};

}  // namespace

// --- Attacks -------------------------------------------------------------------------------------

bool Rules::is_attacked(const Men& men, int square, int by) const {
  for (std::size_t i = 0; i < static_cast<std::size_t>(men.count); ++i) {
    if (side_of(men.man[i]) == by && attacks(men.man[i], men.at[i], square, men)) return true;
  }
  return false;
}

bool Rules::royal_attacked(const Men& men, int side) const {
  for (std::size_t i = 0; i < static_cast<std::size_t>(men.count); ++i) {
    if (side_of(men.man[i]) == side && kind(kind_of(men.man[i])).is_royal &&
        is_attacked(men, men.at[i], other(side)))
      return true;
  }
  return false;
}

SquareBits Rules::squares_like(const Men& men, int side, int look) const {
  SquareBits squares = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(men.count); ++i) {
    if (side_of(men.man[i]) == side && look_of(kind_of(men.man[i])) == look)
      squares |= bit_of(men.at[i]);
  }
  return squares;
}

SquareBits Rules::last_men(const Men& men, int side) const {
  SquareBits last = 0;
  if (!endings_.pseudo_royal) return last;
  for_each_deciding_look([&](int look) {
    const SquareBits squares = squares_like(men, side, look);
    if (endgames::count_of(squares) <= endings_.extinct_count + 1) last |= squares;
    return false;
  });
  return last;
}

// Next to a man that would be blown up together with its taker, the last men are safe.
bool Rules::last_man_attacked(const Men& men, int square, int side, SquareBits theirs) const {
  if (endings_.blast && (near_[static_cast<std::size_t>(square)] & theirs) != 0) return false;
  return is_attacked(men, square, other(side));
}

bool Rules::all_attacked(const Men& men, int side, SquareBits theirs) const {
  bool any = false;
  const bool one_is_safe = for_each_deciding_look([&](int look) {
    const SquareBits squares = squares_like(men, side, look);
    for (int square = 0; square < this->squares(); ++square) {
      if (!has(squares, square)) continue;
      if (!last_man_attacked(men, square, side, theirs)) return true;
      any = true;
    }
    return false;
  });
  return any && !one_is_safe;
}

bool Rules::last_attacked(const Men& men, int side) const {
  const SquareBits theirs = last_men(men, other(side)), own = last_men(men, side);
  for (int square = 0; square < squares(); ++square) {
    if (has(own, square) && last_man_attacked(men, square, side, theirs)) return true;
  }
  return endings_.duple_check && all_attacked(men, side, theirs);
}

// Which men are the last ones is decided before the move.
bool Rules::leaves_last_men_safe(const Men& before, const Move& move, const Men& after,
                                 int side) const {
  SquareBits left = 0, right = 0;  // occupied by the mover, and by the other side, afterwards
  for (std::size_t i = 0; i < static_cast<std::size_t>(after.count); ++i)
    (side_of(after.man[i]) == side ? left : right) |= bit_of(after.at[i]);
  const SquareBits own = last_men_after(before, move, side), theirs = last_men(before, other(side));
  if ((own & ~left) != 0) return false;
  if ((theirs & ~right) != 0) return true;  // (They are gone, and all is over.)
  for (int square = 0; square < squares(); ++square) {
    if (has(own, square) && last_man_attacked(after, square, side, theirs)) return false;
  }
  return !endings_.duple_check || !all_attacked(after, side, theirs);
}

// Where the mover's last men are after a move.
SquareBits Rules::last_men_after(const Men& before, const Move& move, int side) const {
  SquareBits last = last_men(before, side);
  if (move.index >= 0 && has(last, move.from)) return (last & ~bit_of(move.from)) | bit_of(move.to);
  const int look = look_of(kind_of(move.becomes));
  if (!has(endings_.extinct_kinds, look)) return last;
  const SquareBits like = squares_like(before, side, look);
  const int count = endgames::count_of(like);
  if (move.index < 0) return last | bit_of(move.to);  // (Dropped, it may not stand attacked.)
  const int was = kind_of(before.man[static_cast<std::size_t>(move.index)]);
  const Kind& k = kind(was);
  if (was == kind_of(move.becomes) || k.turns_to == kind_of(move.becomes) ||
      k.turns_back_to == kind_of(move.becomes))
    return last;
  // (Whoever promotes to such a man has one more of them.)
  return count > endings_.extinct_count ? last & ~like : last | bit_of(move.to);
}

// --- Explosions ----------------------------------------------------------------------------------

void Rules::blow_up(Men& men, Square centre) const {
  const SquareBits near = near_[centre];
  for (int i = men.count; i-- > 0;) {
    const auto at = static_cast<std::size_t>(i);
    const int what = kind_of(men.man[at]);
    if (has(endings_.blast_immune, what)) continue;
    if (men.at[at] == centre || (has(near, men.at[at]) && !has(endings_.blast_spares, what)))
      men.remove(i);
  }
}

// --- Ends ----------------------------------------------------------------------------------------

bool Rules::has_flag(const Men& men, int side, bool safe) const {
  const Endings::Flag& flag = endings_.flag[static_cast<std::size_t>(side)];
  if (flag.region == 0) return false;
  int count = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(men.count); ++i) {
    if (side_of(men.man[i]) != side || !has(flag.kinds, kind_of(men.man[i])) ||
        !has(flag.region, men.at[i]))
      continue;
    count += safe && is_attacked(men, men.at[i], other(side)) ? 0 : 1;
  }
  if (count > 0 && endings_.flag_blocked && (flag.region & ~men.occupied) == 0) return true;
  return count > 0 && count >= endings_.flag_count;
}

std::optional<Outcome> Rules::ended_by_flag(const Men& men, int side) const {
  const Endings& e = endings_;
  if ((e.flag[0].region | e.flag[1].region) == 0) return std::nullopt;
  const bool theirs = has_flag(men, other(side), e.flag_safe);
  // (Men that came under attack and are still there have arrived as well, where there is a reply.)
  if ((e.flag_move || e.flag_safe) && has_flag(men, side, !e.flag_move))
    return theirs && both_flags_draw(side) ? Outcome::draw : Outcome::win;
  if (!theirs) return std::nullopt;
  if (!e.flag_move || e.flag_safe) return Outcome::loss;
  if (!e.flag[static_cast<std::size_t>(side)].royal_alone) return std::nullopt;
  // (Whether the king can follow is known at once.)
  if (side == second_side && king_can_follow(men, side)) return std::nullopt;
  return Outcome::loss;
}

// Whether it is a draw that men of both sides are in their regions. Where there is a reply, only
// kings share the point, and only after White came first.
bool Rules::both_flags_draw(int side) const {
  return !endings_.flag_move ||
         (side == first_side && endings_.flag[static_cast<std::size_t>(other(side))].royal_alone);
}

bool Rules::king_can_follow(const Men& men, int side) const {
  if (in_check(men, side)) return false;
  bool can = false;
  for_each_move(men, side, [&](const Move& move, const Men&) {
    can = kind(kind_of(move.becomes)).is_royal &&
          has(endings_.flag[static_cast<std::size_t>(side)].region, move.to);
    return !can;
  });
  return can;
}

bool Rules::is_extinct(const Men& men, int side, int to_move) const {
  // (Last men that may not be left attacked are never taken, but they are blown up.)
  if (!endings_.extinction || (endings_.pseudo_royal && !endings_.blast)) return false;
  const int needed =
      endings_.extinct_opponent_count + (endings_.extinct_claim && side == to_move ? 1 : 0);
  const auto decides = [&](auto counts) {
    int own = 0, others = 0;
    const auto count = [&](const auto& all, int size) {
      for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i) {
        if (counts(kind_of(all[i]))) ++(side_of(all[i]) == side ? own : others);
      }
    };
    count(men.man, men.count);
    count(men.hand, men.in_hand);
    return own <= endings_.extinct_count && others >= needed;
  };
  if (endings_.extinct_all) return decides([](int) { return true; });
  return for_each_deciding_look(
      [&](int look) { return decides([&](int k) { return look_of(k) == look; }); });
}

bool Rules::has_no_men(const Men& men, int side) {
  const auto none = [&](const auto& all, int size) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i) {
      if (side_of(all[i]) == side) return false;
    }
    return true;
  };
  return none(men.man, men.count) && none(men.hand, men.in_hand);
}

bool Rules::is_connected(const Men& men, int side) const {
  const Endings::Connection& c = endings_.connection;
  if (!c.is_there()) return false;
  SquareBits set = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(men.count); ++i) {
    if (side_of(men.man[i]) == side && has(c.kinds, kind_of(men.man[i]))) set |= bit_of(men.at[i]);
  }
  const Grid grid{width_, height_};
  for (const auto& [dx, dy] : c.directions) {
    for (int square = 0; square < squares(); ++square) {
      if (!has(set, square)) continue;
      if (c.row > 0 && grid.run(set, square, dx, dy, false) >= c.row) return true;
      if (c.collinear > 0 && grid.run(set, square, dx, dy, true) >= c.collinear) return true;
    }
  }
  const auto s = static_cast<std::size_t>(side);
  if (c.square > 0 && grid.has_block(set, c.square)) return true;
  return grid.has_chain(set, c.from[s], c.to[s], c.directions);
}

std::optional<Outcome> Rules::early_end(const Men& men, int side) const {
  // The side that has moved comes first.
  for (const int s : {other(side), side}) {
    if (is_extinct(men, s, side))
      return s == side ? *endings_.extinction : opposite(*endings_.extinction);
  }
  if (const auto end = ended_by_flag(men, side)) return end;
  if (endings_.counts_checks() && men.checks[static_cast<std::size_t>(other(side))] == 0)
    return Outcome::loss;
  if (is_connected(men, other(side))) return opposite(endings_.connection.value);
  if (endings_.full_board_ends && endgames::count_of(men.occupied) == squares())
    return counted(men, side);
  // (No table has such men.)
  if (has_no_men(men, side)) return without_moves(men, side);
  return std::nullopt;
}

// The value of an end in which men are counted.
Outcome Rules::counted(const Men& men, int side) const {
  int white = endings_.points_ahead;
  for (std::size_t i = 0; i < static_cast<std::size_t>(men.count) && !endings_.points.empty();
       ++i) {
    const int points = endings_.points[static_cast<std::size_t>(kind_of(men.man[i]))];
    white += side_of(men.man[i]) == first_side ? points : -points;
  }
  if (white == 0) return Outcome::draw;
  return (white > 0) == (side == first_side) ? Outcome::win : Outcome::loss;
}

Outcome Rules::after_two_passes(const Men& men, int side) const {
  return ended(men, side).value_or(counted(men, side));
}

Outcome Rules::without_moves(const Men& men, int side) const {
  if (in_check(men, side)) return endings_.checkmate;
  const Outcome stalemate = stalemated(men, side);
  // (Draws go to the side that has the odds.)
  return stalemate == Outcome::draw ? counted(men, side) : stalemate;
}

Outcome Rules::stalemated(const Men& men, int side) const {
  if (!endings_.stalemate_by_count) return endings_.stalemate;
  const int own = men_on_board(men, side);
  const int others = men.count - own;
  if (own == others) return Outcome::draw;
  return own < others ? endings_.stalemate : opposite(endings_.stalemate);
}

// --- What moves may not do -----------------------------------------------------------------------

// A king in check stays, or takes the only man that gives it.
bool Rules::breaks_makpong(const Men& before, int i, Square to) const {
  const auto at = static_cast<std::size_t>(i);
  const int side = side_of(before.man[at]);
  if (!kind(kind_of(before.man[at])).is_royal) return false;
  SquareBits checkers = 0;
  for (std::size_t k = 0; k < static_cast<std::size_t>(before.count); ++k) {
    if (side_of(before.man[k]) != side &&
        attacks(before.man[k], before.at[k], before.at[at], before))
      checkers |= bit_of(before.at[k]);
  }
  return checkers != 0 && checkers != bit_of(to);
}

// (Whoever has no man on the board cannot pass, nor can a side in check.)
bool Rules::is_pass_legal(const Men& men, int side, bool takes_en_passant) const {
  const auto s = static_cast<std::size_t>(side);
  if (men_on_board(men, side) == 0 || in_check(men, side)) return false;
  if (endings_.pass_on_stalemate[s]) return !takes_en_passant && !has_move_of_men(men, side);
  if (endings_.must_capture && takes_en_passant) return false;
  return allows(MoveType::quiet, men, side);
}

int Rules::men_on_board(const Men& men, int side) {
  int count = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(men.count); ++i)
    count += side_of(men.man[i]) == side ? 1 : 0;
  return count;
}

bool Rules::has_alike_on(const Men& men, int what, SquareBits squares) const {
  for (std::size_t i = 0; i < static_cast<std::size_t>(men.count); ++i) {
    if (has(squares, men.at[i]) && look_alike(kind_of(men.man[i]), what)) return true;
  }
  return false;
}

int Rules::number_held(const Men& men, int side, SquareBits kinds) {
  int number = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(men.in_hand); ++i)
    number += side_of(men.hand[i]) == side && has(kinds, kind_of(men.hand[i])) ? 1 : 0;
  return number;
}

SquareBits Rules::shade_of(int square) const {
  SquareBits shade = 0;
  const auto parity = [this](int s) { return (s % width_ + s / width_) % 2; };
  for (int s = 0; s < squares(); ++s) {
    if (parity(s) == parity(square)) shade |= bit_of(s);
  }
  return shade;
}

bool Rules::has_on_shade(const Men& men, int side, int square) const {
  return (squares_like(men, side, look_of(endings_.dropped_on_both_shades)) & shade_of(square)) !=
         0;
}

bool Rules::find_room_on_shades(const Men& after, int side) const {
  const int what = endings_.dropped_on_both_shades;
  int held = 0, room = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(after.in_hand); ++i)
    held += after.hand[i] == man_of(what, side) ? 1 : 0;
  if (held == 0) return true;
  const SquareBits free = kind(what).drops[static_cast<std::size_t>(side)] & ~after.occupied;
  for (const SquareBits shade : {shade_of(0), ~shade_of(0)}) {
    const bool has_one = (squares_like(after, side, look_of(what)) & shade) != 0;
    room += !has_one && (free & shade) != 0 ? 1 : 0;
  }
  return room >= held;
}

bool Rules::is_immune(int taker, int victim) const {
  return look_alike(kind_of(taker), kind_of(victim)) &&
         has(endings_.mutually_immune, kind_of(victim));
}

}  // namespace zermelo::endgames
