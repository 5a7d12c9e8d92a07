// SPDX-License-Identifier: MIT
// Tests that take too long to run every time: scripts/nightly.sh runs them.
#pragma once

#include <cstdlib>

namespace zermelo::test {

// if (!test::long_tests()) GTEST_SKIP() << test::takes_long;
inline bool long_tests() {
  const char* wanted = std::getenv("ZERMELO_LONG_TESTS");
  return wanted != nullptr && *wanted != '\0';
}
inline constexpr const char* takes_long = "takes long: set ZERMELO_LONG_TESTS=1";

}  // namespace zermelo::test
