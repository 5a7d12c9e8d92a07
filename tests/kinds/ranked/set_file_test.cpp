// SPDX-License-Identifier: MIT
#include "kinds/ranked/set_file.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gen/error.h"
#include "kinds/ranked/pattern_set.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::symbolic {
namespace {

class SetFileTest : public testing::Test {
 protected:
  static FrozenBdd some_set() { return set_of_patterns(std::vector<std::string>{"0-1", "111"}); }
  const test::TemporaryFolder folder;
  const std::string path = folder.file("sets");
};

TEST_F(SetFileTest, IsReadAsItIsWritten) {
  write_set_file(path, {GameSpec{"mnk", {{"k", "3"}}},
                        {{"first", white, some_set()}, {"", {}, FrozenBdd()}},
                        {{"why", 5}}});
  EXPECT_TRUE(is_set_file(path));
  const SetFile file = read_set_file(path);
  ASSERT_TRUE(file.game);
  EXPECT_EQ(file.game->name, "mnk");
  EXPECT_EQ(file.game->parameters.at("k"), "3");
  EXPECT_EQ(file.more, (nlohmann::json{{"why", 5}}));
  ASSERT_EQ(file.sets.size(), 2u);
  EXPECT_EQ(file.sets[0].name, "first");
  EXPECT_EQ(file.sets[0].to_move, white);
  EXPECT_EQ(file.sets[0].set.bytes(), some_set().bytes());
  EXPECT_FALSE(file.sets[1].to_move);
  EXPECT_EQ(file.sets[1].set.size(), 0u);
}

// Whichever byte is changed, and wherever the file is cut.
TEST_F(SetFileTest, DamageIsFound) {
  write_set_file(path, {{}, {{"a", {}, some_set()}}});
  const std::string bytes = test::read_whole(path);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    test::write_whole(path, damaged);
    EXPECT_THROW(read_set_file(path), DamagedTable) << i;
    test::write_whole(path, bytes.substr(0, i));
    EXPECT_THROW(read_set_file(path), DamagedTable) << i;
  }
  EXPECT_THROW(read_set_file(folder.file("none")), FileError);
  EXPECT_THROW(write_set_file(folder.file("no/folder"), {}), FileError);
}

}  // namespace
}  // namespace zermelo::symbolic
