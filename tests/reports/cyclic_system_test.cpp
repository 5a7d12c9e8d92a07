// SPDX-License-Identifier: MIT
// Play among positions that lead to each other, against elimination in a dense matrix.
#include "reports/cyclic_system.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include "gen/error.h"
#include "tests/support/dense_systems.h"

namespace zermelo {
namespace {

using test::Dense;
using test::eliminated;

// Positions with moves to any others, which leave them with the probability `leak` only: two ends,
// and one thing more.
constexpr std::size_t lanes = 2;
using Moves = CyclicMoves<lanes>;
using System = CyclicSystem<2, true, lanes>;
struct RandomPlay {
  Moves moves;
  std::array<Dense, lanes> matrices;  // 1 - A
  System::Rows leaving;

  System system() const { return {moves, leaving, false}; }
};

// takes_turns: the first half of the positions leads to the second only, and the other way round.
RandomPlay random_play(std::size_t n, double leak, std::uint64_t seed, bool takes_turns = false) {
  std::mt19937_64 random(seed);
  RandomPlay play;
  for (Dense& m : play.matrices) m.assign(n, std::vector<double>(n, 0));
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t best = 1 + random() % 3, moves = best + random() % 4;
    Moves::Weights weights;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const double error = lane == 0 ? 1 : 0.125, stays = i % 7 == 0 ? 1 - leak : 1;
      weights.other[lane] = stays * error / static_cast<double>(moves);
      weights.best[lane] = weights.other[lane] + stays * (1 - error) / static_cast<double>(best);
    }
    for (std::size_t m = 0; m < moves; ++m) {
      std::size_t target = m == 0 ? (i + 1) % n : random() % n;
      // (The first move leads once through all, from a half to the other and back.)
      if (takes_turns && m == 0) target = i < n / 2 ? i + n / 2 : (i + 1) % (n / 2);
      if (takes_turns && m > 0) target = (i < n / 2 ? n / 2 : 0) + target % (n / 2);
      play.moves.add_move(static_cast<std::uint32_t>(target));
      for (std::size_t lane = 0; lane < lanes; ++lane)
        play.matrices[lane][i][target] -= m < best ? weights.best[lane] : weights.other[lane];
    }
    System::Row leaving{};
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      play.matrices[lane][i][i] += 1;
      leaving[System::at(System::plies, lane)] = 1;
      leaving[System::at(System::extra, lane)] = static_cast<double>(i % 5) - 2;
      if (i % 7 != 0) continue;
      leaving[System::at(0, lane)] = leak * static_cast<double>(i % 3) / 2;
      leaving[System::at(1, lane)] = leak * static_cast<double>(2 - i % 3) / 2;
    }
    play.leaving.push_back(leaving);
    play.moves.add_position(static_cast<std::uint32_t>(best), play.moves.add_weights(weights),
                            i % 7 == 0 ? 3 : 0);
  }
  play.moves.finish(nullptr);
  return play;
}

void expect_what_elimination_finds(const RandomPlay& play) {
  EXPECT_TRUE(play.moves.always_leave());
  System system = play.system();
  system.solve(nullptr);
  for (std::size_t column = 0; column < System::columns; ++column) {
    std::vector<double> right;
    for (const auto& row : play.leaving) right.push_back(row[column]);
    const std::vector<double> x = eliminated(play.matrices[column % lanes], right);
    for (std::size_t i = 0; i < x.size(); ++i)
      ASSERT_NEAR(system.solution()[i][column], x[i], 1e-9 * (1 + std::abs(x[i]))) << column;
  }
}

// (Where play leaves with 10^-6 only, single precision does not suffice.)
TEST(CyclicSystem, IsWhatEliminationFinds) {
  for (const double leak : {0.5, 1e-2, 1e-5, 1e-6}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      SCOPED_TRACE(testing::Message() << leak << ' ' << seed);
      expect_what_elimination_finds(random_play(150, leak, seed));
    }
  }
}

TEST(CyclicSystem, IsWhatEliminationFindsWhereSidesTakeTurns) {
  constexpr std::size_t n = 150;
  for (const double leak : {0.5, 1e-2, 1e-5, 1e-6}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      SCOPED_TRACE(testing::Message() << leak << ' ' << seed);
      const RandomPlay play = random_play(n, leak, seed, true);
      EXPECT_EQ(play.moves.count_independent(), n / 2);
      expect_what_elimination_finds(play);
    }
  }
}

TEST(CyclicSystem, FindsTheIndependentSetThatItBeginsWith) {
  const auto independent = [](const std::vector<std::vector<std::uint32_t>>& targets) {
    Moves moves;
    for (const auto& some : targets) {
      for (const std::uint32_t target : some) moves.add_move(target);
      const auto best = static_cast<std::uint32_t>(some.size());
      moves.add_position(best, moves.add_weights({{1, 1}, {0, 0}}), 3);
    }
    moves.finish(nullptr);
    return moves.count_independent();
  };
  EXPECT_EQ(independent({{2}, {3, 2}, {0}, {1}}), 2u);
  EXPECT_EQ(independent({{3}, {3}, {3}, {0, 1, 2}}), 3u);
  EXPECT_EQ(independent({{1, 2}, {2}, {0}}), 1u);
  EXPECT_EQ(independent({{0, 1}, {0}}), 0u);
  EXPECT_EQ(independent({{3}, {0}, {1}, {2}}), 1u);
}

// 0 and 1 lead to each other for ever where nobody errs; where one errs, 2 ends the game.
TEST(CyclicSystem, NothingComesOfWhatNeverLeaves) {
  using OneEnd = CyclicSystem<1, false, lanes>;
  Moves moves;
  OneEnd::Rows leaving;
  const auto add = [&](std::vector<std::uint32_t> targets, double leaves) {
    for (const std::uint32_t target : targets) moves.add_move(target);
    Moves::Weights weights{{0.75, 1}, {0.25, 0}};
    if (leaves > 0) weights = {{0, 0}, {0, 0}};
    moves.add_position(targets.empty() ? 0 : 1, moves.add_weights(weights), leaves > 0 ? 3 : 0);
    leaving.push_back({});
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      leaving.back()[OneEnd::at(OneEnd::plies, lane)] = 1;
      leaving.back()[OneEnd::at(0, lane)] = leaves;
    }
  };
  add({1, 2}, 0);
  add({0, 0}, 0);
  add({}, 1);
  moves.finish(nullptr);
  EXPECT_FALSE(moves.always_leave());
  EXPECT_EQ(moves.positions(), 3u);
  EXPECT_EQ(moves.count_moves(), 4u);
  OneEnd system(moves, leaving, false);
  system.solve(nullptr);
  EXPECT_NEAR(system.solution()[0][OneEnd::at(0, 0)], 1, 1e-12);
  // From 0: with 1/4 two plies; else one, one more from 1, and again.
  EXPECT_NEAR(system.solution()[0][OneEnd::at(OneEnd::plies, 0)], 8, 1e-9);
  for (const std::size_t i : {0, 1})
    for (std::size_t quantity = 0; quantity < OneEnd::quantities; ++quantity)
      EXPECT_EQ(system.solution()[i][OneEnd::at(quantity, 1)], 0);
  EXPECT_EQ(system.solution()[2][OneEnd::at(0, 1)], 1);
}

TEST(CyclicSystem, IsStopped) {
  const RandomPlay play = random_play(20, 0.1, 1);
  System system = play.system();
  const std::atomic<bool> stop = true;
  EXPECT_THROW(system.solve(&stop), Interrupted);
}

}  // namespace
}  // namespace zermelo
