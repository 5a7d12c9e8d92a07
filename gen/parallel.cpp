// SPDX-License-Identifier: MIT
#include "gen/parallel.h"

#ifdef _OPENMP
#include <omp.h>
#endif
#include <sched.h>
#include <unistd.h>

#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace zermelo {
namespace {

// Calls work() on this many threads, the calling one included, or on fewer if there are not that
// many.
void on_threads(int threads, const std::function<void()>& work) {
#ifdef _OPENMP
  // OpenMP keeps its threads for the next time. A process that was forked since then does not have
  // them, and would wait for them forever.
  static const pid_t owner_of_threads = ::getpid();
  if (owner_of_threads == ::getpid()) {
#pragma omp parallel num_threads(threads) default(shared)
    work();
    return;
  }
#endif
  std::vector<std::jthread> others;
  try {
    for (int i = 1; i < threads; ++i) others.emplace_back([&] { work(); });
  } catch (const std::system_error&) {  // (The system has no more threads to give.)
  }
  work();
}

}  // namespace

int thread_count(int wanted) {
  if (wanted > 0) return wanted;
#ifdef _OPENMP
  return omp_get_num_procs();
#else
  cpu_set_t processors;
  return ::sched_getaffinity(0, sizeof processors, &processors) == 0 ? CPU_COUNT(&processors) : 1;
#endif
}

void share_out(std::uint64_t tasks, int threads, const std::function<void(TaskNumbers&)>& work) {
  TaskNumbers numbers(tasks);
  // (Threads that wait for others keep processors busy: thousands of small steps took seventy times
  // as long while another program was running.)
  if (tasks <= 1 || threads <= 1) {
    work(numbers);
    return;
  }
  std::exception_ptr failure;
  std::mutex failure_mutex;
  on_threads(threads, [&] {
    try {
      work(numbers);
    } catch (...) {
      const std::lock_guard lock(failure_mutex);
      if (!failure) failure = std::current_exception();
      numbers.end();
    }
  });
  if (failure) std::rethrow_exception(failure);
}

}  // namespace zermelo
