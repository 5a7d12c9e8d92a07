// SPDX-License-Identifier: MIT
#include "kinds/endgames/endless_check.h"

#include <gtest/gtest.h>

namespace zermelo::endgames {
namespace {

// Node 0 is the first side's, node 1 the second side's: each has a move to the other.
struct Circle {
  Outcome first_side;
  bool perpetual_check_loses = false, first_checks = false;
  LeavingFor second_leaves = LeavingFor::nothing;

  Outcome outcome(EndlessCheck::Node node) const {
    EndlessCheck check(first_side, perpetual_check_loses);
    check.add({0, 0, false, LeavingFor::nothing, {1}});
    check.add({1, 1, first_checks, second_leaves, {0}});
    check.solve();
    return check.outcome(node);
  }
};

TEST(EndlessCheck, KnowsWhoWinsACircle) {
  const Circle quiet{Outcome::draw, true}, checking{Outcome::draw, true, true};
  const Circle allowed{Outcome::draw, false, true}, firsts{Outcome::win};
  const Circle both{Outcome::win, true, true}, seconds{Outcome::loss, true};
  EXPECT_EQ(quiet.outcome(0), Outcome::draw);
  // The first side checks for ever.
  EXPECT_EQ(checking.outcome(0), Outcome::loss);
  EXPECT_EQ(checking.outcome(1), Outcome::win);
  EXPECT_EQ(allowed.outcome(0), Outcome::draw);
  EXPECT_EQ(firsts.outcome(0), Outcome::win);
  EXPECT_EQ(both.outcome(0), Outcome::loss);
  EXPECT_EQ(seconds.outcome(1), Outcome::win);
}

TEST(EndlessCheck, LetsASideLeaveIt) {
  const Circle draws{Outcome::win, false, false, LeavingFor::draw};
  const Circle loses{Outcome::win, false, false, LeavingFor::loss};
  const Circle wins{Outcome::draw, true, false, LeavingFor::win};
  EXPECT_EQ(draws.outcome(0), Outcome::draw);
  EXPECT_EQ(loses.outcome(0), Outcome::win);
  EXPECT_EQ(wins.outcome(0), Outcome::loss);
}

}  // namespace
}  // namespace zermelo::endgames
