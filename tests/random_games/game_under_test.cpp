// SPDX-License-Identifier: MIT
#include "tests/random_games/game_under_test.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/bytes_of_file.h"

namespace zermelo::random_games {

GameSpec corner_spec(const test::CornerGame& game) {
  return {"bddl",
          {{"domain", game.domain()},
           {"problem", game.problem()},
           {"stuck", game.stuck_loses ? "loss" : "draw"}}};
}

Value reference_value(int plies) {
  return plies > 0 ? Value::win(plies) : plies < 0 ? Value::loss(-plies) : Value::draw();
}

Outcome outcome_of(int plies) { return reference_value(plies).outcome(); }

GameUnderTest::GameUnderTest(const test::CornerGame& written,
                             const test::CornerReference& reference, int number,
                             const test::TemporaryFolder& folder)
    : number_(number),
      written_(written),
      reference_(reference),
      folder_(folder),
      spec_(corner_spec(written)),
      game_(make_game(spec_)),
      random_(static_cast<unsigned>(number)) {
  for (const auto& [state, unused] : reference_.values()) states_.push_back(state);
  states_.insert(states_.end(), reference_.finished().begin(), reference_.finished().end());
}

const std::string& GameUnderTest::table_path() {
  table();
  return table_path_;
}

const Table& GameUnderTest::table() {
  if (table_) return *table_;
  table_path_ = file("t.ztb");
  SolveOptions options;
  options.threads = 1;
  options.force = true;
  solve(*game_, table_path_, options);
  table_.emplace(Table::open(table_path_));
  return *table_;
}

const std::vector<std::string>& GameUnderTest::rule_files() {
  if (!rule_files_.empty()) return rule_files_;
  test::write_whole(file("domain.bddl"), written_.domain());
  test::write_whole(file("problem.bddl"), written_.problem());
  rule_files_ = {"--bddl", file("domain.bddl"), file("problem.bddl"), "--stuck",
                 written_.stuck_loses ? "loss" : "draw"};
  return rule_files_;
}

std::vector<State> GameUnderTest::some_states(std::size_t count) {
  std::vector<State> some = {start()};
  while (some.size() + 1 < count) some.push_back(states_[random() % states_.size()]);
  const std::vector<State>& over = reference_.finished();
  if (!over.empty()) some.push_back(over[random() % over.size()]);
  return some;
}

Value GameUnderTest::value_of_move(const State& to) const {
  if (goes_on(to)) return value(to).before_move();
  return reference_.status(to) == RefKind::lost ? Value::win(1) : Value::draw();
}

std::map<std::string, Value> GameUnderTest::values_of_moves(const State& state) const {
  std::map<std::string, Value> values;
  for (const State& to : reference_.after_moves(state)) values[text(to)] = value_of_move(to);
  return values;
}

std::optional<Colour> GameUnderTest::winner(const State& state) const {
  if (reference_.status(state) == RefKind::drawn) return std::nullopt;
  return opponent_of(colour_of(white_moves(state)));
}

std::optional<int> GameUnderTest::plies_to_win(const State& state, bool white) const {
  if (!goes_on(state)) {
    const bool won = winner(state) == colour_of(white);
    return won ? std::optional(0) : std::nullopt;
  }
  const int v = white_moves(state) == white ? plies(state) : -plies(state);
  return v > 0 ? std::optional(v) : std::nullopt;
}

State GameUnderTest::after(const State& state, const std::string& move) const {
  for (const LegalMove& legal : game_->moves(text(state))) {
    if (legal.move != move) continue;
    for (const State& next : reference_.after_moves(state))
      if (text(next) == legal.after) return next;
  }
  ADD_FAILURE() << move << " is not a move of " << text(state);
  return state;
}

const PlayedGame& GameUnderTest::played() {
  constexpr std::size_t most_moves = 12;
  if (played_) return *played_;
  played_ = PlayedGame{{start()}, {}};
  std::vector<State>& states = played_->states;
  while (played_->moves.size() < most_moves && goes_on(states.back())) {
    const std::vector<LegalMove> legal = game_->moves(text(states.back()));
    played_->moves.push_back(legal[random() % legal.size()].move);
    states.push_back(after(states.back(), played_->moves.back()));
  }
  return *played_;
}

}  // namespace zermelo::random_games
