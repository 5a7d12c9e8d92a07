// SPDX-License-Identifier: MIT
#include "tablebase/format/truncation_guard.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "tablebase/format/file.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

class Guard : public testing::Test {
 protected:
  static constexpr std::size_t size = 20 * 4096;
  Guard() {
    guard_maps();
    for (const char* name : {"one", "two"}) {
      std::ofstream(folder.file(name)) << std::string(size, 'x');
    }
  }
  const test::TemporaryFolder folder;
};

TEST_F(Guard, WhatIsCutReadsAsZeros) {
  const MappedFile one(folder.file("one")), two(folder.file("two"));
  std::filesystem::resize_file(folder.file("one"), 5 * 4096);
  EXPECT_FALSE(one.was_cut());
  EXPECT_EQ(one.bytes()[4096], std::byte{'x'});
  EXPECT_FALSE(one.was_cut());
  EXPECT_EQ(one.bytes()[10 * 4096 + 17], std::byte{0});
  EXPECT_TRUE(one.was_cut());
  EXPECT_EQ(one.bytes()[size - 1], std::byte{0});
  EXPECT_EQ(one.bytes()[4095], std::byte{'x'});
  EXPECT_FALSE(two.was_cut());
  EXPECT_EQ(two.bytes()[size - 1], std::byte{'x'});
}

TEST_F(Guard, ManyThreadsMeetTheEndAtOnce) {
  const MappedFile one(folder.file("one"));
  std::filesystem::resize_file(folder.file("one"), 0);
  std::vector<std::thread> threads;
  std::atomic<int> zeros = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (std::size_t at = size; at-- > 0;) zeros += one.bytes()[at] == std::byte{0} ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(zeros, static_cast<int>(4 * size));
  EXPECT_TRUE(one.was_cut());
}

// A map's place in the list is reused: the next map there is whole.
TEST_F(Guard, TheNextMapIsWhole) {
  {
    const MappedFile one(folder.file("one"));
    std::filesystem::resize_file(folder.file("one"), 0);
    EXPECT_EQ(one.bytes()[0], std::byte{0});
    EXPECT_TRUE(one.was_cut());
  }
  const MappedFile two(folder.file("two"));
  EXPECT_FALSE(two.was_cut());
}

TEST_F(Guard, OtherBusErrorsGoWhereTheyWent) {
  EXPECT_EXIT(
      {
        signal(SIGBUS, SIG_DFL);
        raise(SIGBUS);
      },
      testing::KilledBySignal(SIGBUS), "");
#ifndef ZERMELO_SANITIZED  // (the sanitizer's own handler was there before, and prints a report)
  EXPECT_EXIT(
      {
        guard_maps();
        raise(SIGBUS);
      },
      testing::KilledBySignal(SIGBUS), "");
#else
  EXPECT_DEATH(
      {
        guard_maps();
        raise(SIGBUS);
      },
      "BUS");
#endif
}

}  // namespace
}  // namespace zermelo
