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

struct IsolatedOptions {
  ProgressText progress = {};               // called in this process
  const std::atomic<bool>* stop = nullptr;  // if it becomes true the work is ended
  std::uint64_t memory = 0;                 // what OutOfNodes is to say was allowed
};

// Calls `work` in a child process and gives what it returns. If nobody listens its `progress` is
// empty, so that it need not find out what it would tell. The work must not use threads that this
// process has made before (OpenMP's). What it throws is thrown here: UsageError and OutOfNodes as
// such, anything else as Error. Throws OutOfNodes also if a library ended the child for lack of
// nodes, Interrupted if it was stopped, Error if it died for another reason.
std::string run_isolated(const std::function<std::string(const ProgressText& progress)>& work,
                         const IsolatedOptions& options);

}  // namespace zermelo::symbolic
