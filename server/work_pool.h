// SPDX-License-Identifier: MIT
// A few threads for answers that take long, and a short queue in front of them: a client that comes
// when the queue is full is told so, and does not wait.
//
//     WorkPool::Reserved place = pool.reserve("client", work, refusal);
//     if (!place.empty()) pool.run(std::move(place));
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace zermelo::server {

class WorkPool {
 public:
  // A job: `work`, or `refusal` in its place if the pool ends before its turn. Neither may throw;
  // both are called by one of the pool's threads, or by the thread that calls stop().
  struct Job {
    std::string client;
    std::function<void()> work, refusal;
  };
  // A place for one job, or none.
  using Reserved = std::list<Job>;

  // `places`: how many jobs may wait or run, in all; `of_one`: how many of one client.
  WorkPool(int threads, std::size_t places, std::size_t of_one);
  WorkPool(const WorkPool&) = delete;
  WorkPool& operator=(const WorkPool&) = delete;
  ~WorkPool() { stop(); }

  // A place for the work of a client; an empty list if there is none. It is released when that
  // work, which must be handed to run(), is done. May throw std::bad_alloc; then no place is taken.
  Reserved reserve(const std::string& client, std::function<void()> work,
                   std::function<void()> refusal);
  void run(Reserved reserved) noexcept;

  // Refuses the jobs that wait, and every job from now on. Jobs that have begun go on.
  void refuse_waiting() noexcept;
  // The same, and waits for the jobs that have begun.
  void stop() noexcept;

 private:
  void work() noexcept;
  void give_back(const std::string& client) noexcept;  // (with the mutex locked)

  const std::size_t places_, of_one_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Reserved waiting_;
  std::map<std::string, std::size_t> of_client_;
  std::size_t taken_ = 0;
  bool stopped_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace zermelo::server
