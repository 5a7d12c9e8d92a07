// SPDX-License-Identifier: MIT
// Layers by ranks, which are threads here: the outcomes of a plain game, however they are shared.
#include "kinds/ranked/shared_layer.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "symbolic/bdd/symbolic_game.h"
#include "symbolic/model/connect_model.h"
#include "symbolic/model/game_model.h"
#include "tablebase/distributed/thread_cluster.h"
#include "tests/reference/plain_games.h"

namespace zermelo::symbolic {
namespace {

class SharedLayers : public testing::TestWithParam<connect::Parameters> {
 protected:
  // All boards by number of stones, and who wins them; ended games included.
  void SetUp() override {
    const connect::Parameters game = GetParam();
    const GameModel model = *find_game_model({"connect", connect::describe(game)});
    const BddManager manager(model.model.variables(), {.memory = 64 << 20, .threads = 1});
    const SymbolicGame symbolic(model.model);
    Bdd boards = symbolic.initial();
    for (int n = 0; n < symbolic.layers(); ++n) {
      layers.emplace_back(boards, model.model.variables());
      boards = next_connect_boards(symbolic, n, boards);
    }
    const auto plain = test::plain_connect(game.columns, game.rows, game.line);
    std::map<std::string, int> values;  // of the side to move
    for (const auto& [state, value] : plain->values()) values[plain->text_of(state)] = value;
    for (int n = 0; n < static_cast<int>(layers.size()); ++n) {
      const FrozenBdd& layer = layers[static_cast<std::size_t>(n)];
      const Side mover = connect_mover(n);
      std::vector<OutcomeVector::Code>& codes = expected.emplace_back();
      for (std::uint64_t rank = 0; rank < layer.size(); ++rank) {
        const PiecePosition p = model.position(to_board_state(layer.unrank(rank)), mover);
        const auto value = values.find(format_position(p, model.pieces));
        const bool is_over = value == values.end();
        const bool has_line = is_over && model.grid().all() != p.occupied();
        if (is_over && !has_line) {
          codes.push_back(OutcomeVector::unknown);  // full: drawn, or a line
        } else {
          const int worth = is_over ? -1 : value->second;
          codes.push_back(code_for(mover, worth > 0   ? Outcome::win
                                          : worth < 0 ? Outcome::loss
                                                      : Outcome::draw));
        }
      }
    }
  }

  void expect_layer(int n, const OutcomeShare& share) const {
    const auto& codes = expected[static_cast<std::size_t>(n)];
    for (std::uint64_t board = share.own().begin; board < share.own().end; ++board) {
      const OutcomeVector::Code code = share.outcomes().at(board - share.first());
      if (codes[board] == OutcomeVector::unknown) {
        EXPECT_TRUE(code == OutcomeVector::draw || code == won_by(other(connect_mover(n))));
      } else {
        ASSERT_EQ(code, codes[board]) << n << " stones, board " << board;
      }
    }
  }

  // From the last layer down. `batch` and `threads` are those of a process.
  void solve(int processes, std::uint64_t batch, int threads) const {
    ThreadCluster::run(processes, [&](Cluster& cluster) {
      FetchCounts counts;
      FrozenBdd above;
      OutcomeShare outcomes_above;
      std::uint64_t boards = 0;
      for (int n = static_cast<int>(layers.size()) - 1; n >= 0; --n) {
        const FrozenBdd& layer = layers[static_cast<std::size_t>(n)];
        OutcomeShare outcomes;
        boards += solve_shared_connect_layer(GetParam(), n, layer, above, outcomes_above, outcomes,
                                             cluster, batch, threads, {}, counts)
                      .boards();
        EXPECT_EQ(outcomes.boards(), layer.size());
        expect_layer(n, outcomes);
        above = layer;
        outcomes_above = std::move(outcomes);
      }
      std::uint64_t all = 0;
      for (const FrozenBdd& layer : layers) all += layer.size();
      EXPECT_EQ(boards, all);
      if (processes == 1) {
        EXPECT_EQ(counts.asked, 0u);
      }
    });
  }

  std::vector<FrozenBdd> layers;                           // by stones
  std::vector<std::vector<OutcomeVector::Code>> expected;  // by rank
};

TEST_P(SharedLayers, HaveTheOutcomesOfAPlainGame) {
  // One task per batch, divided as far as possible; some tasks; all tasks at once.
  for (const int processes : {1, 2, 3, 5, 8}) {
    solve(processes, 3000, processes == 2 ? 2 : 1);
    solve(processes, std::uint64_t{1} << 30, 1);
  }
  for (const int processes : {1, 3}) solve(processes, 1, 1);
}

INSTANTIATE_TEST_SUITE_P(Boards, SharedLayers,
                         testing::Values(connect::Parameters{4, 4, 4}, connect::Parameters{3, 4, 3},
                                         connect::Parameters{5, 3, 3}, connect::Parameters{1, 3, 2},
                                         connect::Parameters{6, 2, 4}));

// If one process stops, all do, after the batch.
TEST(SharedLayersTest, StopIfOneStops) {
  const connect::Parameters game{4, 4, 4};
  const GameModel model = *find_game_model({"connect", connect::describe(game)});
  const BddManager manager(model.model.variables(), {.memory = 64 << 20, .threads = 1});
  const SymbolicGame symbolic(model.model);
  std::vector<FrozenBdd> layers;
  Bdd boards = symbolic.initial();
  for (int n = 0; n < symbolic.layers(); ++n) {
    layers.emplace_back(boards, model.model.variables());
    boards = next_connect_boards(symbolic, n, boards);
  }
  ThreadCluster::run(3, [&](Cluster& cluster) {
    FetchCounts counts;
    OutcomeShare above, outcomes;
    solve_shared_connect_layer(game, 16, layers[16], FrozenBdd(), above, outcomes, cluster, 1, 1,
                               {}, counts);
    std::uint64_t seen = 0;
    OutcomeShare below;
    const OutcomeCounts found = solve_shared_connect_layer(
        game, 15, layers[15], layers[16], outcomes, below, cluster, 1, 1,
        [&](std::uint64_t more) {
          seen += more;
          return cluster.rank() == 1;
        },
        counts);
    EXPECT_LT(found.boards(), layers[15].size());
    EXPECT_GT(found.boards(), 0u);
  });
}

}  // namespace
}  // namespace zermelo::symbolic
