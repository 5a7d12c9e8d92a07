// SPDX-License-Identifier: MIT
// Runs by several ranks that are stopped and resumed again and again.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <random>

#include "gen/error.h"
#include "tablebase/job/solve_options.h"

namespace zermelo::test {

using OptionsOfRank = std::function<SolveOptions(int)>;

// Calls run(options of each rank) until it ends without being stopped. In each run a different rank
// asks to stop, after a number of signs of life of the first; from the fortieth run on, none does.
// Calls on_stop with what was thrown. Returns the number of stops.
inline int run_with_stops(int ranks, std::mt19937& random,
                          const std::function<void(const OptionsOfRank&)>& run,
                          const std::function<void(const Interrupted&)>& on_stop = {}) {
  int stops = 0;
  for (int started = 0; started < 300; ++started) {
    std::atomic<bool> stop = false;
    std::atomic<int> left = 1 + static_cast<int>(random() % 6);
    const auto options_of = [&](int rank) {
      SolveOptions options{.threads = 1, .resume = true};
      options.checkpoint_seconds = 0;  // (Saving is a sign of life, too.)
      if (rank == started % ranks) options.stop = &stop;
      if (rank == 0 && started < 40)
        options.progress = [&](const SolveProgress&) { stop = --left <= 0; };
      return options;
    };
    try {
      run(options_of);
      return stops;
    } catch (const Interrupted& reason) {
      if (on_stop) on_stop(reason);
      ++stops;
    }
  }
  ADD_FAILURE() << "it never ended";
  return stops;
}

}  // namespace zermelo::test
