// SPDX-License-Identifier: MIT
// Attacks, and which men may not be left under one.
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdlib>

#include "gen/variant/moves.h"

namespace zermelo::variant {

bool Rules::attacks(const Position& position, Square from, Square to,
                    const SquareSet& occupied) const {
  const Man man = position.men[from];
  const int kind = kind_of_man(man);
  if (!variant_.kinds[static_cast<std::size_t>(kind)].shuns_own_kind)
    return ways_.attacks(colour_of_man(man), kind, from, to, occupied);
  for (const Way& way : ways_.attacks(colour_of_man(man), kind, from, to)) {
    if (is_open(way, occupied) && !meets_own_kind(position, kind, way)) return true;
  }
  return false;
}

bool Rules::meets_own_kind(const Position& position, int kind, const Way& way) const {
  SquareSet squares = way.mask;
  squares.add(way.to);
  for (const Square square : squares& position.occupied()) {
    if (type_of(position.men[square]) == type_of_kind(kind)) return true;
  }
  return false;
}

bool Rules::attacked_on(const Position& position, Square square, Colour by,
                        const SquareSet& occupied) const {
  for (const Square from : position.of[by] & occupied) {
    if (attacks(position, from, square, occupied)) return true;
  }
  return false;
}

bool Rules::attacked(const Position& position, Square square, Colour by) const {
  return attacked_on(position, square, by, position.occupied());
}

bool Rules::is_royal(Man man) const {
  return royal_.contains(static_cast<Square>(kind_of_man(man)));
}

SquareSet Rules::men_of_type(const Position& position, int type, Colour side) const {
  SquareSet squares;
  for (const Square square : position.of[side]) {
    if (type_of(position.men[square]) == type) squares.add(square);
  }
  return squares;
}

// The men of a side that are royal because they are the last of their kind.
SquareSet Rules::last_men(const Position& position, Colour side) const {
  SquareSet last;
  if (!variant_.pseudo_royal) return last;
  for (const Square kind : variant_.extinction_kinds) {
    const SquareSet men = men_of_type(position, kind, side);
    if (men.count() <= variant_.extinction_count + 1) last |= men;
  }
  return last;
}

// Next to a king that would be blown up together with its taker, the last men are safe.
bool Rules::last_man_attacked(const Position& position, Square square,
                              const SquareSet& last_of_others) const {
  if (variant_.blast && neighbours(square).meets(last_of_others)) return false;
  return attacked(position, square, opponent_of(colour_of_man(position.men[square])));
}

SquareSet Rules::neighbours(Square square) const {
  const Board& board = variant_.board;
  SquareSet near;
  for (int y = -1; y <= 1; ++y) {
    for (int x = -1; x <= 1; ++x) {
      const int file = board.file(square) + x, rank = board.rank(square) + y;
      if ((x != 0 || y != 0) && board.contains(file, rank)) near.add(board.square(file, rank));
    }
  }
  return near;
}

bool Rules::royal_attacked(const Position& position, Colour side) const {
  for (const Square square : position.of[side]) {
    if (is_royal(position.men[square]) && attacked(position, square, opponent_of(side)))
      return true;
  }
  return false;
}

// Whether all men of the kinds that decide are attacked at once.
bool Rules::all_attacked(const Position& position, Colour side,
                         const SquareSet& last_of_others) const {
  bool any = false;
  for (const Square kind : variant_.extinction_kinds) {
    for (const Square square : men_of_type(position, kind, side)) {
      if (!last_man_attacked(position, square, last_of_others)) return false;
      any = true;
    }
  }
  return any;
}

bool Rules::in_check(const Position& position, Colour side) const {
  if (royal_attacked(position, side)) return true;
  if (!variant_.pseudo_royal) return false;
  const SquareSet theirs = last_men(position, opponent_of(side));
  for (const Square square : last_men(position, side)) {
    if (last_man_attacked(position, square, theirs)) return true;
  }
  return variant_.duple_check && all_attacked(position, side, theirs);
}

// Whether royal men see each other along a line with nothing between.
bool Rules::facing(const Position& position) const {
  if (!variant_.flying_general) return false;
  const SquareSet occupied = position.occupied();
  for (const Square a : position.of.white) {
    if (!is_royal(position.men[a])) continue;
    for (const Square b : position.of.black) {
      if (is_royal(position.men[b]) && on_one_line(a, b) && !ways_.between(a, b).meets(occupied))
        return true;
    }
  }
  return false;
}

bool Rules::on_one_line(Square a, Square b) const {
  const Board& board = variant_.board;
  return board.file(a) == board.file(b) || board.rank(a) == board.rank(b);
}

bool Rules::left_safe(const Position& after, Colour mover) const {
  return !in_check(after, mover) && !facing(after);
}

// Whether a move leaves nothing royal of the mover's attacked. Which men are the last ones is
// decided before it.
bool Rules::is_safe(const Position& before, const Move& move, const Position& after) const {
  const Colour mover = before.to_move;
  if (royal_attacked(after, mover) || facing(after)) return false;
  if (!variant_.pseudo_royal) return true;
  const SquareSet own = last_men_after(before, move), theirs = last_men(before, after.to_move);
  if (!after.of[mover].includes(own)) return false;
  if (!after.of[after.to_move].includes(theirs)) return true;  // (They are gone, and all is over.)
  for (const Square square : own) {
    if (last_man_attacked(after, square, theirs)) return false;
  }
  return !variant_.duple_check || !all_attacked(after, mover, theirs);
}

// Where the mover's last men are after a move.
SquareSet Rules::last_men_after(const Position& before, const Move& move) const {
  SquareSet last = last_men(before, before.to_move);
  if (move.type == Move::Type::pass) return last;
  if (move.from != no_square && last.contains(move.from)) {
    last.remove(move.from);
    last.add(move.type == Move::Type::castling ? castled_to(before, move).king : move.to);
    return last;
  }
  const int type = type_of(move.man);
  if (!variant_.extinction_kinds.contains(static_cast<Square>(type))) return last;
  const SquareSet men = men_of_type(before, type, before.to_move);
  if (move.type == Move::Type::drop) {
    // (As in Fairy-Stockfish, none of them is dropped where it is attacked.)
    last.add(move.to);
  } else if (promotes_pawn(before, move)) {
    // (Whoever promotes to such a man has one more of them.)
    if (men.count() > variant_.extinction_count)
      last &= ~men;
    else
      last.add(move.to);
  }
  return last;
}

bool Rules::promotes_pawn(const Position& before, const Move& move) const {
  const int kind = kind_of_man(before.men[move.from]);
  return kind_of_man(move.man) != kind && !is_promoted(kind_of_man(move.man)) && !is_promoted(kind);
}

}  // namespace zermelo::variant
