// SPDX-License-Identifier: MIT
#include "tablebase/job/memory_limit.h"

#include <gtest/gtest.h>

#include <string>

#include "gen/error.h"
#include "tests/support/error_text.h"

namespace zermelo {
namespace {

constexpr std::uint64_t mebibyte = 1 << 20, gibibyte = 1 << 30, tebibyte = std::uint64_t{1} << 40;

std::string refusal(const MemoryLimit& limit, const MemoryNeed& need, const WhatFits& fits = {}) {
  return test::error_text<OutOfMemory>([&] { limit.require(need, fits); });
}

TEST(MemoryLimit, RefusesWhatIsMore) {
  const MemoryLimit limit(100 * mebibyte);
  EXPECT_EQ(limit.bytes(), 100 * mebibyte);
  EXPECT_NO_THROW(limit.require({.bytes = 100 * mebibyte}));
  EXPECT_EQ(refusal(limit, {.bytes = 100 * mebibyte + 1}),
            "This solve needs 101 MiB of memory; the limit is 100 MiB.");
  EXPECT_EQ(refusal(limit, {.bytes = 200 * gibibyte, .at_least = true, .who = "Counting needs"}),
            "Counting needs at least 201 GiB of memory; the limit is 100 MiB.");
  EXPECT_EQ(refusal(limit, {.bytes = 21 * tebibyte}),
            "This solve needs 22 TiB of memory; the limit is 100 MiB.");
}

TEST(MemoryLimit, SaysWhatWouldFit) {
  const auto fits = [](std::uint64_t bytes) {
    return bytes >= 50 * mebibyte ? "something smaller would fit" : std::string();
  };
  EXPECT_EQ(
      refusal(MemoryLimit(50 * mebibyte), {.bytes = gibibyte}, fits),
      "This solve needs 1025 MiB of memory; the limit is 50 MiB; something smaller would fit.");
  EXPECT_EQ(refusal(MemoryLimit(1 * mebibyte), {.bytes = gibibyte}, fits),
            "This solve needs 1025 MiB of memory; the limit is 1 MiB.");
}

TEST(MemoryLimit, IsWhatIsFreeUnlessToldOtherwise) {
  const MemoryLimit free;
  if (free.none()) GTEST_SKIP() << "the system does not say";
  EXPECT_NE(refusal(free, {.bytes = free.bytes() + 1}).find(" are free."), std::string::npos);
  EXPECT_NO_THROW(MemoryLimit(no_memory_limit).require({.bytes = no_memory_limit - 1}));
}

}  // namespace
}  // namespace zermelo
