// SPDX-License-Identifier: MIT
// Rank and select on a state set of 2^27 indices, half of them members: 16 MiB, more than most
// caches hold. One item is one query.
#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "tablebase/sets/dense_set.h"

namespace zermelo {
namespace {

constexpr std::uint64_t universe = std::uint64_t{1} << 27;

const DenseSet& set() {
  static const DenseSet made = [] {
    std::mt19937_64 random(1);
    std::vector<std::uint64_t> words(universe / 64);
    for (std::uint64_t& word : words) word = random();
    return DenseSet(words, universe);
  }();
  return made;
}

std::vector<std::uint64_t> random_numbers(std::uint64_t below) {
  std::mt19937_64 random(2);
  std::vector<std::uint64_t> numbers(1 << 16);
  for (std::uint64_t& number : numbers) number = random() % below;
  return numbers;
}

template <class Query>
void measure(benchmark::State& state, std::uint64_t below, Query&& query) {
  const auto numbers = random_numbers(below);
  query(0);  // does what is done on first use
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(query(numbers[i]));
    i = (i + 1) % numbers.size();
  }
  state.SetItemsProcessed(state.iterations());
}

void rank(benchmark::State& state) {
  measure(state, universe, [](std::uint64_t index) { return set().rank(index); });
}

void select(benchmark::State& state) {
  measure(state, set().size(), [](std::uint64_t number) { return set().select(number); });
}

BENCHMARK(rank)->Name("state set, rank");
BENCHMARK(select)->Name("state set, select");

}  // namespace
}  // namespace zermelo
