// SPDX-License-Identifier: MIT
// `zermelo set`, as a user runs it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/bytes_of_file.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::test {
namespace {

using nlohmann::json;

TEST(SetProgram, RanksAndUnranks) {
  const TemporaryFolder folder;
  const std::string text = folder.file("t.txt"), file = folder.file("t.set");
  write_whole(text, "10-011\n10-1--\n");
  EXPECT_EQ(output_of({"set", text, "--rank", "101011"}), "5\n");
  EXPECT_EQ(output_of({"set", text, "--unrank", "5", "-o", file}), "101011\n");
  EXPECT_EQ(output_of({"set", file, "--unrank", "5", "--bits"}), "101011\n");
  EXPECT_EQ(json::parse(output_of({"set", file, "--random", "3", "--json"})).at("random").size(),
            3u);
  EXPECT_EQ(output_of({"set", file, "--random", "3", "--seed", "4"}),
            output_of({"set", text, "--random", "3", "--seed", "4"}));
  const json sets = json::parse(output_of({"set", file, "--json"}));
  ASSERT_EQ(sets.size(), 1u);
  EXPECT_EQ(sets[0].at("members"), 10);

  EXPECT_NE(complaint_of(1, {"set", text, "--rank", "000000"}).find("not in the set"),
            std::string::npos);
  complaint_of(1, {"set", text, "--rank", "0"});
  complaint_of(2, {"set", text, "--unrank", "10"});
  complaint_of(2, {"set", text, "--name", "other"});
  complaint_of(1, {"set", folder.file("none")});
  write_whole(text, "10x\n");
  complaint_of(2, {"set", text});
}

}  // namespace
}  // namespace zermelo::test
