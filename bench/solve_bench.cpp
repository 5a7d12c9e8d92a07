// SPDX-License-Identifier: MIT
// Whole solves of small games, from scratch to the finished file, on all processors. One item is
// one position.
#include <benchmark/benchmark.h>

#include "bench/bench_tables.h"

namespace zermelo::bench {
namespace {

void solve(benchmark::State& state, const char* game) {
  const auto rules = game_of(game);
  const std::string path = scratch_file("solved.ztb");
  std::uint64_t positions = 0;
  for (auto _ : state) positions += solve(*rules, path, {}).positions;
  state.SetItemsProcessed(static_cast<std::int64_t>(positions));
}

void add(const char* game) {
  benchmark::RegisterBenchmark(("solve " + std::string(game)).c_str(), solve, game)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

[[maybe_unused]] const bool added = [] {
  add("ostle size=3 start=3 lose=1");
  add("ostle size=4 start=4");
  add("ostle size=4 start=3 lose=1");
  add("ostle total=4 lose=1");
  return true;
}();

}  // namespace
}  // namespace zermelo::bench
