// SPDX-License-Identifier: MIT
#include "kinds/endgames/moves.h"

#include <fmt/format.h>

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

namespace {

// How many ways lead from all squares together, by kind: a queen has more than a rook.
std::vector<int> strength_of_kinds(const variant::Rules& rules) {
  std::vector<int> strength;
  for (std::size_t kind = 0; kind < rules.variant().kinds.size(); ++kind) {
    std::size_t ways = 0;
    for (int square = 0; square < rules.board().size(); ++square) {
      ways += rules.ways()
                  .from(Colour::white, static_cast<int>(kind), static_cast<variant::Square>(square))
                  .size();
    }
    strength.push_back(static_cast<int>(ways));
  }
  return strength;
}

}  // namespace

EndgamePuzzleRules::EndgamePuzzleRules(const EndgameFolder& folder,
                                       const std::set<std::string>& own)
    : folder_(&folder) {
  for (const std::string& name : own) {
    bool& condition = name == "zugzwang"         ? zugzwang_
                      : name == "underpromotion" ? underpromotion_
                                                 : saving_drop_;
    if (&condition == &saving_drop_ && name != "saving-drop")
      throw UsageError(fmt::format("A chess variant has no condition '{}' of its own.", name));
    condition = true;
  }
  if (underpromotion_) strength_ = strength_of_kinds(folder.game()->rules());
}

bool EndgamePuzzleRules::may_be_key(const State& state, const MadeMove& made) const {
  if (saving_drop_ && made.move.type != variant::Move::Type::drop) return false;
  if (underpromotion_ && !promotes_below(state, made)) return false;
  return !zugzwang_ || leaves_in_zugzwang(state, made);
}

bool EndgamePuzzleRules::leaves_in_zugzwang(const State& state, const MadeMove& made) const {
  if (made.ending) return false;
  const VariantGame& game = *folder_->game();
  State passed = made.after;
  passed.to_move = state.to_move;
  passed.en_passant_man = variant::no_square;
  passed.en_passant = {};
  // (Who is in check cannot pass.)
  if (!game.rules().possible(passed) || !game.status(passed).goes_on()) return false;
  const Metric metric = folder_->measure().metric;
  try {
    return value_of(*folder_, passed).result(metric) <
           value_of_move(*folder_, made.after, made.ending).result(metric);
  } catch (const NotInTable&) {
    return false;
  }
}

bool EndgamePuzzleRules::promotes_below(const State& state, const MadeMove& made) const {
  if (made.move.type == variant::Move::Type::pass) return false;
  const auto strength = [&](const variant::Move& move) {
    return strength_[static_cast<std::size_t>(variant::kind_of_man(move.man))];
  };
  std::vector<variant::Move> legal;
  folder_->game()->rules().legal_moves(state, legal);
  return std::ranges::any_of(legal, [&](const variant::Move& move) {
    return move.type == made.move.type && move.from == made.move.from && move.to == made.move.to &&
           move.from != variant::no_square && strength(move) > strength(made.move);
  });
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
