// SPDX-License-Identifier: MIT
// A thread that looks at something from time to time while other work goes on.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace zermelo {

class WatchThread {
 public:
  // Calls look() at once and then after every pause, until it returns false or the object is
  // destroyed, which does not wait for a pause to be over. `look` must not throw.
  template <class Look>
  WatchThread(std::chrono::milliseconds pause, Look look)
      : thread_([pause, look = std::move(look)](const std::stop_token& ended) mutable {
          std::mutex mutex;
          std::condition_variable_any never;
          std::unique_lock lock(mutex);
          while (!ended.stop_requested() && look())
            never.wait_for(lock, ended, pause, [] { return false; });
        }) {}

 private:
  std::jthread thread_;
};

}  // namespace zermelo
