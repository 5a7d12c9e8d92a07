// SPDX-License-Identifier: MIT
// Values of a grid game's positions while it is being solved.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "gen/grid/metric.h"
#include "gen/value.h"
#include "kinds/codes/explore.h"

namespace zermelo {

// Explored layers with the values of their positions. Values are as wide as Storage: int8_t where
// no game takes more than 127 plies.
template <class Game, class Storage>
class LayerValues {
 public:
  // Both must outlive this object.
  LayerValues(const Game& game, const std::vector<ExploredLayer>& layers)
      : game_(game), layers_(layers), values_(layers.size()) {}

  void make(int layer) { values_[static_cast<std::size_t>(layer)].assign(at(layer).size(), 0); }
  std::span<std::byte> bytes(int layer) {
    return std::as_writable_bytes(std::span(values_[static_cast<std::size_t>(layer)]));
  }
  void forget(int layer) { values_[static_cast<std::size_t>(layer)] = {}; }

  const SparseSet& at(int layer) const {
    return layers_[static_cast<std::size_t>(layer)].positions;
  }
  Value get(int layer, std::uint64_t number) const {
    return Value::from_raw(values_[static_cast<std::size_t>(layer)][number]);
  }
  // Different numbers may be set from different threads.
  void set(int layer, std::uint64_t number, Value value) {
    values_[static_cast<std::size_t>(layer)][number] = static_cast<Storage>(value.raw());
  }

  // Where to find a position that play can lead to and that is not over.
  struct Place {
    int layer;
    std::uint64_t number;
  };
  std::optional<Place> find(const PositionOf<Game>& p) const {
    const int layer = game_.layer(p);
    if (layer < 0 || static_cast<std::size_t>(layer) >= layers_.size()) return std::nullopt;
    const auto number = at(layer).find(game_.codes().encode(canonical(game_, p)));
    return number ? std::optional(Place{layer, *number}) : std::nullopt;
  }
  // The value of a position that a move leads to.
  Place place_of(const PositionOf<Game>& p) const {
    const std::optional<Place> place = find(p);
    // (Only a mistake in a game's rules could lead here.)
    if (!place) throw Error("A move leads to a position that was not found before.");
    return *place;
  }
  Value value_of(const PositionOf<Game>& p) const {
    const Place place = place_of(p);
    return get(place.layer, place.number);
  }

 private:
  const Game& game_;
  const std::vector<ExploredLayer>& layers_;
  std::vector<std::vector<Storage>> values_;
};

}  // namespace zermelo
