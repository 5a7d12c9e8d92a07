// SPDX-License-Identifier: MIT
#include "tablebase/sets/huge_array.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "gen/error.h"

namespace zermelo {
namespace {

TEST(HugeArray, IsZeroAndHoldsWhatIsPutIn) {
  for (const std::size_t size : {1, 1000, 3000000}) {
    HugeArray<std::uint32_t> array(size);
    ASSERT_EQ(array.size(), size);
    EXPECT_TRUE(std::ranges::all_of(array.span(), [](std::uint32_t v) { return v == 0; }));
    for (std::size_t i = 0; i < size; ++i) array[i] = static_cast<std::uint32_t>(i * 7);
    for (std::size_t i = 0; i < size; i += 97) ASSERT_EQ(std::as_const(array)[i], i * 7);
    EXPECT_EQ(array.data() + size, array.span().data() + array.span().size());
  }
}

TEST(HugeArray, IsMovedAndNotCopied) {
  HugeArray<int> a(10);
  a[3] = 5;
  const int* const data = a.data();
  HugeArray<int> b(std::move(a));
  EXPECT_EQ(b.data(), data);
  EXPECT_EQ(b.size(), 10u);
  HugeArray<int> c(4);
  c = std::move(b);
  EXPECT_EQ(c.data(), data);
  EXPECT_EQ(c[3], 5);
  EXPECT_EQ(HugeArray<int>().size(), 0u);
}

TEST(HugeArray, GivesBackTheMemoryOfWhatIsDropped) {
  constexpr std::size_t size = std::size_t{8} << 20, end = std::size_t{5} << 20;
  HugeArray<std::uint8_t> array(size);
  std::ranges::fill(array.span(), std::uint8_t{7});
  array.drop_before(end);
  EXPECT_EQ(array[0], 0);
  EXPECT_EQ(array[(std::size_t{4} << 20) - 1], 0);
  EXPECT_TRUE(std::ranges::all_of(array.span().subspan(end), [](auto v) { return v == 7; }));
  array.drop_before(0);
  EXPECT_EQ(array[size - 1], 7);
}

TEST(HugeArray, SaysThatThereIsNotSoMuchMemory) {
  EXPECT_THROW(HugeArray<std::uint64_t>(std::size_t{1} << 58), OutOfMemory);
}

}  // namespace
}  // namespace zermelo
