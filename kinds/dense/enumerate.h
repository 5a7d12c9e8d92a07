// SPDX-License-Identifier: MIT
// The members of a slice. In a table of values they are the canonical positions that are not won at
// once, since the value of those follows from the rules; in a table of distances from the start
// they are all canonical positions.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "gen/parallel.h"
#include "kinds/dense/block_members.h"
#include "tablebase/sets/dense_set.h"

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
        const std::uint64_t count = std::min<std::uint64_t>(64, universe - 64 * w);
        words[w] =
            member_bits(game, slice, Members::not_won_at_once, cursor, 64 * w, count, &canonical);
      }
      positions += canonical;
    };
  });
  return {DenseSet(words, universe), positions};
}

}  // namespace zermelo
