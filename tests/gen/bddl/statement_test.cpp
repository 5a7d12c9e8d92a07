// SPDX-License-Identifier: MIT
#include "gen/bddl/statement.h"

#include <gtest/gtest.h>

namespace zermelo::bddl {
namespace {

Colours colours(Colour colour, bool negated = false) {
  SquareCondition condition;
  condition.colour = colour;
  condition.negated = negated;
  return Colours::of(condition);
}

TEST(BddlStatement, ColoursAreWhatAConditionLeaves) {
  const Colours black = colours(Colour::black);
  const Colours not_black = colours(Colour::black, true);
  EXPECT_TRUE(black.decided());
  EXPECT_TRUE(black.contains(Colour::black));
  EXPECT_FALSE(not_black.decided());
  EXPECT_FALSE(not_black.contains(Colour::black));
  EXPECT_TRUE(not_black.contains(Colour::open));
  EXPECT_TRUE((black & not_black).empty());
  EXPECT_EQ(Colours::any() & black, black);
}

TEST(BddlStatement, WhatIsSaidOfASquareAddsUp) {
  Statement<int> said;
  EXPECT_FALSE(said.add(3, colours(Colour::black, true)).decided());
  EXPECT_TRUE(said.add(4, colours(Colour::black)).decided());
  EXPECT_TRUE(said.add(3, colours(Colour::white, true)).decided());
  EXPECT_TRUE(said.add(3, colours(Colour::white)).empty());
  EXPECT_EQ(said.squares().size(), 2u);
}

}  // namespace
}  // namespace zermelo::bddl
