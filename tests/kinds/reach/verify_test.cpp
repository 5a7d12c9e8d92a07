// SPDX-License-Identifier: MIT
#include "kinds/reach/verify.h"

#include <gtest/gtest.h>

#include <memory>

#include "probe/table.h"
#include "tablebase/format/table_file.h"
#include "tests/support/small_game.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

// Large enough that threads mark positions of each other's blocks at the same time. (Its name is
// one that the thread sanitizer's filter lets in.)
TEST(ReachVerifierTableTest, ThreadsMarkPositionsOfEachOther) {
  const test::TemporaryFolder folder;
  const auto game = make_game(test::spec_of({4, 3, 1, 6, false}));
  game->kind("reach")->solve(folder.file("reach.ztb"), {});
  const TableFile file(folder.file("reach.ztb"));
  std::uint64_t blocks = 0;
  for (const SliceRecord& slice : file.slices()) blocks = std::max(blocks, slice.blocks());
  ASSERT_GT(blocks, 20u);
  EXPECT_FALSE(Table::open(folder.file("reach.ztb")).verify({.threads = 4}).failure);
}

}  // namespace
}  // namespace zermelo
