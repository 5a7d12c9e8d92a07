// SPDX-License-Identifier: MIT
#include "tablebase/format/value_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <span>
#include <vector>

namespace zermelo {
namespace {

// Values that depend on their neighbours, as those of positions do.
std::vector<std::uint8_t> neighbouring_values(std::size_t count, int palette, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::uint8_t> values;
  int value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (random() % 4 == 0) value = static_cast<int>(random() % static_cast<unsigned>(palette));
    values.push_back(static_cast<std::uint8_t>(value));
  }
  return values;
}

void expect_read_as_packed(std::size_t numbers, const std::vector<int>& palettes,
                           const std::vector<std::uint64_t>& rows, bool of_outcomes) {
  for (const int palette : palettes) {
    for (const std::uint64_t row : rows) {
      for (const std::size_t count : {std::size_t{1}, std::size_t{65}, numbers}) {
        const std::vector<std::uint8_t> values =
            neighbouring_values(count, palette, static_cast<unsigned>(count));
        const ValueContexts contexts(static_cast<std::size_t>(palette), {8, row}, of_outcomes);
        SymbolCounts counts(contexts.groups(), contexts.group(), contexts.symbols());
        count_value_run(values, contexts, counts);
        const SymbolModel model(counts);
        const std::vector<std::byte> packed = pack_value_run(values, contexts, model);
        ValueRunReader reader(packed, contexts, model);
        for (const std::uint8_t value : values) ASSERT_EQ(reader.next(), value);
      }
    }
  }
}

TEST(ValueRun, IsReadAsItWasPacked) {
  expect_read_as_packed(value_run_numbers, {1, 2, 40, 256}, {1, 48, 64, 100000}, false);
}

TEST(ValueRun, OfOutcomesIsReadAsItWasPacked) {
  expect_read_as_packed(outcome_run_numbers, {1, 2, 3}, {1, 5, 48, 100000}, true);
}

TEST(ValueRun, OfManyEqualValuesTakesFewBytes) {
  const std::vector<std::uint8_t> values(value_run_numbers, 3);
  const ValueContexts contexts(7, {8, 64});
  SymbolCounts counts(contexts.groups(), contexts.group(), contexts.symbols());
  count_value_run(values, contexts, counts);
  EXPECT_LE(pack_value_run(values, contexts, SymbolModel(counts)).size(), 4u);
}

TEST(ValueRun, OfOtherBytesHasCodesOfThePalette) {
  const std::vector<std::uint8_t> values = neighbouring_values(value_run_numbers, 9, 1);
  const ValueContexts contexts(9, {8, 64});
  SymbolCounts counts(contexts.groups(), contexts.group(), contexts.symbols());
  count_value_run(values, contexts, counts);
  const SymbolModel model(counts);
  std::mt19937 random(2);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<std::byte> bytes(random() % 100);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
    ValueRunReader reader(bytes, contexts, model);
    for (std::size_t i = 0; i < value_run_numbers; ++i) ASSERT_LT(reader.next(), 9);
  }
}

// The contexts are part of the format: docs/table-format.md says which they are.
TEST(ValueContexts, AreAsDocumented) {
  const std::uint8_t values[] = {5, 5, 5, 4, 6, 9, 1, 1};
  const std::uint32_t before[] = {10, 5, 5, 5, 4, 6, 9, 1};
  // What a row of two says: at first it does not reach back to the value before it.
  const std::uint32_t relation[] = {0, 0, 0, 1, 4, 5, 6, 3};
  const ValueContexts ranks(10, {2, 100000}), men(10, {100000, 2}), both(10, {2, 2});
  for (std::size_t at = 0; at < std::size(values); ++at) {
    EXPECT_EQ(ranks.of(values, at), 49 * before[at] + 7 * relation[at]) << at;
    EXPECT_EQ(men.of(values, at), 49 * before[at] + relation[at]) << at;
    EXPECT_EQ(both.of(values, at), 49 * before[at] + 8 * relation[at]) << at;
  }
  EXPECT_EQ(ranks.groups(), 11u);
}

// A slice of one value only has nothing to say.
TEST(ValueRun, OfAPaletteOfOneValueTakesNoBytes) {
  const std::vector<std::uint8_t> values(value_run_numbers, 0);
  const ValueContexts contexts(1, {8, 64});
  SymbolCounts counts(contexts.groups(), contexts.group(), contexts.symbols());
  count_value_run(values, contexts, counts);
  const SymbolModel model(counts);
  EXPECT_TRUE(pack_value_run(values, contexts, model).empty());
  ValueRunReader reader({}, contexts, model);
  for (std::size_t i = 0; i < value_run_numbers; ++i) ASSERT_EQ(reader.next(), 0);
}

}  // namespace
}  // namespace zermelo
