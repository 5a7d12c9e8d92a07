// SPDX-License-Identifier: MIT
// Graded games: against values of single moves that are computed here from the rules and from
// probes of the positions that they lead to.
#include "probe/grade.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "gen/error.h"
#include "tests/support/bddl_games.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

// --- Single moves --------------------------------------------------------------------------------

TEST(Grades, TellWhatAMoveGivesAway) {
  struct Case {
    Value played, best;
    Metric metric;
    Grade grade;
    int given_away;
  };
  using Metric::distance, Metric::score, Metric::outcome;
  const auto win = Value::win, loss = Value::loss, points = Value::of_score;
  const Value draw = Value::draw(), won = Value::of_outcome(Outcome::win),
              lost = Value::of_outcome(Outcome::loss);
  const std::vector<Case> cases = {
      {win(3), win(3), distance, Grade::best, 0},
      {draw, draw, distance, Grade::best, 0},
      {loss(4), loss(4), distance, Grade::best, 0},
      {win(9), win(3), distance, Grade::lesser_win, 6},
      {loss(4), loss(10), distance, Grade::worse_loss, 6},
      {draw, win(3), distance, Grade::win_to_draw, 0},
      {loss(2), draw, distance, Grade::draw_to_loss, 0},
      {loss(2), win(3), distance, Grade::win_to_loss, 0},
      {points(3), points(7), score, Grade::lesser_win, 4},
      {points(-7), points(-3), score, Grade::worse_loss, 4},
      {points(0), points(2), score, Grade::win_to_draw, 2},
      {points(-2), points(0), score, Grade::draw_to_loss, 2},
      {points(-2), points(3), score, Grade::win_to_loss, 5},
      {won, won, outcome, Grade::best, 0},
      {lost, lost, outcome, Grade::best, 0},
      {draw, won, outcome, Grade::win_to_draw, 0},
      {lost, draw, outcome, Grade::draw_to_loss, 0},
      {lost, won, outcome, Grade::win_to_loss, 0},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(grade_of(c.played, c.best, c.metric), c.grade)
        << to_string(c.played, c.metric) << " for " << to_string(c.best, c.metric);
    EXPECT_EQ(given_away(c.played, c.best, c.metric), c.given_away)
        << to_string(c.played, c.metric) << " for " << to_string(c.best, c.metric);
  }
  EXPECT_EQ(to_string(Grade::lesser_win), "slower win");
  EXPECT_EQ(to_string(Grade::lesser_win, score), "smaller win");
  EXPECT_EQ(to_string(Grade::worse_loss), "quicker loss");
  EXPECT_EQ(to_string(Grade::worse_loss, score), "greater loss");
  EXPECT_STREQ(grade_name(Grade::win_to_draw), "win_to_draw");
}

TEST(Grades, ReadMovesAmongTheirNumbers) {
  using Moves = std::vector<std::string>;
  EXPECT_EQ(read_moves("1. b2L c3D  2. c1U\n 3... a2R\t"), (Moves{"b2L", "c3D", "c1U", "a2R"}));
  EXPECT_EQ(read_moves("a2-b3 pass b2+b3 1.x 12 ."),
            (Moves{"a2-b3", "pass", "b2+b3", "x", "12", "."}));
  EXPECT_EQ(read_moves(""), Moves{});
  EXPECT_EQ(read_moves(" \n "), Moves{});
}

// --- Whole games ---------------------------------------------------------------------------------

struct GradedInstance {
  const char* name;
  const char* metric;
  GameSpec spec;
};
std::ostream& operator<<(std::ostream& out, const GradedInstance& i) {
  return out << i.name << '_' << i.metric;
}

class GradedGames : public testing::TestWithParam<GradedInstance> {
 protected:
  void SetUp() override { make_game(GetParam().spec)->kind(GetParam().metric)->solve(path_, {}); }
  const test::TemporaryFolder folder_;
  const std::string path_ = folder_.file("table.ztb");
};

int discs_ahead(std::string_view position, char own, char other) {
  const std::string_view board = position.substr(0, position.find(' '));
  return static_cast<int>(std::ranges::count(board, own) - std::ranges::count(board, other));
}

// What a move is worth to its maker.
Value value_of(const Table& table, const LegalMove& move, Colour mover) {
  if (!move.ending) {
    const Value reply = table.probe(move.result);
    return table.metric() == Metric::distance
               ? reply.before_move()
               : Value::from_raw(static_cast<std::int16_t>(-reply.raw()));
  }
  if (table.metric() == Metric::score) {
    const bool black = mover == Colour::black;
    return Value::of_score(discs_ahead(move.after, black ? 'b' : 'w', black ? 'w' : 'b'));
  }
  return *move.ending == Outcome::draw  ? Value::draw()
         : *move.ending == Outcome::win ? Value::win(1)
                                        : Value::loss(1);
}

// Moves chosen without regard to their value.
std::vector<std::string> careless_game(const Game& game, std::string position, unsigned seed) {
  std::vector<std::string> moves;
  while (!position.empty() && moves.size() < 30) {
    seed = seed * 1103515245 + 12345;
    const std::vector<LegalMove> legal = game.moves(position);
    const LegalMove& move = legal[(seed >> 16) % legal.size()];
    moves.push_back(move.move);
    position = move.result;
  }
  return moves;
}

TEST_P(GradedGames, AreWhatTheirMovesAreWorth) {
  const Table table = Table::open(path_);
  const Game& game = table.game();
  std::map<Grade, int> seen;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const std::vector<std::string> moves = careless_game(game, game.start(), seed);
    const GradedGame graded = grade_game(table, moves);
    ASSERT_EQ(graded.moves.size(), moves.size());
    EXPECT_EQ(graded.start, game.start());
    std::map<Colour, std::map<Grade, int>> counts;
    std::map<Colour, int> away, forced;
    std::string position = game.start();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const GradedMove& m = graded.moves[i];
      EXPECT_EQ(m.ply, static_cast<int>(i) + 1);
      EXPECT_EQ(m.side, colour_of(i % 2 == 1));
      EXPECT_EQ(m.position, position);
      EXPECT_EQ(m.move, moves[i]);
      ASSERT_EQ(m.status, ProbeStatus::ok) << m.error;
      const std::vector<LegalMove> legal = game.moves(position);
      EXPECT_EQ(m.legal_moves, legal.size());
      Value best, played;
      std::map<std::string, Value> values;
      for (const LegalMove& move : legal) {
        const Value value = value_of(table, move, m.side);
        // (Scores and outcomes are ordered by their numbers.)
        const bool better =
            table.metric() == Metric::distance ? value > best : value.raw() > best.raw();
        if (values.empty() || better) best = value;
        values[move.move] = value;
        if (move.move != m.move) continue;
        played = value;
        EXPECT_EQ(m.result, move.result);
        EXPECT_EQ(m.after, move.after);
      }
      EXPECT_EQ(m.value, played);
      EXPECT_EQ(m.best, best);
      EXPECT_EQ(m.best, table.probe(position));
      std::vector<std::string> expected, found = m.best_moves;
      for (const auto& [move, value] : values) {
        if (value == best) expected.push_back(move);
      }
      std::ranges::sort(found);
      EXPECT_EQ(found, expected);
      EXPECT_EQ(m.grade, grade_of(played, best, table.metric()));
      EXPECT_EQ(m.grade == Grade::best, std::ranges::count(expected, m.move) == 1);
      ++counts[m.side][m.grade];
      ++seen[m.grade];
      away[m.side] += m.given_away;
      forced[m.side] += legal.size() == 1 ? 1 : 0;
      position = m.result;
    }
    EXPECT_EQ(graded.position, position);
    EXPECT_EQ(graded.result.has_value(), position.empty());
    if (graded.result) {
      EXPECT_EQ(graded.result->winner, game.result(graded.moves.back().after)->winner);
    }
    for (const Colour colour : {Colour::black, Colour::white}) {
      const SideGrades& side = graded.side(colour);
      EXPECT_EQ(side.moves, side.graded);
      EXPECT_EQ(side.best, counts[colour][Grade::best]);
      EXPECT_EQ(side.lesser_wins, counts[colour][Grade::lesser_win]);
      EXPECT_EQ(side.worse_losses, counts[colour][Grade::worse_loss]);
      EXPECT_EQ(side.wins_to_draws, counts[colour][Grade::win_to_draw]);
      EXPECT_EQ(side.draws_to_losses, counts[colour][Grade::draw_to_loss]);
      EXPECT_EQ(side.wins_to_losses, counts[colour][Grade::win_to_loss]);
      EXPECT_EQ(side.given_away, away[colour]);
      EXPECT_EQ(side.forced, forced[colour]);
    }
  }
  EXPECT_GT(seen[Grade::best], 0);
  EXPECT_GT(seen.size(), 2u);
}

// A game of best moves gives nothing away.
TEST_P(GradedGames, OfBestPlayHaveNoFault) {
  const Table table = Table::open(path_);
  const std::vector<std::string> moves = table.line(table.start(), 100).moves;
  const GradedGame graded = grade_game(table, moves);
  EXPECT_EQ(graded.black.best + graded.white.best, static_cast<int>(moves.size()));
  EXPECT_EQ(graded.black.given_away + graded.white.given_away, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Tables, GradedGames,
    testing::Values(
        GradedInstance{
            "ostle", "distance", {"ostle", {{"size", "3"}, {"start", "3"}, {"lose", "1"}}}},
        GradedInstance{
            "connect", "distance", {"connect", {{"columns", "4"}, {"rows", "3"}, {"line", "3"}}}},
        GradedInstance{
            "connect", "outcome", {"connect", {{"columns", "4"}, {"rows", "3"}, {"line", "3"}}}},
        GradedInstance{"othello", "score", {"othello", {{"rows", "3"}, {"cols", "4"}}}},
        GradedInstance{"konane", "distance",
                       test::bddl_spec(test::shipped_games / "konane/4x4.bddl")}),
    [](const auto& named) { return std::string(named.param.name) + "_" + named.param.metric; });

// --- Where it begins and ends --------------------------------------------------------------------

class OneTable : public testing::Test {
 protected:
  Table solved(const GameSpec& spec, const char* metric = "distance") const {
    const std::string path = folder_.file("table.ztb");
    make_game(spec)->kind(metric)->solve(path, {});
    return Table::open(path);
  }
  const test::TemporaryFolder folder_;
};
using Moves = std::vector<std::string>;

TEST_F(OneTable, IllegalMovesAreNamedWithTheirNumber) {
  const Table table = solved({"mnk", {}});
  EXPECT_EQ(test::error_text<IllegalMove>([&] {
              grade_game(table, Moves{"b2", "b2"});
            }),
            "Move 2, 'b2', is not a legal move of 3/1b1/3 w.");
  EXPECT_EQ(test::error_text<IllegalMove>([&] {
              grade_game(table, Moves{"a1", "b1", "a2", "b2", "a3", "b3"});
            }),
            "Move 6, 'b3', comes after the end of the game.");
  EXPECT_THROW(grade_game(table, Moves{}, "nonsense"), IllegalPosition);
  EXPECT_THROW(grade_game(table, Moves{}, "bbb/ww1/3 w"), GameOver);
}

TEST_F(OneTable, GamesMayBeginAnywhereAndHaveNoMoves) {
  const Table table = solved({"mnk", {}});
  const GradedGame none = grade_game(table, Moves{});
  EXPECT_TRUE(none.moves.empty());
  EXPECT_EQ(none.position, table.start());
  EXPECT_EQ(none.result, std::nullopt);
  const GradedGame last = grade_game(table, Moves{"c3"}, "bb1/ww1/3 b");
  ASSERT_EQ(last.moves.size(), 1u);
  EXPECT_EQ(last.moves[0].grade, Grade::best);
  EXPECT_EQ(last.result->sentence, "Black has won.");
  EXPECT_EQ(last.black.moves, 1);
  EXPECT_EQ(last.white.moves, 0);
}

// Positions that the table does not hold are reported, and grading goes on after them.
TEST_F(OneTable, PositionsThatItLacksAreItems) {
  const Table table =
      solved({"ostle", {{"size", "3"}, {"start", "3"}, {"lose", "1"}, {"total", "4"}}});
  int told = 0, untold = 0;
  for (unsigned seed = 1; seed <= 50; ++seed) {
    const Moves moves = careless_game(table.game(), table.start(), seed);
    const GradedGame graded = grade_game(table, moves);
    EXPECT_EQ(graded.moves.size(), moves.size());
    for (const GradedMove& m : graded.moves) {
      const bool few = std::ranges::count_if(m.position.substr(0, m.position.find(' ')),
                                             [](char c) { return c == 'b' || c == 'w'; }) <= 4;
      ASSERT_EQ(m.status, few ? ProbeStatus::ok : ProbeStatus::not_in_table);
      EXPECT_EQ(m.error.empty(), few);
      EXPECT_EQ(m.grade == Grade::none, !few);
      ++(few ? told : untold);
    }
    EXPECT_EQ(graded.black.moves + graded.white.moves, static_cast<int>(moves.size()));
  }
  EXPECT_GT(told, 0);
  EXPECT_GT(untold, 0);
}

TEST_F(OneTable, OfDistancesGradesNothing) {
  const Table table = solved({"ostle", {{"size", "3"}, {"start", "3"}, {"lose", "1"}}}, "reach");
  EXPECT_THROW(grade_game(table, Moves{}), UsageError);
}

}  // namespace
}  // namespace zermelo
