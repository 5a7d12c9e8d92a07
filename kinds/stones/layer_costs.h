// SPDX-License-Identifier: MIT
// What it costs to leave layers of a table of stones out: how many values of which layers a probe
// of their positions then needs, by samples of what is stored.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "gen/grid/stone_game.h"
#include "kinds/stones/stone_table.h"
#include "tablebase/format/table_file.h"
#include "tablebase/shrink/shrink.h"

namespace zermelo {

// Looks at positions in evenly spaced blocks of each layer, about as many in each block. Throws
// DamagedTable.
template <StoneGame Game, class Lane>
class StoneLayerCosts {
 public:
  // Both must outlive this object.
  StoneLayerCosts(const Game& game, const TableFile& file)
      : game_(game), file_(file), probe_(game, {std::shared_ptr<const void>(), &file}) {}

  LayerCosts run() const {
    check_layers(game_, file_);
    LayerCosts costs;
    for (std::size_t layer = 0; layer < file_.slices().size(); ++layer) {
      const bool has_values = file_.slices()[layer].members > 0;
      costs.bytes.push_back(has_values ? file_.slice_bytes(layer) : 0);
      costs.needs.push_back(has_values ? values_needed(layer) : std::vector<ValuesNeeded>());
    }
    return costs;
  }

 private:
  static constexpr std::uint64_t most_blocks = 64;
  static constexpr std::size_t stride = 29;  // between positions of a block

  std::vector<ValuesNeeded> values_needed(std::size_t layer) const {
    std::map<std::size_t, std::uint64_t> lookups;
    std::uint64_t positions = 0;
    const std::uint64_t blocks = file_.slices()[layer].blocks() - 1;  // (The first is the model.)
    const std::uint64_t sampled = std::min(blocks, most_blocks);
    for (std::uint64_t i = 0; i < sampled; ++i) {
      std::size_t number = 0;
      probe_.read_block(layer, 1 + i * blocks / sampled, [&](std::uint64_t code, Value) {
        if (number++ % stride != 0) return;
        ++positions;
        for (const std::size_t next : layers_asked(layer, code)) ++lookups[next];
      });
    }
    std::vector<ValuesNeeded> needed;
    for (const auto& [next, count] : lookups)
      needed.push_back({next, static_cast<double>(count) / static_cast<double>(positions)});
    return needed;
  }

  // For each different position that a probe looks up, its layer.
  std::vector<std::size_t> layers_asked(std::size_t layer, std::uint64_t code) const {
    const StoneReplies replies =
        stone_replies(game_, stone_position(game_, static_cast<int>(layer), code));
    std::vector<std::pair<Squares, Squares>> asked;
    for (int i = 0; i < replies.open; ++i) {
      const StonePosition& p = replies.outlooks[static_cast<std::size_t>(i)].unforced;
      asked.emplace_back(p.shape, p.black);
    }
    std::ranges::sort(asked);
    asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
    std::vector<std::size_t> layers;
    for (const auto& [shape, black] : asked)
      layers.push_back(static_cast<std::size_t>(count_bits(shape)));
    return layers;
  }

  const Game& game_;
  const TableFile& file_;
  StoneProbe<Game, Lane> probe_;
};

}  // namespace zermelo
