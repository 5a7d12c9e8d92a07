// SPDX-License-Identifier: MIT
#include "python/src/long_work.h"

#include <chrono>
#include <thread>

#include "gen/error.h"
#include "python/src/convert.h"
#include "python/src/errors.h"

namespace zermelo::python {
namespace {

constexpr std::chrono::milliseconds between_signals(100);

// Whether it only says that the work was stopped.
bool is_stop(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const WorkStopped&) {
    return true;
  } catch (const Interrupted&) {
    return true;
  } catch (...) {
    return false;
  }
}

// What the caller's side raised goes on; if the work failed as well, that is its context.
[[noreturn]] void throw_with_context(py::error_already_set& raised,
                                     const std::exception_ptr& failure) {
  if (failure && !is_stop(failure) && set_error(failure)) {
    const py::error_already_set context;
    PyException_SetContext(raised.value().ptr(), py::object(context.value()).release().ptr());
  }
  throw std::move(raised);
}

}  // namespace

void LongWork::tell(Arguments arguments) {
  const std::scoped_lock lock(mutex_);
  told_ = std::move(arguments);
}

void LongWork::finish(std::exception_ptr failure) {
  const std::scoped_lock lock(mutex_);
  failure_ = std::move(failure);
  done_ = true;
  changed_.notify_one();
}

bool LongWork::wait(std::optional<Arguments>& told) {
  const py::gil_scoped_release others;
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, between_signals, [&] { return done_; });
  told = std::exchange(told_, std::nullopt);
  return done_;
}

void LongWork::run(const std::function<void()>& work, const py::object& progress) {
  std::thread worker([&] {
    std::exception_ptr failure;
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
    finish(std::move(failure));
  });
  std::optional<py::error_already_set> raised;
  for (bool done = false; !done;) {
    std::optional<Arguments> told;
    done = wait(told);
    if (raised) continue;
    try {
      if (told && !progress.is_none()) progress(*(*told)());
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    } catch (py::error_already_set& error) {
      raised.emplace(std::move(error));
      stop_ = true;
    }
  }
  {
    const py::gil_scoped_release others;
    worker.join();
  }
  if (raised) throw_with_context(*raised, failure_);
  if (failure_) std::rethrow_exception(failure_);
}

WorkProgress work_progress(LongWork& work) {
  return [&work](std::uint64_t done, std::uint64_t total) {
    work.throw_if_stopped();
    work.tell([=] { return py::make_tuple(done, total); });
  };
}

WorkOptions work_options(LongWork& work, int threads) {
  return {.threads = threads_of(threads), .progress = work_progress(work)};
}

}  // namespace zermelo::python
