// SPDX-License-Identifier: MIT
// What stops a proof before it has a verdict: its time, its memory, or its user.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "gen/stopwatch.h"
#include "gen/watch_thread.h"

namespace zermelo {

// Its clock runs from its construction. Any thread may call any function.
class ProofLimits {
 public:
  // `seconds`, `memory` (bytes of the process): 0 for no limit. `user`, if it is not null, must
  // outlive this object.
  ProofLimits(double seconds, std::uint64_t memory, const std::atomic<bool>* user)
      : seconds_(seconds), memory_(memory), user_(user) {}

  double seconds() const { return watch_.seconds(); }
  // Which limit came first: "stop" (the user), "time" or "memory"; empty if none has.
  std::string stopped_by() const;

  // For frequent calls; looks at the clock only now and then.
  bool stop();
  // The same, for calls that are rare.
  bool stop_now();
  // Records a reason that is known from elsewhere.
  void out_of_memory() { stop_by(Reason::memory); }

 private:
  enum class Reason : int { none, user, time, memory };

  bool is_stopped() const { return reason_ != Reason::none; }
  // The first reason is kept.
  void stop_by(Reason reason) {
    Reason none = Reason::none;
    reason_.compare_exchange_strong(none, reason);
  }
  void look_at_user() {
    if (user_ != nullptr && *user_) stop_by(Reason::user);
  }
  void look_at_clock() {
    if (seconds_ > 0 && seconds() > seconds_) stop_by(Reason::time);
  }
  void look_at_memory();

  const double seconds_;
  const std::uint64_t memory_;
  const std::atomic<bool>* const user_;
  const Stopwatch watch_;
  std::atomic<std::uint64_t> calls_ = 0;
  std::atomic<Reason> reason_ = Reason::none;
};

// Becomes true when a limit is reached: for work in another process, which cannot ask.
class LimitWatch {
 public:
  // The limits must outlive it.
  explicit LimitWatch(ProofLimits& limits)
      : thread_(std::chrono::milliseconds(20), [this, &limits] {
          flag_ = limits.stop_now();
          return !flag_;
        }) {}
  const std::atomic<bool>& flag() const { return flag_; }

 private:
  std::atomic<bool> flag_ = false;
  WatchThread thread_;
};

}  // namespace zermelo
