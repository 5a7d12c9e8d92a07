// SPDX-License-Identifier: MIT
// Values of a grid game's positions while it is being solved.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "gen/grid/metric.h"
#include "gen/value.h"
#include "kinds/codes/explored_layer.h"
#include "kinds/codes/packed_values.h"
#include "kinds/codes/shared_codes.h"

namespace zermelo {

// Explored layers with the values of their positions. Part is WholeCodes or SharedCodes
// (kinds/codes/shared_codes.h); layers hold the keys of this process's own positions.
template <class Game, class SharedBy = WholeCodes>
class LayerValues {
 public:
  using Part = SharedBy;

  // All must outlive this object.
  LayerValues(const Game& game, const std::vector<ExploredLayer>& layers, const Part& part)
      : game_(game), layers_(layers), part_(part), values_(layers.size()) {}

  const Part& part() const { return part_; }

  // The values of a layer; of one that has none yet, or no longer, nothing.
  PackedValues& of(int layer) { return values_[static_cast<std::size_t>(layer)]; }
  const PackedValues& of(int layer) const { return values_[static_cast<std::size_t>(layer)]; }

  const CodeSet& at(int layer) const { return layers_[static_cast<std::size_t>(layer)].positions; }
  // Whether at(layer) lacks those that are won at once.
  bool leaves_out_won_at_once(int layer) const {
    return layers_[static_cast<std::size_t>(layer)].leaves_out_won_at_once;
  }
  Value get(int layer, std::uint64_t number) const { return of(layer).get(number); }

  // Where to find a position that play can lead to and that is not over.
  struct Place {
    int layer;
    std::uint64_t number;
  };
  Value get(const Place& place) const { return get(place.layer, place.number); }
  // Nothing if it is left out, since the mover wins at once. (For a code that this process has.)
  std::optional<Place> find(const Located& p) const {
    check_layer(p);
    return find_key(p.layer, part_.location(p).place);
  }
  std::optional<Place> find_key(int layer, std::uint64_t key) const {
    const auto number = at(layer).find(key);
    if (number) return Place{layer, *number};
    if (!leaves_out_won_at_once(layer)) not_found();
    return std::nullopt;
  }
  // Who has the code of a position that play can lead to, and its key.
  Location location(const Located& p) const {
    check_layer(p);
    return part_.location(p);
  }
  // Prefetches from memory what find and get will read.
  void prefetch(const Located& p) const {
    check_layer(p);
    at(p.layer).prefetch(part_.location(p).place);
  }
  void prefetch(const Place& place) const { of(place.layer).prefetch(place.number); }
  // The value of a position that a move leads to.
  Value value_of(const PositionOf<Game>& p) const {
    const Located located = locate(game_, p);
    check_layer(located);
    const auto number = at(located.layer).find(part_.location(located).place);
    if (number) return get(located.layer, *number);
    if (!leaves_out_won_at_once(located.layer)) not_found();
    return Value::win(1);
  }

 private:
  void check_layer(const Located& p) const {
    if (p.layer < 0 || static_cast<std::size_t>(p.layer) >= layers_.size()) not_found();
  }
  // (Only a mistake in a game's rules could lead here.)
  [[noreturn]] static void not_found() {
    throw Error("A move leads to a position that was not found before.");
  }

  const Game& game_;
  const std::vector<ExploredLayer>& layers_;
  const Part& part_;
  std::vector<PackedValues> values_;
};

}  // namespace zermelo
