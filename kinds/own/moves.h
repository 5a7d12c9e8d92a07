// SPDX-License-Identifier: MIT
// The moves of a game of one's own, for Chooser (kinds/choices.h), and what makes solutions and
// puzzles of them. Each function borrows an instance of the rules for itself, and none calls back
// meanwhile: some games have one instance only.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gen/text/diagram.h"
#include "gen/value.h"
#include "kinds/choices.h"
#include "kinds/own/game.h"
#include "kinds/own/rules.h"
#include "probe/puzzle.h"

namespace zermelo {

// How a move ends the game, for the player who makes it; a puzzle's is a win or a draw.
Outcome own_ending(OwnResult result, int mover, bool is_puzzle);

// What a state is worth to its mover if a move leads to a state in which the game is over, or one
// that is worth `value` to `next`, who moves there.
Value own_value_of_end(OwnResult result, int mover, Metric metric);
Value own_value_before(Value value, NextMover next, Metric metric);
// Whether a is better than b for its mover.
bool own_is_better(Value a, Value b, Metric metric);

// A state of a game with its representative, and who is to move if the game goes on (and is known).
struct OwnPosition {
  OwnState state, image;
  int mover = 0;
};

// A move as players see it.
struct OwnMadeMove {
  OwnState before;
  std::uint64_t move = 0;
  OwnPosition next;
  int mover = 0;                       // who makes it
  OwnResult result = {};               // of the state that it leads to
  std::optional<Outcome> ending = {};  // the same for the maker
  std::size_t number = 0;              // in the game's order
};

// The values of a table. Thread-safe.
class OwnValueSource {
 public:
  virtual ~OwnValueSource() = default;
  // Of a state that represents its images, for its mover; nothing if the table lacks it. Throws
  // DamagedTable.
  virtual std::optional<Value> find(const OwnState& image) const = 0;
  // The same, but throws NotInTable.
  Value value(const OwnState& image) const;
  virtual const std::string& path() const = 0;  // of the table
};

// For Chooser. Everything that it refers to must outlive it.
class OwnMoves {
 public:
  using State = OwnPosition;
  using MadeMove = OwnMadeMove;
  struct Question {};
  using Scratch = std::vector<MadeMove>;

  OwnMoves(const OwnProgram& program, const OwnValueSource& values, Metric metric)
      : program_(&program), values_(&values), metric_(metric) {}

  Metric metric() const { return metric_; }
  template <class Visit>
  void list(const State& state, Scratch& scratch, Visit&& visit) const {
    list(state, scratch);
    for (const MadeMove& made : scratch) visit(made);
  }
  void ask(const MadeMove&, Question&) const {}
  Value answer(const State&, const MadeMove& made, const Question&) const;
  // Also of a move that ends the game.
  static State next(const State&, const MadeMove& made) { return made.next; }
  static std::optional<Outcome> ending(const MadeMove& made) { return made.ending; }
  static bool same_result(const MadeMove& a, const MadeMove& b) {
    return a.next.state == b.next.state;
  }
  bool is_better(Value a, Value b) const { return own_is_better(a, b, metric_); }
  static bool comes_first(const MadeMove& a, const MadeMove& b) { return a.number < b.number; }
  static NextMover next_mover(const MadeMove& made) {
    return made.next.mover == made.mover ? NextMover::same : NextMover::other;
  }

  // Scores do not tell how far the end is, so play for one may go round in circles.
  class Path {
   public:
    explicit Path(bool may_repeat) : may_repeat_(may_repeat) {}
    bool add(const State& state) { return !may_repeat_ || seen_.insert(state.image).second; }

   private:
    bool may_repeat_;
    std::set<OwnState> seen_;
  };
  Path path() const { return Path(metric_ == Metric::score); }

  void check(const State& state, Value best) const;

 private:
  void list(const State& state, std::vector<MadeMove>& moves) const;

  const OwnProgram* program_;
  const OwnValueSource* values_;
  Metric metric_;
};

// What solutions and puzzles need to know of the rules. Thread-safe.
class OwnPuzzleRules {
 public:
  using State = OwnPosition;
  using Identity = OwnState;

  // `program` is null where the rules are not there: everything throws then.
  OwnPuzzleRules(std::shared_ptr<const OwnProgram> program, std::string hint)
      : program_(std::move(program)), hint_(std::move(hint)) {}

  // Whether something is known of pieces, and of sides that take them from each other.
  bool has_pieces() const { return program_->traits().has_board || notation() != nullptr; }
  // Whether it is known what a move threatens.
  bool has_threats() const { return notation() != nullptr; }
  bool is_puzzle() const { return program_->traits().is_puzzle(); }

  bool is_white_to_move(const State& state) const { return state.mover == 1; }
  // None where the rules have no boards.
  PieceCounts pieces(const State& state) const { return pieces_of(state.state, state.mover); }
  static bool wants_slice(const PuzzleConditions&, int) { return true; }
  bool captures(const State& state, const OwnMadeMove& made) const {
    return has_pieces() && after(made).opponent < pieces(state).opponent;
  }
  bool gives_up(const State& state, const OwnMadeMove& made) const;
  // (Of rules that are the user's code, what would happen after a pass is not known: mining refuses
  // the condition.)
  bool threatens(const State&, const OwnMadeMove& made) const {
    return has_threats() && notation()->threatens(made.before, made.move);
  }
  // As in Ostle; in a puzzle for one, no move tempts more than another.
  double temptation(const State& state, const OwnMadeMove& made) const;
  static bool may_be_key(const State&, const OwnMadeMove&) { return true; }
  // (A table holds what play can lead to.)
  static bool is_reachable(const State&) { return true; }
  static Identity identity(const State& state) { return state.image; }

  std::string move_text(const OwnMadeMove& made) const;
  std::vector<std::string> move_texts(const std::vector<OwnMadeMove>& all) const;
  std::string state_text(const State& state) const { return state_text(state.state); }
  std::string state_text(const OwnState& state) const;
  Diagram diagram(const State& state) const;

  // Whether the rules are code of the user's.
  bool is_code() const { return notation() == nullptr; }

 private:
  const OwnNotation* notation() const { return program_->notation(); }
  OwnProgram::Lease rules() const { return own_rules(program_.get(), hint_); }
  PieceCounts pieces_of(const OwnState& state, int mover) const;
  // For the maker of the move.
  PieceCounts after(const OwnMadeMove& made) const {
    return pieces_of(made.next.state, made.mover);
  }

  std::shared_ptr<const OwnProgram> program_;
  std::string hint_;
};

}  // namespace zermelo
