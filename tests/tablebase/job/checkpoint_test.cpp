// SPDX-License-Identifier: MIT
#include "tablebase/job/checkpoint.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "gen/error.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using Array = std::vector<std::byte>;

Array random_array(std::size_t size, std::mt19937& random) {
  Array array(size);
  for (std::byte& b : array) b = static_cast<std::byte>(random() % 3);
  return array;
}

class CheckpointTables : public testing::Test {
 protected:
  std::mt19937 random{3};
  const test::TemporaryFolder folder;
  const std::string path = folder.file("checkpoint");
  const std::string description = "what the arrays are";

  // What reading returns; its sizes are those of `like`.
  std::vector<Array> read(const std::vector<Array>& like, int threads = 1) const {
    std::vector<Array> arrays = like;
    const Checkpoint checkpoint(path);
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      std::fill(arrays[i].begin(), arrays[i].end(), std::byte{99});
      checkpoint.read(i, arrays[i], threads);
    }
    return arrays;
  }
  void write(const std::vector<Array>& arrays, int threads = 1) const {
    std::vector<SavedArray> saved;
    for (const Array& array : arrays) {
      if (saved.size() % 2 == 0) {
        saved.emplace_back(Bytes(array));
      } else {
        saved.emplace_back([&array] { return array; });  // made when it is wanted
      }
    }
    write_checkpoint(path, description, saved, threads);
  }
};

TEST_F(CheckpointTables, RoundTrip) {
  // More than one piece, none, and odd sizes.
  const std::vector<Array> arrays = {random_array(3000001, random), {}, random_array(1, random)};
  for (const int threads : {1, 2}) {
    write(arrays, threads);
    EXPECT_EQ(Checkpoint(path).description(), description);
    EXPECT_TRUE(read(arrays, threads) == arrays);
  }
  const Checkpoint checkpoint(path);
  ASSERT_EQ(checkpoint.arrays(), arrays.size());
  for (std::size_t i = 0; i < arrays.size(); ++i) EXPECT_EQ(checkpoint.size(i), arrays[i].size());
  write({});
  EXPECT_EQ(Checkpoint(path).arrays(), 0u);
  EXPECT_FALSE(std::filesystem::exists(path + ".new"));
}

TEST_F(CheckpointTables, DamageIsFound) {
  const std::vector<Array> arrays = {random_array(300, random), random_array(50, random)};
  write(arrays);
  const std::string whole = test::read_whole(path);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    test::write_whole(path, whole.substr(0, size));
    ASSERT_THROW(read(arrays), DamagedTable) << "cut to " << size;
  }
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string bytes = whole;
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
    test::write_whole(path, bytes);
    ASSERT_THROW(read(arrays), DamagedTable) << "bit " << bit;
  }
  test::write_whole(path, whole + "x");
  EXPECT_EQ(test::error_text<DamagedTable>([&] { read(arrays); }),
            "The checkpoint " + path +
                " is damaged: it is too long; remove it to start again from the beginning.");
  test::write_whole(path, "something else");
  EXPECT_EQ(test::error_text<DamagedTable>([&] { Checkpoint checkpoint(path); }),
            path + " is not a checkpoint of this program.");
}

TEST_F(CheckpointTables, OtherSizesAreRefused) {
  const std::vector<Array> arrays = {random_array(300, random)};
  write(arrays);
  EXPECT_THROW(read({Array(299)}), DamagedTable);
  EXPECT_THROW(read({Array(301)}), DamagedTable);
  EXPECT_THROW(read({Array(300), Array(1)}), DamagedTable);
}

TEST_F(CheckpointTables, OfAnotherVersionAreRefusedInOneSentence) {
  write({random_array(300, random)});
  std::string bytes = test::read_whole(path);
  --bytes[7];
  test::write_whole(path, bytes);
  EXPECT_EQ(test::error_text<DamagedTable>([&] { Checkpoint checkpoint(path); }),
            path +
                " is a checkpoint of another version of this program; go on with that one, or "
                "remove it to start again from the beginning.");
}

TEST_F(CheckpointTables, AreReplacedOnlyWhenComplete) {
  const std::vector<Array> arrays = {random_array(300, random)};
  write(arrays);
  std::filesystem::create_directory(path + ".new");  // the next one cannot be written
  EXPECT_THROW(write({}), FileError);
  EXPECT_TRUE(read(arrays) == arrays);
}

}  // namespace
}  // namespace zermelo
