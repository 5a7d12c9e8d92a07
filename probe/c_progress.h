// SPDX-License-Identifier: MIT
// How the C interface (probe/zermelo.h) tells the caller about work that takes long.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace zermelo {

// Calls the caller's function at once, and then a few times per second with the latest numbers,
// from a thread of its own, so that work that takes long without reporting progress, such as one
// hard formula, can be stopped, too.
template <class Numbers>
class ProgressCalls {
 public:
  using Function = int (*)(void* user, const Numbers* numbers);

  ProgressCalls(Function function, void* user, const Numbers& first = {})
      : function_(function), user_(user), numbers_(first) {
    if (function_ == nullptr) return;
    call(first);
    if (!stop_) thread_ = std::jthread([this](const std::stop_token& ended) { run(ended); });
  }

  // Becomes true when the caller's function says so.
  const std::atomic<bool>* stop() const { return &stop_; }
  bool wanted() const { return function_ != nullptr; }
  void tell(const Numbers& numbers) {
    const std::scoped_lock lock(mutex_);
    numbers_ = numbers;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds pause{200};

  void call(Numbers numbers) {
    numbers.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    if (function_(user_, &numbers) != 0) stop_ = true;
  }
  void run(const std::stop_token& ended) {
    std::unique_lock lock(mutex_);
    while (!stop_) {
      wake_.wait_for(lock, ended, pause, [] { return false; });
      if (ended.stop_requested()) return;
      const Numbers numbers = numbers_;
      lock.unlock();
      call(numbers);
      lock.lock();
    }
  }

  const Function function_;
  void* const user_;
  const Clock::time_point begin_ = Clock::now();
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;  // guards the numbers
  std::condition_variable_any wake_;
  Numbers numbers_;
  std::jthread thread_;  // declared last, so that it ends before the rest does
};

}  // namespace zermelo
