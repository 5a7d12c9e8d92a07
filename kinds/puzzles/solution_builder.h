// SPDX-License-Identifier: MIT
// Makes the solution of a puzzle, and rates its difficulty. Sides need not take turns: who is to
// move next is what the chooser says.
#pragma once

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "probe/puzzle.h"

namespace zermelo {

// Chooser and Rules as for PuzzleJudge. Each thread needs its own.
template <class Chooser, class Rules>
class SolutionBuilder {
 public:
  using State = typename Chooser::State;

  // The objects that it refers to must outlive the builder.
  SolutionBuilder(Chooser chooser, const Rules& rules, const SolutionOptions& options)
      : chooser_(std::move(chooser)), rules_(rules), options_(options) {}

  // The solution of a state with that value. The main line is followed to the end of the game
  // first, then the defences that it leaves aside, those near the root before later ones, as far as
  // the limit allows. With plies to zeroing lines end with the first zeroing move, and in a table
  // of outcomes with the first of all.
  Solution build(const State& state, Value value) {
    solution_ = {value, {}, {}, false};
    nodes_ = 0;
    waiting_.clear();
    const bool has_none = value.is_draw() && chooser_.metric() == Metric::moves;
    if (has_none) return std::move(solution_);
    const Choices choices = chooser_.best_first(state);
    const bool everything = value.is_loss() && options_.defences == Defences::all;
    add_nodes(solution_.keys, state, choices,
              [&](const auto& c) { return everything || c.value == value; });
    if (value.is_draw()) return add_refuted(state, choices);
    follow(solution_.keys, value.is_win());
    while (!waiting_.empty()) {
      const Task task = std::move(waiting_.front());
      waiting_.pop_front();
      follow_line(task);
    }
    return std::move(solution_);
  }

  // In bits: the chance that a player who picks every move by its temptation solves the puzzle
  // against the longest defence is 2 to the minus this. A move that ends the game is always seen.
  double difficulty(State state, Value value) {
    if (value.is_loss()) return 0;
    double bits = 0;
    bool solver_to_move = true;
    for (auto path = chooser_.path(); path.add(state);) {
      const Choices choices = chooser_.best_first(state);
      if (choices.empty()) break;
      const Choice& best = choices.front();
      if (tells_only_results(chooser_.metric()) && !value.is_draw() && ends_at_once(choices, value))
        break;
      if (best.ends() && !(solver_to_move && value.is_draw())) break;
      if (solver_to_move) {
        const std::optional<double> step = bits_of(state, choices, value);
        if (!step) break;
        bits += *step;
      }
      if (value.is_draw() || !chooser_.leads_on(best)) break;
      if (passes_turn(best.made)) solver_to_move = !solver_to_move;
      state = chooser_.next(state, best);
      value = chooser_.after_move(best.made, value);
    }
    return bits;
  }

 private:
  using Choice = typename Chooser::Choice;
  using Choices = typename Chooser::Choices;
  using MadeMove = typename Chooser::MadeMove;

  // A node that is to be followed, and the state that it leads to.
  struct Task {
    SolutionNode* node;
    State state;
    bool solver_to_move;
    bool main_line = false, single_line = false;
  };
  // A node, and the state that its move leads to unless the move ends the game.
  struct Made {
    SolutionNode* node;
    bool ends, leads_on, passes_turn;
    State next;
  };

  // Whether the other side is to move after a move that does not end the game.
  static bool passes_turn(const MadeMove& made) {
    return Chooser::next_mover(made) == NextMover::other;
  }

  // Whether some best move ends the game. (Where the table does not tell how soon the game is won,
  // it need not be the first.)
  static bool ends_at_once(const Choices& choices, Value value) {
    return std::ranges::any_of(choices,
                               [&](const Choice& c) { return c.value == value && c.ends(); });
  }
  // What one move of the solver's adds to the difficulty; nothing if no move is right, as only in
  // a damaged table.
  std::optional<double> bits_of(const State& state, const Choices& choices, Value value) const {
    double all = 0, right = 0;
    for (const Choice& c : choices) {
      const double weight = rules_.temptation(state, c.made);
      all += weight;
      if (c.value == value) right += weight;
    }
    if (right <= 0) return std::nullopt;
    return std::log2(all / right);
  }

  // Appends nodes for the wanted choices in a state, one node for all choices with the same result.
  template <class Wanted>
  void add_nodes(std::vector<SolutionNode>& nodes, const State& state, const Choices& choices,
                 Wanted&& wanted) {
    made_.clear();
    std::vector<Choice> firsts;
    for (const Choice& c : choices) {
      if (!wanted(c)) continue;
      std::size_t i = 0;
      while (i < firsts.size() && !firsts[i].same_result(c)) ++i;
      if (i < firsts.size()) {
        nodes[i].same.push_back(rules_.move_text(c.made));
        continue;
      }
      firsts.push_back(c);
      nodes.push_back({.move = rules_.move_text(c.made), .value = c.value});
    }
    nodes_ += static_cast<int>(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const Choice& c = firsts[i];
      made_.push_back({&nodes[i], c.ends(), chooser_.leads_on(c), passes_turn(c.made),
                       chooser_.next(state, c)});
      const State& next = made_.back().next;
      if (c.ends()) continue;
      nodes[i].state = rules_.state_text(next);
      nodes[i].moves_again = !passes_turn(c.made);
    }
  }

  // `solver_moved`: whether the solver has made the move.
  Task task_of(const Made& made, bool solver_moved) const {
    return {made.node, made.next, solver_moved != made.passes_turn};
  }

  // The root's moves; of the solver's moves only the first is followed.
  void follow(const std::vector<SolutionNode>& roots, bool solver_moved) {
    for (std::size_t i = 0; i < roots.size() && (i == 0 || !solver_moved); ++i) {
      if (!made_[i].leads_on) continue;
      Task task = task_of(made_[i], solver_moved);
      task.main_line = i == 0;
      waiting_.push_back(std::move(task));
    }
  }

  // Follows a node to the end of the game; the defences that are left aside wait for their turn.
  void follow_line(Task task) {
    for (auto path = chooser_.path();;) {
      const bool full = nodes_ >= options_.max_nodes;
      if (full && !task.main_line) {
        task.node->cut = solution_.cut = true;
        return;
      }
      if (!path.add(task.state)) {
        task.node->cut = solution_.cut = true;
        return;
      }
      const Choices choices = chooser_.best_first(task.state);
      if (choices.empty()) return;
      add_replies(task, choices, full);
      if (!task.solver_to_move) {
        for (std::size_t i = 1; i < made_.size(); ++i) {
          if (made_[i].leads_on) waiting_.push_back(task_of(made_[i], false));
        }
      }
      if (!made_.front().leads_on) return;
      const bool main_line = task.main_line, single_line = task.single_line;
      task = task_of(made_.front(), task.solver_to_move);
      task.main_line = main_line;
      task.single_line = single_line;
    }
  }

  void add_replies(const Task& task, const Choices& choices, bool full) {
    const bool every = !task.solver_to_move && options_.defences == Defences::all;
    const Choice& best = choices.front();
    const bool only_best = task.single_line || full;
    const auto wanted = [&](const Choice& c) {
      return only_best ? c.same_result(best) : every || c.value == best.value;
    };
    add_nodes(task.node->replies, task.state, choices, wanted);
    if (!full || task.single_line) return;
    // The main line goes on, but the alternatives that it leaves aside are omitted, if there are
    // any.
    for (const Choice& c : choices) {
      const bool left_out = (every || c.value == best.value) && !c.same_result(best);
      if (left_out) task.node->cut = solution_.cut = true;
    }
  }

  // The captures that lose in a drawn position, each with one line of best play.
  Solution add_refuted(const State& state, const Choices& choices) {
    add_nodes(solution_.refuted, state, choices, [&](const Choice& c) {
      return c.value.result(chooser_.metric()) == Outcome::loss && rules_.captures(state, c.made);
    });
    std::vector<Task> tasks;
    for (const Made& made : made_) {
      if (made.ends || chooser_.metric() == Metric::outcome) continue;
      tasks.push_back(task_of(made, false));  // (Who refutes it is the solver here.)
      tasks.back().main_line = tasks.back().single_line = true;
    }
    for (const Task& task : tasks) follow_line(task);
    return std::move(solution_);
  }

  Chooser chooser_;
  const Rules& rules_;
  SolutionOptions options_;
  Solution solution_;
  int nodes_ = 0;
  std::vector<Made> made_;  // by the last add_nodes
  std::deque<Task> waiting_;
};

}  // namespace zermelo
