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

  const CodeSet& at(int layer) const { return layers_[static_cast<std::size_t>(layer)].positions; }
  // Whether at(layer) lacks those that are won at once.
  bool leaves_out_won_at_once(int layer) const {
    return layers_[static_cast<std::size_t>(layer)].leaves_out_won_at_once;
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
  // Nothing if it is left out, since the mover wins at once.
  std::optional<Place> find(const Located& p) const {
    if (p.layer < 0 || static_cast<std::size_t>(p.layer) >= layers_.size()) not_found();
    const auto number = at(p.layer).find(p.code);
    if (number) return Place{p.layer, *number};
    if (!layers_[static_cast<std::size_t>(p.layer)].leaves_out_won_at_once) not_found();
    return std::nullopt;
  }
  // The value of a position that a move leads to.
  Value value_of(const PositionOf<Game>& p) const {
    const std::optional<Place> place = find(locate(game_, p));
    return place ? get(place->layer, place->number) : Value::win(1);
  }

 private:
  // (Only a mistake in a game's rules could lead here.)
  [[noreturn]] static void not_found() {
    throw Error("A move leads to a position that was not found before.");
  }

  const Game& game_;
  const std::vector<ExploredLayer>& layers_;
  std::vector<std::vector<Storage>> values_;
};

}  // namespace zermelo
