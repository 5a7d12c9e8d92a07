// SPDX-License-Identifier: MIT
// Moves, lines, solutions and puzzles of games whose sides need not take turns, against plain
// readings of random graphs, whose values a brute force knows for one player, whoever moves.
#include "kinds/own/mine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "probe/games.h"
#include "probe/grade.h"
#include "probe/lure.h"
#include "probe/own_game.h"
#include "probe/puzzle_page.h"
#include "probe/table.h"
#include "tests/kinds/own/random_rules.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using own_test::GraphKind;
using own_test::GraphRules;
using own_test::RandomGraph;

// What a graph says, by sentences about its nodes. Values are player 0's, so nothing here knows of
// signs that change with a move.
class PlainGraph {
 public:
  PlainGraph(std::uint64_t seed, GraphKind kind)
      : kind_(kind), graph_(seed, kind), values_(graph_.values(kind)) {}

  struct Move {
    int node;     // that it leads to
    Value value;  // for its maker
    bool ends;
    bool again;  // the maker moves on
  };

  bool ends(int node) const { return at(node).nexts.empty(); }
  int mover(int node) const { return at(node).mover; }
  Value value(int node) const { return seen_by(mover(node), values_[index(node)]); }
  // Best first; of those that lead to one node the first.
  std::vector<Move> moves(int node) const {
    std::vector<Move> moves;
    std::set<std::uint32_t> seen;
    for (const std::uint32_t next : at(node).nexts) {
      if (!seen.insert(next).second) continue;
      const int to = static_cast<int>(next);
      const bool over = ends(to);
      moves.push_back({to, seen_by(mover(node), worth(to)), over,
                       !over && (kind_ == GraphKind::puzzle || mover(to) == mover(node))});
    }
    std::stable_sort(moves.begin(), moves.end(),
                     [&](const Move& a, const Move& b) { return rank(a.value) > rank(b.value); });
    return moves;
  }
  std::vector<Move> best(int node) const {
    std::vector<Move> moves = this->moves(node);
    std::erase_if(moves, [first = moves.front().value](const Move& m) { return m.value != first; });
    return moves;
  }
  // All nodes in which play from node 0 goes on, ascending.
  std::set<int> nodes() const {
    std::set<int> found;
    std::vector<int> waiting = {0};
    while (!waiting.empty()) {
      const int node = waiting.back();
      waiting.pop_back();
      if (ends(node) || !found.insert(node).second) continue;
      for (const std::uint32_t next : at(node).nexts) waiting.push_back(static_cast<int>(next));
    }
    return found;
  }
  std::string move_text(int node, int to) const {
    const auto& nexts = at(node).nexts;
    const auto found = std::ranges::find(nexts, static_cast<std::uint32_t>(to));
    return std::to_string(found - nexts.begin());
  }
  bool only_move(int node) const {
    const std::vector<Move> all = moves(node);
    return std::ranges::count_if(all, [](const Move& m) { return m.value.is_win(); }) == 1;
  }
  // Whether `solver` has one best move in every node that best play leads to.
  bool only_line(int node, int solver) const {
    std::set<int> seen;
    return only_line(node, solver, seen);
  }
  // The product of the chances of one who picks any move, along the line of first best moves.
  double difficulty(int node, int solver) const {
    double bits = 0;
    for (std::set<int> seen; seen.insert(node).second;) {
      const std::vector<Move> good = best(node);
      if (good.front().ends) break;
      // (Nobody picks a move that loses the game at once.)
      const std::vector<Move> all = moves(node);
      const auto picked =
          std::ranges::count_if(all, [](const Move& m) { return !(m.ends && m.value.is_loss()); });
      if (mover(node) == solver)
        bits += std::log2(static_cast<double>(picked) / static_cast<double>(good.size()));
      node = good.front().node;
    }
    return bits;
  }
  // The solution from a node as text: of the solver's moves all the best, the first followed; of
  // the other's all the best.
  std::string tree(int node, int solver) const {
    std::string text = "[";
    bool first = true;
    for (const Move& m : best(node)) {
      text += move_text(node, m.node) + "=" + to_string(m.value) + (m.again ? "+" : "");
      if (!m.ends && (first || mover(node) != solver)) text += tree(m.node, solver);
      text += " ";
      first = false;
    }
    return text + "]";
  }

 private:
  static std::size_t index(int node) { return static_cast<std::size_t>(node); }
  const RandomGraph::Node& at(int node) const { return graph_.nodes[index(node)]; }
  bool counts_moves() const { return kind_ != GraphKind::scores; }
  // What reaching a node is worth to player 0.
  int worth(int node) const {
    if (!counts_moves()) return ends(node) ? at(node).score : values_[index(node)];
    if (ends(node)) {
      const int lost = kind_ == GraphKind::puzzle ? 0 : -1;
      return at(node).score > 0 ? 1 : at(node).score < 0 ? lost : 0;
    }
    const int value = values_[index(node)];
    return value > 0 ? value + 1 : value < 0 ? value - 1 : 0;
  }
  static Value seen_by(int player, int value) {
    return Value::of_score(player == 0 ? value : -value);
  }
  double rank(Value value) const {
    if (!counts_moves() || value.is_draw()) return value.score();
    return 1.0 / value.score();
  }
  bool only_line(int node, int solver, std::set<int>& seen) const {
    if (!seen.insert(node).second) return true;
    const std::vector<Move> good = best(node);
    if (mover(node) == solver && good.size() != 1) return false;
    return std::ranges::all_of(
        good, [&](const Move& m) { return m.ends || only_line(m.node, solver, seen); });
  }

  GraphKind kind_;
  RandomGraph graph_;
  std::vector<int> values_;
};

// A table of such a graph.
template <GraphKind kind>
class SolvedGraph {
 public:
  explicit SolvedGraph(std::uint64_t seed) : plain(seed, kind), table(solved(seed)) {}

  PlainGraph plain;

 private:
  Table solved(std::uint64_t seed) const {
    const auto game = make_own_game(own_game_opener<GraphRules<kind>>(),
                                    {{"seed", std::to_string(seed)}}, "random");
    solve(*game, folder_.file("graph.ztb"), {.threads = 1});
    return Table::open(folder_.file("graph.ztb"), game);
  }
  test::TemporaryFolder folder_;

 public:
  Table table;
};

template <GraphKind kind, class Check>
void for_graphs(int graphs, const Check& check) {
  for (int seed = 0; seed < graphs; ++seed) {
    SCOPED_TRACE("graph " + std::to_string(seed));
    check(SolvedGraph<kind>(static_cast<std::uint64_t>(seed)));
    if (testing::Test::HasFatalFailure()) return;
  }
}

// --- Moves and lines

template <GraphKind kind>
void compare_moves() {
  for_graphs<kind>(60, [](const SolvedGraph<kind>& g) {
    for (const int node : g.plain.nodes()) {
      const std::string state = std::to_string(node);
      const std::vector<MoveValue> moves = g.table.moves(state);
      const std::vector<PlainGraph::Move> expected = g.plain.moves(node);
      ASSERT_EQ(moves.size(), expected.size()) << state;
      for (std::size_t i = 0; i < moves.size(); ++i) {
        ASSERT_EQ(moves[i].after, std::to_string(expected[i].node)) << state;
        ASSERT_EQ(moves[i].value, expected[i].value) << state << ", move " << i;
        ASSERT_EQ(moves[i].result.empty(), expected[i].ends);
      }
    }
  });
}
TEST(OwnTurns, MovesOfPlies) { compare_moves<GraphKind::plies>(); }
TEST(OwnTurns, MovesOfScores) { compare_moves<GraphKind::scores>(); }
TEST(OwnTurns, MovesOfPuzzles) { compare_moves<GraphKind::puzzle>(); }

template <GraphKind kind>
void compare_lines() {
  for_graphs<kind>(60, [](const SolvedGraph<kind>& g) {
    for (int node : g.plain.nodes()) {
      const Line line = g.table.line(std::to_string(node));
      ASSERT_EQ(line.moves.size(), line.moves_again.size());
      std::set<int> seen;
      bool over = false;
      for (std::size_t i = 0; i < line.moves.size(); ++i) {
        ASSERT_FALSE(over);
        seen.insert(node);
        const PlainGraph::Move best = g.plain.best(node).front();
        ASSERT_EQ(line.moves[i], g.plain.move_text(node, best.node));
        ASSERT_EQ(line.moves_again[i], best.again);
        over = best.ends;
        node = best.node;
      }
      ASSERT_EQ(line.complete, over);
      ASSERT_TRUE(over || seen.contains(node)) << "the line is cut";
    }
  });
}
TEST(OwnTurns, LinesOfPlies) { compare_lines<GraphKind::plies>(); }
TEST(OwnTurns, LinesOfScores) { compare_lines<GraphKind::scores>(); }
TEST(OwnTurns, LinesOfPuzzles) { compare_lines<GraphKind::puzzle>(); }

// --- Solutions

std::string text_of(const std::vector<SolutionNode>& nodes) {
  std::string text = "[";
  for (const SolutionNode& node : nodes) {
    text += node.move + "=" + to_string(node.value) + (node.moves_again ? "+" : "");
    if (!node.replies.empty()) text += text_of(node.replies);
    text += " ";
  }
  return text + "]";
}

template <GraphKind kind>
void compare_solutions() {
  int trees = 0, with_extra_turns = 0;
  for_graphs<kind>(80, [&](const SolvedGraph<kind>& g) {
    for (const int node : g.plain.nodes()) {
      const Solution solution = g.table.solution(std::to_string(node));
      const Value value = g.plain.value(node);
      ASSERT_EQ(solution.value, value);
      if (value.is_draw() || solution.cut) continue;
      const int mover = g.plain.mover(node);
      const std::string expected = g.plain.tree(node, value.is_win() ? mover : 1 - mover);
      ASSERT_EQ(text_of(solution.keys), expected) << node;
      ++trees;
      with_extra_turns += expected.find('+') == std::string::npos ? 0 : 1;
    }
  });
  EXPECT_GT(trees, 100);
  EXPECT_GT(with_extra_turns, 50);
}
TEST(OwnTurns, SolutionsOfPlies) { compare_solutions<GraphKind::plies>(); }
TEST(OwnTurns, SolutionsOfPuzzles) { compare_solutions<GraphKind::puzzle>(); }

// Follows a tree of a game with scores: every move keeps the value, as far as the tree goes.
void expect_kept(const PlainGraph& plain, const std::vector<SolutionNode>& nodes, int at) {
  for (const SolutionNode& node : nodes) {
    const std::vector<PlainGraph::Move> best = plain.best(at);
    const auto played = std::ranges::find_if(
        best, [&](const PlainGraph::Move& m) { return plain.move_text(at, m.node) == node.move; });
    ASSERT_NE(played, best.end()) << at << " " << node.move;
    ASSERT_EQ(node.value, played->value);
    ASSERT_EQ(node.moves_again, played->again);
    ASSERT_EQ(node.state.empty(), played->ends);
    if (!node.replies.empty()) expect_kept(plain, node.replies, played->node);
  }
}

TEST(OwnTurns, SolutionsOfScores) {
  int whole = 0, cut = 0;
  for_graphs<GraphKind::scores>(80, [&](const SolvedGraph<GraphKind::scores>& g) {
    for (const int node : g.plain.nodes()) {
      if (g.plain.value(node).is_draw()) continue;
      const Solution solution = g.table.solution(std::to_string(node));
      ASSERT_NO_FATAL_FAILURE(expect_kept(g.plain, solution.keys, node));
      ASSERT_EQ(solution.keys.size(), g.plain.best(node).size());
      // The main line ends with the game, or comes to a state again and says so.
      const SolutionNode* last = &solution.keys.front();
      while (!last->replies.empty()) last = &last->replies.front();
      ASSERT_TRUE(last->state.empty() || last->cut);
      ++(solution.cut ? cut : whole);
    }
  });
  EXPECT_GT(whole, 50);
  EXPECT_GT(cut, 10);  // (Play for scores may go round in circles.)
}

TEST(OwnTurns, WhatCannotBeSolvedHasNoSolution) {
  int found = 0;
  for_graphs<GraphKind::puzzle>(20, [&](const SolvedGraph<GraphKind::puzzle>& g) {
    for (const int node : g.plain.nodes()) {
      if (!g.plain.value(node).is_draw()) continue;
      const Solution solution = g.table.solution(std::to_string(node));
      ASSERT_TRUE(solution.keys.empty() && solution.refuted.empty());
      ASSERT_EQ(solution_text(solution, Metric::moves), "There is no solution.\n");
      ++found;
    }
  });
  EXPECT_GT(found, 10);
}

// --- Puzzles

std::vector<Puzzle> mined(const Table& table, const PuzzleConditions& conditions,
                          const MineOptions& options = {}) {
  std::vector<Puzzle> puzzles;
  table.mine(conditions, options, [&](const Puzzle& p) { return puzzles.push_back(p), true; });
  return puzzles;
}

template <GraphKind kind>
void compare_puzzles() {
  int puzzles = 0;
  for_graphs<kind>(60, [&](const SolvedGraph<kind>& g) {
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
  for_graphs<GraphKind::puzzle>(20, [&](const SolvedGraph<GraphKind::puzzle>& g) {
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
  const SolvedGraph<GraphKind::puzzle> g(3);
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

// --- Luring, where sides do not take turns

// What a beginner's chance of changing the result is who picks any move.
double errs(const PlainGraph& plain, int node) {
  const std::vector<PlainGraph::Move> moves = plain.moves(node);
  const auto wins_at_once = [](const PlainGraph::Move& m) { return m.ends && m.value.is_win(); };
  const bool sees_win = std::ranges::any_of(moves, wins_at_once);
  double all = 0, wrong = 0;
  for (const PlainGraph::Move& m : moves) {
    if (sees_win ? !wins_at_once(m) : m.ends && m.value.is_loss()) continue;
    all += 1;
    if (m.value.outcome() != moves.front().value.outcome()) wrong += 1;
  }
  return all > 0 ? wrong / all : 0;
}
// The greatest that the other side's can be after this move, which is a best one, when its turn
// comes.
double other_errs(const PlainGraph& plain, const PlainGraph::Move& move, std::set<int>& seen) {
  if (move.ends) return 0;
  if (!move.again) return errs(plain, move.node);
  double greatest = 0;
  if (!seen.insert(move.node).second) return 0;
  for (const PlainGraph::Move& m : plain.best(move.node))
    greatest = std::max(greatest, other_errs(plain, m, seen));
  return greatest;
}

TEST(OwnTurns, LuringLooksAtTheOtherSide) {
  int again = 0;
  for_graphs<GraphKind::plies>(60, [&](const SolvedGraph<GraphKind::plies>& g) {
    for (const int node : g.plain.nodes()) {
      const std::vector<PlainGraph::Move> best = g.plain.best(node);
      // (A circle within a turn is entered at one place or another.)
      if (g.plain.value(node).is_draw()) continue;
      double greatest = 0;
      for (const PlainGraph::Move& m : best) {
        std::set<int> seen;
        greatest = std::max(greatest, other_errs(g.plain, m, seen));
        again += m.again ? 1 : 0;
      }
      const std::vector<StyledMove> lured =
          moves_in_style(g.table, std::to_string(node), Style::lure);
      ASSERT_EQ(lured.front().move.value, g.plain.value(node));
      ASSERT_NEAR(lured.front().reply->errs, greatest, 1e-9) << node;
    }
  });
  EXPECT_GT(again, 20);
}

// --- Grading

TEST(OwnTurns, GradesGoToTheSideThatMoves) {
  int moves = 0;
  for_graphs<GraphKind::plies>(30, [&](const SolvedGraph<GraphKind::plies>& g) {
    int node = 0;
    std::vector<std::string> words;
    std::vector<int> movers;
    std::vector<Value> values;
    for (int ply = 0; ply < 12 && !g.plain.ends(node); ++ply) {
      const PlainGraph::Move made = g.plain.moves(node).back();
      words.push_back(g.plain.move_text(node, made.node));
      movers.push_back(g.plain.mover(node));
      values.push_back(made.value);
      node = made.node;
    }
    const GradedGame graded = grade_game(g.table, words);
    ASSERT_EQ(graded.moves.size(), words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      ASSERT_EQ(graded.moves[i].side, colour_of(movers[i] == 1));
      ASSERT_EQ(graded.moves[i].value, values[i]);
      ++moves;
    }
    ASSERT_EQ(graded.black.moves, std::ranges::count(movers, 0));
  });
  EXPECT_GT(moves, 100);
}

}  // namespace
}  // namespace zermelo
