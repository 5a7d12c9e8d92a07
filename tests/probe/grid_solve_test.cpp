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
#include "tests/support/long_tests.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

struct Case {
  std::string name;
  GameSpec spec;
  bool one_layer = false;
};
std::ostream& operator<<(std::ostream& out, const Case& g) { return out << g.name; }

class GridSolver : public testing::TestWithParam<Case> {
 protected:
  bool exists(const std::string& suffix) const { return std::filesystem::exists(path_ + suffix); }
  std::string undisturbed() const {
    solve(*rules_, folder_.file("undisturbed.ztb"), {});
    return test::read_whole(folder_.file("undisturbed.ztb"));
  }

  const std::shared_ptr<const Game> rules_ = make_game(GetParam().spec);
  const test::TemporaryFolder folder_;
  const std::string path_ = folder_.file("table.ztb");
};

// For games that are not layered.
class GridLevels : public GridSolver {};

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
      solve(*rules_, path_, options);
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

// Stops three times in each of the first levels. (Not after some time: how far a machine comes in
// it is not known.)
TEST_P(GridLevels, StoppedInTheMiddleOfOneGivesTheSameBytes) {
  const std::string expected = undisturbed();
  int stops = 0;
  std::map<int, int> seen;  // by level
  for (bool done = false; !done;) {
    ASSERT_LT(stops, 2000) << "no progress";
    std::atomic<bool> stop = false;
    SolveOptions options;
    options.threads = 1 + stops % 3;
    options.resume = true;
    options.stop = &stop;
    options.progress_seconds = 0;
    options.progress = [&](const SolveProgress& p) {
      if (p.phase != SolveProgress::Phase::propagating || p.level > 12) return;
      if (++seen[p.level] <= 3) stop = true;
    };
    try {
      solve(*rules_, path_, options);
      done = true;
    } catch (const Interrupted&) {
      ++stops;
    }
  }
  EXPECT_TRUE(test::read_whole(path_) == expected);
  EXPECT_GT(seen.size(), 3u) << "different ones";
  EXPECT_GT(stops, 9);
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
  solve(*rules_, path_, options);
  EXPECT_TRUE(test::read_whole(path_) == expected) << "pausing changes nothing";
  ASSERT_GT(checkpoints.size() + (GetParam().one_layer ? 2 : 0), 1u);
  for (std::size_t i = 0; i < checkpoints.size(); i += 1 + checkpoints.size() / 8) {
    std::filesystem::remove(path_);
    test::write_whole(path_ + ".checkpoint", checkpoints[i]);
    test::write_whole(path_ + ".part", parts[i]);
    SolveOptions resume;
    resume.resume = true;
    solve(*rules_, path_, resume);
    ASSERT_TRUE(test::read_whole(path_) == expected) << "checkpoint " << i;
  }
}

TEST_P(GridSolver, WithLittleMemoryGivesTheSameBytesOrRefuses) {
  const std::string expected = undisturbed();
  SolveOptions options;
  options.memory_limit = 1 << 20;
  const std::string text = test::error_text<OutOfMemory>([&] { solve(*rules_, path_, options); });
  EXPECT_NE(text.find(" MiB of memory"), std::string::npos) << text;
  EXPECT_FALSE(exists(""));
  EXPECT_FALSE(exists(".part"));
  options.memory_limit = 130 << 20;
  const SolveReport report = solve(*rules_, path_, options);
  EXPECT_LE(report.planned_memory, options.memory_limit);
  EXPECT_TRUE(test::read_whole(path_) == expected);
}

Case compiled(const std::string& name, std::map<std::string, std::string> values) {
  return {name, {name, std::move(values)}};
}
Case bddl_case(const std::string& name, bool one_layer = false) {
  return {name, test::bddl_spec(test::shipped_games / (name + ".bddl")), one_layer};
}

const Case loopy_games[] = {bddl_case("pursuer/8x8-2-3", true), bddl_case("evader/8x8-3-4", true),
                            bddl_case("rings/8-race", true)};

INSTANTIATE_TEST_SUITE_P(Games, GridSolver,
                         testing::Values(compiled("connect", {{"columns", "4"}, {"rows", "4"}}),
                                         compiled("othello", {{"rows", "3"}, {"cols", "5"}}),
                                         compiled("breakthrough",
                                                  {{"columns", "2"}, {"rows", "6"}}),
                                         compiled("domineering", {{"columns", "4"}, {"rows", "5"}}),
                                         compiled("clobber", {{"columns", "4"}, {"rows", "3"}}),
                                         bddl_case("konane/5x4"), bddl_case("shapes/4x4-domino")));
INSTANTIATE_TEST_SUITE_P(LoopyGames, GridSolver, testing::ValuesIn(loopy_games));
INSTANTIATE_TEST_SUITE_P(LoopyGames, GridLevels, testing::ValuesIn(loopy_games));

// --- Games that are long -------------------------------------------------------------------------

// A game like those in games/rings, with any number of rings: Black alone moves, and only the last
// ring is on.
GameSpec rings(const test::TemporaryFolder& folder, int count) {
  std::string domain, goal;
  for (const std::string side : {"black", "white"}) {
    const std::string row = side == "black" ? ",ymax)" : ",ymin)";
    domain += "#" + side + "actions\n";
    std::string others;  // that must be open
    for (int ring = 1; ring <= count; ++ring) {
      const auto at = [&](int n) { return "(xmin+" + std::to_string(n - 1) + row; };
      const std::string before = ring > 1 ? side + at(ring - 1) : "";
      using Change = std::pair<std::string, std::string>;
      for (const auto& [from, to] : {Change("open", side), Change(side, "open")}) {
        domain += ":action ring\n:parameters (?x,?y)\n:precondition (" + others + " " + before +
                  " " + from + at(ring) + ")\n:effect (" + to + at(ring) + ")\n";
      }
      if (ring > 1) others += " open" + at(ring - 1);
      if (side == "black") goal += " open" + at(ring);
    }
  }
  const std::string problem = "#boardsize\n" + std::to_string(count) + " 2\n#init\nblack(" +
                              std::to_string(count) + ",2) black(2,1)\n#blackgoals\n" + goal +
                              "\n#whitegoals\nFalse\n";
  test::write_whole(folder.file("domain.bddl"), domain);
  test::write_whole(folder.file("problem.bddl"), problem);
  return test::bddl_spec(folder.file("problem.bddl"));
}

TEST(LongGame, OfNearlyAsManyPliesAsAValueHasIsSolved) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("rings.ztb");
  solve(*make_game(rings(folder, 14)), path);
  const Table table = Table::open(path);
  EXPECT_EQ(table.probe(table.start()), Value::win(2 * ((1 << 14) - 1) - 1));
  EXPECT_EQ(table.info().positions, 4u * ((1 << 14) - 1) / 2);
  const VerifyReport report = table.verify({.threads = 2});
  EXPECT_FALSE(report.failure) << *report.failure;
}

TEST(LongGame, OfMorePliesIsRefusedInASentence) {
  if (!test::long_tests()) GTEST_SKIP() << test::takes_long;
  const test::TemporaryFolder folder;
  const std::string path = folder.file("rings.ztb");
  const auto game = make_game(rings(folder, 15));
  EXPECT_EQ(test::error_text<Error>([&] { solve(*game, path); }),
            "This game has positions that are decided only after 32767 plies or more; a table has "
            "no room for such values.");
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace zermelo
