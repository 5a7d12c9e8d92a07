// SPDX-License-Identifier: MIT
#include "cli/progress.h"

#include <gtest/gtest.h>

namespace zermelo::cli {
namespace {

TEST(Duration, IsWrittenAsOnAClock) {
  EXPECT_EQ(duration_text(0), "0:00");
  EXPECT_EQ(duration_text(41.6), "0:42");
  EXPECT_EQ(duration_text(59.6), "1:00");
  EXPECT_EQ(duration_text(3599), "59:59");
  EXPECT_EQ(duration_text(3723), "1:02:03");
}

TEST(Pace, TellsWhenWorkWillBeDone) {
  Pace pace;
  pace.begin(100, 10);
  EXPECT_EQ(pace.rate(100, 20), 0);    // nothing done yet
  EXPECT_EQ(pace.rate(200, 10.4), 0);  // too early to tell
  EXPECT_EQ(pace.rate(200, 20), 10);
  EXPECT_EQ(pace.left(200, 500, 20), ", 0:30 left");
  EXPECT_EQ(pace.left(200, 500, 11.9), "");  // two seconds tell too little
  EXPECT_EQ(pace.left(103, 500, 20), "");    // so does less than a hundredth
  EXPECT_EQ(pace.left(600, 500, 20), "");    // more than all
  EXPECT_EQ(pace.left(500, 500, 20), ", 0:00 left");
}

TEST(Estimate, SaysWhatIsKnown) {
  EXPECT_EQ(estimate_text({.index = 1234567, .memory = std::uint64_t{65} << 20, .seconds = 61.2}),
            "The index has 1,234,567 positions. The solve will need about 65.0 MiB of memory and "
            "take about 1:02.");
  EXPECT_EQ(estimate_text({.index = 10, .memory = std::uint64_t{2} << 30}),
            "The index has 10 positions. The solve will need about 2.0 GiB of memory.");
  EXPECT_EQ(estimate_text({.memory = std::uint64_t{2} << 30}),
            "The solve will need about 2.0 GiB of memory.");
}

}  // namespace
}  // namespace zermelo::cli
