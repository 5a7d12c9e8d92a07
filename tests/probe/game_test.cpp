// SPDX-License-Identifier: MIT
// Games without a table: their legal moves against rules that are written plainly, and against the
// moves that tables list; canonical forms; and features that a game may lack.
#include "probe/game.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "probe/table.h"
#include "tests/reference/ostle_reference.h"
#include "tests/reference/plain_games.h"
#include "tests/reference/text_symmetry.h"
#include "tests/support/bddl_games.h"
#include "tests/support/error_text.h"
#include "tests/support/small_game.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using test::PlainGame;
using Counts = std::vector<std::uint64_t>;  // of sequences of 1, 2, 3, ... moves

// The position after a move says whether the game is over in it, and who has won.
void expect_result(const Game& game, const std::string& state, const LegalMove& move) {
  const Colour mover = game.to_move(state);
  EXPECT_EQ(game.to_move(move.after), opponent_of(mover)) << move.after;
  const std::optional<GameResult> result = game.result(move.after);
  ASSERT_EQ(result.has_value(), move.ending.has_value()) << state << ' ' << move.move;
  if (!result) {
    EXPECT_EQ(move.after, move.result);
    return;
  }
  const std::optional<Colour> winner = *move.ending == Outcome::draw ? std::nullopt
                                       : *move.ending == Outcome::win
                                           ? std::optional(mover)
                                           : std::optional(opponent_of(mover));
  EXPECT_EQ(result->winner, winner) << state << ' ' << move.move;
  EXPECT_EQ(test::error_text<GameOver>([&] { game.moves(move.after); }), result->sentence);
  EXPECT_EQ(game.diagram(move.after).caption, result->sentence);
}

void add_counts(const Game& game, const std::string& state, std::size_t depth, Counts& counts) {
  for (const LegalMove& move : game.moves(state)) {
    ++counts[depth];
    ASSERT_EQ(move.result.empty(), move.ending.has_value()) << state << ' ' << move.move;
    expect_result(game, state, move);
    if (!move.ending && depth + 1 < counts.size()) add_counts(game, move.result, depth + 1, counts);
  }
}

Counts perft(const GameSpec& spec, std::size_t depth) {
  Counts counts(depth);
  const auto game = make_game(spec);
  add_counts(*game, game->start(), 0, counts);
  return counts;
}

TEST(LegalMoves, AreAsManyAsOthersHaveCounted) {
  EXPECT_EQ(perft({"connect", {}}, 6), (Counts{7, 49, 343, 2401, 16807, 117649}));
  EXPECT_EQ(perft({"mnk", {}}, 6), (Counts{9, 72, 504, 3024, 15120, 54720}));
  EXPECT_EQ(perft({"breakthrough", {{"columns", "8"}, {"rows", "8"}}}, 3),
            (Counts{22, 484, 11132}));
}

// --- Games on grids ------------------------------------------------------------------------------

struct MovesInstance {
  const char* name;
  GameSpec spec;
  std::shared_ptr<PlainGame> plain;
};
std::ostream& operator<<(std::ostream& out, const MovesInstance& i) { return out << i.name; }

class GridMovesAgree : public testing::TestWithParam<MovesInstance> {};

std::optional<Outcome> outcome_of(PlainGame::End end) {
  if (end == PlainGame::End::none) return std::nullopt;
  if (end == PlainGame::End::drawn) return Outcome::draw;
  return end == PlainGame::End::won ? Outcome::win : Outcome::loss;
}

// All positions up to this many plies from the start.
TEST_P(GridMovesAgree, WithThePlainRules) {
  const auto game = make_game(GetParam().spec);
  const PlainGame& plain = *GetParam().plain;
  ASSERT_EQ(game->start(), plain.text_of(plain.start()));
  std::set<PlainGame::State> now = {plain.start()};
  for (int ply = 0; ply < 6; ++ply) {
    std::set<PlainGame::State> next;
    for (const auto& state : now) {
      std::multiset<std::pair<std::string, std::optional<Outcome>>> expected, found;
      for (const auto& move : plain.moves(state)) {
        const auto ending = outcome_of(move.end);
        expected.emplace(ending ? "" : plain.text_of(move.next), ending);
        if (!ending) next.insert(move.next);
      }
      std::set<std::string> texts;
      for (const LegalMove& move : game->moves(plain.text_of(state))) {
        found.emplace(move.result, move.ending);
        expect_result(*game, plain.text_of(state), move);
        EXPECT_TRUE(texts.insert(move.move).second) << move.move << " stands for two moves";
      }
      ASSERT_EQ(found, expected) << plain.text_of(state);
    }
    now = std::move(next);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Games, GridMovesAgree,
    testing::Values(MovesInstance{"connect",
                                  {"connect", {{"columns", "4"}, {"rows", "3"}, {"line", "3"}}},
                                  test::plain_connect(4, 3, 3)},
                    MovesInstance{"mnk",
                                  {"mnk", {{"m", "3"}, {"n", "2"}, {"k", "2"}}},
                                  test::plain_mnk(3, 2, 2)},
                    MovesInstance{"notakto",
                                  {"notakto", {{"rows", "2"}, {"columns", "4"}}},
                                  test::plain_notakto(2, 4)},
                    MovesInstance{"othello",
                                  {"othello", {{"rows", "3"}, {"cols", "4"}}},
                                  test::plain_othello(3, 4, 2, 1)},
                    MovesInstance{"breakthrough",
                                  {"breakthrough", {{"columns", "3"}, {"rows", "5"}}},
                                  test::plain_breakthrough(3, 5)},
                    MovesInstance{"domineering",
                                  {"domineering", {{"columns", "4"}, {"rows", "3"}}},
                                  test::plain_domineering(4, 3)}),
    [](const auto& named) { return std::string(named.param.name); });

// --- Ostle ---------------------------------------------------------------------------------------

class OstleMoves : public testing::TestWithParam<test::SmallGame> {};

TEST_P(OstleMoves, AreThoseOfTheBruteForceInEveryState) {
  const test::SmallGame g = GetParam();
  const auto game = make_game(test::spec_of(g));
  const reference::OstleReference brute{{g.size, g.start, g.lose, g.total, g.symmetric}};
  std::size_t states = 0;
  brute.for_each_state([&](const std::string& state, reference::ReferenceValue) {
    if (++states % 5 != 0) return;
    std::map<std::string, std::string> expected, found;
    for (const auto& move : brute.moves(state)) {
      const bool ends = move.next == "win" || move.next == "loss";
      expected[move.text] = ends ? move.next : game->canonical(reference::recoloured(move.next));
    }
    for (const LegalMove& move : game->moves(state)) {
      expect_result(*game, state, move);
      found[move.move] = move.ending ? outcome_name(*move.ending) : game->canonical(move.result);
    }
    ASSERT_EQ(found, expected) << state;
  });
  EXPECT_GT(states, 100u);
}

TEST_P(OstleMoves, OrientationsHaveOneCanonicalForm) {
  const test::SmallGame g = GetParam();
  const auto game = make_game(test::spec_of(g));
  const reference::OstleReference brute{{g.size, g.start, g.lose, g.total, g.symmetric}};
  std::size_t states = 0;
  brute.for_each_state([&](const std::string& state, reference::ReferenceValue) {
    if (++states % 7 != 0) return;
    const std::string canonical = game->canonical(state);
    ASSERT_EQ(game->canonical(canonical), canonical);
    for (int n = 0; n < 8; ++n) {
      const std::string image = reference::TextSymmetry::number(g.size, n)(state);
      ASSERT_EQ(game->canonical(image), canonical) << image;
      ASSERT_EQ(game->canonical(reference::recoloured(image)), canonical) << image;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Games, OstleMoves,
                         testing::Values(test::SmallGame{3, 3, 1, 6, false},
                                         test::SmallGame{3, 3, 1, 6, true},
                                         test::SmallGame{3, 2, 0, 4, false}),
                         test::name_of_instance);

// A table for few pieces does not hold the start, but the game begins there nevertheless.
TEST(OstleRules, KnowTheMovesOfPositionsThatTablesDoNotHold) {
  const auto few = make_game({"ostle", {{"size", "4"}, {"lose", "1"}, {"total", "6"}}});
  const auto all = make_game({"ostle", {{"size", "4"}, {"lose", "1"}}});
  EXPECT_EQ(few->start(), all->start());
  const auto moves = few->moves(few->start()), expected = all->moves(all->start());
  ASSERT_EQ(moves.size(), expected.size());
  ASSERT_FALSE(moves.empty());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    EXPECT_EQ(moves[i].move, expected[i].move);
    EXPECT_EQ(moves[i].result, expected[i].result);
  }
  EXPECT_EQ(few->canonical(few->start()), all->canonical(all->start()));
}

// --- Tables --------------------------------------------------------------------------------------

GameSpec spec_of(const std::string& name) {
  if (name.ends_with(".bddl")) return test::bddl_spec(test::shipped_games / name);
  static const std::map<std::string, GameSpec> specs = {
      {"ostle", {"ostle", {{"size", "3"}, {"start", "3"}, {"lose", "1"}}}},
      {"connect", {"connect", {{"columns", "4"}, {"rows", "3"}, {"line", "3"}}}},
      {"othello", {"othello", {{"rows", "3"}, {"cols", "4"}, {"metric", "score"}}}},
      {"breakthrough", {"breakthrough", {{"columns", "2"}, {"rows", "5"}}}},
      {"notakto", {"notakto", {{"rows", "3"}, {"columns", "3"}}}}};
  return specs.at(name);
}

Cell piece_of(Colour colour) { return colour == Colour::black ? Cell::black : Cell::white; }

// A move does to the board what its shape says, as pictures of both positions show.
void expect_shape(const Game& game, const std::string& state, const LegalMove& move) {
  const Diagram before = game.diagram(state), after = game.diagram(move.after);
  const Cell own = piece_of(game.to_move(state)), other = piece_of(game.to_move(move.after));
  const auto at = [](const Diagram& d, int square) {
    return d.cells.at(static_cast<std::size_t>(square));
  };
  const MoveShape& shape = move.shape;
  for (const int s : shape.from) {
    EXPECT_TRUE(at(before, s) == own || at(before, s) == Cell::hole) << state << ' ' << move.move;
    EXPECT_NE(at(after, s), at(before, s)) << state << ' ' << move.move;
  }
  for (const int s : shape.taken) {
    EXPECT_EQ(at(before, s), other) << state << ' ' << move.move;
    EXPECT_NE(at(after, s), other) << state << ' ' << move.move;
  }
  if (shape.from.empty()) {
    for (const int s : shape.to) {
      EXPECT_NE(at(before, s), at(after, s)) << state << ' ' << move.move;
      // (In Notakto both sides have the same pieces.)
      EXPECT_EQ(at(after, s), game.spec().name == "notakto" ? Cell::black : own)
          << state << ' ' << move.move;
    }
    EXPECT_EQ(shape.to.empty(), before.cells == after.cells) << state << ' ' << move.move;
    EXPECT_EQ(std::pair(shape.dx, shape.dy), std::pair(0, 0));
  } else if (shape.to.size() == 1) {
    EXPECT_EQ(shape.from[0] + shape.dy * before.columns + shape.dx, shape.to[0]);
  }
}

// A picture's squares and the side to move determine the position, except for what is forbidden.
void expect_set_up(const Game& game, const std::string& state) {
  const std::string text = game.state_from(game.diagram(state).cells, game.to_move(state));
  EXPECT_EQ(text, state.substr(0, state.find(' ') + 2));
}

class MovesOfTables : public testing::TestWithParam<const char*> {};

TEST_P(MovesOfTables, AreTheLegalMoves) {
  const test::TemporaryFolder folder;
  const auto game = make_game(spec_of(GetParam()));
  solve(*game, folder.file("table.ztb"));
  const Table table = Table::open(folder.file("table.ztb"));
  std::vector<PositionValue> block;
  std::size_t positions = 0;
  for (const auto walk = table.walk(1); walk->next(block);) {
    for (const PositionValue& p : block) {
      if (++positions % 3 != 0) continue;
      std::map<std::string, LegalMove> legal;
      for (const LegalMove& m : game->moves(p.position)) {
        legal.emplace(m.move, m);
        expect_result(*game, p.position, m);
        expect_shape(*game, p.position, m);
        expect_set_up(*game, m.after);
      }
      const std::vector<MoveValue> valued = table.moves(p.position);
      ASSERT_EQ(valued.size(), legal.size()) << p.position;
      for (const MoveValue& m : valued) {
        ASSERT_TRUE(legal.contains(m.move)) << p.position << ' ' << m.move;
        const LegalMove& same = legal.at(m.move);
        EXPECT_EQ(m.result, same.result);
        EXPECT_EQ(m.after, same.after);
        EXPECT_EQ(m.ending, same.ending);
        EXPECT_EQ(m.shape, same.shape);
      }
    }
  }
  EXPECT_GT(positions, 20u);
}

INSTANTIATE_TEST_SUITE_P(Games, MovesOfTables,
                         testing::Values("ostle", "connect", "othello", "breakthrough", "notakto",
                                         "konane/4x4.bddl"),
                         [](const auto& named) {
                           const std::string name = named.param;
                           return name.substr(0, name.find('/'));
                         });

// --- What there may be ---------------------------------------------------------------------------

std::vector<std::string> metrics(const Game& game) {
  std::vector<std::string> found;
  for (const auto& kind : game.kinds()) found.push_back(kind->metric());
  return found;
}

TEST(Games, SayWhatKindsOfTablesTheyHave) {
  using Metrics = std::vector<std::string>;
  EXPECT_EQ(metrics(*make_game({"ostle", {}})), (Metrics{"distance", "reach", "reach-all-moves"}));
  EXPECT_EQ(metrics(*make_game({"connect", {}})), (Metrics{"distance", "outcome"}));
  EXPECT_EQ(metrics(*make_game({"mnk", {}})), Metrics{"distance"});
  EXPECT_EQ(metrics(*make_game({"othello", {}})), (Metrics{"distance", "score"}));
  EXPECT_EQ(metrics(*make_game({"othello", {{"metric", "score"}}})),
            (Metrics{"score", "distance"}));
  const auto breakthrough = make_game({"breakthrough", {}});
  EXPECT_EQ(breakthrough->kind("reach"), nullptr);
  EXPECT_NE(breakthrough->kind("distance"), nullptr);
}

TEST(Games, SayWhetherTheyHaveASearchForTheShortestWin) {
  EXPECT_TRUE(make_game({"ostle", {}})->shortest_win());
  EXPECT_FALSE(make_game({"connect", {}})->shortest_win());
  const auto game = make_game({"breakthrough", {{"columns", "2"}, {"rows", "5"}}});
  ASSERT_TRUE(game->shortest_win());
  DepthOptions options;
  options.memory = 1 << 24;
  const DepthReport report = game->shortest_win()(options);
  EXPECT_TRUE(report.search.complete || report.search.plies);
}

TEST(Games, RefuseWhatTheyDoNotKnow) {
  EXPECT_THROW(make_game({"chess", {}}), UsageError);
  EXPECT_THROW(make_game({"ostle", {{"size", "9"}}}), UsageError);
  const auto game = make_game({"connect", {}});
  EXPECT_THROW(game->moves("7/7/7/7/7/7"), IllegalPosition);
  EXPECT_THROW(game->moves("7/7/7/7/www4/bbbb3 w"), GameOver);
  EXPECT_NO_THROW(game->diagram("7/7/7/7/www4/bbbb3 w"));
  EXPECT_EQ(game->result("7/7/7/7/www4/bbbb3 w")->sentence, "Black has won.");
  EXPECT_THROW(game->result("7/7/7/7/7/7"), IllegalPosition);
  EXPECT_THROW(game->to_move("7/7/7/7/7/7"), IllegalPosition);
}

TEST(Games, RefuseSquaresThatAreNoPosition) {
  const auto connect = make_game({"connect", {{"columns", "2"}, {"rows", "2"}, {"line", "2"}}});
  const auto ostle = make_game({"ostle", {{"size", "3"}, {"start", "3"}, {"lose", "1"}}});
  std::vector<Cell> four(4, Cell::empty), nine(9, Cell::empty);
  EXPECT_EQ(connect->state_from(four, Colour::white), "2/2 w");
  EXPECT_EQ(test::error_text<IllegalPosition>([&] { connect->state_from(nine, Colour::black); }),
            "The number of squares given is 9; this board has 2 by 2.");
  four[3] = Cell::hole;
  EXPECT_EQ(test::error_text<IllegalPosition>([&] { connect->state_from(four, Colour::black); }),
            "b2 holds something that this game does not have.");
  EXPECT_EQ(test::error_text<IllegalPosition>([&] { ostle->state_from(nine, Colour::black); }),
            "The board has 0 holes instead of one.");
  nine[8] = Cell::blocked;
  EXPECT_EQ(test::error_text<IllegalPosition>([&] { ostle->state_from(nine, Colour::black); }),
            "c3 is blocked; Ostle has no such squares.");
}

// Each kind of table, for a game whose positions both kinds count.
TEST(Games, MakeTheKindOfTableThatIsAskedFor) {
  const test::TemporaryFolder folder;
  const auto game = make_game({"othello", {{"rows", "3"}, {"cols", "4"}}});
  const std::string path = folder.file("scores.ztb");
  game->kind("score")->solve(path, {});
  const Table table = Table::open(path);
  EXPECT_EQ(table.metric(), Metric::score);
  EXPECT_EQ(table.info().game.parameters.at("metric"), "score");
  EXPECT_NO_THROW(table.probe(table.start()));
}

}  // namespace
}  // namespace zermelo
