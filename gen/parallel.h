// SPDX-License-Identifier: MIT
// The one way in which loops run in parallel here: numbered tasks are handed out in order to
// workers with a state of their own.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <vector>

namespace zermelo {

// The number of threads to use if the caller wants `wanted`: 0 or less stands for one for each
// processor that this process may use.
int thread_count(int wanted);

// The numbers 0, 1, ... of tasks, handed out to several threads, each number once.
class TaskNumbers {
 public:
  explicit TaskNumbers(std::uint64_t tasks) : tasks_(tasks) {}

  // The next number in `task`; false if there is none left.
  bool take(std::uint64_t& task) { return (task = next_++) < tasks_; }
  // Hands out no further number.
  void end() { next_ = tasks_; }

 private:
  const std::uint64_t tasks_;
  std::atomic<std::uint64_t> next_ = 0;
};

// Calls work(numbers) once per thread, with the same numbers; on the calling thread alone if there
// are fewer than two tasks. The first exception thrown ends the handing out and is thrown again
// here. (Loops are written with parallel_tasks; this is what all of them share, compiled once.)
void share_out(std::uint64_t tasks, int threads, const std::function<void(TaskNumbers&)>& work);

// Calls make_worker() once per thread and worker(task) once for every task in 0..tasks-1, in no
// particular order; on the calling thread alone if there are fewer than two tasks. A worker is
// destroyed at the end of its thread's share. The first exception thrown stops the handing out of
// tasks and is thrown again here.
template <class MakeWorker>
void parallel_tasks(std::uint64_t tasks, int threads, MakeWorker&& make_worker) {
  share_out(tasks, threads, [&](TaskNumbers& numbers) {
    auto worker = make_worker();
    for (std::uint64_t task = 0; numbers.take(task);) worker(task);
  });
}

// As parallel_tasks, for the tasks from `first` on, until should_pause() returns true. Returns the
// first task that was not done, or `tasks`: all before it are done, and some after it may be.
template <class MakeWorker, class ShouldPause>
std::uint64_t parallel_until(std::uint64_t first, std::uint64_t tasks, int threads,
                             MakeWorker&& make_worker, ShouldPause&& should_pause) {
  std::atomic<std::uint64_t> left = tasks;
  parallel_tasks(tasks - first, threads, [&] {
    return [&, worker = make_worker()](std::uint64_t number) mutable {
      const std::uint64_t task = first + number;
      if (!should_pause()) return worker(task);
      for (std::uint64_t least = left; task < least && !left.compare_exchange_weak(least, task);) {
      }
    };
  });
  return left;
}

// Calls result = make_worker()(task) in parallel and consume(result) in order of task, on the
// calling thread, batch by batch. If consume returns a value, it says whether to go on.
template <class MakeWorker, class Consume>
void parallel_in_order(std::uint64_t tasks, int threads, MakeWorker&& make_worker,
                       Consume&& consume) {
  using Result = decltype(make_worker()(std::uint64_t{0}));
  constexpr bool may_end = std::is_same_v<std::invoke_result_t<Consume, Result&>, bool>;
  const std::uint64_t batch = 64 * static_cast<std::uint64_t>(threads);
  std::vector<Result> results(std::min(batch, tasks));
  for (std::uint64_t begin = 0; begin < tasks; begin += batch) {
    const std::uint64_t count = std::min(batch, tasks - begin);
    parallel_tasks(count, threads, [&] {
      return
          [&, worker = make_worker()](std::uint64_t i) mutable { results[i] = worker(begin + i); };
    });
    for (std::uint64_t i = 0; i < count; ++i) {
      if constexpr (may_end) {
        if (!consume(results[i])) return;
      } else {
        consume(results[i]);
      }
    }
  }
}

}  // namespace zermelo
