// SPDX-License-Identifier: MIT
// A run for every kind of table that is stopped wherever possible and resumed gives the same bytes.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <ostream>
#include <string>

#include "gen/error.h"
#include "probe/table.h"
#include "tests/support/bddl_games.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/small_game.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

struct Kind {
  std::string name;
  GameSpec game;
  bool reach = false;
  bool at_once = false;  // all positions are found before any progress is reported

  SolveReport run(const std::string& path, const SolveOptions& options) const {
    const auto rules = make_game(game);
    return reach ? rules->kind("reach")->solve(path, options) : solve(*rules, path, options);
  }
};
std::ostream& operator<<(std::ostream& out, const Kind& kind) { return out << kind.name; }

class LongRun : public testing::TestWithParam<Kind> {
 protected:
  bool exists(const std::string& suffix) const { return std::filesystem::exists(path + suffix); }
  std::string undisturbed() const {
    GetParam().run(folder.file("undisturbed.ztb"), {});
    return test::read_whole(folder.file("undisturbed.ztb"));
  }
  const test::TemporaryFolder folder;
  const std::string path = folder.file("table.ztb");
};

// Stops after 1, 2, 3, ... signs of life of each run, so that every possible pause has its turn,
// including those on the way forward.
TEST_P(LongRun, StoppedAfterAnySignOfLifeGoesOnToTheSameBytes) {
  const std::string expected = undisturbed();
  for (const double checkpoint_seconds : {0.0, 300.0}) {
    int forward_stops = 0;
    for (int signs = 1; signs < 40; signs += 1 + signs / 4) {
      int stops = 0;
      for (bool done = false; !done;) {
        std::atomic<bool> stop = false;
        bool forward = true;
        int left = signs;
        SolveOptions options;
        options.threads = 1 + stops % 3;
        options.resume = true;
        options.checkpoint_seconds = checkpoint_seconds;
        options.stop = &stop;
        const bool undisturbed_now = stops > 60;
        options.progress = [&](const SolveProgress& p) {
          if (--left <= 0 && !undisturbed_now) stop = true;
          forward = p.phase == SolveProgress::Phase::enumerating ||
                    (forward && p.phase == SolveProgress::Phase::saving);
        };
        try {
          GetParam().run(path, options);
          done = true;
        } catch (const Interrupted& reason) {
          ASSERT_STREQ(reason.what(), "Stopped; a checkpoint is saved. Go on with --resume.");
          ASSERT_TRUE(exists(".checkpoint"));
          ASSERT_FALSE(exists(""));
          ++stops;
          forward_stops += forward;
        }
      }
      ASSERT_TRUE(test::read_whole(path) == expected) << signs;
      ASSERT_FALSE(exists(".checkpoint"));
      ASSERT_FALSE(exists(".part"));
      std::filesystem::remove(path);
    }
    EXPECT_TRUE(forward_stops > 0 || GetParam().reach || GetParam().at_once);
  }
}

// Asked to stop before it has begun: something is saved nevertheless.
TEST_P(LongRun, StoppedAtOnceGoesOn) {
  const std::string expected = undisturbed();
  const std::atomic<bool> stop = true;
  SolveOptions options;
  options.stop = &stop;
  EXPECT_THROW(GetParam().run(path, options), Interrupted);
  EXPECT_TRUE(exists(".checkpoint"));
  SolveOptions resume;
  resume.resume = true;
  const SolveReport report = GetParam().run(path, resume);
  EXPECT_TRUE(test::read_whole(path) == expected);
  EXPECT_EQ(report.table_bytes, expected.size());
}

GameSpec bddl(const std::string& name) {
  return test::bddl_spec(test::shipped_games / (name + ".bddl"));
}

INSTANTIATE_TEST_SUITE_P(Kinds, LongRun,
                         testing::Values(Kind{"dense", test::spec_of({4, 2, 1, 4, false})},
                                         Kind{"reach", test::spec_of({4, 2, 1, 4, true}), true},
                                         Kind{"stones",
                                              {"connect", {{"columns", "4"}, {"rows", "4"}}}},
                                         Kind{"codes", {"othello", {{"rows", "3"}, {"cols", "5"}}}},
                                         Kind{"layers", bddl("konane/5x4")},
                                         Kind{"one_layer", bddl("pursuer/4x4-1-2"), false, true}),
                         [](const auto& named) { return named.param.name; });

}  // namespace
}  // namespace zermelo
