// SPDX-License-Identifier: MIT
// How far parallel work has come.
#pragma once

#include <cstdint>
#include <mutex>
#include <utility>

#include "tablebase/reports.h"

namespace zermelo {

class ProgressCounter {
 public:
  explicit ProgressCounter(WorkProgress progress) : progress_(std::move(progress)) {}

  // Before the work: there is this much more to do.
  void expect(std::uint64_t amount) { total_ += amount; }
  // This much more is done. Thread-safe.
  void add(std::uint64_t amount) {
    const std::lock_guard lock(mutex_);
    done_ += amount;
    if (progress_) progress_(done_, total_);
  }
  // To be called every so often where nothing is done that counts, so that the caller may end it.
  void look() { add(0); }

 private:
  WorkProgress progress_;
  std::mutex mutex_;
  std::uint64_t done_ = 0, total_ = 0;
};

}  // namespace zermelo
