// SPDX-License-Identifier: MIT
#include "tablebase/format/file.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "gen/error.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

TEST(Integers, AreLittleEndianAndRoundTrip) {
  std::vector<std::byte> out;
  append_integer(out, std::uint32_t{0x04030201});
  append_integer(out, std::uint16_t{0xfffe});
  append_integer(out, std::uint64_t{0x8000000000000001});
  ASSERT_EQ(out.size(), 14u);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(static_cast<int>(out[static_cast<std::size_t>(i)]), i + 1);
  EXPECT_EQ(read_integer<std::uint32_t>(out.data()), 0x04030201u);
  EXPECT_EQ(read_integer<std::uint16_t>(out.data() + 4), 0xfffeu);
  EXPECT_EQ(read_integer<std::uint64_t>(out.data() + 6), 0x8000000000000001u);
}

TEST(Checksum, DependsOnTheBytesAndTheSeed) {
  EXPECT_EQ(checksum(as_bytes("")), 0x2d06800538d394c2u) << "XXH3-64 of nothing";
  EXPECT_NE(checksum(as_bytes("a")), checksum(as_bytes("b")));
  EXPECT_NE(checksum(as_bytes("a"), 1), checksum(as_bytes("a"), 2));
}

class Files : public testing::Test {
 protected:
  const test::TemporaryFolder folder;
  const std::string path = folder.file("file"), final_path = folder.file("final");
};

TEST_F(Files, AreWrittenAndPublished) {
  {
    OutputFile file(path, OutputFile::Mode::truncate);
    file.write(as_bytes("hello "));
    file.write(as_bytes("world"));
    file.write({});
    EXPECT_EQ(file.path(), path);
    file.sync();
    EXPECT_FALSE(file_exists(final_path));
    test::write_whole(final_path, "old");
    file.publish_as(final_path);
  }
  EXPECT_FALSE(file_exists(path));
  EXPECT_EQ(test::read_whole(final_path), "hello world");
  const MappedFile mapped(final_path);
  EXPECT_EQ(mapped.bytes().size(), 11u);
  EXPECT_EQ(static_cast<char>(mapped.bytes()[0]), 'h');
  EXPECT_EQ(mapped.path(), final_path);
}

TEST_F(Files, CanBeCutAndContinued) {
  test::write_whole(path, "0123456789");
  {
    OutputFile file(path, OutputFile::Mode::keep);
    file.truncate(4);
    file.write(as_bytes("ab"));
  }
  EXPECT_EQ(test::read_whole(path), "0123ab");
}

TEST_F(Files, TemporaryOnesGoUnlessTheyArePublished) {
  {
    OutputFile file(path, OutputFile::Mode::temporary);
    file.write(as_bytes("x"));
    EXPECT_TRUE(file_exists(path));
  }
  EXPECT_FALSE(file_exists(path));
  {
    OutputFile file(path, OutputFile::Mode::temporary);
    file.write(as_bytes("x"));
    file.publish_as(final_path);
    test::write_whole(path, "another's");
  }
  EXPECT_EQ(test::read_whole(final_path), "x");
  EXPECT_EQ(test::read_whole(path), "another's");
}

TEST_F(Files, EmptyOnesCanBeMapped) {
  test::write_whole(path, "");
  EXPECT_EQ(MappedFile(path).bytes().size(), 0u);
}

TEST_F(Files, FailuresSayWhichFileAndWhy) {
  EXPECT_EQ(test::error_text<FileError>([&] { MappedFile file(path); }),
            "Cannot read " + path + ": No such file or directory.");
  EXPECT_EQ(test::error_text<FileError>(
                [&] { OutputFile file(path + "/x", OutputFile::Mode::truncate); }),
            "Cannot write " + path + "/x: No such file or directory.");
  EXPECT_EQ(test::error_text<NoRoom>([&] {
              OutputFile file("/dev/full", OutputFile::Mode::keep);
              file.write(as_bytes("x"));
            }),
            "Cannot write /dev/full: No space left on device.");
  EXPECT_EQ(test::error_text<FileError>([&] {
              OutputFile file(path, OutputFile::Mode::truncate);
              file.publish_as(folder.file("no/such/folder"));
            }),
            "Cannot rename to its final name " + path + ": No such file or directory.");
}

TEST_F(Files, RemovingNothingIsFine) {
  EXPECT_NO_THROW(remove_file(path));
  test::write_whole(path, "x");
  EXPECT_TRUE(file_exists(path));
  remove_file(path);
  EXPECT_FALSE(file_exists(path));
}

}  // namespace
}  // namespace zermelo
