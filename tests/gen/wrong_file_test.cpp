// SPDX-License-Identifier: MIT
#include "gen/wrong_file.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"

namespace zermelo {
namespace {

TEST(WrongFile, IsAlsoWrongUsage) {
  EXPECT_THROW(throw WrongFile("It holds no values."), UsageError);
}

TEST(WrongFile, IsBlamedForWrongUsageAndNothingElse) {
  EXPECT_EQ(blaming_file([] { return 3; }), 3);
  EXPECT_EQ(test::error_text<WrongFile>(
                [] { blaming_file([]() -> int { throw UsageError("There is no such game."); }); }),
            "There is no such game.");
  EXPECT_EQ(test::error_text<IllegalPosition>(
                [] { blaming_file([]() -> int { throw IllegalPosition("Two kings."); }); }),
            "Two kings.");
}

}  // namespace
}  // namespace zermelo
