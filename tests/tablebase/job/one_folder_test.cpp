// SPDX-License-Identifier: MIT
#include "tablebase/job/one_folder.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <string>

#include "tablebase/distributed/thread_cluster.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

TEST(OneFolder, IsSeenByAllAndLeftAsItWas) {
  const test::TemporaryFolder folder;
  const std::string table = folder.file("a.ztb");
  expect_one_folder(nullptr, table);
  std::atomic<int> ends = 0;
  ThreadCluster::run(3, [&](Cluster& cluster) {
    expect_one_folder(&cluster, table);
    ++ends;
  });
  EXPECT_EQ(ends, 3);
  EXPECT_TRUE(std::filesystem::is_empty(folder.file("")));
}

// (One that sees another folder is tried by tests/mpi/mpi_test.sh.)
TEST(OneFolder, IsNotAskedForWhereNobodyCanWrite) {
  const test::TemporaryFolder folder;
  std::atomic<int> ends = 0;
  ThreadCluster::run(2, [&](Cluster& cluster) {
    expect_one_folder(&cluster, folder.file("no/a.ztb"));
    ++ends;
  });
  EXPECT_EQ(ends, 2);
}

}  // namespace
}  // namespace zermelo
