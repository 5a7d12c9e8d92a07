// SPDX-License-Identifier: MIT
// The one way in which loops run in parallel here: numbered tasks are handed out in order to
// workers with a state of their own.
#pragma once

#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <type_traits>
#include <vector>

namespace zermelo {

// The number of threads to use if the caller wants `wanted`: 0 or less stands for one for each
// processor that this process may use.
inline int thread_count(int wanted) { return wanted > 0 ? wanted : omp_get_num_procs(); }

// Calls work() on this many threads, the calling one included, or on fewer if there are not that
// many.
template <class Work>
void on_threads(int threads, Work&& work) {
  // OpenMP keeps its threads for the next time. A process that was forked since then does not have
  // them, and would wait for them forever.
  static const pid_t owner_of_threads = ::getpid();
  if (owner_of_threads == ::getpid()) {
#pragma omp parallel num_threads(threads) default(shared)
    work();
    return;
  }
  std::vector<std::jthread> others;
  try {
    for (int i = 1; i < threads; ++i) others.emplace_back([&] { work(); });
  } catch (const std::system_error&) {  // (The system has no more threads to give.)
  }
  work();
}

// Calls make_worker() once per thread and worker(task) once for every task in 0..tasks-1, in no
// particular order; on the calling thread alone if there are fewer than two tasks. A worker is
// destroyed at the end of its thread's share. The first exception thrown stops the handing out of
// tasks and is thrown again here.
template <class MakeWorker>
void parallel_tasks(std::uint64_t tasks, int threads, MakeWorker&& make_worker) {
  // (Threads that wait for others keep processors busy: thousands of small steps took seventy times
  // as long while another program was running.)
  if (tasks <= 1 || threads <= 1) {
    auto worker = make_worker();
    for (std::uint64_t task = 0; task < tasks; ++task) worker(task);
    return;
  }
  std::exception_ptr failure;
  std::mutex failure_mutex;
  std::atomic<std::uint64_t> next = 0;
  on_threads(threads, [&] {
    try {
      auto worker = make_worker();
      for (;;) {
        const std::uint64_t task = next++;
        if (task >= tasks) break;
        worker(task);
      }
    } catch (...) {
      const std::lock_guard lock(failure_mutex);
      if (!failure) failure = std::current_exception();
      next = tasks;
    }
  });
  if (failure) std::rethrow_exception(failure);
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
