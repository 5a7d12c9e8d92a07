// SPDX-License-Identifier: MIT
// Sets of positions as diagrams: an image, and ranks and members of a frozen set.
#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "kinds/ranked/hybrid.h"
#include "symbolic/bdd/frozen_bdd.h"
#include "symbolic/bdd/symbolic_game.h"
#include "symbolic/model/connect_model.h"

namespace zermelo::symbolic {
namespace {

// Connect Four on 5 by 5: the boards with 16 stones, 4,769,837 of them.
constexpr int stones = 16;

class Boards {
 public:
  static const Boards& get() {
    static const Boards boards;
    return boards;
  }
  FrozenBdd frozen;
  std::vector<StateBits> sample;  // members in random order

 private:
  Boards() {
    const ConnectModel connect({.columns = 5, .rows = 5, .line = 4});
    const BddManager manager(connect.model().variables(), {.memory = 256 << 20, .threads = 1});
    const SymbolicGame game(connect.model());
    Bdd boards = game.initial();
    for (int n = 0; n < stones; ++n) boards = next_connect_boards(game, n, boards);
    frozen = FrozenBdd(boards, connect.model().variables());
    std::mt19937_64 random(1);
    for (int n = 0; n < 1 << 16; ++n) sample.push_back(frozen.unrank(random() % frozen.size()));
  }
};

void frozen_rank(benchmark::State& state) {
  const Boards& boards = Boards::get();
  std::size_t n = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(boards.frozen.rank(boards.sample[n++ % boards.sample.size()]));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(frozen_rank);

void frozen_unrank(benchmark::State& state) {
  const Boards& boards = Boards::get();
  std::mt19937_64 random(2);
  for (auto _ : state) {
    benchmark::DoNotOptimize(boards.frozen.unrank(random() % boards.frozen.size()));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(frozen_unrank);

// From the start to the boards with 12 stones, with empty caches.
void connect_images(benchmark::State& state) {
  const ConnectModel connect({.columns = 5, .rows = 5, .line = 4});
  for (auto _ : state) {
    const BddManager manager(connect.model().variables(), {.memory = 256 << 20, .threads = 1});
    const SymbolicGame game(connect.model());
    Bdd boards = game.initial();
    for (int n = 0; n < 12; ++n) boards = next_connect_boards(game, n, boards);
    benchmark::DoNotOptimize(node_count(boards));
  }
}
BENCHMARK(connect_images)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace zermelo::symbolic
