// SPDX-License-Identifier: MIT
#include "symbolic/bdd/frozen_bdd.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>

#include "gen/error.h"

namespace zermelo::symbolic {
namespace {

class FrozenBddTest : public testing::Test {
 protected:
  static constexpr int variables = 12;

  static Bdd cube(StateBits state) {
    Bdd f = Bdd::constant(true);
    for (int k = 0; k < variables; ++k) f &= Bdd::literal(2 * k, bit_at(state, k));
    return f;
  }
  std::set<StateBits> random_states(std::size_t number) {
    std::set<StateBits> states;
    while (states.size() < number) states.insert(random_() >> (64 - variables) << (64 - variables));
    return states;
  }
  static Bdd diagram(const std::set<StateBits>& states) {
    Bdd f;
    for (const StateBits state : states) f |= cube(state);
    return f;
  }

  BddManager manager_{variables, {.memory = 64 << 20, .threads = 1}};
  std::mt19937_64 random_{3};
};

void expect_ranks(const FrozenBdd& frozen, const std::set<StateBits>& states, int variables) {
  ASSERT_EQ(frozen.size(), states.size());
  std::uint64_t rank = 0;
  for (const StateBits state : states) {
    EXPECT_EQ(frozen.rank(state), rank);
    EXPECT_EQ(frozen.unrank(rank), state);
    ++rank;
  }
  for (StateBits n = 0; n < StateBits{1} << variables; ++n) {
    const StateBits state = n << (64 - variables);
    EXPECT_EQ(frozen.contains(state), states.contains(state));
  }
}

TEST_F(FrozenBddTest, TheRankerSaysTheSameInWhateverOrderItIsAsked) {
  for (const std::size_t number : {1, 500, 4096}) {
    const auto states = random_states(number);
    const FrozenBdd frozen(diagram(states), variables);
    FrozenBdd::Ranker ranker(frozen);
    const auto expect_rank = [&](StateBits state) {
      const auto rank = ranker(state);
      ASSERT_EQ(rank.has_value(), states.contains(state));
      if (rank) {
        ASSERT_EQ(*rank, frozen.rank(state));
      }
    };
    for (StateBits n = 0; n < StateBits{1} << variables; ++n) expect_rank(n << (64 - variables));
    for (int i = 0; i < 1000; ++i) expect_rank(random_() >> (64 - variables) << (64 - variables));
  }
}

TEST_F(FrozenBddTest, RanksAreInOrderAndUnrankingIsTheInverse) {
  for (const std::size_t number : {1, 2, 17, 500, 4095, 4096}) {
    const auto states = random_states(number);
    expect_ranks(FrozenBdd(diagram(states), variables), states, variables);
  }
}

// Reduced diagrams omit variables.
TEST_F(FrozenBddTest, VariablesThatDoNotMatterCountAllTheSame) {
  const Bdd f = Bdd::literal(2 * 3) ^ Bdd::literal(2 * 9);
  std::set<StateBits> states;
  for (StateBits n = 0; n < 1 << variables; ++n) {
    const StateBits state = n << (64 - variables);
    if (bit_at(state, 3) != bit_at(state, 9)) states.insert(state);
  }
  expect_ranks(FrozenBdd(f, variables), states, variables);
}

TEST_F(FrozenBddTest, TheEmptySetIsOne) {
  const FrozenBdd frozen(Bdd(), variables);
  EXPECT_EQ(frozen.size(), 0u);
  EXPECT_FALSE(frozen.contains(0));
  EXPECT_EQ(FrozenBdd(frozen.bytes()).size(), 0u);
  EXPECT_EQ(FrozenBdd().size(), 0u);
}

TEST_F(FrozenBddTest, BytesBringItBack) {
  const auto states = random_states(700);
  const FrozenBdd frozen(diagram(states), variables);
  expect_ranks(FrozenBdd(frozen.bytes()), states, variables);
}

// Bytes that are not refused are another set, whose members have ranks.
TEST_F(FrozenBddTest, DamagedBytesAreRefusedOrHarmless) {
  const std::string good = FrozenBdd(diagram(random_states(40)), variables).bytes();
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_THROW(FrozenBdd(std::string_view(good).substr(0, length)), DamagedTable);
  }
  int refused = 0;
  for (std::size_t n = 0; n < 8 * good.size(); ++n) {
    std::string bad = good;
    bad[n / 8] = static_cast<char>(bad[n / 8] ^ 1 << n % 8);
    try {
      const FrozenBdd frozen{std::string_view(bad)};
      for (std::uint64_t rank = 0; rank < std::min<std::uint64_t>(frozen.size(), 50); ++rank) {
        EXPECT_TRUE(frozen.contains(frozen.unrank(rank)));
        EXPECT_EQ(frozen.rank(frozen.unrank(rank)), rank);
      }
      EXPECT_EQ(frozen.bytes(), bad);
    } catch (const DamagedTable&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 0);
}

TEST_F(FrozenBddTest, BytesOfTooManyMembersAreDamaged) {
  // Both children of each node are the next node.
  const auto all_states = [](int bits) {
    std::string bytes = {static_cast<char>(bits), 1};
    for (int variable = 0; variable < bits; ++variable) bytes += "\1\2";
    return bytes;
  };
  EXPECT_EQ(FrozenBdd(std::string_view(all_states(63))).size(), std::uint64_t{1} << 63);
  EXPECT_THROW(FrozenBdd(std::string_view(all_states(64))), DamagedTable);
}

// Two variables; of the two nodes of the second one, one leads to no member.
TEST_F(FrozenBddTest, BytesWithANodeForNothingAreDamaged) {
  const std::string alive("\2\1\1\1\1\0\2\0", 8), dead("\2\1\1\1\1\0\0\0", 8);
  EXPECT_EQ(FrozenBdd(alive).size(), 2u);
  EXPECT_THROW(FrozenBdd{std::string_view(dead)}, DamagedTable);
}

TEST_F(FrozenBddTest, NumbersHaveOneForm) {
  EXPECT_EQ(FrozenBdd(std::string_view("\1\1\1\2")).size(), 2u);
  EXPECT_THROW(FrozenBdd(std::string_view("\1\1\1\x82\0", 5)), DamagedTable);
  EXPECT_THROW(FrozenBdd(std::string_view("\1\2\1\2")), DamagedTable);
}

TEST_F(FrozenBddTest, ThawingBringsTheSetBack) {
  const Bdd f = diagram(random_states(300));
  EXPECT_EQ(FrozenBdd(f, variables).thaw(), f);
  EXPECT_TRUE(FrozenBdd(Bdd(), variables).thaw().is_false());
}

TEST_F(FrozenBddTest, RefusesWhatIsNoSetOfStates) {
  EXPECT_THROW(FrozenBdd(Bdd::literal(1), variables), Error);
  EXPECT_THROW(FrozenBdd(Bdd::literal(2 * 5), 5), Error);
  EXPECT_THROW(FrozenBdd(Bdd::constant(true), 65), Error);
  EXPECT_THROW(FrozenBdd(Bdd::constant(true), 64), Error) << "2^64 members";
}

}  // namespace
}  // namespace zermelo::symbolic
