// SPDX-License-Identifier: MIT
#include "tablebase/format/symbol_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "gen/error.h"
#include "tablebase/format/section_codec.h"
#include "tests/support/error_text.h"

namespace zermelo {
namespace {

using Counts = std::vector<std::uint64_t>;

// A model with one context.
SymbolCounts counts_of(const Counts& counts) {
  SymbolCounts result(1, 1, counts.size());
  for (std::size_t s = 0; s < counts.size(); ++s) {
    for (std::uint64_t n = 0; n < counts[s]; ++n) result.add(0, s);
  }
  return result;
}

std::vector<std::uint32_t> frequencies_of(const SymbolModel& model, std::size_t symbols) {
  std::vector<std::uint32_t> result;
  for (std::size_t s = 0; s < symbols; ++s) result.push_back(model.frequency(0, s));
  return result;
}

// Checks that a model can be used for coding, and that what is packed comes back, also after a
// round trip of the model itself.
void expect_sound(const Counts& counts, std::mt19937& random) {
  const SymbolModel model(counts_of(counts));
  const std::vector<std::uint32_t> frequencies = frequencies_of(model, counts.size());
  std::uint32_t sum = 0;
  std::vector<SymbolModel::Step> steps;
  for (std::uint32_t s = 0; s < counts.size(); ++s) {
    EXPECT_EQ(counts[s] > 0, frequencies[s] > 0) << "symbol " << s;
    EXPECT_LE(frequencies[s], SymbolModel::scale) << "symbol " << s;
    sum += frequencies[s];
    if (counts[s] == 0) continue;
    for (int n = 0; n < 5; ++n) steps.push_back({0, s});
  }
  EXPECT_EQ(sum, SymbolModel::scale);
  std::ranges::shuffle(steps, random);
  std::vector<std::byte> packed;
  model.pack(steps, packed);
  const SymbolModel again = SymbolModel::from_bytes(model.to_bytes(), 1, 1, counts.size());
  EXPECT_EQ(frequencies_of(again, counts.size()), frequencies);
  SymbolModel::Reader reader(again, packed);
  for (const SymbolModel::Step& step : steps) ASSERT_EQ(reader.next(0), step.symbol);
}

// 200 rare symbols, which cannot have less than 1 each, take more than the greatest of the other 56
// has.
TEST(SymbolModel, ManyRareSymbolsTakeFromAllThatCanGive) {
  std::mt19937 random(1);
  Counts counts(256, 1);
  std::fill_n(counts.begin(), 56, 100'000);
  expect_sound(counts, random);
  const SymbolModel model(counts_of(counts));
  std::uint32_t least = SymbolModel::scale, greatest = 0;
  for (std::size_t s = 0; s < 56; ++s) {
    least = std::min(least, model.frequency(0, s));
    greatest = std::max(greatest, model.frequency(0, s));
  }
  EXPECT_LE(greatest - least, 1u) << "equal ones lose equally";
}

TEST(SymbolModel, IsSoundForCountsOfAllShapes) {
  std::mt19937 random(20261122);
  const auto number = [&](std::uint64_t from, std::uint64_t to) {
    return std::uniform_int_distribution<std::uint64_t>(from, to)(random);
  };
  const std::array<std::function<std::uint64_t(std::size_t)>, 6> shapes = {
      [&](std::size_t) { return number(1, 1000); },
      [&](std::size_t) { return std::uint64_t{7}; },
      [&](std::size_t s) { return s == 0 ? 5'000 : std::uint64_t{1}; },
      [&](std::size_t) { return number(0, 9) == 0 ? number(20'000, 30'000) : 1; },
      [&](std::size_t) { return number(0, 4) == 0 ? number(1, 20'000) : 0; },
      [&](std::size_t) { return std::uint64_t{1} << number(0, 14); }};
  for (int n = 0; n < 400; ++n) {
    Counts counts(n % 4 == 0 ? 256 : number(1, 256));
    const auto& shape = shapes[static_cast<std::size_t>(n) % shapes.size()];
    for (std::size_t s = 0; s < counts.size(); ++s) counts[s] = shape(s);
    if (std::ranges::count(counts, 0u) == std::ssize(counts)) counts.back() = 1;
    SCOPED_TRACE("case " + std::to_string(n) + ", " + std::to_string(counts.size()) + " symbols");
    expect_sound(counts, random);
    if (HasFailure()) return;
  }
}

// Existing tables are packed with these.
TEST(SymbolModel, TheGreatestTakesAllThatRoundingLeavesWhileItCan) {
  const SymbolModel three(counts_of({3, 3, 3}));
  EXPECT_EQ(frequencies_of(three, 3), (std::vector<std::uint32_t>{1366, 1365, 1365}));
  Counts counts(101, 1);
  counts[50] = 1'000'000;
  const SymbolModel rare(counts_of(counts));
  EXPECT_EQ(rare.frequency(0, 50), SymbolModel::scale - 100);
}

// A row number has 16 bits: a file cannot have so many rows that the numbers wrap around.
TEST(SymbolModel, RefusesRowsThatCannotBeNumbered) {
  constexpr std::size_t groups = 65'537;
  std::vector<std::byte> plain = {std::byte{2}, std::byte{0}};
  plain.resize(2 + (groups + 7) / 8, std::byte{0xff});          // each group has its own row
  plain.resize(plain.size() + (groups + 7) / 8, std::byte{0});  // no context has
  plain.resize(plain.size() + 2, std::byte{1});                 // two rows of one symbol
  std::vector<std::byte> bytes;
  append_integer(bytes, static_cast<std::uint32_t>(plain.size()));
  append_integer(bytes, std::uint32_t{0});
  SectionCodec().append(bytes, 4, plain);
  EXPECT_EQ(test::error_text<DamagedTable>([&] { SymbolModel::from_bytes(bytes, groups, 1, 1); }),
            "a slice's model miscounts its rows");
}

}  // namespace
}  // namespace zermelo
