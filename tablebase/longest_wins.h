// SPDX-License-Identifier: MIT
// The longest wins met in a walk over a table, whatever the order in which threads meet them.
#pragma once

#include <algorithm>
#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "gen/value.h"

namespace zermelo {

// A state by its place in a table: slice, index, and the number of the forbidden move.
struct PlacedState {
  std::size_t slice = 0;
  std::uint64_t index = 0;
  unsigned slot = 0;
  auto operator<=>(const PlacedState&) const = default;
};

// Keeps the first states, in order of place, among those whose win is the longest. Thread-safe.
class LongestWins {
 public:
  static constexpr std::size_t most = 100;

  // Whether a state of this value has to be added. Cheap: made for inner loops.
  bool wants(Value v) const {
    return v.is_win() && v.plies() >= longest_.load(std::memory_order_relaxed);
  }

  void add(Value v, const PlacedState& state) {
    const std::lock_guard lock(mutex_);
    if (v.plies() < longest_) return;
    if (v.plies() > longest_) states_.clear();
    longest_ = v.plies();
    states_.push_back(state);
    // Twice the limit before it sorts the rest away.
    if (states_.size() >= 2 * most) keep_first();
  }

  // At most `most` states, in order.
  const std::vector<PlacedState>& first() {
    keep_first();
    return states_;
  }

 private:
  void keep_first() {
    std::sort(states_.begin(), states_.end());
    states_.resize(std::min(states_.size(), most));
  }

  std::mutex mutex_;
  std::atomic<int> longest_ = 2;  // a win in 1 is never worth a note
  std::vector<PlacedState> states_;
};

}  // namespace zermelo
