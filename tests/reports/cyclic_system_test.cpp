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

// Positions with moves to any others, which leave them with the probability `leak` only.
constexpr std::size_t lanes = 2, quantities = 5;
using System = CyclicSystem<quantities, lanes>;
struct RandomPlay {
  System system;
  std::array<Dense, lanes> matrices;  // 1 - A
  SystemRows<System::columns> leaving;
};

RandomPlay random_play(std::size_t n, double leak, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  RandomPlay play;
  for (Dense& m : play.matrices) m.assign(n, std::vector<double>(n, 0));
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t best = 1 + random() % 3, moves = best + random() % 4;
    System::Weights weights;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const double error = lane == 0 ? 1 : 0.125, stays = i % 7 == 0 ? 1 - leak : 1;
      weights.other[lane] = stays * error / static_cast<double>(moves);
      weights.best[lane] = weights.other[lane] + stays * (1 - error) / static_cast<double>(best);
    }
    for (std::size_t m = 0; m < moves; ++m) {
      const std::size_t target = m == 0 ? (i + 1) % n : random() % n;
      play.system.add_move(static_cast<std::uint32_t>(target));
      for (std::size_t lane = 0; lane < lanes; ++lane)
        play.matrices[lane][i][target] -= m < best ? weights.best[lane] : weights.other[lane];
    }
    System::Row leaving{};
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      play.matrices[lane][i][i] += 1;
      leaving[System::at(Quantity::plies, lane)] = 1;
      leaving[System::at(Quantity::extra, lane)] = static_cast<double>(i % 5) - 2;
      if (i % 7 != 0) continue;
      leaving[System::at(Quantity::first, lane)] = leak * static_cast<double>(i % 3) / 2;
      leaving[System::at(Quantity::second, lane)] = leak * static_cast<double>(2 - i % 3) / 2;
    }
    play.leaving.push_back(leaving);
    play.system.add_position(best, weights, leaving, i % 7 == 0 ? 3 : 0);
  }
  return play;
}

TEST(CyclicSystem, IsWhatEliminationFinds) {
  for (const double leak : {0.5, 1e-2, 1e-5}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      constexpr std::size_t n = 150;
      RandomPlay play = random_play(n, leak, seed);
      play.system.solve(nullptr);
      for (std::size_t column = 0; column < System::columns; ++column) {
        std::vector<double> right;
        for (const auto& row : play.leaving) right.push_back(row[column]);
        const std::vector<double> x = eliminated(play.matrices[column % lanes], right);
        for (std::size_t i = 0; i < n; ++i) {
          ASSERT_NEAR(play.system.solution()[i][column], x[i], 1e-9 * (1 + std::abs(x[i])))
              << leak << ' ' << seed << ' ' << column;
        }
      }
    }
  }
}

// 0 and 1 lead to each other for ever where nobody errs; where one errs, 2 ends the game.
TEST(CyclicSystem, NothingComesOfWhatNeverLeaves) {
  System system;
  const auto add = [&](std::vector<std::uint32_t> moves, double leaves) {
    for (const std::uint32_t target : moves) system.add_move(target);
    System::Weights weights{{0.75, 1}, {0.25, 0}};
    System::Row leaving{};
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      leaving[System::at(Quantity::plies, lane)] = 1;
      leaving[System::at(Quantity::first, lane)] = leaves;
    }
    if (leaves > 0) weights = {{0, 0}, {0, 0}};
    system.add_position(moves.empty() ? 0 : 1, weights, leaving, leaves > 0 ? 3 : 0);
  };
  add({1, 2}, 0);
  add({0, 0}, 0);
  add({}, 1);
  system.solve(nullptr);
  EXPECT_NEAR(System::ended(system.solution()[0], 0), 1, 1e-12);
  // From 0: with 1/4 two plies; else one, one more from 1, and again.
  EXPECT_NEAR(system.solution()[0][System::at(Quantity::plies, 0)], 8, 1e-9);
  for (const std::size_t i : {0, 1})
    for (std::size_t quantity = 0; quantity < quantities; ++quantity)
      EXPECT_EQ(system.solution()[i][quantity * lanes + 1], 0);
  EXPECT_EQ(System::ended(system.solution()[2], 1), 1);
}

TEST(CyclicSystem, IsStopped) {
  RandomPlay play = random_play(20, 0.1, 1);
  const std::atomic<bool> stop = true;
  EXPECT_THROW(play.system.solve(&stop), Interrupted);
}

}  // namespace
}  // namespace zermelo
