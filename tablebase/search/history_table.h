// SPDX-License-Identifier: MIT
// The history heuristic (Schaeffer 1983): which moves have often settled a question, for trying
// them first elsewhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace zermelo {

// Moves fall into `places`, for each of two sides. Not thread-safe.
template <std::size_t places>
class HistoryTable {
 public:
  std::uint32_t operator()(bool side, std::size_t place) const { return counts_[side][place]; }

  // A move settled a question about this many plies.
  void add(bool side, std::size_t place, int plies) {
    std::uint32_t& count = counts_[side][place];
    count += static_cast<std::uint32_t>(plies * plies);
    if (count > 1u << 30) {
      for (auto& of_side : counts_)
        for (std::uint32_t& n : of_side) n /= 2;
    }
  }

 private:
  std::array<std::array<std::uint32_t, places>, 2> counts_{};
};

}  // namespace zermelo
