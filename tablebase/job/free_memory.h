// SPDX-License-Identifier: MIT
// How much memory this process may still take without making the machine swap.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace zermelo {

// The system's own estimate (MemAvailable of /proc/meminfo), or what the control groups of this
// process leave of their limits (version 1 or 2) if that is less. Nothing if the system does not
// say. Never throws.
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

}  // namespace zermelo
