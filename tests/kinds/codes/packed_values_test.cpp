// SPDX-License-Identifier: MIT
// Values in bytes, against the values themselves.
#include "kinds/codes/packed_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <vector>

#include "gen/value.h"

namespace zermelo {
namespace {

// So many different values, from -`kinds`/2 on; every `often`-th number has one of the first ten.
std::vector<Value> some_values(std::uint64_t size, int kinds, unsigned often) {
  std::mt19937 random(static_cast<unsigned>(kinds));
  std::vector<Value> values;
  for (std::uint64_t i = 0; i < size; ++i) {
    const auto among = static_cast<unsigned>(random() % often == 0 ? kinds : std::min(10, kinds));
    values.push_back(
        Value::from_raw(static_cast<std::int16_t>(static_cast<int>(random() % among) - kinds / 2)));
  }
  return values;
}

PackedValues pack(const std::vector<Value>& values) {
  PackedValues packed = PackedValues::of_any(values.size());
  for (std::uint64_t i = 0; i < values.size(); ++i) packed.set(i, values[i]);
  packed.pack();
  return packed;
}

void expect_same(const PackedValues& packed, const std::vector<Value>& values) {
  ASSERT_EQ(packed.size(), values.size());
  for (std::uint64_t i = 0; i < values.size(); ++i) ASSERT_EQ(packed.get(i), values[i]) << i;
}

// Through the arrays that a checkpoint has.
PackedValues saved_and_restored(const PackedValues& values) {
  const std::vector<std::span<const std::byte>> saved = {
      values.values_array(), values.palette_array(), values.rare_array()};
  return PackedValues::restored([&](std::size_t k) { return saved[k].size(); },
                                [&](std::size_t k, std::span<std::byte> out) {
                                  ASSERT_EQ(out.size(), saved[k].size());
                                  if (!out.empty())
                                    std::memcpy(out.data(), saved[k].data(), out.size());
                                });
}

TEST(PackedValues, AreWhatWasPutIn) {
  struct Case {
    int kinds;
    unsigned often;  // how often one value in so many is any of the kinds
    std::uint64_t bytes_a_value;
  };
  // (Of 257 values, two are rare ones if each occurs as often.)
  for (const auto& [kinds, often, bytes_a_value] :
       {Case{1, 1, 1}, Case{256, 1, 1}, Case{257, 1, 1}, Case{2000, 100, 1}, Case{2000, 1, 2},
        Case{60000, 1, 2}}) {
    const std::vector<Value> values = some_values(100'000, kinds, often);
    const PackedValues packed = pack(values);
    EXPECT_EQ(packed.bytes() / values.size(), bytes_a_value) << kinds;
    expect_same(packed, values);
    expect_same(saved_and_restored(packed), values);
  }
  expect_same(pack({}), {});
}

// More than one step of giving memory back.
TEST(PackedValues, OfManyPositionsArePackedAsTheirMemoryIsGivenBack) {
  const std::vector<Value> values = some_values(5'000'000, 300, 50);
  const PackedValues packed = pack(values);
  EXPECT_LT(packed.bytes(), values.size() * 5 / 4);
  expect_same(packed, values);
}

TEST(PackedValues, OfShortGamesAreBytesAtOnce) {
  PackedValues values = PackedValues::of_small(256);
  EXPECT_EQ(values.bytes(), 256u);
  for (std::uint64_t i = 0; i < 256; ++i) EXPECT_EQ(values.get(i), Value::draw());
  for (int raw = -128; raw < 128; ++raw)
    values.set(static_cast<std::uint64_t>(raw + 128),
               Value::from_raw(static_cast<std::int16_t>(raw)));
  values.pack();
  for (int raw = -128; raw < 128; ++raw)
    EXPECT_EQ(values.get(static_cast<std::uint64_t>(raw + 128)).raw(), raw);
  const PackedValues restored = saved_and_restored(values);
  EXPECT_EQ(restored.get(0).raw(), -128);
}

}  // namespace
}  // namespace zermelo
