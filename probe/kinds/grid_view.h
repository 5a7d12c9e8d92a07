// SPDX-License-Identifier: MIT
// How positions of a game on a grid are read and looked up in a table: a view for StateAnswers.
#pragma once

#include <bit>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "gen/grid/game.h"
#include "gen/text/diagram.h"
#include "probe/kinds/choices.h"
#include "probe/kinds/grid_game.h"
#include "probe/kinds/grid_moves.h"
#include "probe/kinds/many_answers.h"
#include "probe/puzzles/grid_puzzle_rules.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// Storage says how values are found: see probe/kinds/code_storage.h.
template <class Game, class Storage>
class GridView {
 public:
  using Values = typename Storage::Values;
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
  FileOrder order(const State& p) const { return Storage::order(*game_, p); }
  DiagramMove drawn(const GridMove& made) const {
    const auto [from, to, taken, given] = made.change;
    DiagramMove move;
    const Grid grid = game_->grid();
    const Squares at = from != 0 ? from : to;
    if (at != 0) move.from = std::countr_zero(at);
    if (std::has_single_bit(from) && std::has_single_bit(to)) {
      move.dx = grid.file_of(std::countr_zero(to)) - grid.file_of(move.from);
      move.dy = grid.rank_of(std::countr_zero(to)) - grid.rank_of(move.from);
    }
    return move;
  }
  static State mark(const State& p) { return p; }

 private:
  std::shared_ptr<const Game> game_;
  Values values_;
  GridPuzzleRules<Game> rules_;
};

}  // namespace zermelo
