// SPDX-License-Identifier: MIT
// How much memory work may take, and the sentence that says so if it needs more.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "tablebase/job/solve_options.h"

namespace zermelo {

// The most that work needs.
struct MemoryNeed {
  std::uint64_t bytes = 0;
  bool at_least = false;                 // more will be known later
  std::string who = "This solve needs";  // how the sentence begins
};

// The program itself, buffers, stacks: what any work takes in addition to its arrays.
inline constexpr std::uint64_t fixed_memory = std::uint64_t{64} << 20;

// What would fit into this many bytes: "columns=6 rows=5 would fit". Empty if that is not known.
using WhatFits = std::function<std::string(std::uint64_t bytes)>;

class MemoryLimit {
 public:
  // As SolveOptions::memory_limit. What is free is determined here, once; `sharers` processes of
  // this work are on this machine, this one included, and each has a share of it.
  explicit MemoryLimit(std::uint64_t wanted = free_memory_limit, int sharers = 1);

  // no_memory_limit if there is none.
  std::uint64_t bytes() const { return bytes_; }
  bool none() const { return bytes_ == no_memory_limit; }
  // Throws OutOfMemory if the need is greater.
  void require(const MemoryNeed& need, const WhatFits& what_fits = {}) const;

 private:
  std::uint64_t bytes_;
  bool is_free_memory_ = false;
};

}  // namespace zermelo
