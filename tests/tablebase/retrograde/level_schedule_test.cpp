// SPDX-License-Identifier: MIT
// The schedule against a plain list of what is due when, with levels near and far.
#include "tablebase/retrograde/level_schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace zermelo {
namespace {

// What is due: each chunk's levels; past ones stay, as in the words that a solver marks for.
class Model {
 public:
  Model(std::uint64_t chunks, unsigned seed) : levels_(chunks), random_(seed) {}

  // At level `now` something is found to be due later; occasionally that is far away.
  void add(LevelSchedule& schedule, int now) {
    static const int far[] = {255, 256, 257, 511, 512, 513, 1000, 5000};
    const std::uint64_t chunk = random_() % levels_.size();
    const int ahead =
        random_() % 3 == 0 ? far[random_() % 8] : 1 + static_cast<int>(random_() % 40);
    levels_[chunk].insert(now + ahead);
    if (ahead == 1) {
      schedule.mark_next(chunk);
    } else if (ahead < LevelSchedule::period) {
      schedule.mark(chunk, now + ahead);
    } else {
      schedule.mark_far(chunk);
    }
  }
  // The chunks due at the lowest level above `now`.
  std::pair<int, std::set<std::uint64_t>> after(int now) const {
    int level = LevelSchedule::done;
    std::set<std::uint64_t> chunks;
    for (std::uint64_t chunk = 0; chunk < levels_.size(); ++chunk) {
      const auto found = levels_[chunk].upper_bound(now);
      if (found == levels_[chunk].end()) continue;
      if (level != LevelSchedule::done && *found > level) continue;
      if (*found != level) chunks.clear();
      level = *found;
      chunks.insert(chunk);
    }
    return {level, chunks};
  }
  auto levels_of() const {
    return [this](std::uint64_t chunk, const auto& visit) {
      for (const int level : levels_[chunk]) visit(level);
    };
  }
  unsigned random() { return static_cast<unsigned>(random_()); }

 private:
  std::vector<std::set<int>> levels_;
  std::mt19937 random_;
};

std::set<std::uint64_t> due_chunks(LevelSchedule& schedule, int level) {
  std::set<std::uint64_t> chunks;
  for (std::uint64_t chunk = 0; chunk < schedule.chunks(); ++chunk) {
    if (schedule.is_due(chunk, level)) chunks.insert(chunk);
  }
  return chunks;
}

// Goes to the next level at which something is due; returns its chunks, or none if there is no such
// level.
std::set<std::uint64_t> go_on(Model& model, LevelSchedule& schedule, int& now) {
  const auto [level, chunks] = model.after(now);
  EXPECT_EQ(schedule.next(now, model.levels_of()), level) << "after " << now;
  if (level == LevelSchedule::done) return {};
  schedule.begin_level(level, model.levels_of());
  EXPECT_EQ(due_chunks(schedule, level), chunks) << level;
  now = level;
  return chunks;
}

TEST(LevelSchedule, NamesEveryLevelAndItsChunksInOrder) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Model model(5, seed);
    LevelSchedule schedule(5);
    int now = 0, levels = 0;
    for (int i = 0; i < 20; ++i) model.add(schedule, now);
    schedule.finish_level(now);
    for (;;) {
      const auto chunks = go_on(model, schedule, now);
      if (HasFailure()) return;
      if (chunks.empty()) break;
      ++levels;
      for (const std::uint64_t chunk : chunks) schedule.clear(chunk, now);
      for (unsigned n = levels < 200 ? model.random() % 3 : 0; n > 0; --n) model.add(schedule, now);
      schedule.finish_level(now);
    }
    EXPECT_GT(levels, 15);
  }
}

// In the middle of a level, when a part of its chunks is done.
TEST(LevelSchedule, GoesOnFromWhatWasSaved) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Model model(4, seed);
    LevelSchedule schedule(4);
    int now = 0, levels = 0;
    for (int i = 0; i < 20; ++i) model.add(schedule, now);
    schedule.finish_level(now);
    for (;;) {
      auto left = go_on(model, schedule, now);
      if (HasFailure()) return;
      if (left.empty()) break;
      ++levels;
      schedule.clear(*left.begin(), now);
      left.erase(left.begin());
      if (levels < 100) model.add(schedule, now);
      schedule.finish_level(now);

      LevelSchedule restored(4);
      std::ranges::copy(schedule.marks(), restored.marks().begin());
      restored.restored();
      if (!left.empty()) {
        ASSERT_EQ(restored.next(now, model.levels_of()), now);
        restored.begin_level(now, model.levels_of());
        ASSERT_EQ(due_chunks(restored, now), left) << now;
        for (const std::uint64_t chunk : left) restored.clear(chunk, now);
        restored.finish_level(now);
      }
      std::ranges::copy(restored.marks(), schedule.marks().begin());
      schedule.restored();
    }
    EXPECT_GT(levels, 15);
  }
}

}  // namespace
}  // namespace zermelo
