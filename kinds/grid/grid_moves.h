// SPDX-License-Identifier: MIT
// The moves of a game on a grid: as players see them, and for Chooser (kinds/choices.h).
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "gen/sorted.h"
#include "gen/value.h"

namespace zermelo {

// A move as players see it: all ways to reach the same board are one move.
struct GridMove {
  GridPosition next;
  Ending ending = Ending::none;
  GridChange change = {};

  bool operator==(const GridMove& other) const { return next == other.next; }
};

// The moves of a position in which the game goes on, in order of the squares that they concern.
template <class Game>
void list_moves(const Game& game, const GridPosition& p, std::vector<GridMove>& moves) {
  moves.clear();
  game.for_each_successor(p, [&](const GridPosition& next, Ending ending) {
    moves.push_back({next, ending, GridChange(p, next)});
  });
  std::ranges::sort(moves, {}, &GridMove::change);
  drop_repeated(moves);
}

// For a position that a table lacks.
inline NotInTable not_in_table() {
  return NotInTable("Play from the start cannot lead to this position, so the table lacks it.");
}

// `Table` tells what moves are worth: of_move(next, ending) -> std::optional<Value>, and which
// values are better: Table::Metric. `answer` throws NotInTable for a move to a position that the
// table lacks, and DamagedTable.
template <class Game, class Table>
class GridMoves {
 public:
  using State = GridPosition;
  using MadeMove = GridMove;
  struct Question {};
  using Scratch = std::vector<GridMove>;
  static constexpr Metric metric = Table::Metric::kind;

  // Both must outlive this object.
  GridMoves(const Game& game, const Table& table) : game_(&game), table_(&table) {}

  template <class Visit>
  void list(const State& state, Scratch& scratch, Visit&& visit) const {
    list_moves(*game_, state, scratch);
    for (const GridMove& move : scratch) visit(move);
  }
  void ask(const MadeMove&, Question&) const {}
  Value answer(const State&, const MadeMove& made, const Question&) const {
    const std::optional<Value> value = table_->of_move(made.next, made.ending);
    return value ? *value : throw not_in_table();
  }
  State next(const State&, const MadeMove& made) const { return made.next; }

  static std::optional<Outcome> ending(const MadeMove& made) { return outcome_of(made.ending); }
  static bool same_result(const MadeMove& a, const MadeMove& b) { return a == b; }
  static bool is_better(Value a, Value b) { return Table::Metric::is_better(a, b); }
  static bool comes_first(const MadeMove& a, const MadeMove& b) { return a.change < b.change; }
  static Value after_move(Value value) { return Table::Metric::after_move(value); }

 private:
  const Game* game_;
  const Table* table_;
};

}  // namespace zermelo
