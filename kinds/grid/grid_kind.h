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
#include <vector>

#include "gen/grid/game.h"
#include "gen/text/diagram.h"
#include "kinds/grid/grid_game.h"
#include "kinds/grid/grid_moves.h"
#include "kinds/grid/grid_view.h"
#include "kinds/many_answers.h"
#include "kinds/state_answers.h"
#include "probe/table_reader.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// Stored says how values are found: see kinds/codes/read.h.
template <class Game, class Stored>
class GridSource final : public AnyGridSource<PositionOf<Game>> {
 public:
  using State = PositionOf<Game>;
  using Move = MoveOf<Game>;

  // `values`: what Stored::Values is made of beside the game.
  template <class... Arguments>
  explicit GridSource(std::shared_ptr<const Game> game, Arguments&&... values)
      : game_(std::move(game)), values_(*game_, std::forward<Arguments>(values)...) {}
  GridSource(const GridSource&) = delete;
  GridSource& operator=(const GridSource&) = delete;

  State read(std::string_view text) const override { return read_position(*game_, text); }
  std::optional<Value> value(const State& p) const override { return values_.value(p); }
  FileOrder order(const State& p) const override { return Stored::order(*game_, p); }
  void list(const State& p, std::vector<Move>& moves) const override {
    list_moves(*game_, p, moves);
  }
  std::optional<Value> of_move(const State& next, Ending ending) const override {
    return values_.of_move(next, ending);
  }
  std::vector<std::string> move_texts(const std::vector<Move>& all) const override {
    return zermelo::move_texts(*game_, all);
  }
  std::string move_text(const Move& move) const override {
    return zermelo::move_text(*game_, move);
  }
  MoveShape shape(const Move& move) const override {
    return shape_of(move.change, board_of(*game_));
  }
  Squares destinations(const Move& move) const override {
    return zermelo::destinations(move.change);
  }
  char moving_piece(const Move& move) const override {
    if constexpr (requires { game_->pieces(); }) {
      return zermelo::moving_piece(move.change, game_->pieces());
    } else {
      return '\0';
    }
  }
  std::string state_text(const State& p) const override {
    return format_position(p, board_of(*game_));
  }
  Diagram diagram(const State& p) const override { return make_diagram(p, board_of(*game_)); }

 private:
  std::shared_ptr<const Game> game_;
  typename Stored::Values values_;
};

template <class Rules, class Stored>
class GridReader final
    : public TableReader,
      public StateAnswers<GridView<PositionOf<Rules>, typename Stored::Values::Metric>> {
 public:
  using Answers = StateAnswers<GridView<PositionOf<Rules>, typename Stored::Values::Metric>>;

  GridReader(std::shared_ptr<const Rules> rules, std::shared_ptr<const TableFile> file)
      : Answers(std::make_unique<GridSource<Rules, Stored>>(rules, file)),
        rules_(std::move(rules)),
        numbers_(*rules_, std::move(file)) {}

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
    if constexpr (requires { Stored::require_same_index(*rules_, *file); })
      Stored::require_same_index(*rules_, *file);
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
