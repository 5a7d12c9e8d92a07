// SPDX-License-Identifier: MIT
#include "symbolic/isolated.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "gen/error.h"
#include "symbolic/bdd.h"

namespace zermelo::symbolic {
namespace {

TEST(Isolated, GivesWhatTheWorkReturnsAndTellsOfItsProgress) {
  std::vector<std::string> told;
  IsolatedOptions options;
  options.progress = [&](const std::string& what) { told.push_back(what); };
  const std::string large(3'000'000, 'x');
  EXPECT_EQ(run_isolated(
                [&](const IsolatedTalk& talk) {
                  talk.progress("begun");
                  talk.progress("");
                  return large;
                },
                options),
            large);
  EXPECT_EQ(told, (std::vector<std::string>{"begun", ""}));
  EXPECT_EQ(run_isolated([](const IsolatedTalk&) { return std::string(); }, {}), "");
}

TEST(Isolated, LeavesThisProcessAlone) {
  int here = 1;
  run_isolated([&](const IsolatedTalk&) { return std::to_string(here = 2); }, {});
  EXPECT_EQ(here, 1);
}

TEST(Isolated, ThrowsWhatTheWorkThrows) {
  const auto run = [](auto&& work) {
    run_isolated(
        [&](const IsolatedTalk&) {
          work();
          return std::string();
        },
        {});
  };
  EXPECT_THROW(run([] { throw UsageError("x"); }), UsageError);
  EXPECT_THROW(run([] { throw OutOfNodes(1 << 20); }), OutOfNodes);
  EXPECT_THROW(run([] { throw std::runtime_error("x"); }), Error);
  try {
    run([] { throw DamagedTable("A sentence."); });
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "A sentence.");
  }
}

TEST(Isolated, ExplainsADeath) {
  const auto death = [](auto&& work) -> std::string {
    try {
      run_isolated(
          [&](const IsolatedTalk&) {
            work();
            return std::string();
          },
          {});
    } catch (const OutOfNodes&) {
      return "out of nodes";
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(death([] { ::raise(SIGKILL); }),
            "The process for decision diagrams was ended by signal 9 (Killed).");
  EXPECT_EQ(death([] {
              std::fputs("No luck.", stderr);
              std::fflush(stderr);
              ::_exit(3);
            }),
            "The process for decision diagrams ended: No luck.");
  EXPECT_EQ(death([] {
              std::fputs("BDD Unique table full, 7 of 8 buckets filled!\n", stderr);
              std::fflush(stderr);
              ::_exit(1);
            }),
            "out of nodes");
}

TEST(Isolated, StopsWhenItIsAskedTo) {
  std::atomic<bool> stop = false;
  IsolatedOptions options;
  options.stop = &stop;
  options.progress = [&](const std::string&) { stop = true; };
  EXPECT_THROW(run_isolated(
                   [](const IsolatedTalk& talk) {
                     talk.progress("begun");
                     for (;;) ::pause();
                     return std::string();
                   },
                   options),
               Interrupted);
}

}  // namespace
}  // namespace zermelo::symbolic
