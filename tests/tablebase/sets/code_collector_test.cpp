// SPDX-License-Identifier: MIT
#include "tablebase/sets/code_collector.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <random>
#include <set>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using Codes = std::vector<std::uint64_t>;

Codes random_code_list(std::mt19937_64& random, std::size_t count, std::uint64_t below) {
  Codes codes;
  for (std::size_t i = 0; i < count; ++i) codes.push_back(random() % below);
  return codes;
}

Codes sorted(const Codes& codes) {
  const std::set<std::uint64_t> different(codes.begin(), codes.end());
  return {different.begin(), different.end()};
}

Codes all_of(CodeList& list) { return {list.codes().begin(), list.codes().end()}; }

// With as much memory as there is, with some, and with hardly any.
constexpr std::array<std::uint64_t, 3> limits = {0, 200'000, 8};

TEST(CodeCollector, GivesCodesInOrderEachOnce) {
  const test::TemporaryFolder folder;
  for (const std::uint64_t limit : limits) {
    SCOPED_TRACE(limit);
    std::mt19937_64 random(7);
    CodeSpace space(limit, folder.file("."));
    CodeCollector collector(space);
    Codes all;
    for (int buffers = 0; buffers < 30; ++buffers) {
      Codes buffer = random_code_list(random, random() % 20'000, 200'000);
      all.insert(all.end(), buffer.begin(), buffer.end());
      collector.add(buffer);
      EXPECT_TRUE(buffer.empty());
    }
    EXPECT_FALSE(collector.empty());
    CodeList list = collector.take(2);
    EXPECT_TRUE(collector.empty());
    EXPECT_EQ(all_of(list), sorted(all));
    EXPECT_EQ(space.spilled() > 0, limit != 0);
    CodeList nothing = collector.take(2);
    EXPECT_TRUE(nothing.codes().empty());
  }
}

TEST(CodeCollector, TellsWhatIsNewAndPutsTogether) {
  const test::TemporaryFolder folder;
  for (const std::uint64_t limit : limits) {
    SCOPED_TRACE(limit);
    std::mt19937_64 random(8);
    CodeSpace space(limit, folder.file("."));
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{50'000}}) {
      const Codes a = sorted(random_code_list(random, size, 100'000));
      const Codes b = sorted(random_code_list(random, 30'000, 100'000));
      Codes only_a, both;
      std::ranges::set_difference(a, b, std::back_inserter(only_a));
      std::ranges::set_union(a, b, std::back_inserter(both));
      CodeList found_a = difference(space, a, b), found_both = union_of(space, a, b);
      EXPECT_EQ(all_of(found_a), only_a);
      EXPECT_EQ(all_of(found_both), both);
    }
  }
}

TEST(CodeSpace, CountsWhatIsTakenAndGivenBack) {
  const test::TemporaryFolder folder;
  CodeSpace space(1000, folder.file("."));
  EXPECT_TRUE(space.take(600));
  EXPECT_FALSE(space.take(600));
  space.give_back(600);
  EXPECT_TRUE(space.take(900));
  EXPECT_EQ(space.take_most(), 900u);
  space.give_back(900);
  EXPECT_EQ(space.take_most(), 900u) << "as it was when it was asked last";
  EXPECT_EQ(space.take_most(), 0u);
  space.limit_to(500);
  EXPECT_FALSE(space.take(600));
  {
    CodeList list(space);
    list.append(Codes{1, 2, 3});
    EXPECT_GE(space.take_most(), 24u);
  }
  space.take_most();
  EXPECT_EQ(space.take_most(), 0u);
}

}  // namespace
}  // namespace zermelo
