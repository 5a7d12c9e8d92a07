// SPDX-License-Identifier: MIT
#include "kinds/endgames/moves.h"

#include <algorithm>

#include "gen/error.h"
#include "kinds/endgames/last_move.h"
#include "probe/temptation.h"

namespace zermelo::endgames {
namespace {

Value value_of_move(const EndgameFolder& folder, const variant::Position& after,
                    std::optional<Outcome> ending) {
  // (The end comes with this move, whether it zeroes or not.)
  if (ending) return Value::of_outcome(*ending);
  return folder.measure().before_move(value_of(folder, after), after.was_reached_by_zeroing());
}

}  // namespace

void list_moves(const VariantGame& game, const variant::Position& position,
                std::vector<MadeMove>& moves) {
  std::vector<variant::Move> legal;
  game.rules().legal_moves(position, legal);
  moves.clear();
  for (const variant::Move& move : legal) {
    MadeMove& made = moves.emplace_back();
    made.before = made.after = position;
    made.move = move;
    game.rules().apply(made.after, move);
    made.ending = game.ending(made.after);
    made.number = moves.size();
  }
}

Value value_of(const EndgameFolder& folder, const variant::Position& position) {
  const EndgameFolder::Place place = folder.find(position);
  std::vector<variant::Move> moves;
  return with_last_move(
      folder.game()->rules(), position, moves, [&] { return folder.value(place); },
      [&](const variant::Position& after) {
        return value_of_move(folder, after, folder.game()->ending(after));
      });
}

bool gives_check(const VariantGame& game, const MadeMove& made) {
  return game.rules().in_check(made.after, made.after.to_move);
}

bool lets_be_taken(const VariantGame& game, const MadeMove& made) {
  if (made.move.to == variant::no_square) return false;
  std::vector<variant::Move> replies;
  game.rules().legal_moves(made.after, replies);
  return std::ranges::any_of(replies, [&](const variant::Move& reply) {
    return reply.type == variant::Move::Type::capture && reply.to == made.move.to;
  });
}

Value EndgameMoves::answer(const State&, const MadeMove& made, const Question&) const {
  return value_of_move(*folder_, made.after, made.ending);
}

void EndgameMoves::check(const State& state, Value best) const {
  if (value_of(*folder_, state) == best) return;
  throw DamagedTable::in_file(
      folder_->path(), "a table says something else of a position than of the best of its moves");
}

PieceCounts EndgamePuzzleRules::pieces(const State& state) {
  return {state.of[state.to_move].count(), state.of[opponent_of(state.to_move)].count()};
}

bool EndgamePuzzleRules::captures(const State& state, const MadeMove& made) {
  const Colour opponent = opponent_of(state.to_move);
  return made.after.of[opponent].count() < state.of[opponent].count();
}

bool EndgamePuzzleRules::gives_up(const State& state, const MadeMove& made) const {
  return !captures(state, made) && lets_be_taken(*folder_->game(), made);
}

bool EndgamePuzzleRules::threatens(const State&, const MadeMove& made) const {
  return gives_check(*folder_->game(), made);
}

double EndgamePuzzleRules::temptation(const State& state, const MadeMove& made) const {
  return temptation_of(made.ending == Outcome::loss, captures(state, made), gives_up(state, made));
}

std::string EndgamePuzzleRules::move_text(const MadeMove& made) const {
  return folder_->game()->san(made.before, made.move);
}

std::vector<std::string> EndgamePuzzleRules::move_texts(const std::vector<MadeMove>& all) const {
  std::vector<std::string> texts;
  for (const MadeMove& made : all) texts.push_back(move_text(made));
  return texts;
}

}  // namespace zermelo::endgames
