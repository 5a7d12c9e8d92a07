// SPDX-License-Identifier: MIT
// A position of a game on a grid that distinguishes kinds of pieces, or in which players keep
// pieces in hand, and how it is written.
//
//   GLE/1C1/1c1/elg[c2E] b
//
// Ranks from the top as in gen/grid/position.h, with the letters of the kinds: upper case are
// White's pieces, lower case Black's, and b and w where there is one kind. Squares that do not
// exist are left out. In brackets, if the game has hands, what is in hand, Black's first, with a
// number in front of what is there several times; it is read in any order.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/grid/position.h"
#include "gen/piece_set.h"
#include "symmetry/grid.h"

namespace zermelo {

struct PiecePosition {
  Squares black = 0, white = 0;  // disjoint
  // Bit i of the kind of the piece on each occupied square; open squares are in none.
  std::array<Squares, 3> kinds{};
  std::uint64_t hands = 0;  // four bits for each side and kind
  bool white_to_move = false;

  Squares occupied() const { return black | white; }
  Squares own() const { return white_to_move ? white : black; }
  Squares opponent() const { return white_to_move ? black : white; }

  Content at(int square) const {
    const Squares here = bit_of(square);
    if ((occupied() & here) == 0) return open_square;
    int kind = 0;
    for (std::size_t i = 0; i < kinds.size(); ++i)
      kind |= static_cast<int>(kinds[i] >> square & 1) << i;
    return content_of(kind, (white & here) != 0);
  }
  void set(int square, Content content) {
    const Squares here = bit_of(square);
    black &= ~here;
    white &= ~here;
    for (Squares& plane : kinds) plane &= ~here;
    if (content == open_square) return;
    (is_white(content) ? white : black) |= here;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      if ((kind_of(content) >> i & 1) != 0) kinds[i] |= here;
    }
  }
  // The squares that hold pieces of a kind, whoever owns them.
  Squares of_kind(int kind) const {
    Squares squares = occupied();
    for (std::size_t i = 0; i < kinds.size(); ++i)
      squares &= (kind >> i & 1) != 0 ? kinds[i] : ~kinds[i];
    return squares;
  }

  // How many pieces of a kind a side has in hand: 0..15.
  int in_hand(bool of_white, int kind) const {
    return static_cast<int>(hands >> hand_shift(of_white, kind) & 15);
  }
  void set_in_hand(bool of_white, int kind, int number) {
    const int shift = hand_shift(of_white, kind);
    hands = (hands & ~(std::uint64_t{15} << shift)) | static_cast<std::uint64_t>(number) << shift;
  }

  auto operator<=>(const PiecePosition&) const = default;

 private:
  static constexpr int hand_shift(bool of_white, int kind) {
    return 4 * (kind + (of_white ? PieceSet::most_kinds : 0));
  }
};

inline PiecePosition image(const GridSymmetry& g, const PiecePosition& p) {
  return {g(p.black),
          g(p.white),
          {g(p.kinds[0]), g(p.kinds[1]), g(p.kinds[2])},
          p.hands,
          p.white_to_move};
}

// Black's pieces are White's, and the reverse; the side to move is the other one.
inline PiecePosition exchanged(const PiecePosition& p) {
  return {p.white, p.black, p.kinds, std::rotl(p.hands, 4 * PieceSet::most_kinds),
          !p.white_to_move};
}

// The smallest image, as for any position (gen/grid/game.h); most images are not looked at whole.
inline PiecePosition canonical(std::span<const GridSymmetry> symmetries, const PiecePosition& p) {
  PiecePosition best = p;
  for (const GridSymmetry& g : symmetries.subspan(1)) {
    if (g(p.black) > best.black) continue;
    best = std::min(best, image(g, p));
  }
  return best;
}

// Its upper bits are well mixed.
constexpr std::uint64_t quick_hash(const PiecePosition& p) {
  constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;  // (Fibonacci hashing.)
  std::uint64_t hash = p.black * golden ^ p.white;
  for (const Squares plane : p.kinds) hash = hash * golden ^ plane;
  return (hash * golden ^ p.hands) * golden;
}

// Whether it can be a position of a game with these pieces: squares and kinds exist, and only what
// can be in hand is.
bool fits(const PiecePosition& position, const PieceSet& pieces);

inline Grid grid_of(const PieceSet& pieces) { return {pieces.columns(), pieces.rows()}; }

// Throws IllegalPosition, with what is wrong and where.
PiecePosition parse_position(std::string_view text, const PieceSet& pieces);
void append_position(std::string& text, const PiecePosition& position, const PieceSet& pieces);
std::string format_position(const PiecePosition& position, const PieceSet& pieces);

// The position that a picture's squares show, with nothing in hand; and what it shows in hand added
// to it. Both throw IllegalPosition.
PiecePosition position_from(const std::vector<Cell>& cells, Colour to_move, const PieceSet& pieces);
void put_in_hand(PiecePosition& position, const std::vector<PiecesInHand>& hands,
                 const PieceSet& pieces);

// The board, the hands, and "Black to move".
Diagram make_diagram(const PiecePosition& position, const PieceSet& pieces);

// What a move changes, ordered as GridChange by the squares that it concerns.
struct PieceChange {
  PiecePosition before, after;

  GridChange squares() const;  // as to who holds them
  std::strong_ordering operator<=>(const PieceChange& other) const;
  bool operator==(const PieceChange&) const = default;
};

inline PieceChange change_between(const PiecePosition& before, const PiecePosition& after) {
  return {before, after};
}

MoveShape shape_of(const PieceChange& change, const PieceSet& pieces);
Squares destinations(const PieceChange& change);
// The letter of the kind of piece that moves, or comes from the mover's hand; 0 if none does or if
// there is one kind.
char moving_piece(const PieceChange& change, const PieceSet& pieces);

// A move written by what it changes on the board:
//   Lb1-b2      a piece moved to an open square; Gb2xb3 where it takes a piece
//   Cb3-b4=H    moved, and of another kind since
//   C@b2        a piece placed; C@b2xd6 and another one taken
//   La1-a4xd6   moved, and another one taken elsewhere
//   b3=H        a piece of another kind since
//   pass        nothing changes
//   {a1=.,b1=C} anything else: what the squares hold afterwards, and the hands if they changed
// Without letters, and otherwise as for GridChange, where there is one kind.
std::string format_change(const PieceChange& change, const PieceSet& pieces);
// As in the last line, for any move: two different moves of a position are never written alike.
std::string format_result(const PieceChange& change, const PieceSet& pieces);

// `texts` are how a position's moves are written, each of which leads to a different position.
// Those that read the same are replaced by their results. (No text may begin with a brace but those
// of format_result.)
void tell_apart(std::vector<std::string>& texts, std::span<const PieceChange> changes,
                const PieceSet& pieces);

}  // namespace zermelo
