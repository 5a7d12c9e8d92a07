// SPDX-License-Identifier: MIT
// Solves of games on grids that are limited, stopped and resumed.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "probe/table.h"
#include "tests/support/bddl_games.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

struct Game {
  std::string name;
  GameSpec spec;
  bool one_layer = false;
};
std::ostream& operator<<(std::ostream& out, const Game& g) { return out << g.name; }

class GridSolver : public testing::TestWithParam<Game> {
 protected:
  bool exists(const std::string& suffix) const { return std::filesystem::exists(path_ + suffix); }
  std::string undisturbed() const {
    engine_->solve(folder_.file("undisturbed.ztb"), {});
    return test::read_whole(folder_.file("undisturbed.ztb"));
  }

  const std::unique_ptr<Engine> engine_ = make_engine(GetParam().spec);
  const test::TemporaryFolder folder_;
  const std::string path_ = folder_.file("table.ztb");
};

TEST_P(GridSolver, StoppedAndResumedAgainAndAgainGivesTheSameBytes) {
  const std::string expected = undisturbed();
  int stops = 0;
  std::set<std::string> seen;  // layers
  for (bool done = false; !done;) {
    ASSERT_LT(stops, 100) << "no progress";
    std::atomic<bool> stop = false;
    SolveOptions options;
    options.threads = 1 + stops % 3;
    options.resume = true;
    options.checkpoint_seconds = 0;
    options.stop = &stop;
    options.progress = [&](const SolveProgress& p) {
      if (p.phase != SolveProgress::Phase::enumerating && seen.insert(p.group).second) stop = true;
    };
    try {
      engine_->solve(path_, options);
      done = true;
    } catch (const Interrupted& reason) {
      ASSERT_STREQ(reason.what(), "Stopped; a checkpoint is saved. Go on with --resume.");
      ASSERT_TRUE(exists(".checkpoint"));
      ASSERT_TRUE(exists(".part"));
      ASSERT_FALSE(exists(""));
      ++stops;
    }
  }
  EXPECT_GT(stops, GetParam().one_layer ? 0 : 1);
  EXPECT_TRUE(test::read_whole(path_) == expected);
  EXPECT_FALSE(exists(".checkpoint"));
  EXPECT_FALSE(exists(".part"));
}

TEST_P(GridSolver, EveryCheckpointIsGoodToGoOnFrom) {
  const std::string expected = undisturbed();
  SolveOptions options;
  options.checkpoint_seconds = 0;
  std::vector<std::string> checkpoints, parts;
  options.progress = [&](const SolveProgress&) {
    if (!exists(".checkpoint")) return;
    const std::string now = test::read_whole(path_ + ".checkpoint");
    if (!checkpoints.empty() && checkpoints.back() == now) return;
    checkpoints.push_back(now);
    parts.push_back(test::read_whole(path_ + ".part"));
  };
  engine_->solve(path_, options);
  EXPECT_TRUE(test::read_whole(path_) == expected) << "pausing changes nothing";
  ASSERT_GT(checkpoints.size() + (GetParam().one_layer ? 2 : 0), 1u);
  for (std::size_t i = 0; i < checkpoints.size(); i += 1 + checkpoints.size() / 8) {
    std::filesystem::remove(path_);
    test::write_whole(path_ + ".checkpoint", checkpoints[i]);
    test::write_whole(path_ + ".part", parts[i]);
    SolveOptions resume;
    resume.resume = true;
    engine_->solve(path_, resume);
    ASSERT_TRUE(test::read_whole(path_) == expected) << "checkpoint " << i;
  }
}

TEST_P(GridSolver, WithLittleMemoryGivesTheSameBytesOrRefuses) {
  const std::string expected = undisturbed();
  SolveOptions options;
  options.memory_limit = 1 << 20;
  const std::string text = test::error_text<OutOfMemory>([&] { engine_->solve(path_, options); });
  EXPECT_NE(text.find(" MiB of memory"), std::string::npos) << text;
  EXPECT_FALSE(exists(""));
  EXPECT_FALSE(exists(".part"));
  options.memory_limit = 130 << 20;
  const SolveReport report = engine_->solve(path_, options);
  EXPECT_LE(report.planned_memory, options.memory_limit);
  EXPECT_TRUE(test::read_whole(path_) == expected);
}

Game compiled(const std::string& name, std::map<std::string, std::string> values) {
  return {name, {name, std::move(values)}};
}
Game bddl(const std::string& name, bool one_layer = false) {
  return {name, test::bddl_spec(test::shipped_games / (name + ".bddl")), one_layer};
}

INSTANTIATE_TEST_SUITE_P(
    Games, GridSolver,
    testing::Values(compiled("connect", {{"columns", "4"}, {"rows", "4"}}),
                    compiled("othello", {{"rows", "3"}, {"cols", "5"}}),
                    compiled("breakthrough", {{"columns", "2"}, {"rows", "6"}}),
                    compiled("domineering", {{"columns", "4"}, {"rows", "5"}}), bddl("konane/5x4"),
                    bddl("shapes/4x4-domino"), bddl("pursuer/4x4-1-2", true)));

}  // namespace
}  // namespace zermelo
