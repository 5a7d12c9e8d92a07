// SPDX-License-Identifier: MIT
// What run_isolated and the worker say to each other. The worker's arguments are those of
// WorkerArguments; the input is its standard input; its messages come from its standard output.
#pragma once

#include <cstdint>

namespace zermelo::symbolic {

// A program of another version is refused rather than misunderstood.
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
