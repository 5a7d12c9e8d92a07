// SPDX-License-Identifier: MIT
// How many pieces of each kind each side has, on the board and in hand: what slices of an index are
// told apart by (gen/grid/piece_index.h).
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>

#include "gen/grid/piece_position.h"
#include "gen/piece_set.h"
#include "symmetry/bits.h"

namespace zermelo {

struct Material {
  std::array<std::uint8_t, 2 * PieceSet::most_kinds> board{};  // by content - 1
  std::uint64_t hands = 0;                                     // as in PiecePosition
  bool white_to_move = false;

  int on_board(Content piece) const { return board[static_cast<std::size_t>(piece - 1)]; }
  int in_hand(bool of_white, int kind) const {
    PiecePosition p;
    p.hands = hands;
    return p.in_hand(of_white, kind);
  }
  void set_in_hand(bool of_white, int kind, int number) {
    PiecePosition p;
    p.hands = hands;
    p.set_in_hand(of_white, kind, number);
    hands = p.hands;
  }
  // Black's pieces are White's, and the reverse; the side to move is the other one.
  Material exchanged() const;

  auto operator<=>(const Material&) const = default;
};

inline Material material_of(const PiecePosition& p, int kinds) {
  Material result;
  for (int kind = 0; kind < kinds; ++kind) {
    const Squares squares = p.of_kind(kind);
    const auto at = static_cast<std::size_t>(2 * kind);
    result.board[at] = static_cast<std::uint8_t>(count_bits(squares & p.black));
    result.board[at + 1] = static_cast<std::uint8_t>(count_bits(squares & p.white));
  }
  result.hands = p.hands;
  result.white_to_move = p.white_to_move;
  return result;
}

// Its upper bits are well mixed.
inline std::uint64_t quick_hash(const Material& material) {
  constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;  // (Fibonacci hashing.)
  const auto words =
      std::bit_cast<std::array<std::uint64_t, sizeof material.board / sizeof(std::uint64_t)>>(
          material.board);
  std::uint64_t hash = material.white_to_move ? golden : 0;
  for (const std::uint64_t word : words) hash = (hash ^ word) * golden ^ hash >> 32;
  return (hash ^ material.hands) * golden;
}

// White's pieces on the board, Black's, and what is in hand, if there are hands: LGEC/lgec[c2E].
std::string format_material(const Material& material, const PieceSet& pieces);

}  // namespace zermelo
