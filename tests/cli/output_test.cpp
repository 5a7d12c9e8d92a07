// SPDX-License-Identifier: MIT
#include "cli/output.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "gen/error.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::cli {
namespace {

TEST(Numbers, AreWrittenForPeople) {
  EXPECT_EQ(bytes_text(1), "1 byte");
  EXPECT_EQ(bytes_text(1023), "1,023 bytes");
  EXPECT_EQ(bytes_text(1024), "1.0 KiB");
  EXPECT_EQ(bytes_text(88080384), "84.0 MiB");
  EXPECT_EQ(bytes_text(std::uint64_t{21} << 40), "21.0 TiB");
  EXPECT_EQ(bytes_text(std::uint64_t{1} << 60), "1048576.0 TiB");
  EXPECT_EQ(bits_per_position_text(10, 16), "5.00");
  EXPECT_EQ(bits_per_position_text(10, 0), "-");
}

TEST(ResultStream, KeepsWhatWasThereUntilThereIsAResult) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("results");
  test::write_whole(path, "from before");
  {
    ResultStream stream(path);
    EXPECT_EQ(test::read_whole(path), "from before");
    stream.write("one\n");
    EXPECT_EQ(test::read_whole(path), "one\n");
    stream.write("two\n");
    stream.close();
  }
  EXPECT_EQ(test::read_whole(path), "one\ntwo\n");
  ResultStream(path).close();
  EXPECT_EQ(test::read_whole(path), "");
  EXPECT_THROW(ResultStream(folder.file("none/results")), FileError);
}

TEST(Output, WritesWholeFilesAndNotOverItsSource) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("text"), link = folder.file("link");
  write_file(path, "a\nb");
  EXPECT_EQ(test::read_whole(path), "a\nb");
  EXPECT_THROW(write_file(folder.file("none/text"), "a"), FileError);
  std::filesystem::create_symlink(path, link);
  EXPECT_THROW(refuse_overwriting(path, path), UsageError);
  EXPECT_THROW(refuse_overwriting(link, path), UsageError);
  EXPECT_NO_THROW(refuse_overwriting(folder.file("other"), path));
}

}  // namespace
}  // namespace zermelo::cli
