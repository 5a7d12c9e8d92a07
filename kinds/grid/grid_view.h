// SPDX-License-Identifier: MIT
// How positions on a grid are read and looked up in a table, whatever the game and the kind of
// table: a view for StateAnswers. What a person asks is not worth one copy of the machine code for
// each game and kind, so what differs is behind virtual functions, and a program that only probes
// stays small.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/grid/metric.h"
#include "gen/text/diagram.h"
#include "gen/value.h"
#include "kinds/choices.h"
#include "kinds/grid/grid_moves.h"
#include "kinds/grid/grid_play.h"
#include "kinds/many_answers.h"
#include "kinds/puzzles/grid_puzzle_rules.h"

namespace zermelo {

// A game with a table of it. Thread-safe.
template <class Position>
class AnyGridSource {
 public:
  using Move = BoardMove<Position>;

  virtual ~AnyGridSource() = default;

  // Throws IllegalPosition, GameOver or NotInTable.
  virtual Position read(std::string_view text) const = 0;
  // Nothing for a position that the table lacks; both throw DamagedTable.
  virtual std::optional<Value> value(const Position& p) const = 0;
  virtual std::optional<Value> of_move(const Position& next, Ending ending) const = 0;
  virtual FileOrder order(const Position& p) const = 0;
  // As the function list_moves.
  virtual void list(const Position& p, std::vector<Move>& moves) const = 0;
  // As the functions of these names (kinds/grid/grid_moves.h).
  virtual std::vector<std::string> move_texts(const std::vector<Move>& all) const = 0;
  virtual std::string move_text(const Move& move) const = 0;
  virtual MoveShape shape(const Move& move) const = 0;
  // The squares of shape(move).to or, if there are none, of shape(move).from; and the letter of the
  // kind of piece that moves or is dropped, 0 if there are no kinds.
  virtual Squares destinations(const Move& move) const = 0;
  virtual char moving_piece(const Move& move) const = 0;
  virtual std::string state_text(const Position& p) const = 0;
  virtual Diagram diagram(const Position& p) const = 0;
};

// The moves of a source for Chooser (kinds/choices.h); the source must outlive this object.
template <class Position, class ValueMetric>
class SourceMoves : public GridMoveOrder<Position, ValueMetric> {
 public:
  using Order = GridMoveOrder<Position, ValueMetric>;
  using typename Order::MadeMove;
  using typename Order::Question;
  using typename Order::Scratch;

  explicit SourceMoves(const AnyGridSource<Position>& source) : source_(&source) {}

  template <class Visit>
  void list(const Position& p, Scratch& scratch, Visit&& visit) const {
    source_->list(p, scratch);
    for (const MadeMove& move : scratch) visit(move);
  }
  Value answer(const Position&, const MadeMove& made, const Question&) const {
    return in_table(source_->of_move(made.next, made.ending));
  }

 private:
  const AnyGridSource<Position>* source_;
};

template <class Position, class ValueMetric>
class GridView {
 public:
  using Chooser = zermelo::Chooser<SourceMoves<Position, ValueMetric>>;
  using State = Position;
  using Move = BoardMove<Position>;

  explicit GridView(std::unique_ptr<const AnyGridSource<Position>> source)
      : source_(std::move(source)), rules_{*source_} {}

  // What SolutionBuilder and StateAnswers need of a game's rules.
  struct Rules {
    const AnyGridSource<Position>& source;

    bool captures(const State& p, const Move& move) const { return is_capture(p, move); }
    // Of all moves of a position.
    std::vector<std::string> move_texts(const std::vector<Move>& all) const {
      return source.move_texts(all);
    }
    std::string move_text(const Move& move) const { return source.move_text(move); }
    std::string state_text(const State& p) const { return source.state_text(p); }
    Diagram diagram(const State& p) const { return source.diagram(p); }
  };

  Chooser chooser() const { return Chooser(SourceMoves<Position, ValueMetric>(*source_)); }
  const Rules& rules() const { return rules_; }

  State read(std::string_view text) const { return source_->read(text); }
  Value value(const State& p) const { return in_table(source_->value(p)); }
  FileOrder order(const State& p) const { return source_->order(p); }
  static constexpr bool has_shapes = true,
                        has_solutions = !std::is_same_v<ValueMetric, OutcomeMetric>;
  MoveShape shape(const Move& made) const { return source_->shape(made); }
  std::string after(const State&, const Move& made) const { return source_->state_text(made.next); }
  static State mark(const State& p) { return p; }
  std::unique_ptr<const CodedPlay> coded_play() const {
    return std::make_unique<GridPlay<AnyGridSource<Position>>>(*source_);
  }

 private:
  std::unique_ptr<const AnyGridSource<Position>> source_;
  Rules rules_;
};

}  // namespace zermelo
