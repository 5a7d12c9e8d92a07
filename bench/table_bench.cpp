// SPDX-License-Identifier: MIT
// A table as its users see it: opening, single probes, moves, lines. The file is in the system's
// cache after the first round. One item is one state.
#include <benchmark/benchmark.h>

#include "bench/bench_tables.h"

namespace zermelo::bench {
namespace {

const std::vector<std::string>& positions() {
  static const auto drawn = random_positions(probed_table(), std::size_t{1} << 16);
  return drawn;
}

// States that follow each other in best play, one line after another.
const std::vector<std::string>& states_along_lines() {
  static const auto states = [] {
    constexpr std::size_t lines = 200, longest = 50;
    std::vector<std::string> found;
    for (std::size_t i = 0; i < lines; ++i) {
      std::string state = positions()[i];
      for (std::size_t ply = 0; ply < longest && !state.empty(); ++ply) {
        found.push_back(state);
        state = probed_table().moves(state).front().result;
      }
    }
    return found;
  }();
  return states;
}

template <class Question>
void ask(benchmark::State& state, const std::vector<std::string>& states, Question&& question) {
  const auto threads = static_cast<std::size_t>(state.threads());
  const auto thread = static_cast<std::size_t>(state.thread_index());
  std::size_t i = states.size() / threads * thread;  // each thread begins elsewhere
  for (auto _ : state) {
    benchmark::DoNotOptimize(question(states[i]));
    if (++i == states.size()) i = 0;
  }
  state.SetItemsProcessed(state.iterations());
}

void open(benchmark::State& state) {
  const std::string& path = probed_table().file().path();
  for (auto _ : state) benchmark::DoNotOptimize(Table::open(path));
}

void probe_random(benchmark::State& state) {
  ask(state, positions(), [](const std::string& s) { return probed_table().probe(s); });
}

void probe_along_lines(benchmark::State& state) {
  ask(state, states_along_lines(), [](const std::string& s) { return probed_table().probe(s); });
}

void moves_random(benchmark::State& state) {
  ask(state, positions(), [](const std::string& s) { return probed_table().moves(s); });
}

void moves_along_lines(benchmark::State& state) {
  ask(state, states_along_lines(), [](const std::string& s) { return probed_table().moves(s); });
}

BENCHMARK(open)->Name("open a table")->Unit(benchmark::kMicrosecond);
BENCHMARK(probe_random)->Name("probe, random states")->UseRealTime()->Threads(1)->Threads(2);
BENCHMARK(probe_along_lines)->Name("probe, states along lines")->UseRealTime();
BENCHMARK(moves_random)->Name("values of all moves, random states")->UseRealTime();
BENCHMARK(moves_along_lines)->Name("values of all moves, states along lines")->UseRealTime();

}  // namespace
}  // namespace zermelo::bench
