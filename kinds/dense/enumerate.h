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
#include "tablebase/sets/dense_set.h"

namespace zermelo {

struct SliceMembers {
  DenseSet set;
  std::uint64_t positions = 0;  // canonical positions, members and others
};

enum class Members { not_won_at_once, all };

// Bit i: whether index `begin` + i is a member's, for `count` <= 64 indices. If `canonical` is
// given, the canonical positions among them are added to it.
template <class Game>
std::uint64_t member_bits(const Game& game, int slice, Members members,
                          typename Game::Cursor& cursor, std::uint64_t begin, std::uint64_t count,
                          std::uint64_t* canonical = nullptr) {
  std::uint64_t bits = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto& position = cursor.at(begin + i);
    if (!cursor.is_canonical()) continue;
    if (canonical != nullptr) ++*canonical;
    if (members == Members::all || !game.wins_at_once(slice, position))
      bits |= std::uint64_t{1} << i;
  }
  return bits;
}

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
