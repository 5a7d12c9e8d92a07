// SPDX-License-Identifier: MIT
// Symmetries of a board that leave a game as it is, applied to the texts of positions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "probe/game.h"

namespace zermelo {

// Rotations and reflections of the board. By those that do not change the start, play leads to all
// images of a position that it leads to, in as many plies, and the same side moves there. Immutable
// and thread-safe.
class TextSymmetries {
 public:
  // None but the identity, unless the game writes positions rank by rank, all their pieces, and the
  // images of moves of some thousand positions near the start are the moves of their images.
  // `threads`: that look at these; 0 means one per processor.
  explicit TextSymmetries(const Game& game, int threads = 0);

  // How many there are; the identity is number 0.
  std::size_t size() const { return maps_.size(); }
  // How many of them do not change the start: a group, and the first ones by number.
  std::size_t count_keeping_start() const { return keeping_start_; }
  // Where a square (by number from a1, along the ranks) goes.
  int image(std::size_t map, int square) const {
    return maps_[map].squares[static_cast<std::size_t>(square)];
  }
  std::string image(std::size_t map, std::string_view text) const;
  // The first ones, by squares.
  std::vector<std::vector<int>> maps(std::size_t count) const;

  struct Orbit {
    std::string least;  // of the images, in the order of texts
    // Symmetries that make different images, which are all that there are, as bits by number.
    std::uint8_t maps = 1;
  };
  // By the first `count` of them, which must be a group.
  Orbit orbit(std::string_view text, std::size_t count) const;

 private:
  struct Map {
    std::vector<int> squares;  // where each goes
    std::vector<int> sources;  // where what comes to each square is from
  };
  // A position's squares by number, and what follows the last rank.
  struct Board {
    std::string cells;
    std::string_view rest;
  };

  struct NearStart;

  void find_ranks(const Diagram& board);
  bool keeps_squares(const Map& map) const;
  void put_those_first_that_keep(const std::string& start);
  std::optional<Board> read(std::string_view text) const;
  std::string written(const Board& board) const;
  bool is_of_game(const Game& game, NearStart& near, std::size_t map, int threads) const;
  std::vector<Map> all_maps() const;

  int columns_ = 0, rows_ = 0;
  std::vector<std::vector<int>> ranks_;  // the squares that texts tell of, rank 1 first
  std::vector<Map> maps_;
  std::size_t keeping_start_ = 1;
};

}  // namespace zermelo
