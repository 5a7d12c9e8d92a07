// SPDX-License-Identifier: MIT
// Which values those positions of a layer have that play can lead to.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "gen/parallel.h"
#include "gen/value.h"
#include "kinds/stones/stone_layers.h"
#include "tablebase/greatest_states.h"

namespace zermelo {

struct StoneStatistics {
  std::map<Value, std::uint64_t> histogram;  // canonical positions
  std::vector<std::uint64_t> longest;        // codes of the longest wins, the first ones

  bool operator==(const StoneStatistics&) const = default;
};

inline StoneStatistics stone_statistics(const ReachedLayer& reached,
                                        const HugeArray<std::int8_t>& scores, int stones,
                                        int threads) {
  const std::uint64_t colourings = binomial_64(stones, black_stones(stones));
  std::array<int, 256> win_plies{};  // by score; 0 for those that are not wins
  for (std::size_t i = 0; i < 256; ++i) {
    const Value value = StoneScore::value(static_cast<std::int8_t>(i), stones);
    if (value.is_win()) win_plies[i] = value.plies();
  }
  std::array<std::uint64_t, 256> all{};
  std::mutex mutex;
  GreatestStates longest(2);  // a win in 1 is never worth noting
  parallel_tasks(reached.first_word.size(), threads, [&] {
    return [&](std::uint64_t shape) {
      if (reached.first_word[shape] == ReachedLayer::none) return;
      std::array<std::uint64_t, 256> counts{};
      const std::uint64_t* const words = reached.bits.data() + reached.first_word[shape];
      for (std::uint64_t w = 0; w * 64 < colourings; ++w) {
        for_each_square(words[w], [&](int bit) {
          const std::uint64_t code = shape * colourings + w * 64 + static_cast<unsigned>(bit);
          const auto score = static_cast<std::uint8_t>(scores[code]);
          ++counts[score];
          if (longest.wants(win_plies[score])) longest.add(win_plies[score], {0, code, 0});
        });
      }
      const std::lock_guard lock(mutex);
      for (std::size_t i = 0; i < 256; ++i) all[i] += counts[i];
    };
  });
  StoneStatistics result;
  for (std::size_t i = 0; i < 256; ++i) {
    if (all[i] > 0)
      result.histogram[StoneScore::value(static_cast<std::int8_t>(i), stones)] += all[i];
  }
  for (const PlacedState& state : longest.first()) result.longest.push_back(state.index);
  return result;
}

}  // namespace zermelo
