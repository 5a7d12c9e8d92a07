// SPDX-License-Identifier: MIT
// The rules as the library gives them.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "gen/error.h"
#include "tests/random_games/checks.h"

namespace zermelo::random_games {
namespace {

PositionStatus::Kind status_kind(RefKind kind) {
  switch (kind) {
    case RefKind::to_move:
      return PositionStatus::Kind::to_move;
    case RefKind::won:
      return PositionStatus::Kind::won;
    case RefKind::lost:
      return PositionStatus::Kind::lost;
    case RefKind::drawn:
      break;
  }
  return PositionStatus::Kind::drawn;
}

void check_status(const GameUnderTest& g, const State& state) {
  const std::string text = g.text(state);
  const PositionStatus status = g.game().status(text);
  if (status.kind == PositionStatus::Kind::impossible) {
    ASSERT_FALSE(g.goes_on(state)) << text << ": " << status.why;
    ASSERT_EQ(std::ranges::count(g.reference().finished(), state), 0) << text;
    return;
  }
  ASSERT_EQ(status_name(status.kind), status_name(status_kind(g.reference().status(state))))
      << text << ": " << status.why;
  ASSERT_EQ(g.game().to_move(text), colour_of(GameUnderTest::white_moves(state)));
  const std::optional<GameResult> result = g.game().result(text);
  ASSERT_EQ(result.has_value(), !status.goes_on());
  if (!result) return;
  ASSERT_EQ(result->winner, g.winner(state)) << text;
  ASSERT_EQ(status.winner, g.winner(state)) << text;
  ASSERT_EQ(result->sentence, status.why);
  ASSERT_THROW(g.game().moves(text), GameOver) << text;
}

// The next board, as numbers count: '.', 'b', 'w'. False after the last one.
bool next_board(State& board) {
  for (char& square : board) {
    square = square == '.' ? 'b' : square == 'b' ? 'w' : '.';
    if (square != '.') return true;
  }
  return false;
}

void check_ending(const GameUnderTest& g, const State& state, const LegalMove& move) {
  const std::optional<GameResult> result = g.game().result(move.after);
  ASSERT_EQ(move.ending.has_value(), result.has_value()) << g.text(state) << move.move;
  ASSERT_EQ(move.result, result ? "" : move.after);
  if (!result) return;
  const bool won = result->winner == colour_of(GameUnderTest::white_moves(state));
  ASSERT_EQ(*move.ending, won ? Outcome::win : Outcome::draw) << g.text(state) << move.move;
}

}  // namespace

void check_statuses(GameUnderTest& g) {
  State board(g.written().start.size(), '.');
  do {
    for (const char side : {'b', 'w'}) ASSERT_NO_FATAL_FAILURE(check_status(g, board + side));
  } while (next_board(board));
}

void check_moves(GameUnderTest& g) {
  ASSERT_EQ(g.game().start(), g.text(g.start()));
  for (const auto& [state, unused] : g.reference().values()) {
    std::set<std::string> expected, found;
    for (const State& after : g.reference().after_moves(state)) expected.insert(g.text(after));
    const std::vector<LegalMove> moves = g.game().moves(g.text(state));
    for (const LegalMove& move : moves) {
      found.insert(move.after);
      ASSERT_NO_FATAL_FAILURE(check_ending(g, state, move));
    }
    ASSERT_EQ(found, expected) << g.text(state);
    ASSERT_EQ(moves.size(), expected.size()) << g.text(state);
  }
}

}  // namespace zermelo::random_games
