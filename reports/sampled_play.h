// SPDX-License-Identifier: MIT
// Play with errors estimated from games that are played at random: for tables of which not all
// positions can be gone through.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "probe/table.h"
#include "reports/chances.h"

namespace zermelo {

// A 95 % interval of each number: Wilson's of probabilities, the normal one of the means of plies
// and scores (none where some game did not end).
struct SampledChances {
  Chances mean, low, high;
  std::vector<double> lengths;  // element n: the share of games with n plies
};

struct SampleOptions {
  std::uint64_t games = 1000;
  int threads = 0;  // 0: one per processor
  const std::atomic<bool>* stop = nullptr;
};

// Plays this many games from the start, with errors as for chances(). A game that has not ended
// after 10,000 plies counts as endless. The same numbers for any number of threads. Throws what
// Table::moves throws, and Interrupted.
SampledChances sampled_chances(const Table& table, const ErrorRates& errors,
                               const SampleOptions& options);

}  // namespace zermelo
