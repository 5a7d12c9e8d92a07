// SPDX-License-Identifier: MIT
// What a table says about the positions of a grid game, however its members are looked up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "gen/grid/metric.h"
#include "gen/value.h"
#include "kinds/codes/layer_values.h"

namespace zermelo {

// Members is CodeProbe or LoadedCodes. Thread-safe as that is.
template <class Game, class Members, class MetricOfTable>
class GridTable {
 public:
  using Metric = MetricOfTable;

  // The game must outlive this object. `members`: what the constructor of Members takes beside the
  // number of the game's codes.
  template <class... Arguments>
  explicit GridTable(const Game& game, Arguments&&... members)
      : game_(game),
        members_(std::forward<Arguments>(members)..., game.codes().size()),
        layers_(members_.file().slices().size()) {}

  const Members& members() const { return members_; }

  // The value of a position in which the game goes on; nothing if play cannot lead to it.
  // (A position that is won at once has a value wherever it is.)
  std::optional<Value> value(const PositionOf<Game>& p) const {
    if (Metric::knows_wins_at_once && wins_at_once(game_, p)) return Value::win(1);
    return stored(p);
  }
  // The same for a position that is not won at once.
  std::optional<Value> stored(const PositionOf<Game>& p) const {
    const int layer = game_.layer(p);
    if (layer < 0 || static_cast<std::size_t>(layer) >= layers_) return std::nullopt;
    return members_.find(static_cast<std::size_t>(layer),
                         game_.codes().encode(canonical(game_, p)));
  }
  // What a move is worth to its maker.
  std::optional<Value> of_move(const PositionOf<Game>& next, Ending ending) const {
    return move_value<Metric>(game_, next, ending,
                              [&](const PositionOf<Game>& p) { return value(p); });
  }

 private:
  const Game& game_;
  Members members_;
  std::size_t layers_;
};

}  // namespace zermelo
