// SPDX-License-Identifier: MIT
// What a sample of the index says about a search that has not begun: how many positions play may
// lead to, how many of them are not won at once, and how long it takes to list their moves.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

#include "gen/grid/game.h"
#include "kinds/codes/played_moves.h"

namespace zermelo {

struct IndexEstimate {
  std::uint64_t index = 0;          // all numbers of the index
  double reached = 0;               // positions that play may lead to
  double valued = 0;                // those of them that the mover does not win at once
  std::vector<double> valued_in;    // the same, by group of the index
  double seconds_per_position = 0;  // of listing and locating moves, for one thread
};

// Game as for IndexExplorer. A position counts if the game goes on there and if a predecessor is
// one from which play goes on. The predecessor need not be reachable itself, so estimates tend to
// be high.
template <class Game>
class IndexSample {
 public:
  explicit IndexSample(const Game& game) : game_(game) {}

  IndexEstimate estimate() const {
    const std::uint64_t all = game_.codes().size();
    // (Runs of neighbours, since a search goes through the index in order.)
    const std::uint64_t step = std::max(run, all / runs);
    std::uint64_t looked_at = 0;
    std::vector<std::uint64_t> valued(static_cast<std::size_t>(game_.codes().groups()));
    std::vector<PositionOf<Game>> reached;
    for (std::uint64_t begin = 0; begin < all; begin += step) {
      const std::uint64_t end = std::min(all, begin + run);
      for (std::uint64_t code = begin; code < end; ++code, ++looked_at) {
        const PositionOf<Game> p = game_.codes().decode(code);
        if (!may_be_reached(code, p)) continue;
        reached.push_back(p);
        if (!wins_at_once(game_, p)) ++valued[static_cast<std::size_t>(group_of(code))];
      }
    }
    const double share =
        static_cast<double>(all) / static_cast<double>(std::max<std::uint64_t>(1, looked_at));
    IndexEstimate result{.index = all,
                         .reached = share * static_cast<double>(reached.size()),
                         .valued = 0,
                         .valued_in = {},
                         .seconds_per_position = seconds_of(reached)};
    for (const std::uint64_t in_group : valued) {
      result.valued_in.push_back(share * static_cast<double>(in_group));
      result.valued += result.valued_in.back();
    }
    return result;
  }

 private:
  static constexpr std::uint64_t run = 16, runs = 512;

  int group_of(std::uint64_t code) const {
    int low = 0, high = game_.codes().groups();
    while (low + 1 < high) {
      const int middle = (low + high) / 2;
      (game_.codes().begin(middle) <= code ? low : high) = middle;
    }
    return low;
  }

  bool may_be_reached(std::uint64_t code, const PositionOf<Game>& p) const {
    if (game_.codes().encode(p) != code || !game_.status(p).goes_on()) return false;
    for (const auto& [first, end] : game_.start_codes())
      if (first <= code && code < end && game_.is_start(code, p)) return true;
    bool found = false;
    game_.for_each_predecessor(
        p, [&](const PositionOf<Game>& q) { found = found || is_played_on(game_, q); });
    return found;
  }

  // Taken when the moves are listed for the second time, since the first time fills tables.
  double seconds_of(const std::vector<PositionOf<Game>>& positions) const {
    if (positions.empty()) return 0;
    list_moves_of(positions);
    const auto begin = std::chrono::steady_clock::now();
    list_moves_of(positions);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    return elapsed.count() / static_cast<double>(positions.size());
  }
  void list_moves_of(const std::vector<PositionOf<Game>>& positions) const {
    for (const PositionOf<Game>& p : positions)
      game_.for_each_located_successor(p, [](const PositionOf<Game>&, Ending, const Located&) {});
  }

  const Game& game_;
};

}  // namespace zermelo
