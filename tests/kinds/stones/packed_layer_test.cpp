// SPDX-License-Identifier: MIT
#include "kinds/stones/packed_layer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace zermelo {
namespace {

std::vector<std::byte> bytes_of(const std::string& text) {
  const Bytes bytes = as_bytes(text);
  return {bytes.begin(), bytes.end()};
}
std::string text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(PackedLayer, GivesBackWhatWasPutAndIsRestoredFromItsArrays) {
  PackedLayer layer(3, 2);
  const std::vector<std::uint64_t> firsts = {0, 7, 30}, others = {0, 0, 5};
  const std::vector<std::vector<std::byte>> parts = {bytes_of("one"), bytes_of("second")};
  // (More than a chunk has room for.)
  const std::string large(std::size_t{70} << 20, 'x');
  layer.put(2, firsts, parts);
  layer.put(0, others, std::vector{bytes_of(""), bytes_of(large)});

  std::vector<std::vector<std::byte>> arrays;
  layer.for_each_array([&](Bytes array) { arrays.emplace_back(array.begin(), array.end()); });
  PackedLayer restored(3, 2);
  std::size_t next = 0;
  restored.restore(
      layer.chunks(), [&] { return arrays[next].size(); },
      [&](std::span<std::byte> to) {
        ASSERT_EQ(to.size(), arrays[next].size());
        std::ranges::copy(arrays[next++], to.begin());
      });
  EXPECT_EQ(next, arrays.size());

  for (const PackedLayer* each : {&layer, &restored}) {
    EXPECT_TRUE(each->has(0));
    EXPECT_FALSE(each->has(1));
    EXPECT_TRUE(each->has(2));
    EXPECT_EQ(each->parts(), 2u);
    EXPECT_EQ(each->bytes(2), 30u);
    EXPECT_EQ(each->first(2, 1), 7u);
    EXPECT_EQ(each->end(2, 0), 7u);
    EXPECT_EQ(each->end(2, 1), 30u);
    EXPECT_EQ(each->end(0, 0), 0u);
    EXPECT_EQ(text_of(each->packed(2, 0)), "one");
    EXPECT_EQ(text_of(each->packed(2, 1)), "second");
    EXPECT_EQ(text_of(each->packed(0, 0)), "");
    EXPECT_TRUE(text_of(each->packed(0, 1)) == large);
  }
  EXPECT_GE(layer.memory(), large.size());
}

class Shapes : public testing::Test {
 protected:
  static constexpr std::uint64_t bytes = 1 << 20, rows = 1024;
  int loads = 0;
  ShapeCache<std::uint8_t> cache{3 * (bytes + 4 * rows)};

  std::uint8_t get(std::uint64_t shape) {
    return cache
        .get(shape,
             [&](ShapeBytes<std::uint8_t>& to) {
               ++loads;
               to.make_room(bytes, rows);
               to.bytes()[0] = static_cast<std::uint8_t>(shape);
             })
        .bytes()[0];
  }
};

TEST_F(Shapes, AreKeptUntilOthersTakeTheirRoom) {
  for (const std::uint64_t shape : {1, 2, 3, 1, 2, 3}) {
    cache.begin_use();
    EXPECT_EQ(get(shape), shape);
  }
  EXPECT_EQ(loads, 3);
  for (const std::uint64_t shape : {4, 5, 6, 7, 8}) {
    cache.begin_use();
    EXPECT_EQ(get(shape), shape);
  }
  cache.begin_use();
  EXPECT_EQ(get(8), 8);
  EXPECT_EQ(loads, 8);
  EXPECT_EQ(get(1), 1);
  EXPECT_EQ(loads, 9);
}

TEST_F(Shapes, StayDuringAUse) {
  cache.begin_use();
  for (std::uint64_t shape = 0; shape < 10; ++shape) get(shape);
  for (std::uint64_t shape = 0; shape < 10; ++shape) EXPECT_EQ(get(shape), shape);
  EXPECT_EQ(loads, 10);
  for (std::uint64_t shape = 10; shape < 14; ++shape) {
    cache.begin_use();
    get(shape);
  }
  cache.begin_use();
  get(0);
  EXPECT_EQ(loads, 15);
}

}  // namespace
}  // namespace zermelo
