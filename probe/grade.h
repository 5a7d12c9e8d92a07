// SPDX-License-Identifier: MIT
// Grading a game: what each of its moves was worth, what would have been best, and what the mover
// gave away.
//
//     const auto table = zermelo::Table::open("ostle.ztb");
//     for (const auto& m : zermelo::grade_game(table, zermelo::read_moves("b2L c3D c1U")).moves) {
//       std::cout << m.move << ": " << to_string(m.grade, table.metric()) << '\n';
//     }
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/value.h"
#include "probe/game.h"
#include "probe/lure.h"
#include "probe/move_list.h"
#include "probe/probe_status.h"
#include "probe/table.h"

namespace zermelo {

// What a move gives away, from the least to the most. In tables of outcomes the second and the
// third do not occur.
enum class Grade : std::uint8_t {
  best,          // no move is worth more
  lesser_win,    // still a win, but a slower one; in a table of scores, a smaller one
  worse_loss,    // lost anyway, but sooner; in a table of scores, by a greater margin
  win_to_draw,   // a win thrown away
  draw_to_loss,  // a draw thrown away
  win_to_loss,   // a win turned into a loss
  none           // the table does not tell: see GradedMove::status
};

// What a move worth `played` gives away where the best is worth `best`, both for the side that
// makes it, in a table with this metric. Never Grade::none.
Grade grade_of(Value played, Value best, Metric metric);

// By how many plies a win comes later than with best play, or a loss sooner; 0 if the move changes
// the result. For scores, by how many points the mover's score is worse. For outcomes always 0.
int given_away(Value played, Value best, Metric metric);

// "best", "slower win" ("smaller win" for scores), "quicker loss" ("greater loss"), "win to draw",
// "draw to loss", "win to loss", "not in the table".
std::string to_string(Grade grade, Metric metric = Metric::distance);
// The same as one word, whatever the metric: "best", "lesser_win", "worse_loss", "win_to_draw",
// "draw_to_loss", "win_to_loss", "none".
const char* grade_name(Grade grade);

// One move of a game.
struct GradedMove {
  int ply = 0;  // 1 is the first move of the game
  Colour side = Colour::black;
  std::string position;  // the state before it
  std::string move;
  std::string result;           // the state after it; empty if the game is over then
  std::string after;            // as `result`, but also at the end of the game: for pictures
  std::size_t legal_moves = 0;  // how many there were; if 1, the mover had no choice

  // Whether the table tells what the moves of this position are worth; if not, why. The members
  // below then keep their defaults.
  ProbeStatus status = ProbeStatus::ok;
  std::string error = {};
  Grade grade = Grade::none;
  Value value = {};                          // of the move that was made, for the side that made it
  Value best = {};                           // of the best move, likewise
  int given_away = 0;                        // see given_away()
  std::vector<std::string> best_moves = {};  // all that are worth `best`, in the game's order
  ErrorRisk risk = {};                       // how easily the mover could err here
};

// What one side did in a game.
struct SideGrades {
  int moves = 0;   // made
  int graded = 0;  // of those; the table does not tell what the others are worth
  int forced = 0;  // of those graded: the only legal move
  // How many of the graded moves have each grade, and what they gave away in all.
  int best = 0, lesser_wins = 0, worse_losses = 0;
  int wins_to_draws = 0, draws_to_losses = 0, wins_to_losses = 0;
  int given_away = 0;
  // The sum of risk.errs: how many changes of the result were to be expected of a beginner in the
  // same positions.
  double expected_errors = 0;
};

struct GradedGame {
  std::string start;
  std::vector<GradedMove> moves;
  SideGrades black, white;
  // The state in which the list of moves stops; if the game is over, empty, and then how it has
  // ended.
  std::string position;
  std::optional<GameResult> result;

  const SideGrades& side(Colour colour) const { return colour == Colour::black ? black : white; }
};

// Grades the moves of a game from `start` (empty: the start of the game), which are read as
// play_moves does (probe/move_list.h); the result has them as the rules write them. Positions that
// the table does not hold, or that are damaged in it, are passed over; their moves' status says so.
// Throws IllegalMove, with the move's number, for a move that the rules do not allow;
// IllegalPosition or GameOver for the start; UsageError for a table of distances from the start.
// Thread-safe.
GradedGame grade_game(const Table& table, std::span<const std::string> moves,
                      std::string_view start = {});

}  // namespace zermelo
