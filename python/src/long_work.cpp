// SPDX-License-Identifier: MIT
#include "python/src/long_work.h"

#include <set>
#include <system_error>

#include "gen/error.h"
#include "python/src/after_fork.h"
#include "python/src/convert.h"
#include "python/src/errors.h"
#include "python/src/without_gil.h"

namespace zermelo::python {
namespace {

constexpr std::chrono::milliseconds between_signals(100);

// The work that is being done, for the end of the interpreter. (None is ever destroyed: the process
// may end while there is some; and in a process that was forked, its lock may be held for ever.)
struct AllWork {
  std::mutex mutex;
  std::condition_variable less;
  std::set<LongWork*> all;
};
AllWork* all_work = new AllWork;

// Ends and joins a thread whatever happens to the thread that waits for it. In a process that was
// forked there is no such thread, and nothing can be done with it.
class Joined {
 public:
  Joined(std::unique_ptr<std::thread>& thread, std::atomic<bool>& stop)
      : thread_(thread), stop_(stop), generation_(fork_generation()) {}
  ~Joined() {
    if (is_elsewhere()) static_cast<void>(thread_.release());
    if (!thread_ || !thread_->joinable()) return;
    stop_ = true;
    thread_->join();
  }
  Joined(const Joined&) = delete;
  Joined& operator=(const Joined&) = delete;

  bool is_elsewhere() const { return generation_ != fork_generation(); }

 private:
  std::unique_ptr<std::thread>& thread_;
  std::atomic<bool>& stop_;
  int generation_;
};

// Ends code in Python that a thread runs (a game's rules) and that does not come to its end after
// the work was stopped: it sees KeyboardInterrupt. A thread that runs no such code does not notice.
class Interruption {
 public:
  explicit Interruption(std::thread& thread)
      : thread_(static_cast<unsigned long>(thread.native_handle())) {}
  // To be called again and again, with the GIL.
  void press() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    if (next_ != first) PyThreadState_SetAsyncExc(thread_, PyExc_KeyboardInterrupt);
    next_ = now + patience;
  }

 private:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr std::chrono::milliseconds patience{1200};
  static constexpr Time first{};
  unsigned long thread_;
  Time next_ = first;
};

// Whether the exception only says that the work was stopped.
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

// What the caller's side raised is raised again; if the work also failed, that is its context.
[[noreturn]] void throw_with_context(py::error_already_set& raised,
                                     const std::exception_ptr& failure) {
  if (failure && !is_stop(failure) && set_error(failure)) {
    const py::error_already_set context;
    PyException_SetContext(raised.value().ptr(), py::object(context.value()).release().ptr());
  }
  throw std::move(raised);
}

}  // namespace

std::unique_ptr<std::thread> start_thread(std::function<void()> work) {
  try {
    return std::make_unique<std::thread>(std::move(work));
  } catch (const std::system_error&) {
    throw Error(
        "The system cannot start a thread for this work: there are too many, or memory is short.");
  }
}

void LongWork::tell(Arguments arguments) {
  const std::scoped_lock lock(mutex_);
  told_ = std::move(arguments);
}

void LongWork::stop_all(std::chrono::milliseconds patience) {
  std::unique_lock lock(all_work->mutex);
  for (LongWork* one : all_work->all) one->stop_ = true;
  all_work->less.wait_for(lock, patience, [&] { return all_work->all.empty(); });
}

void LongWork::forget_all() { all_work = new AllWork; }

void LongWork::enter() {
  const std::scoped_lock lock(all_work->mutex);
  all_work->all.insert(this);
}

void LongWork::leave() {
  const std::scoped_lock lock(all_work->mutex);
  all_work->all.erase(this);
  all_work->less.notify_all();
}

void LongWork::finish(std::exception_ptr failure) {
  leave();
  const std::scoped_lock lock(mutex_);
  failure_ = std::move(failure);
  done_ = true;
  changed_.notify_one();
}

bool LongWork::wait(std::optional<Arguments>& told) {
  const WithoutGil others;
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, between_signals, [&] { return done_; });
  told = std::exchange(told_, std::nullopt);
  return done_;
}

// (The work is registered before it begins, because it may end at once, and removed if it never
// begins.)
std::unique_ptr<std::thread> LongWork::begin(const std::function<void()>& work) {
  enter();
  try {
    return start_thread([this, &work] {
      std::exception_ptr failure;
      try {
        work();
      } catch (...) {
        failure = std::current_exception();
      }
      finish(std::move(failure));
    });
  } catch (...) {
    leave();
    throw;
  }
}

void LongWork::run(const std::function<void()>& work, const py::object& progress) {
  std::unique_ptr<std::thread> worker = begin(work);
  const Joined at_the_end(worker, stop_);
  std::optional<py::error_already_set> raised;
  Interruption interruption(*worker);
  for (bool done = false; !done;) {
    std::optional<Arguments> told;
    done = wait(told);
    if (raised) {
      if (!done) interruption.press();
      continue;
    }
    try {
      if (told && !progress.is_none()) progress(*(*told)());
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    } catch (py::error_already_set& error) {
      raised.emplace(std::move(error));
      stop_ = true;
    }
    // (What was called may have forked: in the new process nothing is working, and nothing can be
    // waited for.)
    if (!at_the_end.is_elsewhere()) continue;
    if (raised) throw std::move(*raised);
    throw Error("This work belongs to the process that was forked; begin it again.");
  }
  {
    const WithoutGil others;
    worker->join();
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
