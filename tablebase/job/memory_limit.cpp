// SPDX-License-Identifier: MIT
#include "tablebase/job/memory_limit.h"

#include <fmt/format.h>

#include "gen/error.h"
#include "tablebase/job/free_memory.h"

namespace zermelo {
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
