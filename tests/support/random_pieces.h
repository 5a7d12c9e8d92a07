// SPDX-License-Identifier: MIT
// Random positions with kinds of pieces and pieces in hand.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "gen/grid/piece_position.h"

namespace zermelo::test {

// The 24 squares of a Morris board, on a grid of seven by seven.
inline constexpr Squares morris_squares = 0b1001001'0101010'0011100'1110111'0011100'0101010'1001001;

inline int number_below(std::mt19937_64& random, int end) {
  return static_cast<int>(random() % static_cast<std::uint64_t>(end));
}

// One to eight kinds on a board of any size; some squares may not exist.
inline PieceSet random_set(std::mt19937_64& random) {
  const int columns = 1 + number_below(random, 8), rows = 1 + number_below(random, 8);
  const bool has_hands = random() % 2 == 0;
  std::vector<PieceKind> kinds(
      static_cast<std::size_t>(1 + number_below(random, PieceSet::most_kinds)));
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    kinds[k].letter = "BWOCDXYZ"[k];
    kinds[k].name = std::string("kind ") + kinds[k].letter;
    kinds[k].in_hand = has_hands && k < PieceSet::most_kinds_in_hand && random() % 2 == 0;
  }
  return {columns, rows, kinds, random() % 3 == 0 ? random() | 1 : ~std::uint64_t{0}};
}

inline Content random_content(const PieceSet& set, std::mt19937_64& random) {
  return static_cast<Content>(number_below(random, 1 + 2 * set.size()));
}

inline PiecePosition random_pieces(const PieceSet& set, std::mt19937_64& random) {
  PiecePosition p;
  const std::uint64_t often = 1 + random() % 4;
  for_each_square(set.squares(), [&](int square) {
    if (random() % 4 < often) p.set(square, random_content(set, random));
  });
  for (int kind = 0; kind < set.size(); ++kind) {
    for (const bool white : {false, true}) {
      if (set[kind].in_hand && random() % 2 == 0)
        p.set_in_hand(white, kind, number_below(random, PieceSet::most_in_hand + 1));
    }
  }
  p.white_to_move = random() % 2 == 0;
  return p;
}

// With up to three squares of other contents, or another hand.
inline PiecePosition randomly_changed(const PiecePosition& before, const PieceSet& set,
                                      std::mt19937_64& random) {
  PiecePosition p = before;
  std::vector<int> squares;
  for_each_square(set.squares(), [&](int square) { squares.push_back(square); });
  for (int n = number_below(random, 4); n > 0; --n) {
    const int square = squares[random() % squares.size()];
    p.set(square, random() % 2 == 0 ? open_square : random_content(set, random));
  }
  const int kind = number_below(random, set.size());
  if (set[kind].in_hand && random() % 3 == 0)
    p.set_in_hand(random() % 2 == 0, kind, number_below(random, PieceSet::most_in_hand + 1));
  return p;
}

}  // namespace zermelo::test
