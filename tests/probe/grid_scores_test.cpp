// SPDX-License-Identifier: MIT
// Tables of scores against a brute force, and puzzles from them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "probe/table.h"
#include "tests/reference/plain_games.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using test::PlainGame;

struct Board {
  int rows, columns, file, rank;
};
std::ostream& operator<<(std::ostream& out, const Board& b) {
  return out << b.columns << "x" << b.rows;
}

class ScoreTable : public testing::TestWithParam<Board> {
 protected:
  void SetUp() override {
    const auto [rows, columns, file, rank] = GetParam();
    plain_ = test::plain_othello(rows, columns, file, rank);
    scores_ = plain_->scores();
    const auto rules = make_game({"othello",
                                  {{"rows", std::to_string(rows)},
                                   {"cols", std::to_string(columns)},
                                   {"start_file", std::to_string(file)},
                                   {"start_rank", std::to_string(rank)},
                                   {"metric", "score"}}});
    solve(*rules, folder_.file("table.ztb"), {});
    table_ = std::make_unique<Table>(Table::open(folder_.file("table.ztb")));
  }

  // What a move is worth to its maker.
  int score_of(const PlainGame::State& before, const PlainGame::Move& move) const {
    if (move.end == PlainGame::End::none) return -scores_.at(move.next);
    const char side = before.back();
    int score = 0;
    for (std::size_t i = 0; i + 1 < move.next.size(); ++i)
      score += move.next[i] == side ? 1 : move.next[i] == '.' ? 0 : -1;
    return score;
  }

  // Scores by class of position: a position and its mirror images are one puzzle, whichever of them
  // is asked about or returned. A class is named after the first of its positions.
  using Classes = std::map<std::string, int>;
  std::string class_of(PlainGame::State state) const {
    const auto [rows, columns, file, rank] = GetParam();
    std::string first = plain_->text_of(state);
    for (int g = 1; g < (rows == columns ? 8 : 4); ++g) {
      PlainGame::State image = state;
      for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < columns; ++x) {
          int u = g & 1 ? columns - 1 - x : x, v = g & 2 ? rows - 1 - y : y;
          if (g & 4) std::swap(u, v);
          image[static_cast<std::size_t>(v * columns + u)] =
              state[static_cast<std::size_t>(y * columns + x)];
        }
      }
      first = std::min(first, plain_->text_of(image));
    }
    return first;
  }
  // The inverse of text_of.
  PlainGame::State state_of(const std::string& text) const {
    const auto [rows, columns, file, rank] = GetParam();
    PlainGame::State state(static_cast<std::size_t>(rows * columns), '.');
    int x = 0, y = rows - 1;
    for (const char c : text.substr(0, text.find(' '))) {
      if (c == '/') {
        x = 0, --y;
      } else if (c >= '1' && c <= '9') {
        x += c - '0';
      } else {
        state[static_cast<std::size_t>(y * columns + x++)] = c;
      }
    }
    return state + text.back();
  }
  Classes scores_of(const std::vector<Puzzle>& puzzles) const {
    Classes scores;
    for (const Puzzle& p : puzzles)
      EXPECT_TRUE(scores.emplace(class_of(state_of(p.position)), p.value.score()).second)
          << p.position;
    return scores;
  }

  // Those of the positions that are puzzles. (All in one query, because each query reads the whole
  // table.)
  std::vector<Puzzle> puzzles_among(const std::vector<ListedPosition>& positions,
                                    const PuzzleConditions& conditions) const {
    MineOptions options;
    options.positions = positions;
    std::vector<Puzzle> puzzles;
    table_->mine(conditions, options, [&](const Puzzle& p) {
      puzzles.push_back(p);
      return true;
    });
    return puzzles;
  }

  // Whether every move of the solver's is the only best one wherever best defences can lead.
  bool has_only_line(const PlainGame::State& s) const {
    std::vector<PlainGame::Move> best;
    for (const auto& move : plain_->moves(s)) {
      if (score_of(s, move) == scores_.at(s)) best.push_back(move);
    }
    if (best.size() != 1) return false;
    if (best.front().end != PlainGame::End::none) return true;
    const PlainGame::State& defender = best.front().next;
    for (const auto& reply : plain_->moves(defender)) {
      const bool is_best = score_of(defender, reply) == scores_.at(defender);
      if (is_best && reply.end == PlainGame::End::none && !has_only_line(reply.next)) return false;
    }
    return true;
  }

  test::TemporaryFolder folder_;
  std::unique_ptr<PlainGame> plain_;
  std::map<PlainGame::State, int> scores_;
  std::unique_ptr<Table> table_;
};

TEST_P(ScoreTable, AgreesWithTheBruteForce) {
  for (const auto& [state, score] : scores_) {
    const std::string text = plain_->text_of(state);
    ASSERT_EQ(table_->probe(text).score(), score) << text;
    std::multiset<int> expected, found;
    for (const auto& move : plain_->moves(state)) expected.insert(score_of(state, move));
    for (const MoveValue& move : table_->moves(text)) found.insert(move.value.score());
    ASSERT_EQ(found, expected) << text;
  }
}

TEST_P(ScoreTable, GivesThePuzzlesThatThereAre) {
  PuzzleConditions range, only_move, only_line;
  range.win_by = ValueRange{2, 4};
  only_move.only_move = true;
  only_line.only_line = true;
  std::vector<ListedPosition> asked;
  Classes ranges, moves, lines;
  const std::size_t step = 1 + scores_.size() / 400;
  for (std::size_t number = 0; const auto& [state, score] : scores_) {
    if (++number % step != 0) continue;
    asked.push_back({plain_->text_of(state), ""});
    std::size_t winning = 0;
    for (const auto& move : plain_->moves(state)) winning += score_of(state, move) > 0;
    const std::string name = class_of(state);
    if (score >= 2 && score <= 4) ranges[name] = score;
    if (score > 0 && winning == 1) moves[name] = score;
    if (score > 0 && has_only_line(state)) lines[name] = score;
  }
  EXPECT_EQ(scores_of(puzzles_among(asked, range)), ranges);
  EXPECT_EQ(scores_of(puzzles_among(asked, only_move)), moves);
  const std::vector<Puzzle> found = puzzles_among(asked, only_line);
  EXPECT_EQ(scores_of(found), lines);
  for (const Puzzle& p : found) {
    EXPECT_EQ(p.metric, Metric::score);
    ASSERT_EQ(p.solution.keys.size(), 1u);
    EXPECT_EQ(p.solution.keys.front().value.score(), p.value.score());
  }
  EXPECT_FALSE(ranges.empty());
  EXPECT_FALSE(moves.empty());
  EXPECT_FALSE(lines.empty());
}

TEST_P(ScoreTable, HasNoWinsInPlies) {
  PuzzleConditions conditions;
  conditions.win_in = ValueRange{1, 3};
  const auto mine = [&] { table_->mine(conditions, {}, [](const Puzzle&) { return true; }); };
  EXPECT_EQ(test::error_text<UsageError>(mine),
            "This table holds scores: ask for a win by a score (win-by), not in a number of plies "
            "(win-in).");
}

INSTANTIATE_TEST_SUITE_P(Othello, ScoreTable,
                         testing::Values(Board{3, 4, 2, 1}, Board{4, 3, 1, 2}, Board{3, 5, 1, 1},
                                         Board{4, 4, 2, 2}));

}  // namespace
}  // namespace zermelo
