// SPDX-License-Identifier: MIT
// The report on Connect Four, as far as it can be counted, and what it says where it cannot. (The
// others are tested by the examples of docs/cli.md.)
#include "reports/paper_tables.h"

#include <gtest/gtest.h>

#include <string>

#include "gen/error.h"
#include "tests/support/error_text.h"

namespace zermelo {
namespace {

TEST(ConnectTables, CountPositionsByPly) {
  const auto tables = connect_tables({"connect", {{"columns", "4"}, {"rows", "3"}}}, {});
  ASSERT_EQ(tables.size(), 1u);
  EXPECT_TRUE(differences(tables).empty());
  EXPECT_EQ(std::get<std::uint64_t>(tables[0].rows.front().ours), 1u);
}

// 7x6 does not fit into any memory, position by position.
TEST(ConnectTables, NameTheCommandThatCountsLargeBoards) {
  const std::string sentence = test::error_text<OutOfMemory>([] {
    connect_tables({"connect", {}}, {});
  });
  EXPECT_NE(sentence.find("`zermelo hybrid connect columns=7 rows=6 line=4 --method none`"),
            std::string::npos)
      << sentence;
}

}  // namespace
}  // namespace zermelo
