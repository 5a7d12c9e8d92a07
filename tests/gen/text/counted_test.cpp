// SPDX-License-Identifier: MIT
#include "gen/text/counted.h"

#include <gtest/gtest.h>

namespace zermelo {
namespace {

TEST(CountedNouns, AreSingularForOneAlone) {
  EXPECT_EQ(counted(1, "ply", "plies"), "1 ply");
  EXPECT_EQ(counted(0, "ply", "plies"), "0 plies");
  EXPECT_EQ(counted(-2, "ply", "plies"), "-2 plies");
  EXPECT_EQ(counted(1u, "rank"), "1 rank");
  EXPECT_EQ(counted(1234u, "rank"), "1234 ranks");
}

}  // namespace
}  // namespace zermelo
