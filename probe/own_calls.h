// SPDX-License-Identifier: MIT
// What rules that are the user's own code are doing in a process of their own, as another process
// sees it that is still there when that one is gone or does not come back: which call is open, for
// how long, and how the process ended.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gen/cxx_standard.h"
#include "probe/zermelo_game.h"

namespace zermelo {

// Notes of calls, for memory that both processes see. Zeros are an empty one; all members are
// lock-free.
struct OwnCalls {
  struct Call {
    std::atomic<bool> is_open = false;      // it has begun and has not ended
    std::atomic<std::uint64_t> number = 0;  // of calls that have been noted here
    std::array<char, 32> function{};        // its name, with its argument if it has one
    std::uint32_t state_bytes = 0;          // 0: it is about no state
    std::array<std::uint8_t, ZERMELO_MOST_STATE_BYTES> state{};
    std::array<char, 512> text{};  // of the state; empty if nobody has asked for it
  };
  // By instance; beyond that many, instances share an entry.
  std::array<Call, 8> calls;
};

// Notes that a call begins. `state` has `state_bytes` bytes; it is null for a call that is about no
// state. Texts that are too long are cut. One thread at a time for an entry.
void begin_call(OwnCalls::Call& call, std::string_view function, const void* state,
                std::size_t state_bytes, std::string_view text = {});
// Notes that it has ended.
void end_call(OwnCalls::Call& call);

// The state of a call: its text, or "hex:0a1b"; empty if it is about none.
std::string state_of_call(const OwnCalls::Call& call);
// "play at hex:0a1b": a call that is open; empty if there is none. Thread-safe.
std::string open_call(const OwnCalls& calls);

// Such notes in memory that a process shares with all that it starts from then on, and what they
// are to do. Thread-safe.
class SharedOwnCalls {
 public:
  // Throws OutOfMemory.
  SharedOwnCalls();
  SharedOwnCalls(const SharedOwnCalls&) = delete;
  SharedOwnCalls& operator=(const SharedOwnCalls&) = delete;
  ~SharedOwnCalls();

  OwnCalls& calls() const { return shared_->calls; }
  // Set it, and the process that runs the rules is to stop what it does.
  std::atomic<bool>& stop() const { return shared_->stop; }
  // For a new process: nothing is called yet.
  void forget_calls() const;

 private:
  struct Shared {
    OwnCalls calls;
    std::atomic<bool> stop = false;
  };
  Shared* shared_;
};

// Finds the call that does not come back. One thread at a time.
class OwnCallClock {
 public:
  // Looks at the calls. For how long has one been open without an end, as far as the looks so far
  // tell? Zero if none is.
  std::chrono::duration<double> look(const OwnCalls& calls);
  // That call, as open_call tells it; empty if there was none, or if it has ended since the last
  // look.
  std::string oldest(const OwnCalls& calls) const;
  using Clock = std::chrono::steady_clock;
  // When it was first seen. If there is none, this says nothing.
  Clock::time_point oldest_since() const { return seen_[oldest_].since; }

 private:
  struct Seen {
    std::uint64_t number = 0;  // 0: none is open
    Clock::time_point since = {};
  };
  std::array<Seen, std::tuple_size_v<decltype(OwnCalls::calls)>> seen_;
  std::size_t oldest_ = 0;
};

// How a process ended in which rules ran.
struct OwnProcessEnd {
  int status = 0;  // as waitpid tells it
  // For a process that was ended by force: how long was not enough. Zero for all others.
  std::chrono::duration<double> late = {};
};
// "mygame.so: play(3) at hex:0a1b: it crashes (Aborted)." `where` begins the sentence; `call` is
// what open_call tells, and may be empty.
std::string end_of_rules(std::string_view where, std::string_view call, const OwnProcessEnd& end);

}  // namespace zermelo
