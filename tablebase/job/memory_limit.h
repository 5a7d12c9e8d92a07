// SPDX-License-Identifier: MIT
// How much memory work may take, and the sentence that says so if it needs more.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "tablebase/job/solve_options.h"

namespace zermelo {

// How much memory this process may still take without making the machine swap: the system's own
// estimate (MemAvailable of /proc/meminfo), or what the control groups of this process leave of
// their limits (version 1 or 2) if that is less. Nothing if the system does not say. Never throws.
class FreeMemory {
 public:
  // `root` is put before /proc and /sys; tests use another one.
  explicit FreeMemory(std::string root = "") : root_(std::move(root)) {}
  std::optional<std::uint64_t> bytes() const;

 private:
  std::optional<std::uint64_t> of_machine() const;
  std::optional<std::uint64_t> of_groups() const;
  struct Names;
  std::optional<std::uint64_t> of_group(const std::string& path, const Names& names) const;

  std::string root_;
};

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
