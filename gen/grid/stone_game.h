// SPDX-License-Identifier: MIT
// Games in which the sides take turns to put a stone on the board, where it stays, and the first to
// have a line wins: what their fast solver needs to know.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>

#include "gen/grid/lines.h"
#include "gen/grid/turns.h"
#include "gen/value.h"
#include "symmetry/bits.h"
#include "symmetry/colour_rank.h"
#include "symmetry/grid.h"

namespace zermelo {

// Squares are numbered as it suits the solver: cells. Where stones may stand does not depend on
// their colours.
template <class G>
concept StoneGame = requires(const G& game, int stones, std::uint64_t number, Squares cells) {
  { game.cells() } -> std::convertible_to<int>;  // of the whole board
  { game.lines() } -> std::convertible_to<const Lines&>;
  // The shapes with a given number of stones are numbered from 0.
  { game.shapes(stones) } -> std::convertible_to<std::uint64_t>;
  { game.shape(stones, number) } -> std::convertible_to<Squares>;
  { game.shape_number(cells) } -> std::convertible_to<std::uint64_t>;
  // Where the next stone may be put; which stones of a shape may have been put last.
  { game.next_stones(cells) } -> std::convertible_to<Squares>;
  { game.last_stones(cells) } -> std::convertible_to<Squares>;
  // Symmetries of the rules, as maps of cells, the identity first.
  { game.cell_symmetries() } -> std::convertible_to<std::span<const GridSymmetry>>;
  // What can quickly be said about an unforced position (see UnforcedPositions) that helps to guess
  // its value: a number below G::hints. The squares that complete a line of black's and of white's,
  // and the shape.
  { game.hint(cells, cells, cells) } -> std::convertible_to<unsigned>;
  { G::hints } -> std::convertible_to<unsigned>;
};

// Positions of one layer.
template <StoneGame Game>
std::uint64_t layer_size(const Game& game, int stones) {
  return game.shapes(stones) * binomial_64(stones, black_stones(stones));
}

// A position as the solver sees it: all stones, and the black ones. Whose move it is follows.
struct StonePosition {
  Squares shape = 0, black = 0;

  int stones() const { return count_bits(shape); }
  Squares white() const { return shape ^ black; }
  bool operator==(const StonePosition&) const = default;
};

// The number of a position within its layer.
template <StoneGame Game>
std::uint64_t stone_code(const Game& game, const StonePosition& p) {
  const int stones = p.stones();
  return game.shape_number(p.shape) * binomial_64(stones, black_stones(stones)) +
         colour_rank()(extract_bits(p.black, p.shape));
}

template <StoneGame Game>
StonePosition stone_position(const Game& game, int stones, std::uint64_t code) {
  const std::uint64_t colourings = binomial_64(stones, black_stones(stones));
  const Squares shape = game.shape(stones, code / colourings);
  const Squares string = ColourRank::string(code % colourings, stones, black_stones(stones));
  return {shape, deposit_bits(string, shape)};
}

// The image that stands for all of them: the one with the smallest shape and, of those, black
// stones.
template <StoneGame Game>
StonePosition canonical(const Game& game, const StonePosition& p) {
  StonePosition best = p;
  for (const GridSymmetry& g : game.cell_symmetries().subspan(1)) {
    const Squares shape = g(p.shape);
    if (shape > best.shape) continue;
    const Squares black = g(p.black);
    if (shape < best.shape || black < best.black) best = {shape, black};
  }
  return best;
}

// Whether no image of the shape is smaller.
template <StoneGame Game>
bool is_canonical_shape(const Game& game, Squares shape) {
  for (const GridSymmetry& g : game.cell_symmetries().subspan(1)) {
    if (g(shape) < shape) return false;
  }
  return true;
}

// How a game ends, in one byte for both sides: 0 is a draw; what is better for Black is greater,
// and what is better for White is smaller. So the value of a position is the greatest or smallest
// of those that it leads to, as they are.
class StoneScore {
 public:
  // A side wins by putting the stone with that number, from 1: Black puts those with odd numbers.
  static constexpr std::int8_t win_at(int stone) {
    return static_cast<std::int8_t>(stone % 2 == 1 ? 64 - stone : stone - 65);
  }
  static constexpr std::int8_t draw = 0;
  // Worse for Black, and for White, than all others.
  static constexpr std::int8_t least = -128, greatest = 127;

  // The value for the side to move after this many stones, for a position in which the game goes
  // on.
  static constexpr Value value(std::int8_t score, int stones) {
    if (score == draw) return Value::draw();
    const int last = score > 0 ? 64 - score : score + 65;
    const bool mover_wins = (score < 0) == white_to_move(stones);
    return mover_wins ? Value::win(last - stones) : Value::loss(last - stones);
  }
};

}  // namespace zermelo
