// SPDX-License-Identifier: MIT
// Work that takes long, for a caller in Python who may press Ctrl-C and wants to see its progress.
//
// The work is done on a separate thread, and the caller's thread waits for it without the GIL:
// there signals are checked a few times a second, and there the caller's function is called with
// progress. (OpenMP keeps its threads for each thread that called it: a process that was forked
// would wait for its parent's for ever, but not on a new thread.)
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "tablebase/reports.h"

namespace zermelo::python {

namespace py = pybind11;

// Thrown through work that has no other way to be stopped.
struct WorkStopped {};

// Starts a new thread for some work. Throws Error if the system cannot start one.
std::unique_ptr<std::thread> start_thread(std::function<void()> work);

// Both sides of such work. The work's side is thread-safe and needs no GIL.
class LongWork {
 public:
  // Makes the arguments of the caller's function; called with the GIL.
  using Arguments = std::function<py::tuple()>;

  // --- The work's side
  const std::atomic<bool>* stop() const { return &stop_; }
  // Only the latest report is passed on.
  void tell(Arguments arguments);
  // For work that is stopped by what its progress function throws.
  void throw_if_stopped() const {
    if (stop_.load(std::memory_order_relaxed)) throw WorkStopped();
  }

  // --- The caller's side: with the GIL. Returns when the work is done; throws what it threw, what
  // `progress` raised, or what a signal brought. `progress` may be None.
  void run(const std::function<void()>& work, const py::object& progress);

  // At the interpreter's end, when daemon threads may still work: stops what is being done, and
  // waits a while for it. Without the GIL.
  static void stop_all(std::chrono::milliseconds patience);
  // In a process that was forked: forgets the work of its parent.
  static void forget_all();

 private:
  // In the list of all work that is being done.
  void enter();
  void leave();
  void finish(std::exception_ptr failure);
  std::unique_ptr<std::thread> begin(const std::function<void()>& work);
  bool wait(std::optional<Arguments>& told);

  std::atomic<bool> stop_ = false;
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::optional<Arguments> told_;
  bool done_ = false;
  std::exception_ptr failure_;
};

// The result of work(LongWork&), which must not need the GIL.
template <class Work>
auto run_long(const py::object& progress, Work&& work) {
  LongWork both;
  std::optional<decltype(work(both))> result;
  both.run([&] { result.emplace(work(both)); }, progress);
  return std::move(*result);
}

// Options of work that reports how much is done. Throws UsageError for a negative number of
// threads.
WorkOptions work_options(LongWork& work, int threads);
WorkProgress work_progress(LongWork& work);

}  // namespace zermelo::python
