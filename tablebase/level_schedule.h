// SPDX-License-Identifier: MIT
// The machinery of work by levels over an array cut into chunks: which chunk needs a look at which
// level, and updates to far places on their way to memory.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace zermelo {

inline constexpr std::uint64_t chunk_size = 1024;  // indices; a multiple of 64

// A set of levels, up to a multiple of `period`: a level and the one `period` above look the same.
class LevelSet {
 public:
  static constexpr int period = 256;

  void add(int level) { words_[word_of(level)] |= bit_of(level); }
  static std::size_t word_of(int level) { return static_cast<std::size_t>(level % period / 64); }
  static std::uint64_t bit_of(int level) { return std::uint64_t{1} << level % 64; }

  std::array<std::uint64_t, period / 64>& words() { return words_; }

 private:
  std::array<std::uint64_t, period / 64> words_{};
};

// Which chunks have something to do at which levels. The one who works on a chunk at a level clears
// that mark before anything else. Thread-safe but for finish_level and next.
class LevelSchedule {
 public:
  static constexpr int done = -1;  // nothing left to do

  explicit LevelSchedule(std::uint64_t chunks) : marks_(chunks * words), soon_(chunks) {}
  static std::uint64_t bytes_needed(std::uint64_t indices) {
    return indices / chunk_size * (words * sizeof(std::uint64_t) + 1);
  }

  std::uint64_t chunks() const { return soon_.size(); }
  bool is_due(std::uint64_t chunk, int level) {
    const auto mark = std::atomic_ref(mark_word(chunk, level)).load(std::memory_order_relaxed);
    return (mark & LevelSet::bit_of(level)) != 0;
  }
  void clear(std::uint64_t chunk, int level) {
    std::atomic_ref(mark_word(chunk, level))
        .fetch_and(~LevelSet::bit_of(level), std::memory_order_relaxed);
  }
  void mark(std::uint64_t chunk, int level) {
    std::atomic_ref(mark_word(chunk, level))
        .fetch_or(LevelSet::bit_of(level), std::memory_order_relaxed);
  }
  void mark(std::uint64_t chunk, LevelSet levels) {
    for (std::size_t w = 0; w < words; ++w) {
      std::atomic_ref(marks_[chunk * words + w])
          .fetch_or(levels.words()[w], std::memory_order_relaxed);
    }
  }
  // For the level after the one at work, which nearly all updates are about: these marks are so
  // small that they stay in the cache.
  void mark_next(std::uint64_t chunk) {
    std::atomic_ref(soon_[chunk]).store(1, std::memory_order_relaxed);
  }
  // After work on a level, be it complete or interrupted.
  void finish_level(int level) {
    for (std::uint64_t chunk = 0; chunk < chunks(); ++chunk) {
      if (std::exchange(soon_[chunk], std::uint8_t{0}) != 0) mark(chunk, level + 1);
    }
  }
  // The lowest level with something to do, from `from` on; nothing may be due below.
  int next(int from) const {
    LevelSet all;
    for (std::uint64_t k = 0; k < marks_.size(); ++k) all.words()[k % words] |= marks_[k];
    for (int level = from; level < from + LevelSet::period; ++level) {
      if (all.words()[LevelSet::word_of(level)] & LevelSet::bit_of(level)) return level;
    }
    return done;
  }

  // The whole state between levels, for checkpoints.
  std::span<std::uint64_t> marks() { return marks_; }

 private:
  static constexpr std::size_t words = LevelSet::period / 64;
  std::uint64_t& mark_word(std::uint64_t chunk, int level) {
    return marks_[chunk * words + LevelSet::word_of(level)];
  }

  std::vector<std::uint64_t> marks_;
  std::vector<std::uint8_t> soon_;
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
