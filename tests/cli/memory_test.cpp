// SPDX-License-Identifier: MIT
// Work that does not fit into memory: the program refuses it in one sentence before it begins.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::test {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

class MemoryProgram : public testing::Test {
 protected:
  const TemporaryFolder folder;
  const std::string path = folder.file("t.ztb");

  // The program's complaint. It leaves no files behind.
  std::string refusal(Words arguments) const {
    arguments.insert(arguments.end(), {"-o", path});
    const std::string text = complaint_of(1, arguments);
    for (const char* suffix : {"", ".part", ".checkpoint"})
      EXPECT_FALSE(std::filesystem::exists(path + suffix)) << suffix;
    return text;
  }
  static bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }
};

TEST_F(MemoryProgram, ConnectFourIsNotBegunWithoutALimit) {
  const std::string text = refusal({"solve", "connect"});
  EXPECT_TRUE(has(text, "This solve needs ")) << text;
  EXPECT_TRUE(has(text, " GiB of memory; ")) << text;
  EXPECT_TRUE(has(text, " are free; columns=")) << text;
  EXPECT_TRUE(has(text, " would fit, and `zermelo hybrid connect` tells who wins and needs less"))
      << text;
  const std::string counting = complaint_of(1, {"count", "connect"});
  EXPECT_TRUE(has(counting, "Counting needs ")) << counting;
  EXPECT_TRUE(has(counting, " are free")) << counting;
}

TEST_F(MemoryProgram, SaysTheLargestGameThatWouldFit) {
  std::string text = refusal({"solve", "connect", "columns=6", "rows=5", "--memory", "100M"});
  EXPECT_TRUE(has(text, "; the limit is 100 MiB; columns=5 rows=5 would fit, and ")) << text;
  text = refusal({"solve", "mnk", "m=5", "n=5", "k=4", "--memory", "1G"});
  EXPECT_TRUE(has(text, "; the limit is 1024 MiB; m=5 n=4 would fit.")) << text;
  text = refusal({"solve", "ostle", "lose=1", "total=8", "--memory", "100M"});
  EXPECT_TRUE(has(text, "; the limit is 100 MiB; total=5 would fit.")) << text;
  EXPECT_TRUE(has(refusal({"solve", "othello", "rows=4", "cols=4", "--memory", "100M"}),
                  "This solve needs at least 129 MiB of memory; the limit is 100 MiB."));
  EXPECT_TRUE(has(refusal({"reach", "ostle", "size=4", "--memory", "10M"}), "This search needs "));
}

TEST_F(MemoryProgram, TakesNoMoreThanWasPlanned) {
#ifdef ZERMELO_SANITIZED
  GTEST_SKIP() << "a sanitizer takes memory of its own";
#endif
  const std::vector<Words> runs = {{"solve", "ostle", "size=4", "start=3"},
                                   {"reach", "ostle", "size=4", "start=3"},
                                   {"solve", "connect", "columns=5", "rows=4", "--memory", "none"},
                                   {"solve", "othello", "rows=4", "cols=4", "--memory", "130M"}};
  for (Words arguments : runs) {
    SCOPED_TRACE(arguments[0] + " " + arguments[1]);
    arguments.insert(arguments.end(), {"-o", path, "--force", "--threads", "2", "--json"});
    const json done = json::parse(output_of(arguments));
    EXPECT_LE(done.at("peak_memory_bytes"), done.at("planned_memory_bytes"));
  }
}

}  // namespace
}  // namespace zermelo::test
