// SPDX-License-Identifier: MIT
// The moves of a grid game's positions with their values: what lists of moves, puzzles and
// solutions are made of. The counterpart of probe/choices.h for games on grids.
#pragma once

#include <algorithm>
#include <compare>
#include <optional>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "gen/sorted.h"
#include "gen/value.h"

namespace zermelo {

// A move as players see it: all ways to come to the same board are one.
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

// Looks up moves. Keeps its memory from one position to the next: one a thread. All members throw
// NotInTable for a position that the table lacks, and DamagedTable.
// `Table` tells what moves are worth: of_move(next, ending) -> std::optional<Value>, and which of
// them are better: Table::Metric.
template <class Game, class Table>
class GridChooser {
 public:
  using State = GridPosition;
  using Option = GridMove;
  static constexpr Metric metric = Table::Metric::kind;
  struct Choice {
    GridMove option;
    Value value = {};

    bool ends() const { return option.ending != Ending::none; }
    bool same_result(const Choice& other) const { return option == other.option; }
  };
  using Choices = std::vector<Choice>;

  // Both must outlive the chooser.
  GridChooser(const Game& game, const Table& table) : game_(&game), table_(&table) {}

  // Moves whose values are wanted.
  class Asked {
    friend GridChooser;
    std::vector<GridMove> moves_;
    Choices choices_;
  };
  template <class Wanted>
  void ask(const State& state, Wanted&& wanted, Asked& asked) const {
    list_moves(*game_, state, asked.moves_);
    asked.choices_.clear();
    for (const GridMove& move : asked.moves_) {
      if (wanted(move)) asked.choices_.push_back({move});
    }
  }
  // They, with their values; valid until the next ask.
  const Choices& answer(Asked& asked) const {
    for (Choice& choice : asked.choices_) choice.value = value_of(choice.option);
    return asked.choices_;
  }

  // Both at once; valid until the next call.
  template <class Wanted>
  const Choices& choose(const State& state, Wanted&& wanted) {
    ask(state, wanted, asked_);
    return answer(asked_);
  }
  const Choices& choose(const State& state) {
    return choose(state, [](const GridMove&) { return true; });
  }

  // All of them, best first, equally good ones in order of their squares.
  Choices best_first(const State& state) {
    Choices result = choose(state);
    std::ranges::stable_sort(result, Table::Metric::is_better, &Choice::value);
    return result;
  }

  State next(const State&, const Choice& choice) const { return choice.option.next; }
  // As Value::after_move, in the table's metric.
  static Value after_move(Value value) { return Table::Metric::after_move(value); }

 private:
  Value value_of(const GridMove& move) const {
    const std::optional<Value> value = table_->of_move(move.next, move.ending);
    if (value) return *value;
    throw NotInTable("Play from the start cannot lead to this position, so the table lacks it.");
  }

  const Game* game_;
  const Table* table_;
  Asked asked_;
};

}  // namespace zermelo
