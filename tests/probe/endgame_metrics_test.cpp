// SPDX-License-Identifier: MIT
// Folders of endgame tables that tell who wins, or plies to zeroing.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/error.h"
#include "gen/wrong_file.h"
#include "probe/endgames.h"
#include "probe/grade.h"
#include "probe/puzzle.h"
#include "tests/reference/n_move_reference.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/narrow_chess.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

// Chess with drops on a smaller one.
constexpr char metric_rules_of_drops[] = R"(
[narrow]
maxFile = 3
maxRank = 3
king = k
rook = r
startFen = rk1/3/1KR w - - 0 1
castling = false
pieceDrops = true
capturesToHand = true
)";

std::string with_n_moves(const std::string& rules, int moves) {
  return rules + "nMoveRule = " + std::to_string(moves) + "\n";
}
std::shared_ptr<const Game> metric_game(const std::string& rules) {
  return make_game({"variant", {{"name", "narrow"}, {"rules", rules}}});
}

struct MetricCase {
  std::string rules, material, men, held = {};
};

// How many positions are decided in time, and how many are not because of the rule.
struct Decided {
  int in_time = 0, past_rule = 0;
};

// The value that a table of plies to zeroing has.
Value expected_zeroing(const reference::NMoveReference::Answer& answer, int rule) {
  if (answer.without_rule == Outcome::draw) return Value::draw();
  int number = answer.plies;
  if (answer.with_rule == Outcome::draw) number = Value::past_rule + answer.plies - rule;
  return answer.without_rule == Outcome::win ? Value::win(number) : Value::loss(number);
}

Decided expect_zeroing_as_brute_force(const MetricCase& c, int moves) {
  SCOPED_TRACE(c.material + " with " + std::to_string(moves) + " moves");
  const std::string rules = with_n_moves(c.rules, moves);
  const test::TemporaryFolder folder;
  make_endgames(*metric_game(rules), folder.file("t"),
                {.materials = {c.material}, .metric = Metric::zeroing}, {.threads = 2});
  const Table table = open_endgames(folder.file("t"));
  EXPECT_EQ(table.metric(), Metric::zeroing);
  const VerifyReport verified = table.verify();
  EXPECT_FALSE(verified.failure) << *verified.failure;
  reference::NMoveReference force(rules, "narrow", 2 * moves);
  force.add(c.men, c.held);
  force.solve();
  Decided decided;
  int differing = 0;
  force.for_each([&](const std::string& fen, const reference::NMoveReference::Answer& answer) {
    const Value found = table.probe(fen), wanted = expected_zeroing(answer, 2 * moves);
    if (answer.with_rule != Outcome::draw) ++decided.in_time;
    if (answer.with_rule == Outcome::draw && answer.without_rule != Outcome::draw)
      ++decided.past_rule;
    // (Two ways to the same number.)
    if (answer.plies_by_counts >= 0) {
      EXPECT_EQ(answer.plies_by_counts, answer.plies) << fen;
    }
    if (found != wanted && ++differing <= 3)
      ADD_FAILURE() << fen << ": " << to_string(found, Metric::zeroing) << ", not "
                    << to_string(wanted, Metric::zeroing);
  });
  EXPECT_EQ(differing, 0);
  return decided;
}

// Without first steps and on a smaller board, for whole sets of rules of n moves.
constexpr char metric_rules_of_few_squares[] = R"(
[narrow]
maxFile = 3
maxRank = 4
king = k
rook = r
pawn = p
startFen = rkr/ppp/PPP/RKR w - - 0 1
castling = false
doubleStep = false
promotionPieceTypes = r
promotionRegionWhite = *4
promotionRegionBlack = *1
)";

TEST(EndgameMetrics, PliesToZeroingAgreeWithABruteForce) {
  const std::vector<MetricCase> cases{{metric_rules_of_few_squares, "KRvK", "KRk"},
                                      {metric_rules_of_few_squares, "KPvK", "KPk"},
                                      {metric_rules_of_few_squares, "KRvKP", "KRkp"}};
  for (const MetricCase& c : cases) {
    int past_rule = 0;
    for (const int moves : {0, 1, 2, 3}) {
      const Decided decided = expect_zeroing_as_brute_force(c, moves);
      EXPECT_GT(decided.in_time, 100) << c.material;
      if (moves == 0) {
        EXPECT_EQ(decided.past_rule, 0);
      }
      past_rule += decided.past_rule;
    }
    EXPECT_GT(past_rule, 100) << c.material;
  }
}

TEST(EndgameMetrics, PliesToZeroingAgreeAlsoEnPassant) {
  const Decided decided = expect_zeroing_as_brute_force({test::narrow_chess, "KPvKP", "KPkp"}, 2);
  EXPECT_GT(decided.in_time, 1000);
  EXPECT_GT(decided.past_rule, 100);
}

// Where men are taken to the hand, captures and drops zero within a table, and in circles.
TEST(EndgameMetrics, PliesToZeroingAgreeWithABruteForceWithHands) {
  for (const int moves : {1, 2, 4}) {
    const Decided decided =
        expect_zeroing_as_brute_force({metric_rules_of_drops, "KRvK", "Kk", "R"}, moves);
    EXPECT_GT(decided.in_time, 20) << moves;
  }
}

class MetricTables : public testing::Test {
 protected:
  Table make(Metric metric, const EndgameOptions& options = {}) {
    report_ = make_endgames(*game_, path_, {.men = 3, .metric = metric}, options);
    return open_endgames(path_);
  }

  const test::TemporaryFolder folder_;
  const std::string path_ = folder_.file("narrow");
  const std::shared_ptr<const Game> game_ = metric_game(with_n_moves(test::narrow_chess, 2));
  EndgameReport report_;
};

TEST_F(MetricTables, OfOutcomesSayWhoWinsAsDistancesDo) {
  const Table outcomes = make(Metric::outcome);
  EXPECT_EQ(outcomes.info().metric, "outcome");
  const VerifyReport verified = outcomes.verify();
  EXPECT_FALSE(verified.failure) << *verified.failure;
  make_endgames(*game_, folder_.file("distance"), {.men = 3});
  const Table distances = open_endgames(folder_.file("distance"));
  std::vector<PositionValue> block;
  int compared = 0, won = 0;
  for (const auto walk = distances.walk(1); walk->next(block);) {
    for (const PositionValue& p : block) {
      ++compared;
      won += p.value.is_win() ? 1 : 0;
      EXPECT_EQ(outcomes.probe(p.position), Value::of_outcome(p.value.outcome())) << p.position;
    }
  }
  EXPECT_GT(compared, 1000);
  EXPECT_GT(won, 100);
  EXPECT_LT(outcomes.info().bytes, distances.info().bytes);
  const StatsReport a = outcomes.stats(), b = distances.stats();
  EXPECT_EQ(a.wins, b.wins);
  EXPECT_EQ(a.losses, b.losses);
  EXPECT_EQ(a.draws, b.draws);
}

TEST_F(MetricTables, OfOutcomesGiveMovesAndLinesThatKeepTheWin) {
  const Table table = make(Metric::outcome);
  const std::string fen = "3/1k1/3/3/K1R w";
  ASSERT_TRUE(table.probe(fen).is_win());
  const std::vector<MoveValue> moves = table.moves(fen);
  EXPECT_TRUE(moves.front().value.is_win());
  // Best moves do not lead to a position that has been, as long as there is another one.
  const Line line = table.line(fen, 40);
  EXPECT_GT(line.moves.size(), 4u);
  const GradedGame graded = grade_game(table, line.moves, fen);
  for (const GradedMove& move : graded.moves) EXPECT_EQ(move.grade, Grade::best);
  EXPECT_THROW(table.solution(fen), WrongFile);
}

// Every phase ends with a zeroing move or the end of the game, and the last one with a mate.
TEST_F(MetricTables, OfPliesToZeroingPlayOnToMate) {
  const Table table = make(Metric::zeroing);
  const auto walk = table.walk(1);
  std::vector<PositionValue> block;
  int lines = 0;
  while (lines < 300 && walk->next(block)) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      const PositionValue& p = block[i];
      if (p.value.is_draw() || p.value.is_past_rule()) continue;
      ++lines;
      const Line line = table.line(p.position);
      EXPECT_TRUE(line.complete) << p.position;
      EXPECT_EQ(line.moves.back().back(), '#') << p.position;
    }
  }
  EXPECT_GT(lines, 100);
}

TEST_F(MetricTables, TellCursedWinsInWords) {
  const Table table = make(Metric::zeroing);
  const StatsReport stats = table.stats();
  std::uint64_t cursed = 0, blessed = 0;
  for (const EndgameStats& s : stats.endgames) {
    cursed += s.sides[0].cursed_wins + s.sides[1].cursed_wins;
    blessed += s.sides[0].blessed_losses + s.sides[1].blessed_losses;
  }
  EXPECT_GT(cursed, 0u);
  EXPECT_GT(blessed, 0u);
  EXPECT_LE(stats.longest_win, 4);
  EXPECT_EQ(table.text(Value::win(3)), "win, zeroing in 3");
  EXPECT_EQ(table.text(Value::win(Value::past_rule + 2)), "cursed win, 2 past the rule");
  EXPECT_EQ(table.text(Value::loss(Value::past_rule + 2)), "blessed loss, 2 past the rule");
  EXPECT_EQ(table.text(Value::draw()), "draw");
  EXPECT_LT(Value::win(Value::past_rule + 1), Value::win(4));
  EXPECT_LT(Value::draw(), Value::win(Value::past_rule + 1));
  EXPECT_LT(Value::loss(4), Value::loss(Value::past_rule + 1));
  EXPECT_THROW(table.solution("3/1k1/3/3/K1R w"), WrongFile);
}

TEST(EndgameMetrics, GradesKnowTheRule) {
  const Value cursed = Value::win(Value::past_rule + 2),
              blessed = Value::loss(Value::past_rule + 2);
  const auto grade = [](Value played, Value best) {
    return grade_of(played, best, Metric::zeroing);
  };
  EXPECT_EQ(grade(cursed, Value::win(4)), Grade::win_to_draw);
  EXPECT_EQ(grade(Value::win(5), Value::win(4)), Grade::lesser_win);
  EXPECT_EQ(grade(Value::draw(), cursed), Grade::best);
  EXPECT_EQ(grade(Value::loss(3), blessed), Grade::draw_to_loss);
  EXPECT_EQ(given_away(cursed, Value::win(4), Metric::zeroing), 0);
  EXPECT_EQ(given_away(Value::win(7), Value::win(4), Metric::zeroing), 3);
}

TEST_F(MetricTables, HaveTheSameBytesWithAnyThreadsAndAfterAStop) {
  for (const Metric metric : {Metric::outcome, Metric::zeroing}) {
    std::filesystem::remove_all(path_);
    std::atomic<bool> stop = false;
    EndgameOptions options;
    options.stop = &stop;
    options.progress = [&](const EndgameProgress& p) { stop = p.table == 2; };
    EXPECT_THROW(make(metric, options), Interrupted);
    make(metric, {.threads = 1});
    EXPECT_TRUE(report_.tables[0].was_there);
    const test::TemporaryFolder other;
    make_endgames(*game_, other.file("t"), {.men = 3, .metric = metric}, {.threads = 2});
    for (const EndgameTable& t : report_.tables) {
      const std::string file = "/" + t.material + ".ztb";
      EXPECT_TRUE(test::read_whole(path_ + file) == test::read_whole(other.file("t") + file))
          << t.material;
    }
  }
}

TEST_F(MetricTables, AreNotMixed) {
  make(Metric::outcome);
  EXPECT_EQ(test::error_text<UsageError>([&] { make_endgames(*game_, path_, {.men = 2}); }),
            path_ + " holds tables of another metric: give another folder.");
  make_endgames(*game_, folder_.file("distance"), {.men = 2});
  std::filesystem::copy_file(folder_.file("distance") + "/KvK.ztb", path_ + "/KvK.ztb",
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_THROW(open_endgames(path_).probe("k2/3/K2/3/3 w"), DamagedTable);
  EXPECT_EQ(test::error_text<UsageError>([] { endgame_metric("dtc"); }),
            "Endgame tables have no metric 'dtc': there are distance, outcomes and dtz.");
}

TEST_F(MetricTables, OfAnotherMetricAreRefused) {
  make(Metric::zeroing);
  const std::string path = path_ + "/tablebase.json";
  std::string header = test::read_whole(path);
  const std::size_t at = header.find("\"dtz\"");
  ASSERT_NE(at, std::string::npos);
  test::write_whole(path, header.replace(at, 5, "\"dtx\""));
  EXPECT_EQ(test::error_text<FileError>([&] { open_endgames(path_); }),
            path + " is of tables of 'dtx', which this program does not know.");
}

TEST_F(MetricTables, HaveNoPuzzles) {
  for (const Metric metric : {Metric::outcome, Metric::zeroing}) {
    std::filesystem::remove_all(path_);
    const Table table = make(metric);
    EXPECT_EQ(test::error_text<WrongFile>(
                  [&] { table.mine({}, {}, [](const Puzzle&) { return true; }); }),
              "This table tells who wins, not in how many plies, so there are no puzzles in it.");
  }
}

}  // namespace
}  // namespace zermelo
