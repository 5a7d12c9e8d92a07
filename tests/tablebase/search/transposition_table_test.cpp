// SPDX-License-Identifier: MIT
#include "tablebase/search/transposition_table.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace zermelo {
namespace {

struct NumberKey {
  std::uint64_t number = 0;

  std::uint64_t hash() const { return number; }
  bool operator==(const NumberKey&) const = default;
};
using NumberTable = TranspositionTable<NumberKey>;

NumberTable::Entry entry(std::uint64_t number, std::uint16_t work = 1) {
  NumberTable::Entry e;
  e.key = {number};
  e.no = static_cast<std::uint16_t>(number % 1000);
  e.used = 1;
  e.work = work;
  return e;
}

// While it grows it forgets next to nothing, and it never answers about another position.
TEST(TranspositionTable, GrowsAndFindsWhatItKept) {
  constexpr std::uint64_t all = 200'000;
  NumberTable table(std::uint64_t{1} << 26);
  for (std::uint64_t n = 0; n < all; ++n) table.keep(entry(n * n));
  std::uint64_t found = 0;
  for (std::uint64_t n = 0; n < all; ++n) {
    const NumberTable::Entry e = table.find({n * n});
    if (e.used == 0) continue;
    ASSERT_EQ(e.key.number, n * n);
    ASSERT_EQ(e.no, n * n % 1000);
    ++found;
  }
  EXPECT_GT(found, all * 95 / 100);
  EXPECT_EQ(table.find({3}).used, 0);
}

TEST(TranspositionTable, ReplacesWhatTookTheLeastWorkWhenItIsFull) {
  NumberTable table(1);  // four entries
  for (std::uint64_t n = 1; n <= 4; ++n) table.keep(entry(n, static_cast<std::uint16_t>(10 * n)));
  table.keep(entry(5, 7));
  EXPECT_EQ(table.find({1}).used, 0);
  for (std::uint64_t n = 2; n <= 5; ++n) EXPECT_NE(table.find({n}).used, 0) << n;
  NumberTable::Entry again = entry(3, 1);
  again.yes = 9;
  table.keep(again);
  EXPECT_EQ(table.find({3}).yes, 9);
  EXPECT_NE(table.find({2}).used, 0);
}

}  // namespace
}  // namespace zermelo
