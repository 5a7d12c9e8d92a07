// SPDX-License-Identifier: MIT
// Domineering (Göran Andersson): Black puts dominoes upright, White across; a player who cannot has
// lost. What a position is worth depends on which squares are covered, not on whose dominoes cover
// them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gen/grid/game.h"
#include "gen/parameters.h"
#include "symmetry/bits.h"
#include "symmetry/grid.h"

namespace zermelo::domineering {

struct Parameters {
  int columns = 5, rows = 5;  // at most 63 squares

  bool operator==(const Parameters&) const = default;
};

const GameInfo& info();
// Reads key=value pairs; keys that are absent have the defaults of info(). Throws UsageError.
Parameters parse_parameters(const ParameterTexts& texts);

// The set of covered squares; it determines the side to move, too.
struct Codes {
  int squares = 0;

  std::uint64_t size() const { return std::uint64_t{1} << squares; }
  static std::uint64_t encode(const GridPosition& p) { return p.occupied(); }
  // Everything is black: coloured() says whose it can be.
  static GridPosition decode(std::uint64_t code) {
    return {code, 0, count_bits(code) / 2 % 2 == 1};
  }
};

// Immutable and thread-safe.
class Domineering {
 public:
  explicit Domineering(const Parameters& parameters);

  Grid grid() const { return grid_; }
  GridPosition start() const { return {}; }
  std::span<const GridSymmetry> symmetries() const { return symmetries_; }
  Codes codes() const { return {grid_.squares()}; }
  static constexpr bool is_layered() { return true; }
  int layer(const GridPosition& p) const { return count_bits(p.occupied()) / 2; }
  int longest_step() const { return 1; }
  std::string layer_name(int layer) const;
  std::string move_text(const GridChange& change) const { return format_change(change, grid_); }
  PositionStatus status(const GridPosition& p) const;
  // One of the positions in which these squares are covered, with dominoes of both sides; `covered`
  // itself if there is none.
  GridPosition coloured(const GridPosition& covered) const;

  template <class Visit>
  void for_each_successor(const GridPosition& p, Visit&& visit) const {
    const int step = p.white_to_move ? 1 : grid_.columns;
    for_each_square(places(p.occupied(), p.white_to_move), [&](int square) {
      const Squares domino = bit_of(square) | bit_of(square + step);
      const GridPosition next = p.white_to_move ? GridPosition{p.black, p.white | domino, false}
                                                : GridPosition{p.black | domino, p.white, true};
      visit(next, places(next.occupied(), next.white_to_move) == 0 ? Ending::won : Ending::none);
    });
  }

  // For depth_search.h.
  bool is_stuck_win(const GridPosition&) const { return true; }
  StuckWins stuck_wins() const { return StuckWins::all; }

 private:
  // Where the lower or left half of a side's domino can be.
  Squares places(Squares occupied, bool white) const {
    const Squares open = grid_.all() & ~occupied;
    return white ? open & open >> 1 & ~last_file_ : open & open >> grid_.columns;
  }

  Grid grid_;
  std::vector<GridSymmetry> symmetries_;
  Squares last_file_ = 0;  // in which no domino across begins
};

}  // namespace zermelo::domineering
