// SPDX-License-Identifier: MIT
#include "gen/parallel.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace zermelo {
namespace {

constexpr std::uint64_t task_counts[] = {0, 1, 3, 64, 1000};

TEST(ParallelTasks, DoEveryTaskOnceWithAWorkerAThread) {
  for (const int threads : {1, 2, 5}) {
    for (const std::uint64_t tasks : task_counts) {
      std::vector<std::atomic<int>> done(tasks);
      std::atomic<int> made = 0, ended = 0;
      struct Worker {
        Worker(std::vector<std::atomic<int>>& d, std::atomic<int>& e) : done(d), ended(e) {}
        Worker(const Worker&) = delete;
        ~Worker() { ++ended; }
        void operator()(std::uint64_t task) { ++done[task]; }
        std::vector<std::atomic<int>>& done;
        std::atomic<int>& ended;
      };
      parallel_tasks(tasks, threads, [&] {
        ++made;
        return Worker(done, ended);
      });
      for (const auto& times : done) ASSERT_EQ(times, 1);
      EXPECT_LE(made, threads);
      EXPECT_GE(made, 1);
      EXPECT_EQ(made, ended);
    }
  }
}

#ifndef __SANITIZE_THREAD__  // (which does not support threads after a fork)
// The threads of a process do not follow it into another.
TEST(ParallelTasks, AreDoneInAForkedProcessToo) {
  const auto sum = [] {
    std::atomic<std::uint64_t> total = 0;
    parallel_tasks(1000, 3, [&] { return [&](std::uint64_t task) { total += task; }; });
    return total.load();
  };
  EXPECT_EQ(sum(), 499500u);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::alarm(20);  // instead of waiting forever
    ::_exit(sum() == 499500u && sum() == 499500u ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_EQ(sum(), 499500u);
}
#endif

TEST(ParallelTasks, ThrowTheFirstExceptionAndStop) {
  std::atomic<int> done = 0;
  EXPECT_THROW(parallel_tasks(1000000, 3,
                              [&] {
                                return [&](std::uint64_t task) {
                                  if (task == 10) throw std::runtime_error("ten");
                                  ++done;
                                };
                              }),
               std::runtime_error);
  EXPECT_LT(done, 1000000 - 1);
}

TEST(ParallelInOrder, GivesResultsInOrder) {
  for (const int threads : {1, 2, 5}) {
    for (const std::uint64_t tasks : task_counts) {
      std::vector<std::uint64_t> results;
      parallel_in_order(
          tasks, threads, [] { return [](std::uint64_t task) { return task * task; }; },
          [&](std::uint64_t result) { results.push_back(result); });
      ASSERT_EQ(results.size(), tasks);
      for (std::uint64_t i = 0; i < tasks; ++i) ASSERT_EQ(results[i], i * i);
    }
  }
}

TEST(ParallelInOrder, EndsWhenToldTo) {
  std::atomic<std::uint64_t> done = 0;
  std::uint64_t taken = 0;
  parallel_in_order(
      100000, 2,
      [&] {
        return [&](std::uint64_t task) {
          ++done;
          return task;
        };
      },
      [&](std::uint64_t) { return ++taken < 150; });
  EXPECT_EQ(taken, 150u);
  EXPECT_LT(done, 1000u);
}

TEST(ThreadCount, IsWhatIsWantedOrOneAProcessor) {
  EXPECT_EQ(thread_count(7), 7);
  EXPECT_GE(thread_count(0), 1);
  EXPECT_EQ(thread_count(0), thread_count(-1));
}

}  // namespace
}  // namespace zermelo
