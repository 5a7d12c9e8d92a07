// SPDX-License-Identifier: MIT
// Which table of several groups of materials knows a position, and which of its slices.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gen/variant/endgame_rules.h"
#include "gen/variant/material.h"
#include "gen/variant/symmetry.h"

namespace zermelo::endgames {

// Immutable and thread-safe.
class MaterialLocator {
 public:
  // If the sides can be exchanged, the slices of a material answer also for the exchanged one.
  MaterialLocator(const Rules& rules, std::span<const MaterialGroup> groups);

  struct Found {
    std::uint32_t table;  // the number of its group in the list
    std::uint16_t slot;   // of the group's
    bool exchanges;       // whether it has the exchanged men
  };
  // Nothing if these men, with that side to move, have no table.
  std::optional<Found> find(const Men& men, int to_move) const;
  // The men as they stand in the slice that was found.
  Men men_there(const Found& found, const Men& men) const {
    return found.exchanges ? exchanged(men) : men;
  }
  Men exchanged(const Men& men) const;
  Square square_there(bool exchanges, Square square) const {
    return exchanges ? exchange_[square] : square;
  }

 private:
  struct Entry {
    std::uint64_t key;
    std::array<Found, 2> found;  // by side to move
  };
  std::vector<Entry> entries_;  // ascending by key
  Permutation exchange_{};
};

}  // namespace zermelo::endgames
