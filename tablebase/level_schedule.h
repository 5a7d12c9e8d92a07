// SPDX-License-Identifier: MIT
// The machinery of work by levels over an array cut into chunks: which chunk needs a look at which
// level, and updates to far places on their way to memory.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace zermelo {

inline constexpr std::uint64_t chunk_size = 1024;  // indices; a multiple of 64

// A chunk's `wake` is the lowest level at which something in it has to be done. Updates made during
// a level go to a second array, `alarm`, and join `wake` when the level is over.
class LevelSchedule {
 public:
  using Level = std::uint16_t;
  static constexpr Level asleep = 0xffff;  // nothing left to do

  LevelSchedule() = default;
  LevelSchedule(std::uint64_t chunks, Level first) : wake_(chunks, first), alarm_(chunks, asleep) {}
  static std::uint64_t bytes_needed(std::uint64_t indices) {
    return indices / chunk_size * 2 * sizeof(Level);
  }

  std::uint64_t chunks() const { return wake_.size(); }
  Level next() const { return *std::min_element(wake_.begin(), wake_.end()); }
  Level wake(std::uint64_t chunk) const { return wake_[chunk]; }
  // For the one who works on the chunk.
  void set_wake(std::uint64_t chunk, int level) { wake_[chunk] = static_cast<Level>(level); }
  // For anybody; thread-safe.
  void set_alarm(std::uint64_t chunk, int level) {
    std::atomic_ref alarm(alarm_[chunk]);
    Level known = alarm.load(std::memory_order_relaxed);
    while (known > level && !alarm.compare_exchange_weak(known, static_cast<Level>(level),
                                                         std::memory_order_relaxed)) {
    }
  }
  // Between levels.
  void merge_alarms() {
    for (std::size_t chunk = 0; chunk < wake_.size(); ++chunk) {
      wake_[chunk] = std::min(wake_[chunk], std::exchange(alarm_[chunk], asleep));
    }
  }

  // The whole state, for checkpoints.
  std::span<Level> wakes() { return wake_; }
  std::span<Level> alarms() { return alarm_; }

 private:
  std::vector<Level> wake_, alarm_;
};

// Updates wait here while their targets' memory is fetched: the caller prefetches the target and
// pushes; the update that waited longest is applied. One a thread.
template <class Update>
class UpdatePipeline {
 public:
  template <class Apply>
  void push(const Update& update, Apply&& apply) {
    Update& place = waiting_[pushed_++ % length];
    if (pushed_ > length) apply(place);
    place = update;
  }
  // Applies all that wait, in any order.
  template <class Apply>
  void flush(Apply&& apply) {
    const std::uint64_t waiting = std::min<std::uint64_t>(pushed_, length);
    for (std::uint64_t k = 0; k < waiting; ++k) apply(waiting_[k]);
    pushed_ = 0;
  }

 private:
  static constexpr std::uint64_t length = 64;
  std::array<Update, length> waiting_;
  std::uint64_t pushed_ = 0;
};

}  // namespace zermelo
