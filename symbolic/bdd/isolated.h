// SPDX-License-Identifier: MIT
// Work in a process of its own, for libraries that end the process when they run out of room
// (Sylvan), and so that all of their memory is returned.
//
// The process is another program, zermelo-worker (worker/main.cpp): the host may have
// threads, which a fork without exec would leave behind in the middle of whatever they do.
// Therefore the work has a name, and its input is a text.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "symbolic/bdd/progress_text.h"

namespace zermelo::symbolic {

// Where the program is that works in a process of its own: the environment variable ZERMELO_WORKER,
// if it is set; otherwise zermelo-worker beside the
// running program or the library, or where it is installed relative to either; otherwise where it
// was built. Throws Error if it is not there.
std::string worker_path();

// What the work can report before it has ended. If nobody listens, the functions are empty, so that
// it need not compute what it would report.
struct IsolatedTalk {
  ProgressText progress;
  std::function<void(const std::string& text)> so_far;  // a result that is not complete yet
};

// Work that the worker knows by name; its input and its result are texts.
struct IsolatedWork {
  std::string_view name;
  std::string (*run)(const std::string& input, const IsolatedTalk& talk);
};

// The functions are called in this process, in the calling thread.
struct IsolatedOptions {
  ProgressText progress = {};
  std::function<void(const std::string& text)> so_far = {};
  const std::atomic<bool>* stop = nullptr;  // if it becomes true, the work is ended
  std::uint64_t memory = 0;                 // the allowed memory that OutOfNodes reports
  std::string worker = {};                  // the program; empty: that of worker_path()
  std::string what = "decision diagrams";   // what the process is for: said if it dies
};

// Has the work done by a process of its own and returns its result. What the work throws is thrown
// here: UsageError and OutOfNodes as such, anything else as Error. Throws OutOfNodes also if a
// library ended the process for lack of nodes, Interrupted if it was stopped, Error if it could not
// be started or died for another reason. The process is gone in any case, and no other child of
// this one is touched. Thread-safe.
std::string run_isolated(const IsolatedWork& work, const std::string& input,
                         const IsolatedOptions& options);

// What run_isolated and the worker say to each other. The worker's arguments are those of
// WorkerArguments; the input is its standard input; its messages come from its standard output. A
// program of another version is refused rather than misunderstood.
inline constexpr char worker_protocol[] = "zermelo-worker-2";

// After the program's name. `listens` has a letter of Message for each kind of message that the
// parent listens to.
struct WorkerArguments {
  enum : int { protocol = 1, work, parent, listens, count };
};

enum class Message : char {
  progress = 'P',
  so_far = 'S',
  result = 'R',
  usage = 'U',
  nodes = 'N',
  file = 'F',
  error = 'E'
};

// Precedes each message's text.
struct MessageHead {
  Message kind;
  std::uint64_t length;
};

}  // namespace zermelo::symbolic
