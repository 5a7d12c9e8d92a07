// SPDX-License-Identifier: MIT
#include "tablebase/shrink/shrink.h"

#include <gtest/gtest.h>

namespace zermelo {
namespace {

using LeftOut = std::vector<bool>;

TEST(SlicesToLeaveOut, NoMoveLeadsFromOneToAnother) {
  EXPECT_EQ(slices_to_leave_out({1, 2, 4, 3}, {{1}, {2}, {3}, {}}, 1),
            (LeftOut{true, false, true, false}));
}

TEST(SlicesToLeaveOut, WithMorePliesThereAreSoManyInTurn) {
  const SliceMoves chain{{1}, {2}, {3}, {4}, {5}, {}};
  EXPECT_EQ(slices_to_leave_out({1, 5, 9, 8, 7, 6}, chain, 2),
            (LeftOut{true, false, true, true, false, true}));
  EXPECT_EQ(slices_to_leave_out({1, 5, 9, 8, 7, 6}, chain, 3),
            (LeftOut{true, false, true, true, true, false}));
}

TEST(SlicesToLeaveOut, NeverTwoThatLeadToEachOther) {
  EXPECT_EQ(slices_to_leave_out({3, 4}, {{1}, {0}}, 1), (LeftOut{false, true}));
  EXPECT_EQ(slices_to_leave_out({3, 4}, {{1}, {0}}, 4), (LeftOut{false, true}));
  EXPECT_EQ(slices_to_leave_out({3, 4, 5}, {{1}, {2}, {0}}, 2), (LeftOut{false, true, true}));
}

TEST(SlicesToLeaveOut, NeverOneThatLeadsToItselfOrIsEmpty) {
  EXPECT_EQ(slices_to_leave_out({3, 0, 2}, {{0}, {2}, {}}, 1), (LeftOut{false, false, true}));
}

}  // namespace
}  // namespace zermelo
