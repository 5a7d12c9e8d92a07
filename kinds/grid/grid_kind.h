// SPDX-License-Identifier: MIT
// A kind of table of a game on a grid: made, opened and read. Included by one source file per game
// and kind. Storage says how positions are found, stored and numbered: kinds/codes/code_storage.h,
// stone_storage.h, outcome_storage.h.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "kinds/grid/grid_game.h"
#include "kinds/grid/grid_view.h"
#include "kinds/puzzles/grid_puzzle_rules.h"
#include "kinds/puzzles/miner.h"
#include "kinds/puzzles/read_listed.h"
#include "kinds/source_walk.h"
#include "kinds/state_answers.h"
#include "probe/table_reader.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// Makes solutions and mines puzzles.
template <class Game, class Storage>
class GridPuzzles final : public PuzzleReader {
 public:
  using View = GridView<Game, Storage>;
  using Answers = StateAnswers<View>;

  // `answers` and its view must outlive this object.
  GridPuzzles(std::shared_ptr<const Game> game, std::shared_ptr<const TableFile> file,
              const Answers& answers)
      : game_(std::move(game)), file_(std::move(file)), answers_(answers) {}

  Solution solution(std::string_view text, const SolutionOptions& options) const override {
    return answers_.solution_of(text, options);
  }

  MineReport mine(const PuzzleConditions& conditions, const MineOptions& options,
                  const PuzzleSink& sink) const override {
    constexpr bool counts_plies = Storage::Metric::kind == Metric::distance;
    check_metric(conditions, Storage::Metric::kind);
    if (!conditions.own.empty()) {
      throw UsageError(fmt::format("{} has no condition '{}'.", file_->header().game.name,
                                   *conditions.own.begin()));
    }
    std::optional<std::vector<Place>> listed;
    if (options.positions) listed = places_of(*options.positions);
    if (contradictory(conditions)) return {.complete = true};
    const bool at_once = counts_plies && (!conditions.win_in || conditions.win_in->first == 1);
    Source source(*game_, file_, at_once, listed.has_value(), thread_count(options.threads));
    const GridPuzzleRules<Game> rules(*game_);
    return Miner(source, rules, conditions, options, std::move(listed)).run(sink);
  }

 private:
  using Source = typename Storage::Source;
  using Place = typename Source::Place;

  // The places of the listed positions, each of them once up to symmetry.
  std::vector<Place> places_of(const std::vector<ListedPosition>& listed) const {
    std::vector<Place> places;
    std::set<Place> seen;
    for (const ListedPosition& entry : listed) {
      const GridPosition p = read_listed(entry.where, [&] {
        answers_.value(entry.text);  // it is in the table, or this throws
        return read_position(*game_, entry.text);
      });
      const Place place = Source::place_of(*game_, p);
      if (seen.insert(place).second) places.push_back(place);
    }
    return places;
  }

  std::shared_ptr<const Game> game_;
  std::shared_ptr<const TableFile> file_;
  const Answers& answers_;
};

template <class Game, class Storage>
class GridReader final : public TableReader, public StateAnswers<GridView<Game, Storage>> {
 public:
  using Answers = StateAnswers<GridView<Game, Storage>>;

  GridReader(std::shared_ptr<const Game> game, std::shared_ptr<const TableFile> file)
      : Answers(game, file), game_(game), file_(file), numbers_(*game_, file_) {
    if constexpr (has_puzzles) puzzles_.emplace(std::move(game), std::move(file), *this);
  }

  // For tables of values.
  std::string canonical(std::string_view text) const override {
    return text_of(standing_for(read_position(*game_, text)));
  }
  std::unique_ptr<PositionWalk> walk(int threads) const override {
    constexpr bool counts_plies = Storage::Metric::kind == Metric::distance;
    auto source = std::make_unique<typename Storage::Walked>(*game_, file_, counts_plies, false,
                                                             thread_count(threads));
    return walk_over(std::move(source), [game = game_, file = file_](const GridPosition& p) {
      return format_position(p, game->grid());
    });
  }
  StatsReport stats(const WorkOptions& options, bool) const override {
    return Storage::stats(*game_, *file_, options.threads, options.progress);
  }
  const PuzzleReader* puzzles() const override {
    if constexpr (has_puzzles) return &*puzzles_;
    return nullptr;
  }

  // For the whole table.
  const ValueReader* values() const override { return this; }
  VerifyReport verify(const WorkOptions& options) const override {
    return Storage::verify(*game_, *file_, options.threads, options.progress);
  }
  std::uint64_t indices(std::size_t slice) const override { return numbers_.indices(slice); }
  std::optional<std::string> position_at(TableIndex number) const override {
    const std::optional<GridPosition> p = numbers_.position_at(number);
    return p ? std::optional(text_of(*p)) : std::nullopt;
  }
  std::optional<TableIndex> index_of(std::string_view text) const override {
    return numbers_.index_of(standing_for(read_position(*game_, text)));
  }

 private:
  static constexpr bool has_puzzles = Storage::Metric::kind != Metric::outcome;
  struct NoPuzzles {};

  GridPosition standing_for(const GridPosition& p) const { return numbers_.standing_for(p); }
  std::string text_of(const GridPosition& p) const { return format_position(p, game_->grid()); }

  std::shared_ptr<const Game> game_;
  std::shared_ptr<const TableFile> file_;
  typename Storage::Numbers numbers_;
  std::conditional_t<has_puzzles, std::optional<GridPuzzles<Game, Storage>>, NoPuzzles> puzzles_;
};

template <class Game, class Storage>
class GridKind final : public TableKind {
 public:
  // `spec` is that of its tables, with all parameters filled in.
  GridKind(GameSpec spec, std::shared_ptr<const Game> game)
      : spec_(std::move(spec)), game_(std::move(game)) {}

  std::string metric() const override {
    constexpr Metric kind = Storage::Metric::kind;
    return kind == Metric::score     ? score_metric
           : kind == Metric::outcome ? outcome_metric
                                     : distance_metric;
  }

  SolveReport solve(const std::string& path, const SolveOptions& options) const override {
    require_fit();
    TableHeader header{spec_, metric(), creator()};
    header.states = Storage::states;
    return Storage::solve(*game_, std::move(header), path, options);
  }

  std::unique_ptr<const TableReader> open(std::shared_ptr<const TableFile> file) const override {
    const TableHeader& header = file->header();
    const bool mine =
        header.game == spec_ && header.states == Storage::states && header.metric == metric();
    if (!mine) return nullptr;
    require_fit();
    return std::make_unique<GridReader<Game, Storage>>(game_, std::move(file));
  }

 private:
  // Throws UsageError if the game is too large for such tables.
  void require_fit() const {
    if constexpr (requires { Storage::require_fit(*game_); }) Storage::require_fit(*game_);
  }

  GameSpec spec_;
  std::shared_ptr<const Game> game_;
};

// Adds a kind after the present ones.
template <class Game, class Storage>
void add_grid_kind(GridKinds& kinds, GameSpec spec, const std::shared_ptr<const Game>& game) {
  kinds.kinds.push_back(std::make_unique<GridKind<Game, Storage>>(std::move(spec), game));
  if (kinds.count) return;
  kinds.count = [game](const WorkOptions& options) {
    return Storage::count(*game, options.threads, options.progress);
  };
}

}  // namespace zermelo
