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
#include "kinds/stones/stone_layer.h"
#include "tablebase/job/memory_limit.h"

namespace zermelo {

// Of packed layers, measured on Connect Four, six columns by five rows (six by six takes less than
// half of what this plans): most layers have 9 to 20
// positions a byte, and 250 to 17,000 of what is reached (docs/experiments.md).
inline constexpr std::uint64_t packed_positions_a_byte = 11, reached_positions_a_byte = 200;

// The most that is needed: of two layers, one byte per position, or what a packed layer takes; of
// all layers, or of one, what is reached; and, for a layer that is written, what is collected
// before that. Of packed layers it is an estimate. Sizes beyond all memory count as one pebibyte.
enum class StoneWork { counting, reading, solving };
template <StoneGame Game>
std::uint64_t stone_memory(const Game& game, StoneWork work, const StonePacking& packing = {}) {
  constexpr std::uint64_t too_many = std::uint64_t{1} << 50;
  const auto symmetries = static_cast<std::uint64_t>(std::size(game.cell_symmetries()));
  std::uint64_t layers = 0, largest = 0, sum = 0, before = 0;
  bool packs = false;
  for (int stones = 0; stones <= game.cells(); ++stones) {
    const std::uint64_t shapes = game.shapes(stones);
    const std::uint64_t colourings = binomial_64(stones, black_stones(stones));
    if (shapes > too_many / colourings || sum > too_many) return too_many;
    const std::uint64_t positions = shapes * colourings;
    const bool packed = packing.packs(stones, positions);
    packs |= packed;
    // (What says where a packed layer's parts are.)
    const std::uint64_t places =
        packed ? PackedLayer::bytes_of_places(shapes, ShapeTasks(shapes, stones).parts()) : 0;
    const std::uint64_t size = packed ? positions / packed_positions_a_byte + places : positions;
    const std::uint64_t collected = work == StoneWork::solving ? size / 4 : 0;
    const std::uint64_t reached = packed
                                      ? positions / symmetries / reached_positions_a_byte + places
                                      : positions / 8 / symmetries;
    layers = std::max(layers, size + before + collected);
    largest = std::max(largest, reached);
    before = size;
    sum += reached;
  }
  return layers + (work == StoneWork::counting ? largest : sum) +
         (packs ? packing.cache_bytes : 0) + fixed_memory;
}

// How to solve a game in so much memory: layers are packed only if they must be.
template <StoneGame Game>
StonePacking stone_packing(const Game& game, std::uint64_t memory) {
  if (stone_memory(game, StoneWork::solving) <= memory) return {};
  const std::uint64_t part = (memory - std::min(memory, fixed_memory)) / 8;
  return {.most_unpacked = part, .cache_bytes = part};
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
