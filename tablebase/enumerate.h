// SPDX-License-Identifier: MIT
// The members of a slice: canonical positions that are not won at once. The others need no value:
// the rules tell it.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <vector>

#include "tablebase/dense_set.h"
#include "tablebase/parallel.h"

namespace zermelo {

struct SliceMembers {
  DenseSet set;
  std::uint64_t positions = 0;  // canonical positions, members and others
};

// Thread-safe; uses `threads` threads.
template <class Game>
SliceMembers enumerate_slice(const Game& game, int slice, int threads) {
  constexpr std::uint64_t words_a_task = 1024;
  const std::uint64_t universe = game.index_size(slice);
  std::vector<std::uint64_t> words((universe + 63) / 64);
  std::atomic<std::uint64_t> positions{0};
  const std::uint64_t tasks = (words.size() + words_a_task - 1) / words_a_task;
  parallel_tasks(tasks, threads, [&] {
    return [&, cursor = typename Game::Cursor(game.index(slice))](std::uint64_t task) mutable {
      std::uint64_t canonical = 0;
      const std::uint64_t end = std::min<std::uint64_t>(words.size(), (task + 1) * words_a_task);
      for (std::uint64_t w = task * words_a_task; w < end; ++w) {
        std::uint64_t bits = 0;
        for (std::uint64_t i = 64 * w; i < std::min(universe, 64 * w + 64); ++i) {
          const auto& position = cursor.at(i);
          if (!cursor.is_canonical()) continue;
          ++canonical;
          if (!game.wins_at_once(slice, position)) bits |= std::uint64_t{1} << (i & 63);
        }
        words[w] = bits;
      }
      positions += canonical;
    };
  });
  return {DenseSet(words, universe), positions};
}

}  // namespace zermelo
