// SPDX-License-Identifier: MIT
// The first thing that goes wrong in work that several threads share.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace zermelo {

// All members except text() are thread-safe.
class FirstFailure {
 public:
  void note(std::string text) {
    const std::lock_guard lock(mutex_);
    if (!text_) text_ = std::move(text);
    happened_ = true;
  }
  // Quick: for other threads, so that they stop.
  bool happened() const { return happened_.load(std::memory_order_relaxed); }
  const std::optional<std::string>& text() const { return text_; }

 private:
  std::mutex mutex_;
  std::atomic<bool> happened_ = false;
  std::optional<std::string> text_;
};

}  // namespace zermelo
