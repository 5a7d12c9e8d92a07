// SPDX-License-Identifier: MIT
// Numbers of Ostle's positions in tables: those of the dense index.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "gen/ostle/ostle.h"
#include "gen/ostle/state_view.h"
#include "probe/table.h"

namespace zermelo::ostle {

// A canonical state's text; `forbidden` may be no_move.
template <class Game>
std::string print_state(const typename Game::Position& p, Move forbidden = {}) {
  return StateView<Game::Geometry::side>{p, false, forbidden}.text();
}

// The state that represents all of its orientations. `slice` is that of the position.
template <class Game>
std::string canonical_text(const Game& game, int slice,
                           const StateView<Game::Geometry::side>& seen) {
  const Place place = game.locate(slice, seen.position);
  typename Game::Cursor cursor(game.index(slice));
  const auto& p = cursor.at(place.index);
  if (seen.forbidden.from < 0) return print_state<Game>(p);
  const Slot slot = game.slot_in(place, seen.forbidden, seen.position.hole);
  return print_state<Game>(p, Game::move_of_slot(p, slot));
}

template <class Game>
std::optional<std::string> position_at(const Game& game, TableIndex number) {
  const int slice = static_cast<int>(number.slice);
  if (number.slice >= static_cast<std::size_t>(game.slice_count()) ||
      number.index >= game.index_size(slice)) {
    return std::nullopt;
  }
  typename Game::Cursor cursor(game.index(slice));
  const auto& p = cursor.at(number.index);
  if (!cursor.is_canonical()) return std::nullopt;
  return print_state<Game>(p);
}

// For a state's position, whatever is forbidden in it.
template <class Game>
TableIndex index_of(const Game& game, std::string_view text) {
  const auto seen = read_state<Game::Geometry::side>(game, text);
  const int slice = game.slice_of(seen.position);
  return {static_cast<std::size_t>(slice), game.locate(slice, seen.position).index};
}

}  // namespace zermelo::ostle
