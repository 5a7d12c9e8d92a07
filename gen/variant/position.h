// SPDX-License-Identifier: MIT
// A position of a chess variant.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "gen/value.h"
#include "gen/variant/board.h"
#include "gen/variant/variant.h"

namespace zermelo::variant {

// A kind and a colour; 0 stands for nobody.
using Man = std::uint8_t;
inline constexpr Man no_man = 0;

constexpr Man man_of(int kind, Colour colour) {
  assert(0 <= kind && kind < most_kinds);
  return static_cast<Man>(1 + 2 * kind + (colour == Colour::white ? 1 : 0));
}
constexpr int kind_of_man(Man man) {
  assert(man != no_man);
  return (man - 1) >> 1;
}
constexpr Colour colour_of_man(Man man) {
  assert(man != no_man);
  return colour_of(((man - 1) & 1) != 0);
}

// Hands hold kinds below this; kinds that can be in hand are numbered first.
inline constexpr int most_kinds_in_hand = 32;
inline constexpr int most_men_in_hand = 120;  // of both sides together

struct Position {
  std::array<Man, most_squares> men{};
  Both<SquareSet> of;  // the squares of each side's men: says the same as `men`
  Colour to_move = Colour::white;
  Square en_passant_man = no_square;  // the man that may be taken en passant
  SquareSet en_passant;               // the squares that it has passed, where that is possible
  // The rooks that a side may castle with, queen's side first; no_square for none.
  Both<std::array<Square, 2>> castling{{no_square, no_square}, {no_square, no_square}};
  Both<std::array<std::uint8_t, most_kinds_in_hand>> hands;
  Both<int> checks;     // that a side still has to give, where checks are counted
  int passes = 0;       // how many of the last moves were passes, without a gap
  int quiet_plies = 0;  // for the n-move rule, as FENs count them
  int move_number = 1;

  SquareSet occupied() const { return of.black | of.white; }
  void put(Square square, Man man) {
    assert(man != no_man);
    clear(square);
    men[square] = man;
    of[colour_of_man(man)].add(square);
  }
  void clear(Square square) {
    men[square] = no_man;
    of.black.remove(square);
    of.white.remove(square);
  }

  // Whether the n-move rule counts anew from the move that led here.
  bool was_reached_by_zeroing() const { return quiet_plies == 0; }

  bool operator==(const Position&) const = default;
};

}  // namespace zermelo::variant
