// SPDX-License-Identifier: MIT
#include "probe/lure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gen/error.h"
#include "probe/game.h"
#include "probe/grade.h"
#include "probe/table.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

class Lure : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new test::TemporaryFolder;
    make("mnk", {"mnk", {}});
    make("ostle", {"ostle", {{"size", "3"}, {"start", "3"}, {"lose", "1"}}});
    make("othello", {"othello", {{"rows", "3"}, {"columns", "4"}, {"metric", "score"}}});
    make("connect", {"connect", {{"columns", "4"}, {"rows", "3"}, {"line", "3"}}}, "outcome");
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  static Table table(const std::string& name) { return Table::open(path(name)); }
  static std::vector<std::string> names() { return {"mnk", "ostle", "othello", "connect"}; }

 private:
  static std::string path(const std::string& name) { return folder_->file(name + ".ztb"); }
  static void make(const std::string& name, const GameSpec& spec, const std::string& metric = "") {
    const auto game = make_game(spec);
    const TableKind* kind = metric.empty() ? game->kinds().front().get() : game->kind(metric);
    kind->solve(path(name), {});
  }
  static test::TemporaryFolder* folder_;
};
test::TemporaryFolder* Lure::folder_ = nullptr;

// The measure by its definition, from the texts of positions: pieces are letters of their ranks.
ErrorRisk by_definition(const Table& table, const std::string& state) {
  const bool white = table.game().to_move(state) == Colour::white;
  const auto pieces = [&](const std::string& position, bool of_white) {
    return std::count(position.begin(),
                      position.begin() + static_cast<std::ptrdiff_t>(position.find(' ')),
                      of_white ? 'w' : 'b');
  };
  std::map<std::string, double> chance;
  const std::vector<MoveValue> moves = table.moves(state);
  bool at_once = false;
  for (const MoveValue& m : moves) at_once = at_once || m.ending == Outcome::win;
  double sum = 0;
  for (const MoveValue& m : moves) {
    double weight = 1;
    if (pieces(m.after, white) < pieces(state, white)) weight = 0.25;
    if (pieces(m.after, !white) < pieces(state, !white)) weight = 4;
    if (m.ending == Outcome::loss) weight = 0;
    if (at_once && m.ending != Outcome::win) weight = 0;
    sum += chance[m.move] = weight;
  }
  ErrorRisk risk;
  for (const MoveValue& m : moves) {
    const Grade grade = grade_of(m.value, moves.front().value, table.metric());
    if (sum == 0) continue;
    if (grade >= Grade::win_to_draw) risk.errs += chance[m.move] / sum;
    if (grade != Grade::best) risk.slips += chance[m.move] / sum;
  }
  return risk;
}

TEST_F(Lure, RiskIsWhatItsDefinitionSays) {
  for (const std::string& name : names()) {
    SCOPED_TRACE(name);
    const Table t = table(name);
    double errs = 0, slips = 0;
    for (const std::string& p : t.sample(150, 1)) {
      const ErrorRisk risk = error_risk(t, p), expected = by_definition(t, p);
      EXPECT_NEAR(risk.errs, expected.errs, 1e-12) << p;
      EXPECT_NEAR(risk.slips, expected.slips, 1e-12) << p;
      EXPECT_LE(risk.errs, risk.slips);
      EXPECT_LE(risk.slips, 1);
      errs += risk.errs;
      slips += risk.slips;
    }
    EXPECT_GT(errs, 1);
    EXPECT_GE(slips, errs);
  }
}

// Tic-tac-toe: after a corner only the middle holds the draw; after the middle, corners do; that
// is the trap of the game that every child learns.
TEST_F(Lure, BeginsTicTacToeInACorner) {
  const Table t = table("mnk");
  const std::vector<StyledMove> moves = moves_in_style(t, t.start(), Style::lure);
  ASSERT_EQ(moves.size(), 9u);
  EXPECT_EQ(moves[0].move.move, "a1");
  EXPECT_EQ(moves[0].reply, (ErrorRisk{7.0 / 8, 7.0 / 8}));
  for (const StyledMove& m : moves) {
    if (m.move.move != "b2") continue;
    EXPECT_EQ(m.reply, (ErrorRisk{4.0 / 8, 4.0 / 8}));
  }
  // The first four are the corners, in their own order.
  std::string corners;
  for (int i = 0; i < 4; ++i) corners += moves[static_cast<std::size_t>(i)].move.move;
  EXPECT_EQ(corners, "a1c1a3c3");
  EXPECT_FALSE(moves_in_style(t, t.start(), Style::plain)[0].reply);
}

// The best moves are the same ones, those that lure most first; the others stay where they are.
TEST_F(Lure, OrdersOnlyMovesOfEqualValue) {
  int reordered = 0;
  for (const std::string& name : names()) {
    SCOPED_TRACE(name);
    const Table t = table(name);
    for (const std::string& p : t.sample(100, 2)) {
      const std::vector<MoveValue> plain = t.moves(p);
      const std::vector<StyledMove> lure = moves_in_style(t, p, Style::lure);
      ASSERT_EQ(lure.size(), plain.size());
      for (std::size_t i = 0; i < plain.size(); ++i) {
        EXPECT_EQ(lure[i].move.value, plain[i].value);
        const bool is_best = plain[i].value == plain.front().value;
        EXPECT_EQ(lure[i].reply.has_value(), is_best);
        if (!is_best) {
          EXPECT_EQ(lure[i].move.move, plain[i].move);
          continue;
        }
        if (i > 0) {
          EXPECT_GE(*lure[i - 1].reply, *lure[i].reply);
        }
        if (!lure[i].move.ending) {
          EXPECT_EQ(*lure[i].reply, error_risk(t, lure[i].move.result));
        }
      }
      reordered += lure.front().move.move != plain.front().move;
    }
  }
  EXPECT_GT(reordered, 5);
}

// Playing to lure costs nothing: what is won is won as fast.
TEST_F(Lure, LinesAreAsGood) {
  const Table t = table("ostle");
  int won = 0;
  for (const std::string& p : t.sample(60, 3)) {
    const Line plain = t.line(p), lure = line_in_style(t, p, 1000, Style::lure);
    EXPECT_EQ(line_in_style(t, p, 1000, Style::plain).moves, plain.moves);
    EXPECT_LE(line_in_style(t, p, 3, Style::lure).moves.size(), 3u);
    if (t.probe(p).is_draw()) {
      EXPECT_FALSE(lure.complete);
      continue;
    }
    ++won;
    EXPECT_TRUE(lure.complete);
    EXPECT_EQ(lure.moves.size(), plain.moves.size()) << p;
  }
  EXPECT_GT(won, 20);
  EXPECT_THROW(line_in_style(t, "nonsense", 10, Style::lure), IllegalPosition);
  EXPECT_THROW(error_risk(t, "bbb/1o1/1w1 b"), GameOver);
}

// One measure for puzzles, luring and grading. The difficulty of a win in three plies is that of
// its first move; of a draw, too.
TEST_F(Lure, IsTheMeasureOfPuzzles) {
  const Table t = table("ostle");
  int puzzles = 0;
  PuzzleConditions conditions;
  conditions.win_in = {3, 3};
  MineOptions options;
  options.limit = 40;
  t.mine(conditions, options, [&](const Puzzle& puzzle) {
    ++puzzles;
    EXPECT_NEAR(puzzle.difficulty, -std::log2(1 - error_risk(t, puzzle.position).slips), 1e-9)
        << puzzle.position;
    return true;
  });
  EXPECT_GT(puzzles, 5);
}

TEST_F(Lure, GradingCountsTheErrorsThatWereToBeExpected) {
  const Table t = table("mnk");
  const std::vector<std::string> moves = {"a1", "b1", "b2", "c3", "a3", "a2"};
  const GradedGame game = grade_game(t, moves);
  double black = 0, white = 0;
  for (const GradedMove& m : game.moves) {
    EXPECT_EQ(m.risk, error_risk(t, m.position));
    (m.side == Colour::black ? black : white) += m.risk.errs;
  }
  EXPECT_EQ(game.moves[1].risk.errs, 7.0 / 8);
  EXPECT_DOUBLE_EQ(game.black.expected_errors, black);
  EXPECT_DOUBLE_EQ(game.white.expected_errors, white);
}

}  // namespace
}  // namespace zermelo
