// SPDX-License-Identifier: MIT
// Links stay links, devices and pipes stay what they are, and what is replaced keeps its
// permissions.
#include "tablebase/format/output_place.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <thread>

#include "gen/error.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using Kind = OutputPlace::Kind;

class OutputPlaces : public testing::Test {
 protected:
  const test::TemporaryFolder folder;
  const std::string file = folder.file("file"), link = folder.file("link");

  static void write(const std::string& path, const std::string& text) {
    write_output(path, as_bytes(text));
  }
  static std::string refusal(const std::string& path) {
    return test::error_text<FileError>([&] { write(path, "new"); });
  }
  std::size_t names_in_folder() const {
    const std::filesystem::path all = std::filesystem::path(file).parent_path();
    std::size_t names = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(all)) ++names;
    return names;
  }
  static mode_t mode_of(const std::string& path) {
    struct stat status {};
    EXPECT_EQ(stat(path.c_str(), &status), 0);
    return status.st_mode & 07777;
  }
};

TEST_F(OutputPlaces, AFileIsItself) {
  EXPECT_EQ(output_place(file).kind, Kind::file);
  EXPECT_EQ(output_place(file).path, file);
  EXPECT_EQ(replaceable_file("here"), "here");
  write(file, "one");
  EXPECT_EQ(test::read_whole(file), "one");
  write(file, "two");
  EXPECT_EQ(test::read_whole(file), "two");
  EXPECT_EQ(names_in_folder(), 1u) << "nothing is left beside it";
}

TEST_F(OutputPlaces, LinksAreFollowedAndStay) {
  std::filesystem::create_directory(folder.file("other"));
  const std::string target = folder.file("other/target"), second = folder.file("second");
  std::filesystem::create_symlink("other/target", link);  // relative to the link's folder
  std::filesystem::create_symlink(link, second);
  // The same holds if there is nothing yet where it leads.
  for (const std::string text : {"one", "two"}) {
    EXPECT_EQ(replaceable_file(second), target);
    write(second, text);
    EXPECT_TRUE(std::filesystem::is_symlink(second));
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_FALSE(std::filesystem::is_symlink(target));
    EXPECT_EQ(test::read_whole(target), text);
  }
  EXPECT_EQ(names_in_folder(), 3u);
}

TEST_F(OutputPlaces, WhatCannotBeWrittenIsSaidInASentence) {
  std::filesystem::create_symlink("link", link);
  EXPECT_EQ(refusal(link), "Cannot write " + link + ": Too many levels of symbolic links.");
  const std::string inside = std::filesystem::path(file).parent_path().string();
  EXPECT_EQ(refusal(inside), "Cannot write " + inside + ": it is a folder.");
  std::filesystem::create_directory_symlink(inside, file);
  EXPECT_EQ(refusal(file), "Cannot write " + file + ": it is a folder.");
  EXPECT_EQ(refusal("/dev/null/x"), "Cannot write /dev/null/x: Not a directory.");
  EXPECT_EQ(refusal("/dev/fd/987"), "Cannot write /dev/fd/987: Bad file descriptor.");
  EXPECT_EQ(test::error_text<NoRoom>([] { write("/dev/full", "new"); }),
            "Cannot write /dev/full: No space left on device.");
}

// (Links to the devices, so that a fault of ours does not replace the machine's own.)
TEST_F(OutputPlaces, DevicesAreWrittenTo) {
  std::filesystem::create_symlink("/dev/null", link);
  EXPECT_EQ(output_place(link).kind, Kind::stream);
  write(link, "gone");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_EQ(names_in_folder(), 1u);
  EXPECT_EQ(test::error_text<FileError>([&] { replaceable_file(link); }),
            "Cannot write " + link +
                ": it is not a regular file, and what is written is read again on the way.");
}

TEST_F(OutputPlaces, PipesAreWrittenTo) {
  ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
  EXPECT_EQ(output_place(file).kind, Kind::stream);
  std::thread writer([&] { write(file, "through a pipe"); });
  EXPECT_EQ(test::read_whole(file), "through a pipe");
  writer.join();
  EXPECT_TRUE(std::filesystem::is_fifo(file));
  EXPECT_THROW(replaceable_file(file), FileError);
}

// Bytes go to the descriptor's position, and what its file already holds stays.
TEST_F(OutputPlaces, DescriptorsAreWrittenToWhereTheyStand) {
  const int opened = open(file.c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_GE(opened, 0);
  ASSERT_EQ(::write(opened, "before ", 7), 7);
  const std::string number = std::to_string(opened);
  const std::string own = "/proc/" + std::to_string(getpid()) + "/fd/" + number;
  std::filesystem::create_symlink("/dev/fd/" + number, link);
  for (const std::string& name : {"/dev/fd/" + number, "/proc/self/fd/" + number, own, link}) {
    EXPECT_EQ(output_place(name).kind, Kind::descriptor) << name;
    EXPECT_EQ(output_place(name).descriptor, opened) << name;
    write(name, "x");
    EXPECT_THROW(replaceable_file(name), FileError) << name;
  }
  EXPECT_EQ(test::read_whole(file), "before xxxx");
  close(opened);
  EXPECT_EQ(output_place("/dev/stdout").descriptor, 1);
  EXPECT_EQ(output_place("/dev/stderr").descriptor, 2);
}

TEST_F(OutputPlaces, WhatIsReplacedKeepsItsPermissions) {
  for (const mode_t mode : {mode_t{0600}, mode_t{0664}, mode_t{0755}, mode_t{0444}}) {
    write(file, "old");
    ASSERT_EQ(chmod(file.c_str(), mode), 0);
    write(file, "new");
    EXPECT_EQ(mode_of(file), mode);
    EXPECT_EQ(test::read_whole(file), "new");
    ASSERT_EQ(chmod(file.c_str(), 0600), 0);
  }
}

TEST_F(OutputPlaces, AFailureLeavesWhatWasThereAndNothingElse) {
  write(file, "old");
  // A folder where the unfinished file would be.
  std::filesystem::create_directory(file + ".part");
  EXPECT_EQ(refusal(file), "Cannot write " + file + ": Is a directory.");
  EXPECT_EQ(test::read_whole(file), "old");
}

TEST_F(OutputPlaces, AreLookedAtBeforeLongWork) {
  EXPECT_NO_THROW(check_output(file));
  EXPECT_NO_THROW(check_output("here"));
  EXPECT_NO_THROW(check_output("/dev/null"));
  EXPECT_THROW(check_output(folder.file("none/file")), FileError);
  EXPECT_THROW(check_output(std::filesystem::path(file).parent_path().string()), FileError);
  EXPECT_EQ(names_in_folder(), 0u);
}

}  // namespace
}  // namespace zermelo
