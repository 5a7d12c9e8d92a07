// SPDX-License-Identifier: MIT
#include "tablebase/sets/dense_set.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace zermelo {
namespace {

std::vector<std::uint64_t> words_of(const std::vector<bool>& bits) {
  std::vector<std::uint64_t> words((bits.size() + 63) / 64);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i]) words[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  return words;
}

void expect_set(const std::vector<bool>& bits) {
  SCOPED_TRACE(bits.size());
  const auto words = words_of(bits);
  const DenseSet set(words, bits.size());
  ASSERT_EQ(set.universe(), bits.size());
  std::uint64_t members = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    ASSERT_EQ(set.contains(i), bits[i]) << i;
    ASSERT_EQ(set.rank(i), members) << i;
    if (!bits[i]) continue;
    ASSERT_EQ(set.select(members), i);
    ++members;
  }
  EXPECT_EQ(set.rank(bits.size()), members);
  EXPECT_EQ(set.size(), members);
  for (std::size_t w = 0; w < words.size(); ++w) ASSERT_EQ(set.word(w), words[w]);
}

const std::vector<std::size_t> set_sizes = {1,   2,   63,  64,   65,   127,  128,  129,
                                            511, 512, 513, 2047, 2048, 2049, 4096, 5000};

TEST(DenseSet, EmptyOnes) {
  EXPECT_EQ(DenseSet().size(), 0u);
  EXPECT_EQ(DenseSet().universe(), 0u);
  EXPECT_EQ(DenseSet({}, 0).rank(0), 0u);
  for (const std::size_t size : set_sizes) expect_set(std::vector<bool>(size, false));
}

TEST(DenseSet, FullOnes) {
  for (const std::size_t size : set_sizes) expect_set(std::vector<bool>(size, true));
}

TEST(DenseSet, RandomOnesOfEveryDensity) {
  std::mt19937 random(4);
  for (const std::size_t size : set_sizes) {
    for (const unsigned one_in : {2u, 3u, 50u, 1000u}) {
      std::vector<bool> bits(size), holes(size);
      for (std::size_t i = 0; i < size; ++i) {
        bits[i] = random() % one_in == 0;
        holes[i] = !bits[i];
      }
      expect_set(bits);
      expect_set(holes);
    }
  }
}

TEST(DenseSet, FirstAndLastAlone) {
  for (const std::size_t size : set_sizes) {
    std::vector<bool> first(size), last(size);
    first.front() = true;
    last.back() = true;
    expect_set(first);
    expect_set(last);
  }
}

TEST(DenseSet, Moves) {
  DenseSet a(words_of({true, false, true}), 3);
  DenseSet b = std::move(a);
  EXPECT_EQ(b.size(), 2u);
  EXPECT_EQ(b.select(1), 2u);
  a = DenseSet(words_of({false, true}), 2);
  EXPECT_EQ(a.select(0), 1u);
  b = std::move(a);
  EXPECT_EQ(b.universe(), 2u);
  EXPECT_TRUE(b.contains(1));
}

}  // namespace
}  // namespace zermelo
