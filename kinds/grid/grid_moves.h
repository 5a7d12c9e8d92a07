// SPDX-License-Identifier: MIT
// The moves of a game on a grid: as players see them, and for Chooser (kinds/choices.h).
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "gen/sorted.h"
#include "gen/value.h"

namespace zermelo {

// A move as players see it: all ways to reach the same board are one move.
template <class Position>
struct BoardMove {
  Position next;
  Ending ending = Ending::none;
  ChangeOf<Position> change = {};

  bool operator==(const BoardMove& other) const { return next == other.next; }
};
template <class Game>
using MoveOf = BoardMove<PositionOf<Game>>;

// The moves of a position in which the game goes on, in order of the squares that they concern.
template <class Game>
void list_moves(const Game& game, const PositionOf<Game>& p, std::vector<MoveOf<Game>>& moves) {
  moves.clear();
  game.for_each_successor(p, [&](const PositionOf<Game>& next, Ending ending) {
    moves.push_back({next, ending, change_between(p, next)});
  });
  std::ranges::sort(moves, {}, &MoveOf<Game>::change);
  drop_repeated(moves);
}

template <class Position>
std::vector<ChangeOf<Position>> changes_of(const std::vector<BoardMove<Position>>& moves) {
  std::vector<ChangeOf<Position>> changes;
  for (const BoardMove<Position>& move : moves) changes.push_back(move.change);
  return changes;
}

// How all moves of a position are written, in the order in which they are given.
template <class Game>
std::vector<std::string> move_texts(const Game& game, const std::vector<MoveOf<Game>>& moves) {
  const auto changes = changes_of(moves);
  if constexpr (requires { game.move_texts(changes); }) {
    return game.move_texts(changes);
  } else {
    std::vector<std::string> texts;
    for (const auto& change : changes) texts.push_back(game.move_text(change));
    if constexpr (requires { game.pieces(); }) tell_apart(texts, changes, game.pieces());
    return texts;
  }
}
// How one of them is written, which may depend on the others.
template <class Game>
std::string move_text(const Game& game, const MoveOf<Game>& move) {
  if constexpr (requires { game.pieces(); }) {
    std::vector<MoveOf<Game>> moves;
    list_moves(game, move.change.before, moves);
    const auto found = std::ranges::find(moves, move);
    return move_texts(game, moves)[static_cast<std::size_t>(found - moves.begin())];
  } else {
    return game.move_text(move.change);
  }
}

// What a table says of a position. Throws NotInTable if that is nothing.
inline Value in_table(const std::optional<Value>& value) {
  if (value) return *value;
  throw NotInTable("Play from the start cannot lead to this position, so the table lacks it.");
}

// What Chooser needs to know about moves between positions of that kind, whatever the game.
template <class Position, class ValueMetric>
struct GridMoveOrder {
  using State = Position;
  using MadeMove = BoardMove<Position>;
  struct Question {};
  using Scratch = std::vector<MadeMove>;
  static constexpr Metric metric() { return ValueMetric::kind; }

  void ask(const MadeMove&, Question&) const {}
  State next(const State&, const MadeMove& made) const { return made.next; }
  static std::optional<Outcome> ending(const MadeMove& made) { return outcome_of(made.ending); }
  static bool same_result(const MadeMove& a, const MadeMove& b) { return a == b; }
  static bool is_better(Value a, Value b) { return ValueMetric::is_better(a, b); }
  static bool comes_first(const MadeMove& a, const MadeMove& b) { return a.change < b.change; }
};

// `Table` tells what moves are worth: of_move(next, ending) -> std::optional<Value>, and which
// values are better: Table::Metric. `answer` throws NotInTable for a move to a position that the
// table lacks, and DamagedTable.
template <class Game, class Table>
class GridMoves : public GridMoveOrder<PositionOf<Game>, typename Table::Metric> {
 public:
  using State = PositionOf<Game>;
  using MadeMove = MoveOf<Game>;
  using Scratch = std::vector<MadeMove>;
  using Question = typename GridMoveOrder<State, typename Table::Metric>::Question;

  // Both must outlive this object.
  GridMoves(const Game& game, const Table& table) : game_(&game), table_(&table) {}

  template <class Visit>
  void list(const State& state, Scratch& scratch, Visit&& visit) const {
    list_moves(*game_, state, scratch);
    for (const MadeMove& move : scratch) visit(move);
  }
  Value answer(const State&, const MadeMove& made, const Question&) const {
    return in_table(table_->of_move(made.next, made.ending));
  }

 private:
  const Game* game_;
  const Table* table_;
};

}  // namespace zermelo
