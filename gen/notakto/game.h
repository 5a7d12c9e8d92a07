// SPDX-License-Identifier: MIT
// Notakto: tic-tac-toe in which both sides put the same stones. A player who completes three in a
// row, across, upright or diagonally, has lost.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gen/grid/game.h"
#include "gen/grid/lines.h"
#include "gen/parameters.h"
#include "symmetry/bits.h"
#include "symmetry/grid.h"

namespace zermelo::notakto {

struct Parameters {
  int rows = 3, columns = 3;  // at most 63 squares

  bool operator==(const Parameters&) const = default;
};

const GameInfo& info();
// Reads key=value pairs; keys that are absent have the defaults of info(). Throws UsageError.
Parameters parse_parameters(const ParameterTexts& texts);

// A position is a set of squares: that is its code, too.
struct Codes {
  int squares = 0;

  std::uint64_t size() const { return std::uint64_t{1} << squares; }
  static std::uint64_t encode(const GridPosition& p) { return p.black; }
  static GridPosition decode(std::uint64_t code) { return {code, 0, count_bits(code) % 2 == 1}; }
};

// Immutable and thread-safe. All stones are black.
class Notakto {
 public:
  explicit Notakto(const Parameters& parameters);

  Grid grid() const { return grid_; }
  GridPosition start() const { return {}; }
  std::span<const GridSymmetry> symmetries() const { return symmetries_; }
  Codes codes() const { return {grid_.squares()}; }
  static constexpr bool is_layered() { return true; }
  int layer(const GridPosition& p) const { return count_bits(p.black); }
  int longest_step() const { return 1; }
  std::string layer_name(int layer) const;
  std::string move_text(const GridChange& change) const;
  PositionStatus status(const GridPosition& p) const;

  template <class Visit>
  void for_each_successor(const GridPosition& p, Visit&& visit) const {
    for_each_square(grid_.all() & ~p.black, [&](int square) {
      const GridPosition next{p.black | bit_of(square), 0, !p.white_to_move};
      const bool full = next.black == grid_.all();
      visit(next, lines_.any(next.black) ? Ending::lost : full ? Ending::drawn : Ending::none);
    });
  }

 private:
  Grid grid_;
  Lines lines_;
  std::vector<GridSymmetry> symmetries_;
};

}  // namespace zermelo::notakto
