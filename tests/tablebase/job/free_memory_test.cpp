// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tablebase/job/memory_limit.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

constexpr std::uint64_t mib = 1 << 20;

// A machine that reports what the test wants.
class FreeMemoryTest : public testing::Test {
 protected:
  const test::TemporaryFolder folder;

  void put(const std::string& path, const std::string& text) const {
    const std::filesystem::path whole = folder.file("root" + path);
    std::filesystem::create_directories(whole.parent_path());
    test::write_whole(whole.string(), text);
  }
  std::optional<std::uint64_t> bytes() const { return FreeMemory(folder.file("root")).bytes(); }
};

TEST_F(FreeMemoryTest, IsNotKnownWhereTheSystemDoesNotSay) {
  EXPECT_EQ(bytes(), std::nullopt);
  put("/proc/meminfo", "MemTotal: 5 kB\n");
  put("/proc/self/cgroup", "nonsense\n");
  EXPECT_EQ(bytes(), std::nullopt);
}

TEST_F(FreeMemoryTest, IsWhatTheSystemSays) {
  put("/proc/meminfo", "MemTotal:  4096 kB\nMemFree:  5 kB\nMemAvailable:   2048 kB\n");
  EXPECT_EQ(bytes(), 2 * mib);
}

TEST_F(FreeMemoryTest, IsNoMoreThanTheControlGroupLeaves) {
  put("/proc/meminfo", "MemAvailable: 102400 kB\n");
  put("/proc/self/cgroup", "0::/user/job\n");
  const std::string group = "/sys/fs/cgroup/user/job/";
  put(group + "memory.max", "max\n");
  put(group + "memory.current", "1048576\n");
  EXPECT_EQ(bytes(), 100 * mib) << "no limit";
  put(group + "memory.max", std::to_string(20 * mib));
  EXPECT_EQ(bytes(), 19 * mib);
  put(group + "memory.stat", "anon 3\ninactive_file 524288\n");
  EXPECT_EQ(bytes(), 19 * mib + mib / 2) << "the cache goes when it is in the way";
  put(group + "memory.current", std::to_string(30 * mib));
  EXPECT_EQ(bytes(), 0u) << "more than allowed";
  // A group that the group is in.
  put(group + "memory.current", "0\n");
  put("/sys/fs/cgroup/user/memory.max", std::to_string(7 * mib));
  put("/sys/fs/cgroup/user/memory.current", std::to_string(mib));
  EXPECT_EQ(bytes(), 6 * mib);
  put("/proc/meminfo", "MemAvailable: 1024 kB\n");
  EXPECT_EQ(bytes(), mib);
}

// The first version has a hierarchy for each kind of limit.
TEST_F(FreeMemoryTest, KnowsBothVersionsOfControlGroups) {
  put("/proc/meminfo", "MemAvailable: 102400 kB\n");
  put("/proc/self/cgroup", "5:cpu:/a\n4:memory,pids:/b\n0::/\n");
  put("/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "1\n");
  put("/sys/fs/cgroup/memory/a/memory.usage_in_bytes", "0\n");
  EXPECT_EQ(bytes(), 100 * mib) << "that is not the group";
  put("/sys/fs/cgroup/memory/b/memory.limit_in_bytes", std::to_string(9 * mib));
  put("/sys/fs/cgroup/memory/b/memory.usage_in_bytes", std::to_string(4 * mib));
  put("/sys/fs/cgroup/memory/b/memory.stat", "total_inactive_file 1048576\n");
  EXPECT_EQ(bytes(), 6 * mib);
  // In a container its own group is the root, whatever it is called outside.
  put("/proc/self/cgroup", "4:memory:/outside/name\n");
  put("/sys/fs/cgroup/memory/memory.limit_in_bytes", std::to_string(3 * mib));
  put("/sys/fs/cgroup/memory/memory.usage_in_bytes", "0\n");
  EXPECT_EQ(bytes(), 3 * mib);
}

TEST(FreeMemory, OfThisMachineIsSomething) {
  if (!std::filesystem::exists("/proc/meminfo")) GTEST_SKIP();
  EXPECT_GT(FreeMemory().bytes().value_or(0), 0u);
}

}  // namespace
}  // namespace zermelo
