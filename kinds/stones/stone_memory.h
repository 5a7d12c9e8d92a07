// SPDX-License-Identifier: MIT
// How much memory work on the layers of a game of stones takes, computed from the rules alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>

#include "gen/connect/game.h"
#include "gen/grid/stone_game.h"
#include "gen/mnk/game.h"
#include "tablebase/job/memory_limit.h"

namespace zermelo {

// The most that is needed: two layers with one byte per position; about one bit for every position
// of a canonical shape, for all layers or for one; and, for a layer that is written, what is
// collected before that. Sizes beyond all memory count as one pebibyte.
enum class StoneWork { counting, reading, solving };
template <StoneGame Game>
std::uint64_t stone_memory(const Game& game, StoneWork work) {
  constexpr std::uint64_t too_many = std::uint64_t{1} << 50;
  std::uint64_t layers = 0, largest = 0, sum = 0, before = 0;
  for (int stones = 0; stones <= game.cells(); ++stones) {
    const std::uint64_t shapes = game.shapes(stones);
    const std::uint64_t colourings = binomial_64(stones, black_stones(stones));
    if (shapes > too_many / colourings || sum > too_many) return too_many;
    const std::uint64_t size = shapes * colourings;
    const std::uint64_t collected = work == StoneWork::solving ? size / 4 : 0;
    layers = std::max(layers, size + before + collected);
    largest = std::max(largest, size);
    before = size;
    sum += size;
  }
  const auto symmetries = static_cast<std::uint64_t>(std::size(game.cell_symmetries()));
  const std::uint64_t reached = work == StoneWork::counting ? largest : sum;
  return layers + reached / 8 / symmetries + fixed_memory;
}

// Part of the sentence that refuses a game which does not fit into memory: the largest board that
// `bytes` are enough for, "columns=6 rows=5 would fit"; for Connect Four also the command that
// needs less. Empty if there is none, or if this is not known for the game.
template <class Game>
std::string what_fits(const Game&, std::uint64_t) {
  return "";
}
std::string what_fits(const connect::Connect& game, std::uint64_t bytes);
std::string what_fits(const mnk::Mnk& game, std::uint64_t bytes);

}  // namespace zermelo
