// SPDX-License-Identifier: MIT
// A few threads for answers that take long, and a short queue before them: whoever comes when it is
// full is told so, and does not wait.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace zermelo::server {

class WorkPool {
 public:
  // `places`: of work that waits or is done, in all; `of_one`: of one client.
  WorkPool(int threads, std::size_t places, std::size_t of_one);
  WorkPool(const WorkPool&) = delete;
  WorkPool& operator=(const WorkPool&) = delete;
  ~WorkPool() { stop(); }

  // A place for the work of a client; false if there is none. It is given back when that work,
  // which must follow, is done.
  bool reserve(const std::string& client);
  void run(const std::string& client, std::function<void()> work);

  // Nothing is taken any more. Waits for what has a place.
  void stop();

 private:
  void work();

  const std::size_t places_, of_one_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<std::string, std::function<void()>>> waiting_;
  std::map<std::string, std::size_t> of_client_;
  std::size_t taken_ = 0;
  bool stopped_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace zermelo::server
