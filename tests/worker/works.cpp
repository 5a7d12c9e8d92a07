// SPDX-License-Identifier: MIT
#include "tests/worker/works.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <string>

#include "gen/error.h"
#include "symbolic/bdd/bdd.h"

namespace zermelo::test {

using symbolic::IsolatedTalk;

namespace {

std::string fail(const std::string& how, const IsolatedTalk&) {
  if (how == "usage") throw UsageError("x");
  if (how == "nodes") throw symbolic::OutOfNodes(1 << 20);
  if (how == "damaged") throw DamagedTable("A sentence.");
  throw std::runtime_error("x");
}

std::string die(const std::string& how, const IsolatedTalk&) {
  if (how == "killed") ::raise(SIGKILL);
  if (how == "late") {
    ::close_range(0, ~0u, 0);
    ::usleep(300'000);
    ::_exit(3);
  }
  std::fputs(how == "complaint" ? "No luck." : "BDD Unique table full, 7 of 8 buckets filled!\n",
             stderr);
  std::fflush(stderr);
  ::_exit(3);
}

std::string facts(const std::string&, const IsolatedTalk&) {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  sigset_t blocked;
  ::sigprocmask(SIG_BLOCK, nullptr, &blocked);
  int signals = 0;
  for (int signal = 1; signal < NSIG; ++signal) signals += ::sigismember(&blocked, signal) == 1;
  // (One of the files is the folder that is being read.)
  return fmt::format("{} files, {} signals, process {}",
                     std::distance(begin(files), end(files)) - 1, signals, ::getpid());
}

// A function whose diagram is large in this order: x0 x20 + x1 x21 + ...
std::string make_too_large(const std::string&, const IsolatedTalk&) {
  using symbolic::Bdd;
  const symbolic::BddManager manager(48, {.memory = 16 << 20, .threads = 1});
  Bdd f;
  for (int k = 0; k < 24; ++k) f |= Bdd::literal(2 * k) & Bdd::literal(2 * (k + 24));
  return std::to_string(symbolic::node_count(f));
}

}  // namespace

const symbolic::IsolatedWork echo{"echo", [](const std::string& input, const IsolatedTalk& talk) {
                                    if (talk.progress) {
                                      talk.progress("begun");
                                      talk.progress("");
                                    }
                                    return input;
                                  }};
const symbolic::IsolatedWork who_listens{
    "who-listens", [](const std::string&, const IsolatedTalk& talk) {
      if (talk.so_far) talk.so_far("something");
      return std::string(talk.progress ? "progress " : "") + (talk.so_far ? "so far" : "");
    }};
const symbolic::IsolatedWork failing{"failing", fail};
const symbolic::IsolatedWork dying{"dying", die};
const symbolic::IsolatedWork waiting{
    "waiting", [](const std::string& how, const IsolatedTalk& talk) -> std::string {
      if (how == "stubborn") ::signal(SIGTERM, SIG_IGN);
      talk.progress("begun");
      for (;;) ::pause();
    }};
const symbolic::IsolatedWork process_facts{"process-facts", facts};
const symbolic::IsolatedWork printing{"printing",
                                      [](const std::string& input, const IsolatedTalk&) {
                                        std::puts("A library has something to say.");
                                        std::fflush(stdout);
                                        return input;
                                      }};
const symbolic::IsolatedWork too_large{"too-large", make_too_large};

}  // namespace zermelo::test
