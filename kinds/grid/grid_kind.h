// SPDX-License-Identifier: MIT
// A kind of table of a game on a grid: opened and read. Included by one source file per game and
// kind. Stored says how positions are found, looked up and numbered: kinds/codes/read.h,
// kinds/stones/read.h, kinds/ranked/read.h. (How such tables are made: kinds/grid/grid_maker.h.)
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
#include "kinds/state_answers.h"
#include "probe/table_reader.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// How positions of a game on a grid are read and looked up in a table: a view for StateAnswers.
// Stored says how values are found: see kinds/codes/read.h.
template <class Game, class Stored>
class GridView {
 public:
  using Values = typename Stored::Values;
  using Chooser = zermelo::Chooser<GridMoves<Game, Values>>;
  using State = PositionOf<Game>;
  using Move = MoveOf<Game>;

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
  MoveShape shape(const Move& made) const { return shape_of(made.change, board_of(*game_)); }
  std::string after(const State&, const Move& made) const {
    return format_position(made.next, board_of(*game_));
  }
  static State mark(const State& p) { return p; }

 private:
  std::shared_ptr<const Game> game_;
  Values values_;
  GridPuzzleRules<Game> rules_;
};

template <class Rules, class Stored>
class GridReader final : public TableReader, public StateAnswers<GridView<Rules, Stored>> {
 public:
  using Answers = StateAnswers<GridView<Rules, Stored>>;

  GridReader(std::shared_ptr<const Rules> rules, std::shared_ptr<const TableFile> file)
      : Answers(rules, file), rules_(std::move(rules)), numbers_(*rules_, std::move(file)) {}

  std::string canonical(std::string_view text) const override {
    return text_of(standing_for(read_position(*rules_, text)));
  }

  // For tables of any kind.
  const ValueReader* values() const override { return this; }
  std::uint64_t indices(std::size_t slice) const override { return numbers_.indices(slice); }
  std::optional<std::string> position_at(TableIndex number) const override {
    const std::optional<Position> p = numbers_.position_at(number);
    return p ? std::optional(text_of(*p)) : std::nullopt;
  }
  std::optional<TableIndex> index_of(std::string_view text) const override {
    return numbers_.index_of(standing_for(read_position(*rules_, text)));
  }

 private:
  using Position = PositionOf<Rules>;

  Position standing_for(const Position& p) const { return numbers_.standing_for(p); }
  std::string text_of(const Position& p) const { return format_position(p, board_of(*rules_)); }

  std::shared_ptr<const Rules> rules_;
  typename Stored::Numbers numbers_;
};

template <class Metric>
constexpr const char* metric_name() {
  return Metric::kind == zermelo::Metric::score     ? score_metric
         : Metric::kind == zermelo::Metric::outcome ? outcome_metric
                                                    : distance_metric;
}

// Throws UsageError if the game is too large for such tables.
template <class Stored, class Rules>
void require_fit(const Rules& rules) {
  if constexpr (requires { Stored::require_fit(rules); }) Stored::require_fit(rules);
}

template <class Rules, class Stored>
class GridKind final : public TableKind {
 public:
  // `spec` is that of its tables, with all parameters filled in.
  GridKind(GameSpec spec, std::shared_ptr<const Rules> rules)
      : spec_(std::move(spec)), rules_(std::move(rules)) {}

  const GameSpec& game() const override { return spec_; }
  std::string metric() const override { return metric_name<typename Stored::Metric>(); }

  std::unique_ptr<const TableReader> open(std::shared_ptr<const TableFile> file) const override {
    const TableHeader& header = file->header();
    const bool mine =
        header.game == spec_ && header.states == Stored::states && header.metric == metric();
    if (!mine) return nullptr;
    require_fit<Stored>(*rules_);
    return std::make_unique<GridReader<Rules, Stored>>(rules_, std::move(file));
  }

 private:
  GameSpec spec_;
  std::shared_ptr<const Rules> rules_;
};

// Adds a kind after the present ones.
template <class Rules, class Stored>
void add_grid_kind(GridKinds& kinds, GameSpec spec, const std::shared_ptr<const Rules>& rules) {
  kinds.push_back(std::make_unique<GridKind<Rules, Stored>>(std::move(spec), rules));
}

}  // namespace zermelo
