// SPDX-License-Identifier: MIT
// The solver's inner loops on Ostle: moves, unmoves, the index both ways. One item is one position.
#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "gen/ostle/ostle.h"

namespace zermelo::ostle {
namespace {

template <class Bits>
struct Fixture {
  using Game = Ostle<5, Bits>;

  struct Sample {
    Position<5> position;
    std::uint8_t stabiliser;
  };

  Game game{Parameters{.total = 8}};
  std::vector<std::uint64_t> indices;
  std::vector<Sample> canonical;            // as the solver sees positions
  std::vector<Position<5>> in_orientation;  // the same, turned at random

  Fixture() {
    std::mt19937_64 random(1);
    typename Game::Cursor cursor(game.index(0));
    for (int i = 0; i < 4096; ++i) {
      indices.push_back(random() % game.index_size(0));
      const Position<5>& position = cursor.at(indices.back());
      canonical.push_back({position, cursor.stabiliser()});
      in_orientation.push_back(position.transformed(static_cast<int>(random() % 8)));
    }
  }

  static const Fixture& get() {
    static const Fixture fixture;
    return fixture;
  }
};

// Runs `work` on one sample after another.
template <class Samples, class Work>
void measure(benchmark::State& state, const Samples& samples, Work&& work) {
  std::size_t i = 0;
  for (auto _ : state) {
    work(samples[i]);
    if (++i == samples.size()) i = 0;
  }
  state.SetItemsProcessed(state.iterations());
}

template <class Bits>
bool cannot_run(benchmark::State& state) {
  if (std::is_same_v<Bits, PortableBits> || processor_has_bmi2()) return false;
  state.SkipWithError("this processor lacks BMI2");
  return true;
}

template <class Bits>
void moves(benchmark::State& state) {
  if (cannot_run<Bits>(state)) return;
  const auto& f = Fixture<Bits>::get();
  measure(state, f.canonical, [&](const auto& sample) {
    f.game.for_each_successor(sample.position,
                              [](const auto& s) { benchmark::DoNotOptimize(s.position); });
  });
}

template <class Bits>
void unmoves(benchmark::State& state) {
  if (cannot_run<Bits>(state)) return;
  const auto& f = Fixture<Bits>::get();
  measure(state, f.canonical, [&](const auto& sample) {
    f.game.for_each_predecessor(sample.position, sample.stabiliser,
                                [](const auto& p) { benchmark::DoNotOptimize(p.position); });
  });
}

template <class Bits>
void locate(benchmark::State& state) {
  if (cannot_run<Bits>(state)) return;
  const auto& f = Fixture<Bits>::get();
  measure(state, f.in_orientation, [&](const Position<5>& position) {
    benchmark::DoNotOptimize(f.game.locate(0, position));
  });
}

template <class Bits>
void jump(benchmark::State& state) {
  if (cannot_run<Bits>(state)) return;
  const auto& f = Fixture<Bits>::get();
  typename Fixture<Bits>::Game::Cursor cursor(f.game.index(0));
  measure(state, f.indices,
          [&](std::uint64_t index) { benchmark::DoNotOptimize(cursor.at(index)); });
}

template <class Bits>
void walk(benchmark::State& state) {
  if (cannot_run<Bits>(state)) return;
  const auto& f = Fixture<Bits>::get();
  typename Fixture<Bits>::Game::Cursor cursor(f.game.index(0));
  std::uint64_t index = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(cursor.at(index));
    benchmark::DoNotOptimize(cursor.is_canonical());
    if (++index == f.game.index_size(0)) index = 0;
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(moves<Bmi2Bits>)->Name("moves of a position");
BENCHMARK(moves<PortableBits>)->Name("moves of a position, portable");
BENCHMARK(unmoves<Bmi2Bits>)->Name("unmoves of a position");
BENCHMARK(unmoves<PortableBits>)->Name("unmoves of a position, portable");
BENCHMARK(locate<Bmi2Bits>)->Name("index of a position");
BENCHMARK(locate<PortableBits>)->Name("index of a position, portable");
BENCHMARK(jump<Bmi2Bits>)->Name("position of a random index");
BENCHMARK(walk<Bmi2Bits>)->Name("position of the next index");
BENCHMARK(walk<PortableBits>)->Name("position of the next index, portable");

}  // namespace
}  // namespace zermelo::ostle
