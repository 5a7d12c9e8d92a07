// SPDX-License-Identifier: MIT
#include "tablebase/format/run_block.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "gen/error.h"

namespace zermelo {
namespace {

std::vector<std::byte> bytes_of(std::size_t size, int first) {
  std::vector<std::byte> bytes(size);
  for (std::size_t i = 0; i < size; ++i)
    bytes[i] = static_cast<std::byte>(first + static_cast<int>(i));
  return bytes;
}

struct Run {
  std::uint64_t first_code;
  std::vector<std::byte> bytes;
};

const std::vector<Run> runs = {{1000, bytes_of(3, 1)},
                               {1001, bytes_of(0, 0)},
                               {5000, bytes_of(300, 7)},
                               {5000000, bytes_of(1, 9)}};
constexpr std::uint64_t identity = 77;

std::vector<std::byte> block() {
  RunBlockBuilder builder;
  EXPECT_TRUE(builder.empty());
  for (const Run& run : runs) {
    EXPECT_TRUE(builder.has_room(run.first_code));
    builder.add(run.first_code, run.bytes);
  }
  EXPECT_EQ(builder.first_code(), runs.front().first_code);
  auto bytes = builder.take(identity);
  EXPECT_TRUE(builder.empty());
  return bytes;
}

TEST(RunBlock, HasItsRuns) {
  const auto bytes = block();
  const RunBlock view(bytes, identity, runs.front().first_code);
  ASSERT_EQ(view.runs(), runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    EXPECT_EQ(view.first_code(i), runs[i].first_code);
    const Bytes run = view.run(i);
    EXPECT_EQ(std::vector<std::byte>(run.begin(), run.end()), runs[i].bytes);
  }
  const std::size_t place = place_bytes_of_block(bytes, true);
  EXPECT_GT(place, 0u);
  EXPECT_LT(place, bytes.size());
}

TEST(RunBlock, FindsTheRunOfACode) {
  const auto bytes = block();
  const RunBlock view(bytes, identity, runs.front().first_code);
  EXPECT_FALSE(view.run_of(999));
  for (const auto& [code, run] : {std::pair<std::uint64_t, std::size_t>{1000, 0},
                                  {1001, 1},
                                  {4999, 1},
                                  {5000, 2},
                                  {4999999, 2},
                                  {5000000, 3},
                                  {~std::uint64_t{0}, 3}})
    EXPECT_EQ(view.run_of(code), run) << code;
}

// Runs that all have as many codes need not say where they begin.
TEST(RunBlock, OfAStrideHasNoFirstCodes) {
  constexpr std::uint64_t stride = 256;
  RunBlockBuilder plain, strided(stride);
  for (std::uint64_t i = 0; i < 5; ++i) {
    plain.add(1000 + i * stride, runs[i % runs.size()].bytes);
    strided.add(1000 + i * stride, runs[i % runs.size()].bytes);
  }
  const auto long_one = plain.take(identity), bytes = strided.take(identity);
  EXPECT_EQ(bytes.size() + 5 * 4, long_one.size());
  EXPECT_EQ(place_bytes_of_block(bytes, false), 2u + 5 * 2);
  const RunBlock view(bytes, identity, 1000, stride);
  ASSERT_EQ(view.runs(), 5u);
  for (std::size_t i = 0; i < view.runs(); ++i) {
    EXPECT_EQ(view.first_code(i), 1000 + i * stride);
    EXPECT_EQ(view.run_of(1000 + i * stride + 255), i);
    EXPECT_EQ(view.run(i).size(), runs[i % runs.size()].bytes.size());
  }
  EXPECT_THROW(RunBlock(bytes, identity, 1000), DamagedTable) << "read as one with first codes";
}

TEST(RunBlock, HasRoomForSoManyRuns) {
  RunBlockBuilder builder;
  for (std::size_t i = 0; i < block_runs; ++i) {
    ASSERT_TRUE(builder.has_room(i));
    builder.add(i, {});
  }
  EXPECT_FALSE(builder.has_room(block_runs));
}

// Any changed byte, any cut and any other place is noticed.
TEST(RunBlock, NoticesDamage) {
  auto bytes = block();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] ^= std::byte{1};
    EXPECT_THROW(RunBlock(bytes, identity, 1000), DamagedTable) << i;
    bytes[i] ^= std::byte{1};
    EXPECT_THROW(RunBlock(Bytes(bytes).first(i), identity, 1000), DamagedTable) << i;
  }
  EXPECT_THROW(RunBlock(bytes, identity + 1, 1000), DamagedTable);
  EXPECT_EQ(place_bytes_of_block(Bytes(bytes).first(1), true), 0u);
}

TEST(ModelBlock, IsReadAsItIsWritten) {
  SymbolCounts counts(2, 3, 4);
  for (std::size_t context = 0; context < 6; ++context) {
    for (std::size_t symbol = 0; symbol < 4; ++symbol) {
      for (std::size_t n = 0; n < 10 * context + symbol * symbol; ++n) counts.add(context, symbol);
    }
  }
  const SymbolModel model(counts);
  auto bytes = model_block(model, identity);
  EXPECT_EQ(read_model_block(bytes, identity, 2, 3, 4).to_bytes(), model.to_bytes());
  EXPECT_THROW(read_model_block(bytes, identity + 1, 2, 3, 4), DamagedTable);
  EXPECT_THROW(read_model_block(Bytes(bytes).first(5), identity, 2, 3, 4), DamagedTable);
  bytes.back() ^= std::byte{1};
  EXPECT_THROW(read_model_block(bytes, identity, 2, 3, 4), DamagedTable);
}

}  // namespace
}  // namespace zermelo
