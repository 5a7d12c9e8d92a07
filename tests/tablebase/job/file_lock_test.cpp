// SPDX-License-Identifier: MIT
#include "tablebase/job/file_lock.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "gen/error.h"
#include "tablebase/format/file.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

TEST(FileLock, IsGivenToOneAtATime) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("locked");
  {
    const auto lock = FileLock::take(path);
    ASSERT_NE(lock, nullptr);
    EXPECT_EQ(FileLock::take(path), nullptr);
    EXPECT_TRUE(file_exists(path)) << "still";
  }
  EXPECT_FALSE(file_exists(path)) << "nothing was written to it";
  test::write_whole(path, "something");
  EXPECT_NE(FileLock::take(path), nullptr);
  EXPECT_EQ(test::read_whole(path), "something");
  EXPECT_THROW(FileLock::take(folder.file("no/folder")), FileError);
}

// A run that ends removes the file, or gives it its final name. Another one that has opened it just
// before then locks a file that nobody can find any more, while a third one makes and locks a new
// one.
class FileLockRace : public testing::Test {
 protected:
  // Several threads take the lock again and again. The one that has it ends its run.
  template <class EndRun>
  void expect_one_holder_at_a_time(EndRun end_run) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("locked");
    std::atomic<int> holders = 0, taken = 0, shared = 0;
    const auto run = [&] {
      while (taken < 100 && shared == 0) {
        auto lock = FileLock::take(path);
        if (!lock) continue;
        ++taken;
        if (++holders > 1) ++shared;
        std::this_thread::yield();
        --holders;
        end_run(path, folder.file("final"));
        lock.reset();
      }
    };
    std::vector<std::thread> runs;
    for (int n = 0; n < 4; ++n) runs.emplace_back(run);
    for (std::thread& thread : runs) thread.join();
    EXPECT_EQ(shared, 0) << "after " << taken << " runs";
  }
};

TEST_F(FileLockRace, TheFileIsRemoved) {
  expect_one_holder_at_a_time([](const std::string&, const std::string&) {});
}

TEST_F(FileLockRace, TheFileGetsItsFinalName) {
  expect_one_holder_at_a_time([](const std::string& path, const std::string& final_path) {
    std::rename(path.c_str(), final_path.c_str());
  });
}

}  // namespace
}  // namespace zermelo
