// SPDX-License-Identifier: MIT
// What a table of values of any kind says about a state: the part of ValueReader that is based on
// the values of moves.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/value.h"
#include "gen/wrong_file.h"
#include "kinds/many_answers.h"
#include "kinds/puzzles/solution_builder.h"
#include "probe/table_reader.h"

namespace zermelo {

// View says how states of the game are read and looked up (kinds/dense/ostle_view.h,
// kinds/grid/grid_kind.h); it is thread-safe:
//   Chooser, State          as of kinds/choices.h
//   chooser(), rules()      a new chooser; the game's rules for puzzles, which write its notation
//   read(text) -> State     throws IllegalPosition, GameOver or NotInTable
//   value(state) -> Value   throws NotInTable or DamagedTable
//   order(state)            ascends in the order of the states' values in the file
//   has_shapes, shape(made)  whether moves can be drawn on the board; how
//   after(state, made)      the text of the state after a move, whether it ends the game or not
//   mark(state)             a key that is equal for equal states
// and, if states that are won can come again in a table of outcomes, the constant
//   may_win_in_circles
// and, if its metric is that of outcomes, which has no solutions, the constant
//   has_solutions           false
// and, if what has to be looked up is found only once for both order and value, which then take it
// instead of the state:
//   question(state)
// and, if rules allow so many threads only:
//   threads(wanted)
// and, if there are states that are over, and have no value, but are played on from:
//   read_with_moves(text) -> std::optional<State>    such a state
template <class View>
class StateAnswers : public ValueReader {
 public:
  Value value(std::string_view text) const final { return view_.value(view_.read(text)); }

  std::vector<ProbeAnswer> values_of(std::span<const std::string_view> texts,
                                     int threads) const final {
    if constexpr (requires { view_.threads(threads); }) threads = view_.threads(threads);
    return answer_many<ProbeAnswer>(
        texts, threads, [&](std::string_view text) { return question(view_.read(text)); },
        [&](const auto& question) { return view_.order(question); },
        [&](const auto& question, ProbeAnswer& answer) { answer.value = view_.value(question); });
  }

  std::vector<MoveValue> moves(std::string_view text) const final {
    std::vector<MoveValue> result;
    const State state = with_moves(text);
    Chooser chooser = view_.chooser();
    const auto choices = all_moves(chooser, state);
    std::vector<typename Chooser::MadeMove> moves;
    for (const Choice& c : choices) moves.push_back(c.made);
    const std::vector<std::string> texts = view_.rules().move_texts(moves);
    for (const Choice& c : choices) {
      const std::optional<Outcome> ending = Chooser::ending(c.made);
      const std::string after = view_.after(state, c.made);
      result.push_back(
          {texts[result.size()], c.value, ending ? "" : after, after, ending, view_.shape(c.made)});
    }
    return result;
  }

  Line line(std::string_view text, int limit) const final {
    Line line;
    State state = in_table(text);
    std::set<decltype(view_.mark(state))> seen;
    Chooser chooser = view_.chooser();
    while (static_cast<int>(line.moves.size()) < limit && seen.insert(view_.mark(state)).second) {
      const Choice best = first_choice(state, all_moves(chooser, state), chooser, seen);
      line.moves.push_back(view_.rules().move_text(best.made));
      line.complete = best.ends();
      line.moves_again.push_back(!line.complete &&
                                 chooser.next_mover(best.made) == NextMover::same);
      if (line.complete) break;
      state = chooser.next(state, best);
    }
    return line;
  }

  Diagram diagram(std::string_view text, bool with_moves) const final {
    const State state = view_.read(text);
    Diagram d = view_.rules().diagram(state);
    Chooser chooser = view_.chooser();
    d.caption = caption_with_value(d.caption, view_.value(state), chooser.metric());
    if (!with_moves || !View::has_shapes) return d;
    for (const Choice& c : all_moves(chooser, state))
      d.moves.push_back(valued(arrow_of(view_.shape(c.made)), c.value, chooser.metric()));
    return d;
  }

  std::unique_ptr<const CodedPlay> coded_play() const final {
    if constexpr (requires { view_.coded_play(); }) {
      return view_.coded_play();
    } else {
      return nullptr;
    }
  }

  Solution solution(std::string_view text, const SolutionOptions& options) const final {
    if constexpr (requires { requires !View::has_solutions; })
      throw WrongFile("A table of outcomes has no solutions.");  // (Table says so before.)
    else
      return solution_of(view_.read(text), options);
  }

 protected:
  template <class... Arguments>
  explicit StateAnswers(Arguments&&... arguments) : view_(std::forward<Arguments>(arguments)...) {}

  const View& view() const { return view_; }

 private:
  using State = typename View::State;
  using Chooser = typename View::Chooser;
  using Choice = typename Chooser::Choice;

  Solution solution_of(const State& state, const SolutionOptions& options) const {
    return SolutionBuilder(view_.chooser(), view_.rules(), options)
        .build(state, view_.value(state));
  }

  auto question(State state) const {
    if constexpr (requires { view_.question(state); })
      return view_.question(state);
    else
      return state;
  }

  // The best move. Where the table does not tell how soon a game is won, the first of the best ones
  // may lead back: then the first of those that lead to a state that has not been.
  template <class Seen>
  Choice first_choice([[maybe_unused]] const State& state, const typename Chooser::Choices& all,
                      [[maybe_unused]] const Chooser& chooser,
                      [[maybe_unused]] const Seen& seen) const {
    if constexpr (requires { View::may_win_in_circles; }) {
      const Value best = all.front().value;
      const bool tells_progress = chooser.metric() != Metric::outcome || best.is_draw();
      for (const Choice& c : all) {
        if (c.value != best) break;
        if (tells_progress || c.ends() || !seen.contains(view_.mark(chooser.next(state, c))))
          return c;
      }
    }
    return all.front();
  }

  // (The table may know what all moves are worth though it lacks the state itself.)
  State in_table(std::string_view text) const {
    const State state = view_.read(text);
    view_.value(state);
    return state;
  }
  // The same for its moves alone.
  State with_moves(std::string_view text) const {
    if constexpr (requires { view_.read_with_moves(text); }) {
      if (const std::optional<State> state = view_.read_with_moves(text)) return *state;
    }
    return in_table(text);
  }

  // A state to which play cannot lead has a value if it is won at once, though the table may lack
  // what its other moves lead to.
  typename Chooser::Choices all_moves(Chooser& chooser, const State& state) const {
    try {
      return chooser.best_first(state);
    } catch (const NotInTable&) {
      throw NotInTable(
          "Play from the start cannot lead to this position. It is won at once, but the table "
          "lacks what its other moves lead to.");
    }
  }

  View view_;
};

}  // namespace zermelo
