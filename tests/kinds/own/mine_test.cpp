// SPDX-License-Identifier: MIT
// Puzzles of games whose sides need not take turns, against plain readings of random graphs; and of
// a game that is built in, too.
#include "kinds/own/mine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "probe/games.h"
#include "probe/lure.h"
#include "probe/own_game.h"
#include "probe/puzzle_page.h"
#include "probe/table.h"
#include "tests/kinds/own/plain_graph.h"
#include "tests/support/mined_puzzles.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using own_test::for_graphs;
using own_test::GraphHelp;
using own_test::GraphKind;
using own_test::GraphRules;
using own_test::GraphTable;
using test::mined;

// --- Puzzles

template <GraphKind kind>
void compare_puzzles() {
  int puzzles = 0;
  for_graphs<kind>(60, [&](const GraphTable<kind>& g) {
    for (const bool only_move : {false, true}) {
      for (const bool only_line : {false, true}) {
        std::vector<std::string> expected, found;
        for (const int node : g.plain.nodes()) {
          const Value value = g.plain.value(node);
          const bool fits = value.is_win() && value.magnitude() >= 2 &&
                            (!only_move || g.plain.only_move(node)) &&
                            (!only_line || g.plain.only_line(node, g.plain.mover(node)));
          if (fits) expected.push_back(std::to_string(node));
        }
        PuzzleConditions conditions;
        (kind == GraphKind::scores ? conditions.win_by : conditions.win_in) = ValueRange{2, 100};
        conditions.only_move = only_move;
        conditions.only_line = only_line;
        for (const Puzzle& p : mined(g.table, conditions)) {
          found.push_back(p.position);
          const int node = std::stoi(p.position);
          ASSERT_EQ(p.value, g.plain.value(node));
          ASSERT_NEAR(p.difficulty, g.plain.difficulty(node, g.plain.mover(node)), 1e-9) << node;
          ++puzzles;
        }
        ASSERT_EQ(found, expected) << only_move << only_line;
      }
    }
  });
  EXPECT_GT(puzzles, 60);
}
TEST(OwnPuzzles, OfPlies) { compare_puzzles<GraphKind::plies>(); }
TEST(OwnPuzzles, OfScores) { compare_puzzles<GraphKind::scores>(); }
TEST(OwnPuzzles, ForOne) { compare_puzzles<GraphKind::puzzle>(); }

TEST(OwnPuzzles, TheLongestComeFirst) {
  std::size_t most = 0;
  for_graphs<GraphKind::puzzle>(20, [&](const GraphTable<GraphKind::puzzle>& g) {
    const std::vector<Puzzle> puzzles = mined(g.table, {}, {.order = PuzzleOrder::plies});
    most = std::max(most, puzzles.size());
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      const int plies = puzzles[i].value.plies();
      EXPECT_GE(puzzles[i == 0 ? 0 : i - 1].value.plies(), plies);
      EXPECT_EQ(puzzles[i].diagram.caption,
                "To be solved in " + std::to_string(plies) + (plies == 1 ? " move" : " moves"));
    }
  });
  EXPECT_GT(most, 5u);
}

TEST(OwnPuzzles, WhatTheRulesDoNotTellIsRefused) {
  const GraphTable<GraphKind::puzzle> g(3);
  const auto refused = [&](const PuzzleConditions& c, const MineOptions& o = {}) {
    EXPECT_THROW(mined(g.table, c, o), UsageError);
  };
  refused({.win_by = ValueRange{1, 2}});
  refused({.sacrifice = true});
  refused({.capture_refused = true});
  refused({.quiet_key = true});
  refused({.pieces = PieceCounts{1, 1}});
  refused({.own = {"hole-key"}});
  refused({}, {.order = PuzzleOrder::pieces});
  EXPECT_THROW(mined(g.table, {}, {.positions = {{{"77", "list:1"}}}}), IllegalPosition);
  EXPECT_THROW(moves_in_style(g.table, "0", Style::lure), UsageError);
}

// --- Tables that know their states by hashes

bool knows_by_hashes(const Table& table) {
  try {
    table.sample(1, 1);
    return false;
  } catch (const StatesAreHashed&) {
    return true;
  }
}

std::vector<std::string> sorted_positions(const std::vector<Puzzle>& puzzles) {
  std::vector<std::string> positions;
  for (const Puzzle& p : puzzles) positions.push_back(p.position);
  std::ranges::sort(positions);
  return positions;
}

// They come in the order of the hashes, and are the same: looked for in the whole table, whose
// states are found again, or in a list, as where positions are met at random.
template <GraphKind kind>
void compare_puzzles_among_hashes() {
  int hashed = 0;
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const GraphTable<kind> plain(seed);
    const GraphTable<kind, GraphHelp::hashes> wide(seed);
    hashed += knows_by_hashes(wide.table) ? 1 : 0;
    const TableInfo& info = wide.table.info();
    EXPECT_EQ(info.has_hashed_states, knows_by_hashes(wide.table));
    EXPECT_EQ(info.collision_chance() * 0x1p63,
              info.has_hashed_states ? static_cast<double>(info.values) : 0);
    EXPECT_FALSE(plain.table.info().has_hashed_states);
    EXPECT_EQ(plain.table.info().collision_chance(), 0);
    for (const bool only_move : {false, true}) {
      const PuzzleConditions conditions{.only_move = only_move};
      const std::vector<std::string> expected = sorted_positions(mined(plain.table, conditions));
      EXPECT_EQ(sorted_positions(mined(wide.table, conditions, {.threads = 2})), expected);
      MineOptions listed;
      listed.positions.emplace();
      for (const int node : plain.plain.nodes())
        listed.positions->push_back({std::to_string(node), ""});
      EXPECT_EQ(sorted_positions(mined(wide.table, conditions, listed)), expected);
      found += expected.size();
    }
    std::vector<std::string> hardest, expected_hardest;
    const MineOptions first{.limit = 3, .order = PuzzleOrder::plies};
    for (const Puzzle& p : mined(wide.table, {}, first)) hardest.push_back(to_string(p.value));
    for (const Puzzle& p : mined(plain.table, {}, first))
      expected_hardest.push_back(to_string(p.value));
    EXPECT_EQ(hardest, expected_hardest);
    EXPECT_GE(wide.table.mining_memory(),
              plain.table.mining_memory() +
                  (knows_by_hashes(wide.table) ? plain.plain.nodes().size() * 32 : 0));
  }
  EXPECT_GT(hashed, 20);
  EXPECT_GT(found, 60u);
}
TEST(OwnPuzzlesAmongHashes, OfPlies) { compare_puzzles_among_hashes<GraphKind::plies>(); }
TEST(OwnPuzzlesAmongHashes, OfScores) { compare_puzzles_among_hashes<GraphKind::scores>(); }
TEST(OwnPuzzlesAmongHashes, ForOne) { compare_puzzles_among_hashes<GraphKind::puzzle>(); }

// --- The same game as one that is built in

// Tic-tac-toe, in the notation of the game mnk.
struct TicTacToe {
  struct State {
    char squares[10];  // a1, b1, ...; then whose turn it is
  };
  static constexpr const char* name = "tic-tac-toe";
  static constexpr const char* version = "1";
  static constexpr unsigned most_moves = 9;
  // (One instance, for which everything has to wait its turn.)
  static constexpr bool one_thread = true;

  static State start() { return {{'.', '.', '.', '.', '.', '.', '.', '.', '.', 'b'}}; }
  static std::optional<int> result(const State& s) {
    constexpr int lines[][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (const auto& line : lines) {
      const char first = s.squares[line[0]];
      if (first != '.' && first == s.squares[line[1]] && first == s.squares[line[2]])
        return first == 'b' ? 1 : -1;
    }
    return std::count(s.squares, s.squares + 9, '.') == 0 ? std::optional(0) : std::nullopt;
  }
  static int mover(const State& s) { return s.squares[9] == 'w' ? 1 : 0; }
  static void moves(const State& s, std::vector<std::uint64_t>& moves) {
    for (std::uint64_t i = 0; i < 9; ++i)
      if (s.squares[i] == '.') moves.push_back(i);
  }
  static State play(State s, std::uint64_t move) {
    s.squares[move] = s.squares[9];
    s.squares[9] = s.squares[9] == 'b' ? 'w' : 'b';
    return s;
  }
  static std::string text(const State& s) {
    std::string text;
    for (int rank = 2; rank >= 0; --rank) {
      int empty = 0;
      for (int file = 0; file < 3; ++file) {
        const char c = s.squares[3 * rank + file];
        empty = c == '.' ? empty + 1 : empty;
        if (c == '.') continue;
        if (empty > 0) text += std::to_string(std::exchange(empty, 0));
        text += c;
      }
      if (empty > 0) text += std::to_string(empty);
      text += rank > 0 ? "/" : " ";
    }
    return text + s.squares[9];
  }
  static std::optional<State> parse(std::string_view text) {
    State s = start();
    int rank = 2, file = 0;
    for (const char c : text.substr(0, text.find(' '))) {
      if (c == '/') {
        --rank, file = 0;
      } else if (c >= '1' && c <= '3') {
        file += c - '0';
      } else if (rank >= 0 && file < 3) {
        s.squares[3 * rank + file++] = c;
      }
    }
    s.squares[9] = text.back();
    return TicTacToe::text(s) == text ? std::optional(s) : std::nullopt;
  }
  static std::string move_text(const State&, std::uint64_t move) {
    return {static_cast<char>('a' + move % 3), static_cast<char>('1' + move / 3)};
  }
};

int tic_tac_toe_board(void*, const void* state, std::uint32_t* columns, std::uint32_t* rows,
                      char* cells, std::size_t size) {
  const auto* const squares = static_cast<const char*>(state);
  *columns = *rows = 3;
  if (size < 10) return 9;
  for (int i = 0; i < 9; ++i) {
    const char c = squares[3 * (2 - i / 3) + i % 3];
    cells[i] = c == 'w' ? 'W' : c;
  }
  cells[9] = '\0';
  return 9;
}
int open_tic_tac_toe(std::size_t parameters, const char* const* keys, const char* const* values,
                     zermelo_own_game* game, char* message, std::size_t size) {
  const int failed = own_game_opener<TicTacToe>()(parameters, keys, values, game, message, size);
  game->board = tic_tac_toe_board;
  return failed;
}

class OwnTicTacToe : public testing::Test {
 protected:
  OwnTicTacToe() {
    const auto own = make_own_game(open_tic_tac_toe, {}, "ttt");
    solve(*own, folder_.file("own.ztb"), {.threads = 2});
    solve(*make_game({"mnk", {}}), folder_.file("mnk.ztb"), {.threads = 2});
    own_.emplace(Table::open(folder_.file("own.ztb"), own));
    mnk_.emplace(Table::open(folder_.file("mnk.ztb")));
  }

  test::TemporaryFolder folder_;
  std::optional<Table> own_, mnk_;
};

TEST_F(OwnTicTacToe, HasThePuzzlesOfTheBuiltInGame) {
  const PuzzleConditions all_conditions[] = {
      {},
      {.win_in = ValueRange{3, 5}, .only_move = true},
      {.only_line = true},
      {.pieces = PieceCounts{2, 2}},
      {.win_in = ValueRange{3, 3}, .pieces = PieceCounts{3, 3}},
      {.sacrifice = true},
      {.capture_refused = true}};
  for (const PuzzleConditions& conditions : all_conditions) {
    const std::vector<Puzzle> built_in = mined(*mnk_, conditions, {.threads = 2});
    // All of those, and no more up to symmetry.
    std::set<std::string> expected, found;
    for (const Puzzle& p : built_in) expected.insert(p.position);
    for (const Puzzle& p : mined(*own_, conditions, {.threads = 4}))
      found.insert(mnk_->canonical(p.position));
    EXPECT_EQ(found, expected);
    // The same texts, to the byte.
    MineOptions options{.threads = 2};
    options.positions.emplace();
    for (const Puzzle& p : built_in) options.positions->push_back({p.position, ""});
    const std::vector<Puzzle> own = mined(*own_, conditions, options);
    ASSERT_EQ(own.size(), built_in.size());
    for (std::size_t i = 0; i < own.size(); ++i)
      EXPECT_EQ(puzzle_text(own[i], i + 1), puzzle_text(built_in[i], i + 1));
    // Few are looked up in the file, which gives the same.
    for (std::size_t i = 0; i < own.size(); i += 7) {
      options.positions = {{built_in[i].position, ""}};
      const std::vector<Puzzle> alone = mined(*own_, conditions, options);
      ASSERT_EQ(alone.size(), 1u);
      EXPECT_EQ(puzzle_text(alone[0], 1), puzzle_text(built_in[i], 1));
    }
  }
}

TEST_F(OwnTicTacToe, IsAnsweredAsTheBuiltInGameIs) {
  const auto walk = own_->walk(1);
  std::vector<PositionValue> block;
  int looked_at = 0;
  while (walk->next(block)) {
    for (const PositionValue& p : block) {
      if (++looked_at % 7 != 0) continue;
      const std::vector<MoveValue> own = own_->moves(p.position), other = mnk_->moves(p.position);
      ASSERT_EQ(own.size(), other.size());
      for (std::size_t i = 0; i < own.size(); ++i) {
        ASSERT_EQ(own[i].move, other[i].move) << p.position;
        ASSERT_EQ(own[i].value, other[i].value);
        ASSERT_EQ(own[i].result, other[i].result);
        ASSERT_EQ(own[i].ending, other[i].ending);
      }
      ASSERT_EQ(own_->line(p.position).moves, mnk_->line(p.position).moves);
      const Solution a = own_->solution(p.position, {.defences = Defences::all});
      const Solution b = mnk_->solution(p.position, {.defences = Defences::all});
      ASSERT_EQ(solution_text(a, Metric::distance), solution_text(b, Metric::distance));
      ASSERT_EQ(own_->diagram(p.position).caption, mnk_->diagram(p.position).caption);
      ASSERT_EQ(line_in_style(*own_, p.position, 99, Style::lure).moves,
                line_in_style(*mnk_, p.position, 99, Style::lure).moves);
    }
  }
  EXPECT_EQ(looked_at, 4520);
}

}  // namespace
}  // namespace zermelo
