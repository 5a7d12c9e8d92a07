// SPDX-License-Identifier: MIT
#include "cli/resources.h"

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

namespace zermelo::cli {
namespace {

TEST(Resources, GrowWithWhatIsUsed) {
  const std::uint64_t before = peak_memory();
  EXPECT_GT(before, std::uint64_t{1} << 20);
  // (They are written to, because a page counts only once it is touched.)
  std::vector<char> block(before + (std::size_t{64} << 20), 1);
  EXPECT_GE(peak_memory(), before + (std::uint64_t{64} << 20));
  EXPECT_GE(peak_memory(Whose::with_children), peak_memory());

  const double seconds = processor_seconds();
  const auto begin = std::chrono::steady_clock::now();
  volatile unsigned work = 0;
  while (processor_seconds() < seconds + 0.05 &&
         std::chrono::steady_clock::now() - begin < std::chrono::minutes(1))
    work = work + block[work % block.size()] + 1u;
  EXPECT_GE(processor_seconds(), seconds + 0.05);
  EXPECT_GE(processor_seconds(Whose::with_children), processor_seconds() - 0.01);
}

}  // namespace
}  // namespace zermelo::cli
