// SPDX-License-Identifier: MIT
// All engines on small games; errors planted in each of them are found.
#include "proof/crosscheck.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "gen/error.h"
#include "tests/support/bddl_games.h"

namespace zermelo {
namespace {

CrosscheckOptions quick() {
  CrosscheckOptions options;
  options.seconds = 20;
  options.memory = std::uint64_t{1} << 30;
  options.threads = 1;
  return options;
}

// Returns the engines that found a verdict, and expects that all their verdicts are `expected`.
std::vector<std::string> engines_of(const GameSpec& game, Verdict expected,
                                    std::optional<int> plies) {
  const CrosscheckReport report = crosscheck(game, quick());
  EXPECT_TRUE(report.agrees()) << report.disagreement;
  std::vector<std::string> engines;
  for (const CrosscheckRow& row : report.rows) {
    EXPECT_EQ(row.verdict, expected) << row.engine << ' ' << row.note;
    if (row.plies) {
      EXPECT_EQ(row.plies, plies) << row.engine;
    }
    EXPECT_GE(row.seconds, 0);
    engines.push_back(row.engine);
  }
  return engines;
}

TEST(Crosscheck, AsksAllEnginesThatKnowTheGame) {
  const std::vector<std::string> all = {"table", "search", "sets", "ic3", "qbf"};
  EXPECT_EQ(
      engines_of(test::bddl_spec(test::shipped_games / "shapes/3x3-el.bddl"), Verdict::win, 5),
      all);
  EXPECT_EQ(engines_of(test::bddl_spec(test::shipped_games / "breakthrough/2x4-second.bddl"),
                       Verdict::win, 8),
            all);
  EXPECT_EQ(
      engines_of({"connect", {{"columns", "4"}, {"rows", "3"}, {"line", "3"}}}, Verdict::win, 9),
      (std::vector<std::string>{"table", "sets", "ic3", "qbf"}));
  EXPECT_EQ(
      engines_of({"ostle", {{"size", "3"}, {"start", "2"}, {"total", "4"}}}, Verdict::win, 11),
      (std::vector<std::string>{"table", "search"}));
}

TEST(Crosscheck, AsksAboutAnyPositionAndEitherSide) {
  CrosscheckOptions options = quick();
  options.start = "bw1/1ob/bww w";
  options.white = true;
  const GameSpec game{"ostle", {{"size", "3"}, {"start", "3"}, {"lose", "2"}}};
  const CrosscheckReport report = crosscheck(game, options);
  EXPECT_EQ(report.disagreement, "");
  ASSERT_EQ(report.rows.size(), 2u);
  for (const CrosscheckRow& row : report.rows) EXPECT_EQ(row.plies, 1) << row.engine;
  options.start = "bwb/wbw/3 b";
  const GameSpec tic{"mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}};
  for (const bool white : {false, true}) {
    options.white = white;
    const CrosscheckReport all = crosscheck(tic, options);
    EXPECT_EQ(all.disagreement, "");
    EXPECT_GE(all.rows.size(), 4u);
    for (const CrosscheckRow& row : all.rows) {
      if (row.verdict == Verdict::unknown) continue;
      EXPECT_EQ(row.verdict, white ? Verdict::no_win : Verdict::win) << row.engine;
    }
  }
  options.start = "bbb/ww1/3 w";
  EXPECT_THROW(crosscheck(tic, options), GameOver);
}

TEST(Crosscheck, SaysWhatAnEngineDidNotManage) {
  CrosscheckOptions options = quick();
  options.seconds = 0.05;
  const CrosscheckReport report =
      crosscheck(test::bddl_spec(test::shipped_games / "connect/6x6-4.bddl"), options);
  EXPECT_TRUE(report.agrees());
  for (const CrosscheckRow& row : report.rows) {
    EXPECT_EQ(row.verdict == Verdict::unknown, !row.note.empty()) << row.engine;
  }
}

TEST(Crosscheck, StopsWhenItIsAsked) {
  CrosscheckOptions options = quick();
  const std::atomic<bool> stop = true;
  options.stop = &stop;
  EXPECT_THROW(crosscheck({"notakto", {}}, options), Interrupted);
}

// A child that has not begun a program of its own, as every worker is for a moment. (It is there
// when the constructor returns: born later, it would keep open what workers have closed by then.)
class NewbornChild {
 public:
  NewbornChild() {
    if (::pipe(pipe_.data()) != 0 || ::pipe(born_.data()) != 0) throw Error("no pipe");
    // (The thread of a parent waits until the child that shares its memory has ended.)
    parent_ = std::thread([this] {
      const pid_t child = ::vfork();
      if (child == 0) {
        char end = 0;
        const bool is_told = ::write(born_[1], "", 1) == 1;
        ::_exit(is_told && ::read(pipe_[0], &end, 1) == 1 ? 0 : 1);
      }
      ::waitpid(child, nullptr, 0);
    });
    char begin = 0;
    EXPECT_EQ(::read(born_[0], &begin, 1), 1);
  }
  NewbornChild(const NewbornChild&) = delete;
  NewbornChild& operator=(const NewbornChild&) = delete;
  ~NewbornChild() {
    EXPECT_EQ(::write(pipe_[1], "", 1), 1);
    parent_.join();
    for (const int end : {pipe_[0], pipe_[1], born_[0], born_[1]}) ::close(end);
  }

 private:
  std::array<int, 2> pipe_ = {-1, -1}, born_ = {-1, -1};
  std::thread parent_;
};

// Resident memory of the process that no sanitizer shadows.
class HostMemory {
 public:
  explicit HostMemory(std::size_t bytes)
      : bytes_(bytes),
        begin_(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0)) {
    if (begin_ == MAP_FAILED) throw Error("no memory");
  }
  HostMemory(const HostMemory&) = delete;
  HostMemory& operator=(const HostMemory&) = delete;
  ~HostMemory() { ::munmap(begin_, bytes_); }

 private:
  std::size_t bytes_;
  void* begin_;
};

TEST(Crosscheck, CountsItsOwnMemoryOnce) {
  const CrosscheckOptions options = quick();
  const HostMemory of_the_host(options.memory + (std::size_t{64} << 20));
  const NewbornChild child;
  const CrosscheckReport report = crosscheck({"notakto", {}}, options);
  for (const CrosscheckRow& row : report.rows) {
    EXPECT_NE(row.verdict, Verdict::unknown) << row.engine << ' ' << row.note;
    EXPECT_LT(row.memory, options.memory) << row.engine;
  }
}

TEST(Crosscheck, RefusesUnknownGames) { EXPECT_THROW(crosscheck({"chess", {}}), UsageError); }

// --- Planted errors ------------------------------------------------------------------------------

CrosscheckRow row(const std::string& engine, Verdict verdict, std::optional<int> plies, int refuted,
                  bool complete) {
  CrosscheckRow result;
  result.engine = engine;
  result.verdict = verdict;
  result.plies = plies;
  result.refuted = refuted;
  result.complete = complete;
  return result;
}

std::vector<CrosscheckRow> won_in_7() {
  return {row("table", Verdict::win, 7, 0, false), row("search", Verdict::win, 7, 6, false),
          row("sets", Verdict::win, std::nullopt, 0, false), row("ic3", Verdict::win, 7, 6, false),
          row("qbf", Verdict::win, 7, 6, false)};
}
std::vector<CrosscheckRow> no_win() {
  return {row("table", Verdict::no_win, std::nullopt, 0, true),
          row("search", Verdict::no_win, std::nullopt, 9, true),
          row("sets", Verdict::no_win, std::nullopt, 0, true),
          row("ic3", Verdict::no_win, std::nullopt, 0, true),
          row("qbf", Verdict::no_win, std::nullopt, 9, false)};
}

TEST(Disagreement, IsNoneWhereAllAreRight) {
  EXPECT_EQ(disagreement_of(won_in_7()), "");
  EXPECT_EQ(disagreement_of(no_win()), "");
  EXPECT_EQ(disagreement_of({}), "");
}

TEST(Disagreement, IsFoundInAnyEngine) {
  for (std::size_t k = 0; k < 5; ++k) {
    for (const CrosscheckRow& wrong :
         {row("x", Verdict::no_win, std::nullopt, 0, true), row("x", Verdict::win, 5, 4, false),
          row("x", Verdict::win, 9, 8, false), row("x", Verdict::no_win, std::nullopt, 7, false)}) {
      auto rows = won_in_7();
      rows[k] = wrong;
      EXPECT_NE(disagreement_of(rows), "") << k;
    }
    auto rows = no_win();
    rows[k] = row("x", Verdict::win, 9, 0, false);
    EXPECT_NE(disagreement_of(rows), "") << k;
  }
  auto rows = won_in_7();
  rows[2] = row("sets", Verdict::no_win, std::nullopt, 0, true);
  EXPECT_EQ(disagreement_of(rows),
            "table says that Black wins in 7 plies, but sets says that Black cannot force a win.");
}

}  // namespace
}  // namespace zermelo
