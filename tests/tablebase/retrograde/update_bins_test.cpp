// SPDX-License-Identifier: MIT
#include "tablebase/retrograde/update_bins.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <type_traits>
#include <utility>

#include "tablebase/retrograde/state_word.h"

namespace zermelo {
namespace {

using Count = std::map<std::pair<std::uint64_t, std::uint32_t>, int>;

template <class Bins>
Count all_in(const Bins& bins) {
  Count found;
  for (std::uint64_t region = 0; region < bins.regions(); ++region) {
    std::uint64_t fetched = 0, visited = 0;
    bins.for_each(
        region, [&](std::uint64_t) { ++fetched; },
        [&](std::uint64_t place, std::uint32_t payload) {
          ++visited;
          ++found[{place, payload}];
        });
    EXPECT_LE(fetched, visited);
  }
  return found;
}

// Random updates from two workers, far more than the bins hold before they are full.
template <int payload_bits>
void push_and_find(std::uint64_t places, int count) {
  UpdateBins<payload_bits> bins(places, 4, 2);
  std::mt19937_64 random(places);
  constexpr std::uint32_t greatest = (1u << payload_bits) - 1;
  for (int round = 0; round < 2; ++round) {
    EXPECT_TRUE(bins.empty());
    Count pushed;
    {
      typename UpdateBins<payload_bits>::Lease first(bins), second(bins);
      for (int k = 0; k < count; ++k) {
        const std::uint64_t place = k == 0 ? places - 1 : random() % places;
        const auto payload = k == 0 ? greatest : static_cast<std::uint32_t>(random()) & greatest;
        (k % 3 == 0 ? first : second).push(place, payload);
        ++pushed[{place, payload}];
      }
    }
    EXPECT_FALSE(bins.empty());
    EXPECT_EQ(all_in(bins), pushed);
    bins.clear();
    EXPECT_TRUE(all_in(bins).empty());
  }
}

TEST(UpdateBins, GiveBackWhatWasPushed) {
  push_and_find<6>(1024, 20'000);
  push_and_find<6>(1'000'000, 100'000);
  push_and_find<9>(5'000'000, 100'000);
  push_and_find<1>(3'000'000'000, 100'000);
  push_and_find<1>(4096, 300'000);  // grows
}

TEST(UpdateBins, AreFullInTimeAndTakeWhatIsPushedAllTheSame) {
  UpdateBins<1> bins(1024, 4, 1);
  UpdateBins<1>::Lease worker(bins);
  std::uint64_t pushed = 0;
  for (; !bins.is_full(); ++pushed) {
    worker.push(pushed, 1);
    worker.look();
  }
  EXPECT_GT(pushed, 0u);
  EXPECT_LT(pushed, 1024u);
  worker.push(1023, 0);
  EXPECT_EQ(all_in(bins).size(), pushed + 1);
  bins.clear();
  EXPECT_FALSE(bins.is_full());
}

TEST(UpdateBins, ALeaseIsNeverMovedForThenTwoWorkersWouldShareBins) {
  static_assert(!std::is_move_constructible_v<UpdateBins<1>::Lease>);
  static_assert(!std::is_copy_constructible_v<UpdateBins<1>::Lease>);
  UpdateBins<1> bins(1024, 4, 1);
  for (int k = 0; k < 3; ++k) {
    UpdateBins<1>::Lease worker(bins);
    worker.push(5, 1);
  }
  EXPECT_EQ(all_in(bins), (Count{{{5, 1}, 3}}));
}

TEST(LevelHits, AreTheWordsThatMayHoldTheLevel) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 1000; ++round) {
    std::array<NarrowWord::Storage, 64> words;
    for (auto& word : words) word = static_cast<NarrowWord::Storage>(random() & 0x0707);
    const int level = round % 8;
    const std::uint64_t hits = level_hits<NarrowWord>(words.data(), level);
    for (std::size_t k = 0; k < words.size(); ++k)
      EXPECT_EQ((hits >> k & 1) != 0, NarrowWord::may_have_level(words[k], level));
  }
}

}  // namespace
}  // namespace zermelo
