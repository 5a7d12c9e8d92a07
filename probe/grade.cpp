// SPDX-License-Identifier: MIT
#include "probe/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gen/error.h"
#include "probe/move_list.h"
#include "probe/probe_status.h"

namespace zermelo {
namespace {

void set_grade(const Table& table, GradedMove& graded) {
  const std::vector<MoveValue> moves = table.moves(graded.position);
  const auto played = std::ranges::find(moves, graded.move, &MoveValue::move);
  graded.value = played->value;
  graded.best = moves.front().value;
  graded.grade = grade_of(graded.value, graded.best, table.metric());
  graded.given_away = given_away(graded.value, graded.best, table.metric());
  graded.risk = error_risk(table, graded.position, moves);
  for (const MoveValue& m : moves) {
    if (m.value == graded.best) graded.best_moves.push_back(m.move);
  }
}

void add(SideGrades& side, const GradedMove& move) {
  ++side.moves;
  if (move.grade == Grade::none) return;
  ++side.graded;
  side.forced += move.legal_moves == 1 ? 1 : 0;
  side.given_away += move.given_away;
  side.expected_errors += move.risk.errs;
  switch (move.grade) {
    case Grade::best:
      ++side.best;
      break;
    case Grade::lesser_win:
      ++side.lesser_wins;
      break;
    case Grade::worse_loss:
      ++side.worse_losses;
      break;
    case Grade::win_to_draw:
      ++side.wins_to_draws;
      break;
    case Grade::draw_to_loss:
      ++side.draws_to_losses;
      break;
    case Grade::win_to_loss:
      ++side.wins_to_losses;
      break;
    case Grade::none:
      break;
  }
}

GameResult result_after(const Game& game, const LegalMove& move, Colour mover) {
  if (auto result = game.result(move.after)) return *std::move(result);
  // (The board alone does not tell this.)
  if (*move.ending == Outcome::draw) return {std::nullopt, "The game is drawn."};
  const Colour winner = *move.ending == Outcome::win ? mover : opponent_of(mover);
  return {winner, fmt::format("{} has won.", colour_name(winner))};
}

}  // namespace

Grade grade_of(Value played, Value best, Metric metric) {
  if (played == best) return Grade::best;
  const Outcome was = best.result(metric), is = played.result(metric);
  if (was == is) {
    if (metric == Metric::outcome || was == Outcome::draw) return Grade::best;
    return was == Outcome::win ? Grade::lesser_win : Grade::worse_loss;
  }
  if (was == Outcome::draw) return Grade::draw_to_loss;
  return is == Outcome::draw ? Grade::win_to_draw : Grade::win_to_loss;
}

int given_away(Value played, Value best, Metric metric) {
  if (metric == Metric::score) return best.score() - played.score();
  if (metric == Metric::outcome || played.outcome() != best.outcome()) return 0;
  if (played.is_endless() || best.is_endless()) return 0;
  if (metric == Metric::zeroing && (played.is_past_rule() || best.is_past_rule())) return 0;
  return std::abs(played.plies() - best.plies());
}

std::string to_string(Grade grade, Metric metric) {
  const bool score = metric == Metric::score;
  if (metric == Metric::moves && grade == Grade::lesser_win) return "longer solution";
  if (metric == Metric::moves && grade == Grade::win_to_draw) return "solution lost";
  switch (grade) {
    case Grade::best:
      return "best";
    case Grade::lesser_win:
      return score ? "smaller win" : "slower win";
    case Grade::worse_loss:
      return score ? "greater loss" : "quicker loss";
    case Grade::win_to_draw:
      return "win to draw";
    case Grade::draw_to_loss:
      return "draw to loss";
    case Grade::win_to_loss:
      return "win to loss";
    case Grade::none:
      break;
  }
  return "not in the table";
}

const char* grade_name(Grade grade) {
  switch (grade) {
    case Grade::best:
      return "best";
    case Grade::lesser_win:
      return "lesser_win";
    case Grade::worse_loss:
      return "worse_loss";
    case Grade::win_to_draw:
      return "win_to_draw";
    case Grade::draw_to_loss:
      return "draw_to_loss";
    case Grade::win_to_loss:
      return "win_to_loss";
    case Grade::none:
      break;
  }
  return "none";
}

GradedGame grade_game(const Table& table, std::span<const std::string> moves,
                      std::string_view start) {
  if (table.holds_distances()) table.probe(table.start());  // it has no values, so this throws
  const Game& game = table.game();
  GradedGame graded;
  graded.start = start.empty() ? game.start() : std::string(start);
  graded.position = graded.start;
  for (PlayedMove& played : play_moves(game, moves, graded.start)) {
    const LegalMove& made = played.move;
    GradedMove item{.ply = static_cast<int>(graded.moves.size()) + 1,
                    .side = game.to_move(played.position),
                    .position = std::move(played.position),
                    .move = made.move,
                    .result = made.result,
                    .after = made.after,
                    .legal_moves = played.legal_moves};
    answer_or_error(item, [&] { set_grade(table, item); });
    add(item.side == Colour::black ? graded.black : graded.white, item);
    graded.position = item.result;
    if (made.ending) graded.result = result_after(game, made, item.side);
    graded.moves.push_back(std::move(item));
  }
  return graded;
}

}  // namespace zermelo
