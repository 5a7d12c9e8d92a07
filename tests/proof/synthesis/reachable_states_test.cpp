// SPDX-License-Identifier: MIT
// The reachable states of small parts of safety games, against all steps of random games.
#include "proof/synthesis/reachable_states.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "tests/reference/plain_safety.h"

namespace zermelo::proof {
namespace {

// The next state of a whole game, by evaluating the graph; `chosen` are the inputs' bits, those of
// the environment first.
std::uint64_t state_after(const SafetyGraph& game, std::uint64_t state, std::uint64_t chosen) {
  std::vector<bool> values(game.aig.size());
  for (std::size_t k = 0; k < game.latches.size(); ++k)
    values[game.latches[k].node()] = (state >> k & 1) != 0;
  for (const auto* inputs : {&game.environment, &game.controller})
    for (const Literal input : *inputs) {
      values[input.node()] = (chosen & 1) != 0;
      chosen >>= 1;
    }
  const auto value = [&](Literal l) { return values[l.node()] != l.negated(); };
  for (std::uint32_t node = 1; node < game.aig.size(); ++node)
    if (game.aig.is_and(node))
      values[node] = value(game.aig.left(node)) && value(game.aig.right(node));
  std::uint64_t next = 0;
  for (std::size_t k = 0; k < game.latches.size(); ++k)
    if (value(game.next[k])) next |= std::uint64_t{1} << k;
  return next;
}

std::set<std::uint64_t> all_reachable(const SafetyGraph& game) {
  const std::size_t inputs = game.environment.size() + game.controller.size();
  std::uint64_t start = 0;
  for (std::size_t k = 0; k < game.start.size(); ++k)
    if (game.start[k]) start |= std::uint64_t{1} << k;
  std::set<std::uint64_t> known = {start};
  std::vector<std::uint64_t> waiting = {start};
  while (!waiting.empty()) {
    const std::uint64_t state = waiting.back();
    waiting.pop_back();
    for (std::uint64_t chosen = 0; chosen < std::uint64_t{1} << inputs; ++chosen) {
      const std::uint64_t next = state_after(game, state, chosen);
      if (known.insert(next).second) waiting.push_back(next);
    }
  }
  return known;
}

std::uint64_t restricted(std::uint64_t state, const std::vector<std::size_t>& latches) {
  std::uint64_t result = 0;
  for (std::size_t k = 0; k < latches.size(); ++k) result |= (state >> latches[k] & 1) << k;
  return result;
}

TEST(ReachableStates, OfRandomGamesAreTheStatesOfAllPlaysSeenFromTheirParts) {
  std::mt19937 random(7);
  std::size_t parts = 0, smaller = 0;
  for (int n = 0; n < 200; ++n) {
    // (More inputs than fit into the lanes, now and then.)
    const test::SafetyShape shape{static_cast<std::uint32_t>(2 + random() % 5),
                                  static_cast<std::uint32_t>(1 + random() % 4),
                                  static_cast<std::uint32_t>(1 + random() % 4)};
    const SafetyGraph game = make_safety_graph(random_safety_game(random, shape));
    const std::set<std::uint64_t> whole = all_reachable(game);
    for (const ReachableStates& part : reachable_states(game)) {
      std::set<std::uint64_t> expected;
      for (const std::uint64_t state : whole) expected.insert(restricted(state, part.latches));
      const std::set<std::uint64_t> found(part.states.begin(), part.states.end());
      ASSERT_EQ(found, expected);
      ASSERT_EQ(found.size(), part.states.size());
      ++parts;
      smaller += found.size() < std::size_t{1} << part.latches.size();
    }
  }
  EXPECT_GT(parts, 200U);
  EXPECT_GT(smaller, 50U);
}

// Rings of latches in which a single one is true and moves on if the ring's own input says so.
SafetyGraph rings(std::size_t count, std::size_t size) {
  SafetyGraph game;
  for (std::size_t ring = 0; ring < count; ++ring) {
    const Literal moves = game.aig.input();
    game.environment.push_back(moves);
    std::vector<Literal> latches(size);
    for (Literal& latch : latches) latch = game.aig.input();
    for (std::size_t k = 0; k < size; ++k) {
      game.next.push_back(game.aig.choose(moves, latches[(k + size - 1) % size], latches[k]));
      game.start.push_back(k == 0);
    }
    game.latches.insert(game.latches.end(), latches.begin(), latches.end());
  }
  game.error = game.excused = symbolic::false_literal;
  return game;
}

TEST(ReachableStates, RingsAreListedOneByOne) {
  const std::vector<ReachableStates> found = reachable_states(rings(30, 20));
  ASSERT_EQ(found.size(), 30U);  // (each latch has its ring as its part, but it is listed once)
  for (const ReachableStates& ring : found) {
    EXPECT_EQ(ring.latches.size(), 20U);
    EXPECT_EQ(ring.states.size(), 20U);
    EXPECT_EQ(ring.states.front(), 1U);
  }
}

TEST(ReachableStates, PartsThatAreTooLargeAreLeftOut) {
  // Too many latches, and a counter with too many states.
  EXPECT_TRUE(reachable_states(rings(1, 65)).empty());
  EXPECT_EQ(reachable_states(rings(1, 64)).size(), 1U);
  SafetyGraph counter;
  Literal carry = symbolic::true_literal;
  for (int k = 0; k < 12; ++k) {
    const Literal bit = counter.aig.input();
    counter.latches.push_back(bit);
    counter.next.push_back(counter.aig.choose(carry, !bit, bit));
    counter.start.push_back(false);
    carry = counter.aig.land(carry, bit);
  }
  counter.error = counter.excused = symbolic::false_literal;
  // The last bits need all of the others, but the first ten have 1,024 states.
  const std::vector<ReachableStates> found = reachable_states(counter);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().latches.size(), 10U);
  EXPECT_EQ(found.front().states.size(), 1024U);
}

}  // namespace
}  // namespace zermelo::proof
