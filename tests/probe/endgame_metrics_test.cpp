// SPDX-License-Identifier: MIT
// Folders of endgame tables that tell who wins, or plies to zeroing.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "gen/error.h"
#include "probe/endgames.h"
#include "probe/grade.h"
#include "probe/puzzle.h"
#include "probe/puzzle_page.h"
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

// A check that is counted leads to another table, with a zeroing move or without one: also a double
// step that can be answered en passant.
TEST(EndgameMetrics, PliesToZeroingAgreeWhereChecksAreCounted) {
  const std::string few = std::string(metric_rules_of_few_squares) + "checkCounting = true\n";
  const std::string stepping = std::string(test::narrow_chess) + "checkCounting = true\n";
  const std::string board = "startFen = rkr/ppp/PPP/RKR w - - ",
                    long_board = "startFen = rkr/ppp/3/PPP/RKR w - - ";
  const std::string drops = std::string(metric_rules_of_drops) + "checkCounting = true\n";
  const auto past_rule = [](const MetricCase& c, int moves) {
    const Decided decided = expect_zeroing_as_brute_force(c, moves);
    EXPECT_GT(decided.in_time, 20) << c.rules;
    return decided.past_rule;
  };
  for (const int moves : {0, 1}) {
    past_rule({few + board + "2+2 0 1\n", "KRvK", "KRk"}, moves);
    past_rule({drops + "startFen = rk1/3/1KR w - - 2+2 0 1\n", "KRvK", "Kk", "R"}, moves);
  }
  EXPECT_GT(past_rule({few + board + "1+2 0 1\n", "KPvKP", "KPkp"}, 1), 1000);
  // (The step does not zero, and the capture does.)
  past_rule({stepping + "nMoveRuleTypes = r\n" + long_board + "2+2 0 1\n", "KPvKP", "KPkp"}, 1);
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
  EXPECT_FALSE(table.solution(fen).keys.empty());
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

// Whether a position meets a condition, from the moves and values of a table of distances.
using Wanted = std::function<bool(const Table&, const PositionValue&)>;

bool keeps(const MoveValue& move, const PositionValue& p) {
  return move.value.outcome() == p.value.outcome();
}
// Of the moves that keep the result, whether each one is so.
bool all_keys(const Table& table, const PositionValue& p,
              const std::function<bool(const MoveValue&)>& holds) {
  for (const MoveValue& move : table.moves(p.position)) {
    if (keeps(move, p) && !holds(move)) return false;
  }
  return true;
}
bool has_one_key(const Table& table, const PositionValue& p) {
  std::set<std::string> results;
  for (const MoveValue& move : table.moves(p.position)) {
    if (keeps(move, p)) results.insert(move.after);
  }
  return results.size() == 1;
}
std::vector<std::string> fields_of(const std::string& fen) {
  std::istringstream words(fen);
  return {std::istream_iterator<std::string>(words), {}};
}
// What a position with that board is worth to that side if it is to move; nothing if it cannot be.
std::optional<Outcome> outcome_for(const Table& table, const std::string& fen,
                                   const std::string& side) {
  try {
    return table.probe(fields_of(fen)[0] + " " + side + " - - 0 1").outcome();
  } catch (const Error&) {
    return std::nullopt;
  }
}
bool is_zugzwang_after(const Table& table, const PositionValue& p, const MoveValue& move) {
  if (move.ending) return false;
  const auto passed = outcome_for(table, move.result, fields_of(p.position)[1]);
  return passed && *passed < p.value.outcome();
}
// In SAN.
bool is_promotion_to(const MoveValue& move, char letter) {
  return move.move.find(std::string("=") + letter) != std::string::npos;
}
int men_on(const std::string& fen) {
  const std::string board = fields_of(fen)[0];
  return static_cast<int>(std::ranges::count_if(board.substr(0, board.find('[')), [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
  }));
}
bool captures_are_refused(const Table& table, const PositionValue& p) {
  int captures = 0;
  for (const MoveValue& move : table.moves(p.position)) {
    if (men_on(move.after) >= men_on(p.position)) continue;
    ++captures;
    if (!move.value.is_loss()) return false;
  }
  return captures > 0;
}

struct MinedCase {
  const char* name;
  PuzzleConditions conditions;
  Outcome result;
  Wanted wanted;
  std::size_t least;  // puzzles that there are
};

std::vector<std::string> positions_mined(const Table& table, const PuzzleConditions& conditions) {
  std::vector<std::string> found;
  table.mine(conditions, {.threads = 2}, [&](const Puzzle& puzzle) {
    EXPECT_EQ(puzzle.value, table.probe(puzzle.position)) << puzzle.position;
    found.push_back(puzzle.position);
    return true;
  });
  return found;
}

// Puzzles in tables of outcomes are what the moves and values of tables of distances say.
void expect_mined(const std::string& rules, const std::string& material,
                  const std::vector<MinedCase>& cases) {
  const test::TemporaryFolder folder;
  const std::shared_ptr<const Game> game = metric_game(rules);
  make_endgames(*game, folder.file("o"), {.materials = {material}, .metric = Metric::outcome});
  make_endgames(*game, folder.file("d"), {.materials = {material}});
  const Table outcomes = open_endgames(folder.file("o")),
              distances = open_endgames(folder.file("d"));
  for (const MinedCase& c : cases) {
    SCOPED_TRACE(c.name);
    std::vector<std::string> expected;
    std::vector<PositionValue> block;
    for (const auto walk = distances.walk(1); walk->next(block);) {
      for (const PositionValue& p : block) {
        if (p.value.outcome() == c.result && c.wanted(distances, p)) expected.push_back(p.position);
      }
    }
    EXPECT_GE(expected.size(), c.least);
    EXPECT_EQ(positions_mined(outcomes, c.conditions), expected);
    EXPECT_EQ(positions_mined(distances, c.conditions), expected);
  }
}

TEST(EndgameMetrics, PuzzlesByResultAgreeWithDistances) {
  const auto only_move = [](const Table& t, const PositionValue& p) { return has_one_key(t, p); };
  const auto zugzwang = [](const Table& t, const PositionValue& p) {
    return all_keys(t, p, [&](const MoveValue& m) { return is_zugzwang_after(t, p, m); });
  };
  expect_mined(test::narrow_chess, "KPvKP",
               {{"only-move", {.only_move = true}, Outcome::win, only_move, 100},
                {"zugzwang", {.own = {"zugzwang"}}, Outcome::win, zugzwang, 10}});
  expect_mined(
      test::narrow_chess, "KPPvK",
      {{"capture-refused", {.capture_refused = true}, Outcome::draw, captures_are_refused, 1}});
}

// Pawns may become rooks, or men that leap like knights, which are weaker, but give other checks.
TEST(EndgameMetrics, UnderpromotionsAreThoseThatAloneWin) {
  const std::string rules =
      std::string(test::narrow_chess) + "knight = n\npromotionPieceTypes = rn\n";
  expect_mined(rules, "KPPvK",
               {{"underpromotion",
                 {.own = {"underpromotion"}},
                 Outcome::win,
                 [](const Table& t, const PositionValue& p) {
                   return all_keys(t, p,
                                   [](const MoveValue& m) { return is_promotion_to(m, 'N'); });
                 },
                 1}});
}

TEST(EndgameMetrics, SavingDropsAreThoseThatAloneHoldADraw) {
  expect_mined(metric_rules_of_drops, "KRvKR",
               {{"saving-drop",
                 {.own = {"saving-drop"}},
                 Outcome::draw,
                 [](const Table& t, const PositionValue& p) {
                   return all_keys(t, p, [](const MoveValue& m) {
                     return m.move.find('@') != std::string::npos;
                   });
                 },
                 1}});
}

// Whether each move of the side that wins is the only fastest one to the next zeroing move.
bool is_only_line(const Table& table, const std::string& fen, Value value, bool wins,
                  std::set<std::string>& seen) {
  std::set<std::string> best;
  for (const MoveValue& move : table.moves(fen)) {
    if (move.value == value) best.insert(move.after);
  }
  if (wins && best.size() != 1) return false;
  for (const MoveValue& move : table.moves(fen)) {
    const bool zeroes = !move.ending && fields_of(move.result).at(4) == "0";
    if (move.value != value || move.ending || zeroes || !seen.insert(move.result).second) continue;
    if (!is_only_line(table, move.result, table.probe(move.result), !wins, seen)) return false;
  }
  return true;
}

TEST_F(MetricTables, OfPliesToZeroingHavePuzzlesWithTheRule) {
  const Table table = make(Metric::zeroing);
  const std::set<std::string> only_move = [&] {
    const auto found = positions_mined(table, {.only_move = true});
    return std::set<std::string>(found.begin(), found.end());
  }();
  const auto lines = positions_mined(table, {.win_in = ValueRange{3, 4}, .only_line = true});
  std::set<std::string> moves_expected;
  std::vector<std::string> lines_expected;
  std::vector<PositionValue> block;
  for (const auto walk = table.walk(1); walk->next(block);) {
    for (const PositionValue& p : block) {
      if (!p.value.is_win() || p.value.is_past_rule()) continue;
      std::set<std::string> keys, seen;
      for (const MoveValue& m : table.moves(p.position)) {
        if (m.value.is_win() && !m.value.is_past_rule()) keys.insert(m.after);
      }
      if (keys.size() == 1) moves_expected.insert(p.position);
      if (p.value.plies() >= 3 && is_only_line(table, p.position, p.value, true, seen))
        lines_expected.push_back(p.position);
    }
  }
  EXPECT_GT(moves_expected.size(), 20u);
  EXPECT_EQ(only_move, moves_expected);
  EXPECT_GT(lines_expected.size(), 3u);
  EXPECT_EQ(lines, lines_expected);
}

TEST_F(MetricTables, OfOutcomesHaveSolutionsThatAreTheMovesThatKeepTheResult) {
  const Table table = make(Metric::outcome);
  std::map<Outcome, int> seen;
  std::vector<PositionValue> block;
  for (const auto walk = table.walk(1); walk->next(block);) {
    for (const PositionValue& p : block) {
      ++seen[p.value.outcome()];
      std::set<std::string> keys, expected;
      const Solution solution = table.solution(p.position);
      EXPECT_FALSE(solution.cut);
      for (const SolutionNode& node : solution.keys) {
        EXPECT_TRUE(node.replies.empty());
        keys.insert(node.move);
        keys.insert(node.same.begin(), node.same.end());
      }
      for (const MoveValue& move : table.moves(p.position)) {
        if (keeps(move, p)) expected.insert(move.move);
      }
      ASSERT_EQ(keys, expected) << p.position;
    }
  }
  for (const Outcome outcome : {Outcome::win, Outcome::draw, Outcome::loss})
    EXPECT_GT(seen[outcome], 100);
  EXPECT_EQ(stipulation(Value::of_outcome(Outcome::win), Metric::outcome, true),
            "White to move and win");
}

// The main line is as long as the plies to zeroing, and ends with a zeroing move or the game.
TEST_F(MetricTables, OfPliesToZeroingHaveSolutionsToTheNextZeroingMove) {
  const Table table = make(Metric::zeroing);
  int lines = 0;
  std::vector<PositionValue> block;
  for (const auto walk = table.walk(1); walk->next(block);) {
    for (const PositionValue& p : block) {
      if (p.value.is_draw() || p.value.is_past_rule()) continue;
      ++lines;
      const Solution solution = table.solution(p.position);
      int plies = 0;
      const SolutionNode* last = nullptr;
      for (const auto* nodes = &solution.keys; !nodes->empty(); nodes = &nodes->front().replies) {
        last = &nodes->front();
        ++plies;
      }
      ASSERT_EQ(plies, p.value.plies()) << p.position;
      EXPECT_TRUE(last->state.empty() || fields_of(last->state).at(4) == "0") << p.position;
    }
  }
  EXPECT_GT(lines, 100);
  EXPECT_EQ(stipulation(Value::win(3), Metric::zeroing, true),
            "White to move and win, zeroing in 3 plies");
}

TEST_F(MetricTables, SayWhichPuzzlesTheyHaveNot) {
  const auto give_up = [](const Puzzle&) { return false; };
  const auto refusal = [&](const Table& table, const PuzzleConditions& conditions,
                           PuzzleOrder order = PuzzleOrder::table) {
    return test::error_text<UsageError>([&] { table.mine(conditions, {.order = order}, give_up); });
  };
  const Table outcomes = make(Metric::outcome);
  EXPECT_EQ(refusal(outcomes, {.win_in = ValueRange{1, 3}}),
            "This table tells who wins, not in how many plies: it cannot be asked for wins in a "
            "number of plies (win-in).");
  EXPECT_EQ(refusal(outcomes, {.only_line = true}),
            "This table tells who wins, not in how many plies: it knows no fastest lines "
            "(only-line), but single winning moves (only-move).");
  EXPECT_EQ(refusal(outcomes, {}, PuzzleOrder::plies),
            "This table tells who wins, not in how many plies: puzzles cannot be sorted by plies.");
  EXPECT_EQ(refusal(outcomes, {.own = {"hole-key"}}),
            "A chess variant has no condition 'hole-key' of its own.");
  std::filesystem::remove_all(path_);
  EXPECT_EQ(refusal(make(Metric::zeroing), {.win_by = ValueRange{1, 3}}),
            "This table holds no scores: it cannot be asked for wins by a score (win-by).");
}

}  // namespace
}  // namespace zermelo
