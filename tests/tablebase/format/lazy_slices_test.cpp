// SPDX-License-Identifier: MIT
#include "tablebase/format/lazy_slices.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "gen/error.h"
#include "gen/parallel.h"

namespace zermelo {
namespace {

TEST(LazySlicesTest, EachIsMadeOnceHoweverManyThreadsAsk) {
  const LazySlices<std::size_t> slices(10);
  std::atomic<int> made = 0;
  parallel_tasks(1000, 4, [&] {
    return [&](std::uint64_t task) {
      const std::size_t slice = task % 7;
      const std::size_t& value = slices.get(slice, [&] {
        ++made;
        return slice * slice;
      });
      EXPECT_EQ(value, slice * slice);
    };
  });
  EXPECT_EQ(made, 7);
  EXPECT_EQ(slices.size(), 10u);
}

TEST(LazySlicesTest, WhatFailedIsTriedAgain) {
  const LazySlices<std::string> slices(1);
  EXPECT_THROW(slices.get(0, []() -> std::string { throw DamagedTable("no"); }), DamagedTable);
  EXPECT_EQ(slices.get(0, [] { return std::string("now"); }), "now");
}

}  // namespace
}  // namespace zermelo
