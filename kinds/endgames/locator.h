// SPDX-License-Identifier: MIT
// Which table of several materials knows a position.
#pragma once

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
  // If the sides can be exchanged, the table of a material answers also for the exchanged one.
  MaterialLocator(const Rules& rules, std::span<const Material> materials);

  struct Found {
    std::size_t table;  // the number of its material in the list
    bool exchanges;     // whether it is that of the exchanged men

    int side(int to_move) const { return exchanges ? other(to_move) : to_move; }
  };
  // Nothing if these men have no table.
  std::optional<Found> find(const Men& men) const;
  // The men as they stand in the table that was found.
  Men men_there(const Found& found, const Men& men) const {
    return found.exchanges ? exchanged(men) : men;
  }

 private:
  struct Entry {
    std::uint64_t key;
    Found found;
  };
  Men exchanged(const Men& men) const;

  std::vector<Entry> entries_;  // ascending by key
  Permutation exchange_{};
};

}  // namespace zermelo::endgames
