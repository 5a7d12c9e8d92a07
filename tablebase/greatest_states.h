// SPDX-License-Identifier: MIT
// The states of the longest wins, or the farthest ones, found in a walk over a table, whatever the
// order in which threads find them.
#pragma once

#include <algorithm>
#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "tablebase/reports.h"

namespace zermelo {

// A state by its place in a table: slice, index, and the number of the forbidden move.
struct PlacedState {
  std::size_t slice = 0;
  std::uint64_t index = 0;
  unsigned slot = 0;
  auto operator<=>(const PlacedState&) const = default;
};

// Keeps the first states, in order of place, among those with the most plies. Thread-safe.
class GreatestStates {
 public:
  static constexpr std::size_t most = 100;

  // Nothing with fewer than `least` plies is worth keeping.
  explicit GreatestStates(int least) : greatest_(least) {}

  // Whether a state with this many plies has to be added. Cheap: meant for inner loops.
  bool wants(int plies) const { return plies >= greatest_.load(std::memory_order_relaxed); }

  void add(int plies, const PlacedState& state) {
    const std::lock_guard lock(mutex_);
    if (plies < greatest_) return;
    if (plies > greatest_) states_.clear();
    greatest_ = plies;
    states_.push_back(state);
    // It holds up to twice the limit before it sorts and discards the rest.
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
  std::atomic<int> greatest_;
  std::vector<PlacedState> states_;
};

// What follows from a histogram: the sums and the longest.
inline void summarise(StatsReport& report) {
  for (const auto& [value, count] : report.histogram) {
    report.positions += count;
    (value.is_win() ? report.wins : value.is_loss() ? report.losses : report.draws) += count;
    if (report.metric == Metric::zeroing && value.is_past_rule()) continue;
    const int amount = value.amount(report.metric);
    if (value.is_win()) report.longest_win = std::max(report.longest_win, amount);
    if (value.is_loss()) report.longest_loss = std::max(report.longest_loss, amount);
  }
  if (report.longest_win > 0) {
    report.longest_count = report.histogram.at(Value::win(report.longest_win));
  }
}

}  // namespace zermelo
