// SPDX-License-Identifier: MIT
#include "kinds/own/moves.h"

#include <algorithm>
#include <cassert>

#include "gen/error.h"
#include "probe/temptation.h"

namespace zermelo {

Outcome own_ending(OwnResult result, int mover, bool is_puzzle) {
  if (is_puzzle) return result.score > 0 ? Outcome::win : Outcome::draw;
  const int own = mover == 0 ? result.score : -result.score;
  return own > 0 ? Outcome::win : own < 0 ? Outcome::loss : Outcome::draw;
}

Value own_value_of_end(OwnResult result, int mover, Metric metric) {
  assert(result.is_over);
  if (metric == Metric::score) return Value::of_score(mover == 0 ? result.score : -result.score);
  const Outcome outcome = own_ending(result, mover, metric == Metric::moves);
  return outcome == Outcome::win    ? Value::win(1)
         : outcome == Outcome::loss ? Value::loss(1)
                                    : Value::draw();
}

Value own_value_before(Value value, NextMover next, Metric metric) {
  if (metric == Metric::score) return next == NextMover::same ? value : value.opposite();
  return value.before_move(next);
}

bool own_is_better(Value a, Value b, Metric metric) {
  return metric == Metric::score ? a.score() > b.score() : a > b;
}

Value OwnValueSource::value(const OwnState& image) const {
  if (const std::optional<Value> value = find(image)) return *value;
  throw NotInTable("Play from the start cannot lead to this position, so the table lacks it.");
}

void OwnMoves::list(const State& state, std::vector<MadeMove>& moves) const {
  const OwnProgram::Lease rules = program_->lease();
  moves.clear();
  for (const OwnLegalMove& move : own_legal_moves(*rules, state.state)) {
    MadeMove& made = moves.emplace_back();
    made.before = state.state;
    made.move = move.move;
    made.mover = state.mover;
    made.result = move.result;
    made.next = {move.next, rules->canonical(move.next), move.mover};
    made.number = moves.size();
    if (move.result.is_over)
      made.ending = own_ending(move.result, state.mover, rules->traits().is_puzzle());
  }
}

Value OwnMoves::answer(const State&, const MadeMove& made, const Question&) const {
  if (made.result.is_over) return own_value_of_end(made.result, made.mover, metric_);
  return own_value_before(values_->value(made.next.image), next_mover(made), metric_);
}

void OwnMoves::check(const State& state, Value best) const {
  // (A puzzle's start that is solved is played on from, but has no value.)
  const std::optional<Value> known = values_->find(state.image);
  if (!known || *known == best) return;
  throw DamagedTable::in_file(values_->path(),
                              "it says something else of a state than of the best of its moves, or "
                              "was made by other rules");
}

double OwnPuzzleRules::temptation(const State& state, const OwnMadeMove& made) const {
  if (is_puzzle()) return 1;
  return temptation_of(made.ending == Outcome::loss, captures(state, made), gives_up(state, made));
}

std::string OwnPuzzleRules::move_text(const OwnMadeMove& made) const {
  return rules()->move_text(made.before, made.move);
}

std::vector<std::string> OwnPuzzleRules::move_texts(const std::vector<OwnMadeMove>& all) const {
  const OwnProgram::Lease lease = rules();
  std::vector<std::string> texts;
  for (const OwnMadeMove& made : all) texts.push_back(lease->move_text(made.before, made.move));
  return texts;
}

std::string OwnPuzzleRules::state_text(const OwnState& state) const {
  return own_state_text(*rules(), state);
}

Diagram OwnPuzzleRules::diagram(const State& state) const {
  return own_diagram(*rules(), state.state);
}

bool OwnPuzzleRules::gives_up(const State& state, const OwnMadeMove& made) const {
  if (notation() != nullptr) return notation()->gives_up(made.before, made.move);
  return has_pieces() && after(made).own < pieces(state).own;
}

PieceCounts OwnPuzzleRules::pieces_of(const OwnState& state, int mover) const {
  if (!has_pieces()) return {};
  if (notation() != nullptr) return notation()->pieces(state, mover);
  const OwnBoard board = rules()->board(state);
  const auto count = [&](char first, char last) {
    return static_cast<int>(std::ranges::count_if(
        board.cells, [&](char cell) { return cell >= first && cell <= last; }));
  };
  const int black = count('a', 'z'), white = count('A', 'Z');
  return mover == 0 ? PieceCounts{black, white} : PieceCounts{white, black};
}

}  // namespace zermelo
