// SPDX-License-Identifier: MIT
// Ostle's tables of values: made, opened and read. Included by one source file per board side.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/ostle/ostle.h"
#include "kinds/dense/dense_source.h"
#include "kinds/dense/ostle_numbers.h"
#include "kinds/dense/ostle_view.h"
#include "kinds/dense/solve.h"
#include "kinds/dense/stats.h"
#include "kinds/dense/survey.h"
#include "kinds/dense/verify.h"
#include "kinds/puzzles/ostle_miner.h"
#include "kinds/source_walk.h"
#include "kinds/state_answers.h"
#include "probe/table_reader.h"

namespace zermelo::ostle {

template <int N, class Bits>
class OstleValues final : public TableReader,
                          public StateAnswers<OstleView<Ostle<N, Bits>>>,
                          public PuzzleReader {
  using Game = Ostle<N, Bits>;

 public:
  OstleValues(std::shared_ptr<const Game> game, std::shared_ptr<const TableFile> file)
      : StateAnswers<OstleView<Game>>(game, file), game_(std::move(game)), file_(std::move(file)) {
    check_slices(*game_, *file_);
  }

  // For tables of values.
  std::string canonical(std::string_view text) const override {
    const StateView<N> seen = read_state<N>(*game_, text);
    return canonical_text(*game_, game_->slice_of(seen.position), seen);
  }
  std::unique_ptr<PositionWalk> walk(int) const override {
    return walk_over(std::make_unique<DenseSource<Game>>(*game_, *file_),
                     [game = game_, file = file_](const GameState<Game>& state) {
                       return print_state<Game>(state.position);
                     });
  }
  StatsReport stats(const WorkOptions& options, bool states) const override {
    if (states) return stats_of(survey_states(options));
    return Statistics<Game>(*game_, *file_, options.threads, options.progress)
        .run([&](std::size_t slice, std::uint64_t index) {
          return *position_at({slice, index});
        });
  }
  SurveyWork survey() const override {
    return [this](const WorkOptions& options) { return survey_states(options); };
  }

  // For puzzles.
  const PuzzleReader* puzzles() const override { return this; }
  Solution solution(std::string_view text, const SolutionOptions& options) const override {
    return this->solution_of(text, options);
  }
  MineReport mine(const PuzzleConditions& conditions, const MineOptions& options,
                  const PuzzleSink& sink) const override {
    return mine_ostle<N, Bits>(*game_, *file_, conditions, options, sink);
  }

  // For the whole table.
  const ValueReader* values() const override { return this; }
  VerifyReport verify(const WorkOptions& options) const override {
    Verification verification(*file_, options.threads, options.progress);
    DenseVerifier<Game> verifier(*game_, print_state<Game>, verification);
    return verify_table(verifier, verification);
  }
  std::uint64_t indices(std::size_t slice) const override { return file_->slices()[slice].indices; }
  std::optional<std::string> position_at(TableIndex number) const override {
    return ostle::position_at(*game_, number);
  }
  std::optional<TableIndex> index_of(std::string_view text) const override {
    return ostle::index_of(*game_, text);
  }

 private:
  SurveyReport survey_states(const WorkOptions& options) const {
    Survey<Game> survey(*game_, *file_, options.threads, options.progress);
    SurveyReport report = survey.run();
    const PlacedState* last = nullptr;
    for (const PlacedState& state : survey.longest()) {
      report.longest_states.push_back(text_of(state));
      const bool same_position =
          last != nullptr && last->slice == state.slice && last->index == state.index;
      if (!same_position) report.longest.push_back(longest_win(state));
      last = &state;
    }
    return report;
  }

  static StatsReport stats_of(SurveyReport&& survey) {
    StatsReport report;
    report.histogram = std::move(survey.histogram);
    summarise(report);
    report.longest = std::move(survey.longest_states);
    return report;
  }

  std::string text_of(const PlacedState& state) const {
    typename Game::Cursor cursor(game_->index(static_cast<int>(state.slice)));
    const Position<N>& p = cursor.at(state.index);
    return print_state<Game>(p, state.slot == no_slot
                                    ? Game::no_move
                                    : Game::move_of_slot(p, static_cast<Slot>(state.slot)));
  }

  // For the state's position.
  LongestWin longest_win(const PlacedState& state) const {
    const int slice = static_cast<int>(state.slice);
    typename Game::Cursor cursor(game_->index(slice));
    const Position<N>& p = cursor.at(state.index);
    const std::uint32_t replies = game_->possible_replies(slice, p, cursor.stabiliser());
    const Place place = game_->locate(slice, p);

    LongestWin win;
    win.position = print_state<Game>(p);
    win.value = this->value(win.position);
    win.unrestricted = (replies >> no_slot & 1) != 0;
    std::vector<Move> moves;
    game_->for_each_move(slice, p, [&](const typename Game::MadeMove& made) {
      if (made.kind == MoveKind::inner) moves.push_back(made.move);
    });
    std::ranges::sort(moves, {}, [](Move m) { return m.order(); });
    for (const Move move : moves) {
      const Value value = this->value(print_state<Game>(p, move));
      const bool in_play = (replies >> game_->slot_in(place, move, p.hole) & 1) != 0;
      win.forbids.push_back({format_move(move, N), value, in_play});
    }
    return win;
  }

  std::shared_ptr<const Game> game_;
  std::shared_ptr<const TableFile> file_;
};

template <int N, class Bits>
class OstleValueKind final : public TableKind {
 public:
  OstleValueKind(GameSpec spec, std::shared_ptr<const Ostle<N, Bits>> game)
      : spec_(std::move(spec)), game_(std::move(game)) {}

  std::string metric() const override { return distance_metric; }
  SolveReport solve(const std::string& path, const SolveOptions& options) const override {
    return Solve<Game>(*game_, TableHeader{spec_, metric(), creator()}, path, options,
                       [&](std::uint64_t bytes) { return what_fits(bytes); })
        .run();
  }
  std::unique_ptr<const TableReader> open(std::shared_ptr<const TableFile> file) const override {
    const TableHeader& header = file->header();
    if (!(header.game == spec_) || header.metric != metric()) return nullptr;
    return std::make_unique<OstleValues<N, Bits>>(game_, std::move(file));
  }

 private:
  using Game = Ostle<N, Bits>;

  // The game with the most pieces for which this much memory would be enough.
  std::string what_fits(std::uint64_t bytes) const {
    Parameters p = game_->parameters();
    while (--p.total >= 2 * (p.lose + 1)) {
      const Game smaller(p);
      const std::vector<std::size_t> kinds(static_cast<std::size_t>(smaller.slice_count()));
      if (dense_solve_memory<NarrowWord>(smaller, 0, kinds, WholeGame(smaller)) <= bytes)
        return fmt::format("total={} would fit", p.total);
    }
    return "";
  }

  GameSpec spec_;
  std::shared_ptr<const Game> game_;
};

}  // namespace zermelo::ostle
