// SPDX-License-Identifier: MIT
// Positions on a grid as short strings of bytes, for work that keeps millions of them for a while:
// within one process, since their order of bytes is the machine's.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "gen/grid/piece_position.h"
#include "gen/grid/position.h"

namespace zermelo {

// Whose bytes are these words, and then the side to move.
inline std::array<std::uint64_t, 2> words_of(const GridPosition& p) { return {p.black, p.white}; }
inline std::array<std::uint64_t, 6> words_of(const PiecePosition& p) {
  return {p.black, p.white, p.kinds[0], p.kinds[1], p.kinds[2], p.hands};
}
inline void set_words(GridPosition& p, const std::array<std::uint64_t, 2>& words) {
  p.black = words[0];
  p.white = words[1];
}
inline void set_words(PiecePosition& p, const std::array<std::uint64_t, 6>& words) {
  p.black = words[0];
  p.white = words[1];
  p.kinds = {words[2], words[3], words[4]};
  p.hands = words[5];
}

template <class Position>
constexpr std::size_t code_size = sizeof(words_of(Position())) + 1;

// Appends the code of a position; equal ones, and no others, have equal codes.
template <class Position>
void append_code(std::string& codes, const Position& p) {
  const auto words = words_of(p);
  char code[code_size<Position>];
  std::memcpy(code, words.data(), sizeof words);
  code[sizeof words] = p.white_to_move ? 1 : 0;
  codes.append(code, sizeof code);
}
template <class Position>
Position position_of_code(std::string_view code) {
  assert(code.size() == code_size<Position>);
  Position p;
  auto words = words_of(p);
  std::memcpy(words.data(), code.data(), sizeof words);
  set_words(p, words);
  p.white_to_move = code.back() != 0;
  return p;
}

// A position with one kind of piece as one with kinds.
inline PiecePosition with_kinds(const GridPosition& p) {
  PiecePosition result;
  result.black = p.black;
  result.white = p.white;
  result.white_to_move = p.white_to_move;
  return result;
}

}  // namespace zermelo
