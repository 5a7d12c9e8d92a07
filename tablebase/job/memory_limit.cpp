// SPDX-License-Identifier: MIT
#include "tablebase/job/memory_limit.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "gen/error.h"

namespace zermelo {

// What a version of control groups calls its files.
struct FreeMemory::Names {
  const char *mount, *limit, *usage, *reclaimable;  // the last one is a key of memory.stat
};

namespace {

std::optional<std::uint64_t> smaller(std::optional<std::uint64_t> a,
                                     std::optional<std::uint64_t> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

// The number that a file begins with; nothing if it does not begin with one ("max").
std::optional<std::uint64_t> number_in(const std::string& path) {
  std::ifstream in(path);
  std::uint64_t number = 0;
  return in >> number ? std::optional(number) : std::nullopt;
}

// The number after a key in a file of lines "key number".
std::optional<std::uint64_t> number_of(const std::string& path, const std::string& key) {
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string name;
    std::uint64_t number = 0;
    if (words >> name >> number && name == key) return number;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> FreeMemory::bytes() const {
  return smaller(of_machine(), of_groups());
}

std::optional<std::uint64_t> FreeMemory::of_machine() const {
  const auto kib = number_of(root_ + "/proc/meminfo", "MemAvailable:");
  return kib ? std::optional(*kib << 10) : std::nullopt;
}

// Every group that the process is in, and all that these are in, may have a limit.
std::optional<std::uint64_t> FreeMemory::of_groups() const {
  constexpr Names version_1{"/sys/fs/cgroup/memory", "memory.limit_in_bytes",
                            "memory.usage_in_bytes", "total_inactive_file"};
  constexpr Names version_2{"/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"};
  std::optional<std::uint64_t> least;
  std::ifstream in(root_ + "/proc/self/cgroup");
  // "number:controllers:path"; version 2 has no controllers.
  for (std::string line; std::getline(in, line);) {
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const bool is_memory = controllers.find(",memory,") != std::string::npos;
    if (controllers != ",," && !is_memory) continue;
    for (std::string path = line.substr(second + 1);; path.resize(path.rfind('/'))) {
      least = smaller(least, of_group(path, is_memory ? version_1 : version_2));
      if (path.find('/') == std::string::npos) break;
    }
  }
  return least;
}

std::optional<std::uint64_t> FreeMemory::of_group(const std::string& path,
                                                  const Names& names) const {
  const std::string folder = root_ + names.mount + path + "/";
  const auto limit = number_in(folder + names.limit), usage = number_in(folder + names.usage);
  if (!limit || !usage) return std::nullopt;
  // Pages of files that have not been used for a while are dropped when memory is needed.
  const std::uint64_t kept =
      *usage - std::min(*usage, number_of(folder + "memory.stat", names.reclaimable).value_or(0));
  return *limit - std::min(*limit, kept);
}

namespace {

// Both are rounded so that the greater amount also reads as greater.
enum class Round { down, up };
std::string memory_text(std::uint64_t bytes, Round round) {
  constexpr std::uint64_t gib = std::uint64_t{1} << 30, tib = std::uint64_t{1} << 40;
  if (bytes >= 10 * tib) return fmt::format("{} TiB", bytes / tib + (round == Round::up ? 1 : 0));
  if (bytes >= 100 * gib) return fmt::format("{} GiB", bytes / gib + (round == Round::up ? 1 : 0));
  return fmt::format("{} MiB", (bytes >> 20) + (round == Round::up ? 1 : 0));
}

}  // namespace

MemoryLimit::MemoryLimit(std::uint64_t wanted, int sharers) : bytes_(wanted) {
  if (wanted != free_memory_limit) return;
  is_free_memory_ = true;
  bytes_ = FreeMemory().bytes().value_or(no_memory_limit);
  if (!none()) bytes_ /= static_cast<std::uint64_t>(sharers);
}

void MemoryLimit::require(const MemoryNeed& need, const WhatFits& what_fits) const {
  if (none() || need.bytes <= bytes_) return;
  const std::string limit = memory_text(bytes_, Round::down);
  std::string text = fmt::format(
      "{} {}{} of memory; {}", need.who, need.at_least ? "at least " : "",
      memory_text(need.bytes, Round::up),
      is_free_memory_ ? fmt::format("{} are free", limit) : fmt::format("the limit is {}", limit));
  if (const std::string fits = what_fits ? what_fits(bytes_) : ""; !fits.empty())
    text += "; " + fits;
  throw OutOfMemory(text + ".");
}

}  // namespace zermelo
