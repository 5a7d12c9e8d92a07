// SPDX-License-Identifier: MIT
// Puzzles of a small table, for tests of mining.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "probe/table.h"
#include "tests/reference/puzzle_reference.h"
#include "tests/support/small_table.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::test {

inline std::vector<Puzzle> mined(const Table& table, const PuzzleConditions& conditions,
                                 const MineOptions& options = {}) {
  std::vector<Puzzle> puzzles;
  const MineReport report = table.mine(conditions, options, [&](const Puzzle& puzzle) {
    puzzles.push_back(puzzle);
    return true;
  });
  EXPECT_EQ(report.given, puzzles.size());
  EXPECT_FALSE(report.stopped);
  return puzzles;
}

inline std::vector<std::string> positions_of(const std::vector<Puzzle>& puzzles) {
  std::vector<std::string> result;
  for (const Puzzle& p : puzzles) result.push_back(p.position);
  return result;
}

// One small table and its brute force, for all tests of a suite.
class MinedTable : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    const SmallGame game{3, 3, 1, 6, false};
    solve_into(folder_->file("table.ztb"), game);
    table_ = new Table(Table::open(folder_->file("table.ztb")));
    reference_ = new zermelo::reference::PuzzleReference(
        {game.size, game.start, game.lose, game.total, false});
  }
  static void TearDownTestSuite() {
    delete reference_;
    delete table_;
    delete folder_;
  }
  static const Table& table() { return *table_; }
  static const zermelo::reference::PuzzleReference& reference() { return *reference_; }

  inline static TemporaryFolder* folder_ = nullptr;
  inline static Table* table_ = nullptr;
  inline static zermelo::reference::PuzzleReference* reference_ = nullptr;
};

}  // namespace zermelo::test
