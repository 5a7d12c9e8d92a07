// SPDX-License-Identifier: MIT
#include "kinds/ranked/layer_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "gen/error.h"
#include "symbolic/bdd/bdd.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::symbolic {
namespace {

class LayerFilesTest : public testing::Test {
 protected:
  const test::TemporaryFolder folder;
  const std::string path = folder.file("layers");
  const LayerFiles files{path, "connect 4x4"};

  static LayerRecord record() {
    const BddManager manager(3);
    LayerRecord r;
    r.sets = {{"boards", white, FrozenBdd(Bdd::literal(0) ^ Bdd::literal(4), 3)},
              {"none", {}, FrozenBdd()}};
    r.nodes = 77;
    r.seconds = 1.5;
    r.counts = {1, 2, 3, 4};
    return r;
  }
};

TEST_F(LayerFilesTest, AreReadAsTheyAreWritten) {
  EXPECT_FALSE(files.has("a"));
  EXPECT_FALSE(files.read("a"));
  files.write("a", record());
  EXPECT_TRUE(files.has("a"));
  const auto read = files.read("a");
  ASSERT_TRUE(read);
  ASSERT_EQ(read->sets.size(), 2u);
  EXPECT_EQ(read->sets[0].set.size(), 4u);
  EXPECT_EQ(read->sets[0].set.bytes(), record().sets[0].set.bytes());
  EXPECT_EQ(read->sets[1].set.size(), 0u);
  EXPECT_EQ(read->nodes, 77u);
  EXPECT_EQ(read->seconds, 1.5);
  EXPECT_EQ(read->counts, record().counts);
}

TEST_F(LayerFilesTest, ReplaceWhatIsThere) {
  files.write("a", record());
  LayerRecord other;
  other.nodes = 5;
  files.write("a", other);
  ASSERT_TRUE(files.read("a"));
  EXPECT_EQ(files.read("a")->nodes, 5u);
  EXPECT_TRUE(files.read("a")->sets.empty());
}

TEST_F(LayerFilesTest, OfOtherRunsAreAbsent) {
  files.write("a", record());
  EXPECT_FALSE(LayerFiles(path, "connect 5x4").read("a"));
  EXPECT_TRUE(LayerFiles(path, "connect 4x4").read("a"));
}

// Whichever byte is changed, and wherever the file is cut.
TEST_F(LayerFilesTest, ThatAreNotWholeAreAbsent) {
  files.write("a", record());
  const std::string file = path + "/a", bytes = test::read_whole(file);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    test::write_whole(file, damaged);
    EXPECT_FALSE(files.read("a")) << i;
    test::write_whole(file, bytes.substr(0, i));
    EXPECT_FALSE(files.read("a")) << i;
  }
  test::write_whole(file, bytes);
  EXPECT_TRUE(files.read("a"));
}

TEST_F(LayerFilesTest, GoWithTheirFolder) {
  files.write("a", record());
  files.remove_folder();
  EXPECT_TRUE(files.has("a"));  // it is not empty
  files.remove("a");
  EXPECT_FALSE(files.has("a"));
  files.remove_folder();
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(LayerFilesTest, NeedAFolderThatCanBeMade) {
  EXPECT_THROW(LayerFiles(folder.file("none/below"), "x"), FileError);
}

}  // namespace
}  // namespace zermelo::symbolic
