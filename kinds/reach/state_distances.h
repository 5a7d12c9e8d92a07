// SPDX-License-Identifier: MIT
// What a table of arrivals says about any state: its distance from the start of the game.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "gen/move_kind.h"
#include "tablebase/format/arrival.h"

namespace zermelo {

// What is stored for a position: when it is reached, and the number of the move that waits for
// arrival.complete (only if that is later than arrival.first).
struct StoredArrival {
  Arrival arrival;
  std::optional<std::uint8_t> slot;

  // When a move inside the group with this number is first played here; -1: never.
  int played(unsigned move_slot) const {
    return slot && *slot == move_slot ? arrival.complete : arrival.first;
  }
};

// Lookup is a callable (slice, index) -> StoredArrival.
template <class Game, class Lookup>
class StateDistances {
 public:
  using Position = typename Game::Position;
  using Move = std::decay_t<decltype(Game::no_move)>;
  static constexpr int never = -1;

  StateDistances(const Game& game, Lookup lookup) : game_(game), lookup_(std::move(lookup)) {}

  // The distance of a position in any orientation with one of its moves without removal forbidden
  // (or Game::no_move), in plies; `never` if play cannot lead to that state. Thread-safe if Lookup
  // is.
  int distance(int slice, const Position& p, Move forbidden) const {
    const auto place = game_.locate(slice, p);
    if (forbidden == Game::no_move) return lookup_(slice, place.index).arrival.unrestricted;
    const unsigned slot = game_.slot_in(place, forbidden, p.hole);
    // A move is forbidden because it would lead back: the move that forbids it was made from its
    // result.
    int least = never;
    game_.for_each_move(slice, p, [&](const auto& made) {
      if (!(made.move == forbidden) || made.kind != MoveKind::inner) return;
      least = earliest_move(made.slice, made.position, place.index, slot);
    });
    return least;
  }

 private:
  // One ply after the earliest move from `before` to the position with that index in the mirror
  // slice, such that the reply `slot` is forbidden there.
  int earliest_move(int slice, const Position& before, std::uint64_t index, unsigned slot) const {
    const auto here = game_.locate(slice, before);
    int least = never;
    game_.for_each_move(slice, before, [&](const auto& made) {
      if (made.kind != MoveKind::inner) return;
      const auto place = game_.locate(made.slice, made.position);
      if (place.index != index || !game_.forbids_slot(made, before, place, slot)) return;
      const int played =
          lookup_(slice, here.index).played(game_.slot_in(here, made.move, before.hole));
      if (played != never && (least == never || played + 1 < least)) least = played + 1;
    });
    return least;
  }

  const Game& game_;
  Lookup lookup_;
};

}  // namespace zermelo
