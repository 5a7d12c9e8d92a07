// SPDX-License-Identifier: MIT
#include "proof/ic3/cube_set.h"

#include <gtest/gtest.h>

#include <random>

namespace zermelo::proof {
namespace {

constexpr std::size_t cube_variables = 70;  // more than a word

StateVector random_state(std::mt19937& random) {
  StateVector state(cube_variables);
  for (std::size_t k = 0; k < cube_variables; ++k) state.set(k, random() % 2 != 0);
  return state;
}

// Some variables of a state.
Cube cube_around(const StateVector& state, std::mt19937& random) {
  Cube cube(cube_variables);
  for (std::size_t k = 0; k < cube_variables; ++k)
    if (random() % 8 == 0) cube.add(k, state[k]);
  return cube;
}

TEST(Cube, HasTheStatesThatAgree) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    const StateVector state = random_state(random);
    Cube cube = cube_around(state, random);
    EXPECT_TRUE(cube.contains(state));
    EXPECT_TRUE(cube.contains(cube_of(state, cube_variables)));
    const std::size_t k = random() % cube_variables;
    StateVector changed = state;
    changed.set(k, !state[k]);
    EXPECT_EQ(cube.contains(changed), !cube.has(k));
    Cube wider = cube;
    wider.drop(k);
    EXPECT_TRUE(wider.contains(changed));
    EXPECT_TRUE(wider.contains(cube));
    EXPECT_EQ(cube.contains(wider), !cube.has(k));
  }
}

TEST(Levels, AreOneApartAndNoneFollowsInfinity) {
  EXPECT_EQ(level_before(3), 2);
  EXPECT_EQ(level_after(3), 4);
  EXPECT_EQ(level_before(infinity), infinity);
  EXPECT_EQ(level_after(infinity), infinity);
}

TEST(Cube, CheckFindsWhatIsNoCube) {
  Cube cube(cube_variables);
  EXPECT_TRUE(cube.check(cube_variables));
  cube.add(3, true);
  cube.add(69, false);
  EXPECT_TRUE(cube.check(cube_variables));
  EXPECT_FALSE(cube.check(64)) << "of more variables";
  Cube open = cube;
  open.care.set(3, false);  // the value stays
  EXPECT_FALSE(open.check(cube_variables));
  Cube beyond = cube;
  beyond.add(70, false);
  EXPECT_FALSE(beyond.check(cube_variables));
}

TEST(Cube, CubesIntersectUnlessAVariableTellsThemApart) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    const StateVector state = random_state(random), another = random_state(random);
    const Cube a = cube_around(state, random), b = cube_around(another, random);
    bool apart = false;
    for (std::size_t k = 0; k < cube_variables; ++k)
      apart = apart || (a.has(k) && b.has(k) && state[k] != another[k]);
    EXPECT_EQ(intersect(a, b), !apart);
    EXPECT_TRUE(intersect(a, cube_around(state, random)));
  }
}

TEST(CubeSet, CheckFindsABoundThatIsNone) {
  CubeSet set;
  Cube cube(cube_variables);
  cube.add(5, true);
  set.add({cube, 5, {}, Ic3Cube::no_target});
  set.set_bound(0, 6);
  EXPECT_TRUE(set.check());
  set.add({cube, 0, {}, Ic3Cube::no_target});
  EXPECT_FALSE(set.check());
}

TEST(CubeSet, FindsTheNewestTheWidestAndTheSame) {
  std::mt19937 random(2);
  const StateVector state = random_state(random);
  CubeSet set;
  EXPECT_FALSE(set.find(state, {}));
  Cube wide(cube_variables), narrow(cube_variables);
  wide.add(3, state[3]);
  narrow.add(3, state[3]);
  narrow.add(69, state[69]);
  const std::size_t first = set.add({wide, 5, {}, Ic3Cube::no_target});
  const std::size_t second = set.add({narrow, 7, {}, Ic3Cube::no_target});
  EXPECT_EQ(set.find(state, {}), second);
  EXPECT_EQ(set.find(state, {0, 6}), first);
  EXPECT_EQ(set.find(state, {8, infinity}), std::nullopt);
  EXPECT_EQ(set.find_widest(state, {}), first);
  EXPECT_EQ(set.find_same(narrow), second);
  EXPECT_EQ(set.find_same(cube_of(state, cube_variables)), std::nullopt);
  set.set_bound(second, infinity);
  EXPECT_EQ(set.find(state, {8, infinity}), second);
  StateVector other = state;
  other.set(69, !state[69]);
  EXPECT_EQ(set.find(other, {}), first);
}

// As of safety games without latches.
TEST(CubeSet, FindsTheOnlyStateWithoutVariables) {
  CubeSet set;
  const StateVector state(0);
  EXPECT_EQ(set.find(state, {}), std::nullopt);
  Ic3Cube only;
  only.bound = 3;
  EXPECT_EQ(set.add(only), 0u);
  EXPECT_EQ(set.find(state, {}), 0u);
  EXPECT_EQ(set.find(state, {4, infinity}), std::nullopt);
  EXPECT_EQ(set.find_widest(state, {}), 0u);
}

TEST(CubeSet, ImagesAndPreimagesBelongTogether) {
  std::mt19937 random(3);
  ReachSymmetry shift;
  for (std::size_t k = 0; k < cube_variables; ++k)
    shift.variable.push_back((k + 9) % cube_variables);
  shift.choice[Player::attacker] = {1, 2, 0};
  for (int round = 0; round < 50; ++round) {
    const StateVector state = random_state(random);
    Ic3Cube cube{cube_around(image(shift, state), random), 4, StateVector(3), 2};
    cube.choice.set(1, true);
    const Ic3Cube before = preimage(shift, Player::attacker, cube);
    EXPECT_TRUE(before.cube.contains(state));
    EXPECT_EQ(before.bound, 4);
    EXPECT_TRUE(before.choice[0]);
    EXPECT_EQ(before.target, Ic3Cube::no_target);
    for (std::size_t k = 0; k < cube_variables; ++k)
      EXPECT_EQ(before.cube.has(k), cube.cube.has(shift.variable[k]));
  }
}

}  // namespace
}  // namespace zermelo::proof
