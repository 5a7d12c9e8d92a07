// SPDX-License-Identifier: MIT
// Games in BDDL: tables against a brute force written from the definitions, against the compiled
// games, and depths against the published ones.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "probe/table.h"
#include "tests/reference/bddl_reference.h"
#include "tests/support/bddl_games.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

namespace fs = std::filesystem;
using test::BddlReference;

DepthOptions small_search() {
  DepthOptions options;
  options.memory = 1 << 24;
  return options;
}

Table solve(const GameSpec& spec, const test::TemporaryFolder& folder, const std::string& name) {
  const std::string path = folder.file(name);
  SolveOptions options;
  options.threads = 2;
  solve(*make_game(spec), path, options);
  return Table::open(path);
}

Value value_of(int plies) {
  return plies > 0 ? Value::win(plies) : plies < 0 ? Value::loss(-plies) : Value::draw();
}

// --- Every position of small games ---------------------------------------------------------------

struct Small {
  std::string problem;  // below games/
  std::string stuck;    // "loss", "draw" or nothing
};
std::ostream& operator<<(std::ostream& out, const Small& s) {
  return out << s.problem << ' ' << s.stuck;
}

class BddlTableAgrees : public testing::TestWithParam<Small> {};

TEST_P(BddlTableAgrees, WithTheDefinitionsInEveryPosition) {
  const GameSpec spec = test::bddl_spec(test::shipped_games / GetParam().problem, GetParam().stuck);
  const bool no_goals = spec.parameters.at("problem").find("#blackgoal") == std::string::npos;
  const bool stuck_loses = GetParam().stuck.empty() ? no_goals : GetParam().stuck == "loss";
  const BddlReference reference(spec.parameters.at("domain"), spec.parameters.at("problem"),
                                stuck_loses);
  const test::TemporaryFolder folder;
  const Table table = solve(spec, folder, "table.ztb");
  EXPECT_EQ(table.start(), reference.text_of(reference.start()));
  for (const auto& [state, plies] : reference.values()) {
    const std::string text = reference.text_of(state);
    ASSERT_EQ(to_string(table.probe(text)), to_string(value_of(plies))) << text;
  }
  const VerifyReport report = table.verify({.threads = 2});
  EXPECT_FALSE(report.failure) << *report.failure;
}

INSTANTIATE_TEST_SUITE_P(
    Shipped, BddlTableAgrees,
    testing::Values(Small{"shapes/3x3-tic.bddl", ""}, Small{"shapes/3x3-el.bddl", ""},
                    Small{"shapes/3x3-fatty.bddl", ""}, Small{"shapes/3x3-knobby.bddl", ""},
                    Small{"connect/3x3-3.bddl", ""}, Small{"hex/2x2.bddl", ""},
                    Small{"hex/3x3.bddl", ""}, Small{"breakthrough/2x4.bddl", ""},
                    Small{"breakthrough/2x5.bddl", "loss"},
                    Small{"breakthrough/2x5-second.bddl", ""}, Small{"breakthrough/3x4.bddl", ""},
                    Small{"knightthrough/3x4.bddl", ""}, Small{"knightthrough/3x4.bddl", "loss"},
                    Small{"evader/4x4-1-2.bddl", ""}, Small{"evader/4x4-2-3.bddl", "loss"},
                    Small{"pursuer/4x4-1-2.bddl", ""}, Small{"rings/8-alone.bddl", ""},
                    Small{"rings/4-race.bddl", ""}, Small{"domineering/4x3.bddl", ""},
                    Small{"domineering/3x4.bddl", "draw"}, Small{"notakto/3x3.bddl", ""},
                    Small{"konane/4x4.bddl", ""}, Small{"konane/5x4.bddl", ""},
                    Small{"cross-purposes/4x4.bddl", ""}, Small{"pong-hau-ki/start.bddl", ""}));

// --- The same game, compiled ---------------------------------------------------------------------

struct Twin {
  std::string problem, stuck;
  GameSpec compiled;
  bool compiled_is_coarser = false;  // it treats positions that differ as one
};
std::ostream& operator<<(std::ostream& out, const Twin& t) { return out << t.problem; }

class BddlTwin : public testing::TestWithParam<Twin> {};

// Goes through all positions by the moves of one table and looks them up in the other.
TEST_P(BddlTwin, IsTheSameGameAsTheCompiledOne) {
  const test::TemporaryFolder folder;
  const Table bddl =
      solve(test::bddl_spec(test::shipped_games / GetParam().problem, GetParam().stuck), folder,
            "bddl.ztb");
  const Table compiled = solve(GetParam().compiled, folder, "compiled.ztb");
  ASSERT_EQ(bddl.start(), compiled.start());
  std::map<std::string, bool> seen = {{bddl.start(), true}};
  std::vector<std::string> waiting = {bddl.start()};
  while (!waiting.empty()) {
    const std::string position = waiting.back();
    waiting.pop_back();
    ASSERT_EQ(to_string(bddl.probe(position)), to_string(compiled.probe(position))) << position;
    for (const MoveValue& move : bddl.moves(position)) {
      if (!move.result.empty() && seen.emplace(move.result, true).second)
        waiting.push_back(move.result);
    }
  }
  if (GetParam().compiled_is_coarser) {
    EXPECT_GT(bddl.info().positions, compiled.info().positions);
  } else {
    EXPECT_EQ(bddl.info().positions, compiled.info().positions);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shipped, BddlTwin,
    testing::Values(
        Twin{"tic-tac-toe/3x3.bddl", "", {"mnk", {}}},
        Twin{"connect/4x4-3.bddl",
             "",
             {"connect", {{"columns", "4"}, {"rows", "4"}, {"line", "3"}}}},
        Twin{"connect/4x4-4.bddl", "", {"connect", {{"columns", "4"}, {"rows", "4"}}}},
        Twin{"breakthrough/2x5.bddl", "loss", {"breakthrough", {{"columns", "2"}, {"rows", "5"}}}},
        Twin{"breakthrough/3x4.bddl", "loss", {"breakthrough", {{"columns", "3"}, {"rows", "4"}}}},
        Twin{"domineering/4x4.bddl", "", {"domineering", {{"columns", "4"}, {"rows", "4"}}}, true},
        Twin{
            "domineering/3x5.bddl", "", {"domineering", {{"columns", "3"}, {"rows", "5"}}}, true}));

// --- Depths --------------------------------------------------------------------------------------

// The entries of the paper's Table 2: plies for games that Black wins, nothing for others.
struct Depth {
  std::string problem;    // below games/
  std::string published;  // the authors' model of the same game, below their folder
  std::optional<int> depth, plies;
};
std::ostream& operator<<(std::ostream& out, const Depth& d) { return out << d.problem; }

void expect_depth(const fs::path& problem, std::optional<int> depth, std::optional<int> plies) {
  SCOPED_TRACE(problem);
  const DepthReport report = make_game(test::bddl_spec(problem))->shortest_win()(small_search());
  EXPECT_EQ(report.depth, depth);
  EXPECT_EQ(report.search.plies, plies);
  EXPECT_TRUE(report.search.plies || report.search.complete);
}

class PublishedDepth : public testing::TestWithParam<Depth> {};

// In our model and, where it is available, in the authors'.
TEST_P(PublishedDepth, IsFound) {
  const auto& [problem, published, depth, plies] = GetParam();
  ASSERT_NO_FATAL_FAILURE(expect_depth(test::shipped_games / problem, depth, plies));
  const fs::path theirs = test::published_games / published;
  if (fs::exists(theirs)) expect_depth(theirs, depth, plies);
}

constexpr auto none = std::nullopt;
INSTANTIATE_TEST_SUITE_P(
    Table2, PublishedDepth,
    testing::Values(
        Depth{"shapes/3x3-el.bddl", "httt/3x3_5_el.ig", 5, 5},
        Depth{"shapes/3x3-tic.bddl", "httt/3x3_9_tic.ig", none, none},
        Depth{"shapes/4x4-tic.bddl", "httt/4x4_5_tic.ig", 5, 5},
        Depth{"shapes/4x4-tippy.bddl", "httt/4x4_9_tippy.ig", 9, 9},
        Depth{"breakthrough/2x4.bddl", "breakthrough/2x4_13.ig", none, none},
        Depth{"breakthrough/2x6.bddl", "breakthrough/2x6_15.ig", 15, 15},
        Depth{"breakthrough/2x4-second.bddl", "breakthrough-second-player/2x4_8.ig", 9, 8},
        Depth{"breakthrough/3x4-second.bddl", "breakthrough-second-player/3x4_12.ig", 13, 12},
        Depth{"connect/2x2-2.bddl", "connect-c/2x2_3_connect2.ig", 3, 3},
        Depth{"connect/3x3-3.bddl", "connect-c/3x3_9_connect3.ig", none, none},
        Depth{"connect/4x4-3.bddl", "connect-c/4x4_9_connect3.ig", 9, 9},
        Depth{"domineering/2x2.bddl", "domineering/2x2_2.ig", 3, 1},
        Depth{"domineering/2x3.bddl", "domineering/2x3_4.ig", 5, 3},
        Depth{"domineering/3x3.bddl", "domineering/3x3_4.ig", 5, 3},
        Depth{"domineering/4x2.bddl", "domineering/4x2_5.ig", none, none},
        Depth{"domineering/4x4.bddl", "domineering/4x4_8.ig", 9, 7},
        Depth{"domineering/5x5.bddl", "domineering/5x5_13.ig", none, none},
        Depth{"evader/4x4-2-3.bddl", "evader_pursuer/4x4_3_e-4-1_p-2-3.ig", 3, 3},
        Depth{"evader/8x8-3-4.bddl", "evader_pursuer/8x8_7_e-8-1_p-3-4.ig", 7, 7},
        Depth{"pursuer/4x4-1-2.bddl", "evader_pursuer_dual/4x4_2_e-4-1_p-1-2.ig", 3, 2},
        Depth{"pursuer/8x8-2-3.bddl", "evader_pursuer_dual/8x8_6_e-8-1_p-2-3.ig", 7, 6}));

// Hein's boards, which are simplified to chains of abstract squares, exist only among the authors'
// models.
class HeinsBoards : public testing::TestWithParam<std::pair<const char*, int>> {};

TEST_P(HeinsBoards, AreWonInSoManyPlies) {
  const auto& [file, plies] = GetParam();
  const fs::path problem = test::published_games / "hex" / file;
  if (!fs::exists(problem)) GTEST_SKIP() << problem << " is not here";
  expect_depth(problem, plies, plies);
}

INSTANTIATE_TEST_SUITE_P(Hex, HeinsBoards,
                         testing::Values(std::pair{"hein_04_3x3-05.pg", 5},
                                         std::pair{"hein_09_4x4-07.pg", 7}));

// The search and a table agree on all shipped games that are small enough.
TEST(BddlDepth, IsThePliesOfTheTable) {
  for (const fs::path& problem : test::problems_in(test::shipped_games)) {
    const std::string name = problem.filename().string();
    const bool small = name.starts_with("2x") || name.starts_with("3x3");
    if (!small) continue;
    SCOPED_TRACE(problem);
    const GameSpec spec = test::bddl_spec(problem);
    const test::TemporaryFolder folder;
    const Table table = solve(spec, folder, "table.ztb");
    const Value value = table.probe(table.start());
    const bool black_begins = table.start().back() == 'b';
    const bool black_wins = black_begins ? value.is_win() : value.is_loss();
    const DepthReport report = make_game(spec)->shortest_win()(small_search());
    EXPECT_EQ(report.search.plies, black_wins ? std::optional(value.plies()) : std::nullopt);
  }
}

// --- What tables hold ----------------------------------------------------------------------------

TEST(BddlTable, IsEnoughToGoOnWith) {
  const test::TemporaryFolder folder;
  const fs::path domain = folder.file("domain.bddl"), problem = folder.file("problem.bddl");
  fs::copy_file(test::shipped_games / "hex/domain.bddl", domain);
  fs::copy_file(test::shipped_games / "hex/3x3.bddl", problem);
  const GameSpec spec = test::bddl_spec(problem);
  solve(spec, folder, "hex.ztb");
  fs::remove(domain);
  fs::remove(problem);
  const Table table = Table::open(folder.file("hex.ztb"));
  EXPECT_TRUE(table.probe(table.start()).is_win());
  EXPECT_EQ(table.info().game, spec);
}

}  // namespace
}  // namespace zermelo
