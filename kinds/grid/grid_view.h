// SPDX-License-Identifier: MIT
// How positions of a game on a grid are read and looked up in a table: a view for StateAnswers.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "gen/grid/game.h"
#include "gen/text/diagram.h"
#include "kinds/choices.h"
#include "kinds/grid/grid_game.h"
#include "kinds/grid/grid_moves.h"
#include "kinds/many_answers.h"
#include "kinds/puzzles/grid_puzzle_rules.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// Stored says how values are found: see kinds/codes/read.h.
template <class Game, class Stored>
class GridView {
 public:
  using Values = typename Stored::Values;
  using Chooser = zermelo::Chooser<GridMoves<Game, Values>>;
  using State = GridPosition;

  GridView(std::shared_ptr<const Game> game, std::shared_ptr<const TableFile> file)
      : game_(std::move(game)), values_(*game_, std::move(file)), rules_(*game_) {}
  GridView(const GridView&) = delete;
  GridView& operator=(const GridView&) = delete;

  Chooser chooser() const { return Chooser({*game_, values_}); }
  const GridPuzzleRules<Game>& rules() const { return rules_; }

  State read(std::string_view text) const { return read_position(*game_, text); }
  Value value(const State& p) const {
    const std::optional<Value> value = values_.value(p);
    return value ? *value : throw not_in_table();
  }
  FileOrder order(const State& p) const { return Stored::order(*game_, p); }
  MoveShape shape(const GridMove& made) const { return shape_of(made.change, game_->grid()); }
  std::string after(const State&, const GridMove& made) const {
    return format_position(made.next, game_->grid());
  }
  static State mark(const State& p) { return p; }

 private:
  std::shared_ptr<const Game> game_;
  Values values_;
  GridPuzzleRules<Game> rules_;
};

}  // namespace zermelo
