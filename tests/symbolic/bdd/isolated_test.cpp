// SPDX-License-Identifier: MIT
#include "symbolic/bdd/isolated.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "gen/error.h"
#include "symbolic/bdd/bdd.h"
#include "tests/support/error_text.h"
#include "tests/worker/works.h"

namespace zermelo::symbolic {
namespace {

// Uses the tests' own worker, with nobody listening unless a test says so.
IsolatedOptions with_test_worker() { return {.worker = ZERMELO_TEST_WORKER}; }

std::string run(const IsolatedWork& work, const std::string& input = "") {
  return run_isolated(work, input, with_test_worker());
}

TEST(Isolated, GivesWhatTheWorkReturnsAndTellsOfItsProgress) {
  std::vector<std::string> told;
  IsolatedOptions listening = with_test_worker();
  listening.progress = [&](const std::string& what) { told.push_back(what); };
  const std::string large(3'000'000, 'x');
  EXPECT_EQ(run_isolated(test::echo, large, listening), large);
  EXPECT_EQ(told, (std::vector<std::string>{"begun", ""}));
  EXPECT_EQ(run(test::echo), "");
}

TEST(Isolated, TheWorkKnowsWhoListens) {
  EXPECT_EQ(run(test::who_listens), "");
  std::string so_far;
  IsolatedOptions listening = with_test_worker();
  listening.so_far = [&](const std::string& what) { so_far = what; };
  EXPECT_EQ(run_isolated(test::who_listens, "", listening), "so far");
  EXPECT_EQ(so_far, "something");
  listening.progress = [](const std::string&) {};
  EXPECT_EQ(run_isolated(test::who_listens, "", listening), "progress so far");
}

TEST(Isolated, WhatALibraryPrintsIsNoMessage) {
  EXPECT_EQ(run(test::printing, "result"), "result");
}

TEST(Isolated, ThrowsWhatTheWorkThrows) {
  EXPECT_THROW(run(test::failing, "usage"), UsageError);
  EXPECT_THROW(run(test::failing, "nodes"), OutOfNodes);
  EXPECT_EQ(test::error_text<Error>([] { run(test::failing, "runtime"); }), "x");
  EXPECT_EQ(test::error_text<FileError>([] { run(test::failing, "damaged"); }), "A sentence.");
}

TEST(Isolated, ExplainsADeath) {
  const auto death = [](const char* how) {
    return test::error_text<Error>([&] { run(test::dying, how); });
  };
  EXPECT_EQ(death("killed"), "The process for decision diagrams was ended by signal 9 (Killed).");
  EXPECT_EQ(death("complaint"), "The process for decision diagrams ended: No luck.");
  EXPECT_EQ(death("late"), "The process for decision diagrams ended: it did not say why.");
  EXPECT_THROW(run(test::dying, "table full"), OutOfNodes);
}

TEST(Isolated, SaysSoIfThereIsNoWorker) {
  IsolatedOptions nowhere = with_test_worker();
  nowhere.worker = "/no/such/program";
  EXPECT_EQ(test::error_text<Error>([&] { run_isolated(test::echo, "", nowhere); }),
            "Cannot start /no/such/program: No such file or directory.");
  // The real one does not know the tests' work.
  EXPECT_EQ(test::error_text<Error>([] { run_isolated(test::echo, "", {}); }),
            "This zermelo-worker does not know the work 'echo'.");
}

class IsolatedStop : public testing::TestWithParam<const char*> {};

TEST_P(IsolatedStop, EndsTheWork) {
  std::atomic<bool> stop = false;
  IsolatedOptions stopping = with_test_worker();
  stopping.stop = &stop;
  stopping.progress = [&](const std::string&) { stop = true; };
  EXPECT_THROW(run_isolated(test::waiting, GetParam(), stopping), Interrupted);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "no child is left";
}

INSTANTIATE_TEST_SUITE_P(, IsolatedStop, testing::Values("", "stubborn"));

TEST(Isolated, ACallbackThatThrowsEndsTheWork) {
  IsolatedOptions throwing = with_test_worker();
  throwing.progress = [](const std::string&) { throw UsageError("enough"); };
  EXPECT_THROW(run_isolated(test::waiting, "", throwing), UsageError);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "no child is left";
}

std::ptrdiff_t open_files() {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return std::distance(begin(files), end(files));
}

// A host may have files that others inherit, and signals that it blocks or ignores.
TEST(Isolated, NothingOfTheHostsGoesToTheWorkerAndNothingIsLeftOpen) {
  const int left_open = ::open("/dev/null", O_RDONLY);
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, &before);
  const std::ptrdiff_t files = open_files();
  const std::string facts = run(test::process_facts);
  // The three standard ones and that of the messages.
  EXPECT_EQ(facts.substr(0, facts.find(", process")), "4 files, 0 signals");
  EXPECT_EQ(open_files(), files);
  EXPECT_THROW(run(test::dying, "killed"), Error);
  EXPECT_EQ(open_files(), files);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::close(left_open);
}

// Interrupts every system call of this process again and again.
class SignalStorm {
 public:
  SignalStorm() {
    struct sigaction action {};
    action.sa_handler = [](int) {};
    ::sigaction(SIGALRM, &action, &before_);
    set(1000);
  }
  SignalStorm(const SignalStorm&) = delete;
  SignalStorm& operator=(const SignalStorm&) = delete;
  ~SignalStorm() {
    set(0);
    ::sigaction(SIGALRM, &before_, nullptr);
  }

 private:
  static void set(int microseconds) {
    const itimerval timer{{0, microseconds}, {0, microseconds}};
    ::setitimer(ITIMER_REAL, &timer, nullptr);
  }
  struct sigaction before_ {};
};

// The host waits for its own child itself, whatever interrupts the wait for the worker.
TEST(Isolated, AnotherChildOfTheHostIsLeftToIt) {
  const pid_t other = ::fork();
  if (other == 0) {
    ::usleep(100'000);
    ::_exit(7);
  }
  {
    const SignalStorm storm;
    EXPECT_THROW(run(test::dying, "late"), Error);
    EXPECT_EQ(run(test::echo, "x"), "x");
  }
  int status = 0;
  ASSERT_EQ(::waitpid(other, &status, 0), other);
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

// A host may take the status of all its children, or let the system do so.
TEST(Isolated, AStatusThatTheHostDoesNotWantIsNotWaitedForForever) {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  EXPECT_EQ(run(test::echo, "x"), "x");
  EXPECT_THROW(run(test::dying, "complaint"), Error);
  std::signal(SIGCHLD, before);
}

// Whatever other threads hold at that moment, including the locks of the memory allocator.
TEST(Isolated, WorksForAHostWithThreads) {
  std::atomic<bool> done = false;
  std::vector<std::thread> threads;
  for (int n = 0; n < 3; ++n) {
    threads.emplace_back([&] {
      while (!done) std::vector<std::string>(100, std::string(100, 'x'));
    });
  }
  for (int n = 0; n < 2; ++n) {
    threads.emplace_back([] {
      for (int k = 0; k < 20; ++k) EXPECT_EQ(run(test::echo, std::to_string(k)), std::to_string(k));
    });
  }
  for (int n = 0; n < 2; ++n) {
    threads.back().join();
    threads.pop_back();
  }
  done = true;
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace zermelo::symbolic
