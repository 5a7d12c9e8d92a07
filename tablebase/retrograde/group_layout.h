// SPDX-License-Identifier: MIT
// How the slices of a group lie one after another in an array that has a place for each index.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tablebase/retrograde/level_schedule.h"

namespace zermelo {

class GroupLayout {
 public:
  template <class Game>
  GroupLayout(const Game& game, std::vector<int> slices) : slices_(std::move(slices)) {
    std::uint64_t next = 0;
    for (const int slice : slices_) {
      bases_.push_back(next);
      universes_.push_back(game.index_size(slice));
      next += (game.index_size(slice) + chunk_size - 1) / chunk_size * chunk_size;
      const auto mirror = std::find(slices_.begin(), slices_.end(), game.next_slice(slice));
      mirrors_.push_back(static_cast<std::size_t>(mirror - slices_.begin()));
    }
    bases_.push_back(next);
  }

  // The group's slices; the members below take or return places in this list.
  const std::vector<int>& slices() const { return slices_; }
  // Places of the array, a multiple of chunk_size; a chunk holds places of one slice only.
  std::uint64_t size() const { return bases_.back(); }
  std::uint64_t chunks() const { return size() / chunk_size; }
  std::uint64_t base(std::size_t i) const { return bases_[i]; }
  std::uint64_t universe(std::size_t i) const { return universes_[i]; }
  // The slice that a move without removal leads to.
  std::size_t mirror(std::size_t i) const { return mirrors_[i]; }
  std::size_t slice_of_chunk(std::uint64_t chunk) const {
    std::size_t i = 0;
    while (chunk * chunk_size >= bases_[i + 1]) ++i;
    return i;
  }

 private:
  std::vector<int> slices_;
  std::vector<std::uint64_t> bases_, universes_;
  std::vector<std::size_t> mirrors_;
};

}  // namespace zermelo
