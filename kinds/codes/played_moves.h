// SPDX-License-Identifier: MIT
// Where play goes on to from a position, for a game with an index that need not play on from
// positions that the mover can win at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gen/grid/game.h"

namespace zermelo {

// Game is as for IndexExplorer (kinds/codes/index_explorer.h); the game goes on in p. Appends to
// `next` where it goes on, once or more often, and to `ended`, if it is not null, the positions in
// which it has ended. Returns whether there is no win at once, as far as it has been looked for.
template <class Game>
bool append_played(const Game& game, const PositionOf<Game>& p, std::vector<Located>& next,
                   std::vector<PositionOf<Game>>* ended) {
  if (!game.may_play_on(p)) return false;
  const std::size_t next_before = next.size();
  const std::size_t ended_before = ended == nullptr ? 0 : ended->size();
  bool wins = false;
  game.for_each_located_successor(
      p, [&](const PositionOf<Game>& q, Ending ending, const Located& located) {
        if (ending == Ending::won) wins = true;
        if (ending == Ending::none) {
          next.push_back(located);
        } else if (ended != nullptr) {
          ended->push_back(q);
        }
      });
  if (wins && !game.plays_on_though_won()) {
    next.resize(next_before);
    if (ended != nullptr) ended->resize(ended_before);
  }
  return !wins;
}

// Whether play goes on from a position, which may be any.
template <class Game>
bool is_played_on(const Game& game, const PositionOf<Game>& p) {
  return game.codes().find(p) && game.status(p).goes_on() && game.may_play_on(p) &&
         (game.plays_on_though_won() || !wins_at_once(game, p));
}

}  // namespace zermelo
