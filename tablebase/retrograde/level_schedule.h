// SPDX-License-Identifier: MIT
// The machinery for work by levels on an array cut into chunks: which chunk must be looked at for
// which level, and updates to distant places on their way to memory.
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

// A set of levels that are less than `period` apart.
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

// Which chunks have something to do at which levels. The worker on a chunk at a level clears that
// mark before anything else. Levels less than `period` above the current one have one mark each; of
// levels farther away a chunk only knows that there are some, until they come nearer. The members
// that take a chunk as an argument are thread-safe.
class LevelSchedule {
 public:
  static constexpr int period = LevelSet::period;
  static constexpr int done = -1;  // nothing left to do

  explicit LevelSchedule(std::uint64_t chunks)
      : marks_(chunks * words), soon_(chunks), far_(chunks) {}
  static std::uint64_t bytes_needed(std::uint64_t indices) {
    return indices / chunk_size * (words * sizeof(std::uint64_t) + 2);
  }

  std::uint64_t chunks() const { return soon_.size(); }
  bool is_due(std::uint64_t chunk, int level) {
    const std::atomic_ref marks(marks_[mark_word(chunk, level)]);
    return (marks.load(std::memory_order_relaxed) & LevelSet::bit_of(level)) != 0;
  }
  // How many chunks are due, but at most `enough`.
  int count_due(int level, int enough) {
    int count = 0;
    for (std::uint64_t chunk = 0; chunk < chunks() && count < enough; ++chunk)
      count += is_due(chunk, level) ? 1 : 0;
    return count;
  }
  bool has_far(std::uint64_t chunk) const { return far_[chunk] != 0; }

  void clear(std::uint64_t chunk, int level) {
    std::atomic_ref(marks_[mark_word(chunk, level)])
        .fetch_and(~LevelSet::bit_of(level), std::memory_order_relaxed);
  }
  // `level` is less than `period` above the current one.
  void mark(std::uint64_t chunk, int level) {
    std::atomic_ref(marks_[mark_word(chunk, level)])
        .fetch_or(LevelSet::bit_of(level), std::memory_order_relaxed);
  }
  void mark(std::uint64_t chunk, LevelSet levels) {
    for (std::size_t w = 0; w < words; ++w) {
      std::atomic_ref(marks_[chunk * words + w])
          .fetch_or(levels.words()[w], std::memory_order_relaxed);
    }
  }
  // For the level after the current one, which nearly all updates are about: these marks are so
  // small that they stay in the cache.
  void mark_next(std::uint64_t chunk) {
    std::atomic_ref(soon_[chunk]).store(1, std::memory_order_relaxed);
  }
  // For a level that is `period` or more above the current one.
  void mark_far(std::uint64_t chunk) {
    std::atomic_ref(far_[chunk]).store(1, std::memory_order_relaxed);
    any_far_.store(true, std::memory_order_relaxed);
  }
  // To be called after work on a level, whether complete or interrupted.
  void finish_level(int level) {
    for (std::uint64_t chunk = 0; chunk < chunks(); ++chunk) {
      if (std::exchange(soon_[chunk], std::uint8_t{0}) != 0) mark(chunk, level + 1);
    }
  }
  // The lowest level with something to do, from `now` on, which is the level that was worked on
  // last; nothing is due below, and nothing was marked as far.
  int next(int now) const {
    LevelSet all;
    for (std::uint64_t k = 0; k < marks_.size(); ++k) all.words()[k % words] |= marks_[k];
    for (int level = now; level < now + period; ++level) {
      if (all.words()[LevelSet::word_of(level)] & LevelSet::bit_of(level)) return level;
    }
    return done;
  }
  // The same where something may have been marked as far. levels_of(chunk, visit) calls
  // visit(level) for all levels at which the chunk has something to do, whether past or still to
  // come.
  template <class LevelsOf>
  int next(int now, const LevelsOf& levels_of) {
    int level = next(now);
    if (!any_far_) return level;
    // What had no mark when the chunks were last looked through is at least `period` above that.
    if (level == done || level >= looked_ + period / 2) {
      look_far(now, levels_of);
      level = next(now);
    }
    return level == done ? least_far_ : level;
  }
  // To be called before work on a level that next() returned.
  template <class LevelsOf>
  void begin_level(int level, const LevelsOf& levels_of) {
    if (any_far_ && level == least_far_) look_far(level - 1, levels_of);
  }

  // The whole state between levels, for checkpoints; after filling them, call restored().
  std::span<std::uint64_t> marks() { return marks_; }
  // Determines again which chunks have something far away.
  void restored() {
    std::fill(far_.begin(), far_.end(), std::uint8_t{1});
    any_far_ = true;
    looked_ = -period;
    least_far_ = done;
  }

 private:
  static constexpr std::size_t words = period / 64;
  static std::size_t mark_word(std::uint64_t chunk, int level) {
    return chunk * words + LevelSet::word_of(level);
  }

  // Marks what is above `now` and no longer far.
  template <class LevelsOf>
  void look_far(int now, const LevelsOf& levels_of) {
    least_far_ = done;
    for (std::uint64_t chunk = 0; chunk < chunks(); ++chunk) {
      if (std::exchange(far_[chunk], std::uint8_t{0}) == 0) continue;
      levels_of(chunk, [&](int level) {
        if (level <= now) return;
        if (level - now < period) return mark(chunk, level);
        far_[chunk] = 1;
        least_far_ = least_far_ == done ? level : std::min(least_far_, level);
      });
    }
    any_far_ = least_far_ != done;
    looked_ = now;
  }

  std::vector<std::uint64_t> marks_;
  std::vector<std::uint8_t> soon_, far_;
  std::atomic<bool> any_far_ = false;
  int looked_ = 0;  // the current level when the chunks with something far were last looked through
  int least_far_ = done;  // the lowest level that was still far then
};

// Updates wait here while their targets' memory is fetched: the caller prefetches the target and
// pushes; the update that waited longest is applied. Each thread has its own and flushes it in the
// end; it is never copied or moved, since then both would apply what waits.
template <class Update>
class UpdatePipeline {
 public:
  UpdatePipeline() = default;
  UpdatePipeline(UpdatePipeline&&) = delete;

  template <class Apply>
  void push(const Update& update, Apply&& apply) {
    Update& place = waiting_[pushed_++ % length];
    if (pushed_ > length) apply(place);
    place = update;
  }
  // Applies all waiting updates, in any order.
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
