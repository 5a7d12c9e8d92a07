// SPDX-License-Identifier: MIT
#include "tablebase/retrograde/update_bins.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

#include "tablebase/retrograde/plain_word.h"
#include "tablebase/retrograde/state_word.h"

namespace zermelo {
namespace {

using Update = std::tuple<std::uint64_t, unsigned, bool>;
using Count = std::map<Update, int>;

template <class Word>
Count all_in(const UpdateBins<Word>& bins) {
  Count found;
  for (std::uint64_t region = 0; region < bins.regions(); ++region) {
    bins.for_each_segment(region, [&](std::span<const std::uint32_t> records) {
      for (const std::uint32_t record : records) {
        const auto update = bins.unpack(region, record);
        ++found[{update.place, update.slot, update.wins}];
      }
    });
  }
  return found;
}

// Random updates from two workers, far more than the bins hold before they are full.
template <class Word>
void push_and_find(std::uint64_t places, unsigned slots, int count) {
  UpdateBins<Word> bins(places, 2);
  std::mt19937_64 random(places);
  for (int round = 0; round < 2; ++round) {
    EXPECT_TRUE(bins.empty());
    Count pushed;
    {
      typename UpdateBins<Word>::Lease first(bins), second(bins);
      for (int k = 0; k < count; ++k) {
        const std::uint64_t place = k == 0 ? places - 1 : random() % places;
        const auto slot = static_cast<unsigned>(k == 0 ? slots - 1 : random() % slots);
        const bool wins = random() % 2 == 0;
        (k % 3 == 0 ? first : second).push({place, slot, wins});
        ++pushed[{place, slot, wins}];
      }
    }
    EXPECT_FALSE(bins.empty());
    EXPECT_EQ(all_in(bins), pushed);
    bins.clear();
    EXPECT_TRUE(all_in(bins).empty());
  }
}

TEST(UpdateBins, GiveBackWhatWasPushed) {
  push_and_find<NarrowWord>(1024, 31, 20'000);
  push_and_find<NarrowWord>(1'000'000, 31, 100'000);
  push_and_find<WideWord>(5'000'000, 255, 100'000);
  push_and_find<NarrowPlainWord>(30'000'000, 1, 100'000);
  push_and_find<PlainWord>(4096, 1, 300'000);  // grows
}

TEST(UpdateBins, AreFullInTimeAndTakeWhatIsPushedAllTheSame) {
  UpdateBins<PlainWord> bins(1024, 1);
  UpdateBins<PlainWord>::Lease worker(bins);
  int pushed = 0;
  for (; !worker.is_full(); ++pushed) worker.push({static_cast<std::uint64_t>(pushed), 0, true});
  EXPECT_GT(pushed, 0);
  EXPECT_LT(pushed, 1024);
  worker.push({1023, 0, false});
  EXPECT_EQ(all_in(bins).size(), static_cast<std::size_t>(pushed) + 1);
}

TEST(UpdateBins, ALeaseIsNeverMovedForThenTwoWorkersWouldShareBins) {
  static_assert(!std::is_move_constructible_v<UpdateBins<PlainWord>::Lease>);
  static_assert(!std::is_copy_constructible_v<UpdateBins<PlainWord>::Lease>);
  UpdateBins<PlainWord> bins(1024, 1);
  for (int k = 0; k < 3; ++k) {
    UpdateBins<PlainWord>::Lease worker(bins);
    worker.push({5, 0, true});
  }
  EXPECT_EQ(all_in(bins), (Count{{{5, 0, true}, 3}}));
}

}  // namespace
}  // namespace zermelo
