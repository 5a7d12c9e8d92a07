// SPDX-License-Identifier: MIT
// Work in a process of its own: for libraries that end the process when they run out of room
// (Sylvan), and so that all of their memory is given back.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "symbolic/progress_text.h"

namespace zermelo::symbolic {

// What the work can say before it has ended.
struct IsolatedTalk {
  ProgressText progress;                                // empty if nobody listens
  std::function<void(const std::string& text)> so_far;  // a result that is not whole yet; likewise
};
using IsolatedWork = std::function<std::string(const IsolatedTalk& talk)>;

// Both functions are called in this process.
struct IsolatedOptions {
  ProgressText progress = {};
  std::function<void(const std::string& text)> so_far = {};
  const std::atomic<bool>* stop = nullptr;  // if it becomes true the work is ended
  std::uint64_t memory = 0;                 // what OutOfNodes is to say was allowed
};

// Calls `work` in a child process and gives what it returns. If nobody listens the functions of its
// `talk` are empty, so that it need not find out what it would tell. It must not use threads that
// this process has made before (OpenMP's). What it throws is thrown here: UsageError and OutOfNodes
// as such, anything else as Error. Throws OutOfNodes also if a library ended the child for lack of
// nodes, Interrupted if it was stopped, Error if it died for another reason.
std::string run_isolated(const IsolatedWork& work, const IsolatedOptions& options);

}  // namespace zermelo::symbolic
