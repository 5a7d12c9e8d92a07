// SPDX-License-Identifier: MIT
// Ostle's tables of values: made, verified, surveyed, walked over and mined. Included by one source
// file per board side.
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
#include "kinds/dense/ostle_instances.h"
#include "kinds/dense/ostle_view.h"
#include "kinds/dense/solve.h"
#include "kinds/dense/stats.h"
#include "kinds/dense/survey.h"
#include "kinds/dense/verify.h"
#include "kinds/shrink_file.h"
#include "kinds/source_walk.h"
#include "probe/table_maker.h"

namespace zermelo::ostle {

template <class Rules>
class ValueMaker final : public TableMaker, public ValueWork {
 public:
  ValueMaker(GameSpec spec, std::shared_ptr<const Rules> rules)
      : spec_(std::move(spec)), rules_(std::move(rules)) {}

  std::string metric() const override { return distance_metric; }
  SolveReport solve(const std::string& path, const SolveOptions& options) const override {
    return Solve<Rules>(*rules_, TableHeader{spec_, metric(), creator()}, path, options,
                        [&](std::uint64_t bytes) { return what_fits(bytes); })
        .run();
  }
  VerifyReport verify(const OpenTable& table, const WorkOptions& options) const override {
    Verification verification(*table.file, options.threads, options.progress);
    DenseVerifier<Rules> verifier(*rules_, print_state<Rules>, verification);
    return verify_table(verifier, verification);
  }

  const ValueWork* values() const override { return this; }
  std::unique_ptr<RecordWalk> walk(const OpenTable& table,
                                   const WalkOptions& options) const override {
    return walk_over(std::make_unique<DenseSource<Rules>>(*rules_, *table.file), options,
                     [rules = rules_, table](const GameState<Rules>& state, Value value) {
                       return record_of(state.position, value);
                     });
  }
  StatsReport stats(const OpenTable& table, const WorkOptions& options,
                    bool states) const override {
    if (states) return stats_of(survey_states(*rules_, table, options));
    return Statistics<Rules>(*rules_, *table.file, options.threads, options.progress)
        .run([&](std::size_t slice, std::uint64_t index) {
          return *ostle::position_at(*rules_, {slice, index});
        });
  }
  SurveyWork survey(const OpenTable& table) const override {
    return [rules = rules_, table](const WorkOptions& options) {
      return survey_states(*rules, table, options);
    };
  }
  ShrinkWork shrinking(const OpenTable& table) const override {
    return [table](const std::string& path, const ShrinkOptions& options) {
      return shrink_indexed_file(*table.file, path, options);
    };
  }
  MineReport mine(const OpenTable& table, const PuzzleConditions& conditions,
                  const MineOptions& options, const PuzzleSink& sink) const override {
    return mine_ostle(*rules_, *table.file, conditions, options, sink);
  }

 private:
  static PositionRecord record_of(const typename Rules::Position& p, Value value) {
    const State state = StateView<Rules::Geometry::side>{p, false, {}}.state();
    return {.black = state.black,
            .white = state.white,
            .value = value,
            .white_to_move = state.white_to_move,
            .hole = static_cast<std::uint8_t>(state.hole)};
  }

  static SurveyReport survey_states(const Rules& rules, const OpenTable& table,
                                    const WorkOptions& options) {
    Survey<Rules> survey(rules, *table.file, options.threads, options.progress);
    SurveyReport report = survey.run();
    const PlacedState* last = nullptr;
    for (const PlacedState& state : survey.longest()) {
      report.longest_states.push_back(text_of(rules, state));
      const bool same_position =
          last != nullptr && last->slice == state.slice && last->index == state.index;
      if (!same_position)
        report.longest.push_back(longest_win(rules, *table.reader->values(), state));
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

  static std::string text_of(const Rules& rules, const PlacedState& state) {
    typename Rules::Cursor cursor(rules.index(static_cast<int>(state.slice)));
    const auto& p = cursor.at(state.index);
    return print_state<Rules>(p, state.slot == no_slot
                                     ? Rules::no_move
                                     : Rules::move_of_slot(p, static_cast<Slot>(state.slot)));
  }

  // For the state's position.
  static LongestWin longest_win(const Rules& rules, const zermelo::ValueReader& values,
                                const PlacedState& state) {
    const int slice = static_cast<int>(state.slice);
    typename Rules::Cursor cursor(rules.index(slice));
    const auto& p = cursor.at(state.index);
    const std::uint32_t replies = rules.possible_replies(slice, p, cursor.stabiliser());
    const Place place = rules.locate(slice, p);

    LongestWin win;
    win.position = print_state<Rules>(p);
    win.value = values.value(win.position);
    win.unrestricted = (replies >> no_slot & 1) != 0;
    std::vector<Move> moves;
    rules.for_each_move(slice, p, [&](const typename Rules::MadeMove& made) {
      if (made.kind == MoveKind::inner) moves.push_back(made.move);
    });
    std::ranges::sort(moves, {}, [](Move m) { return m.order(); });
    for (const Move move : moves) {
      const Value value = values.value(print_state<Rules>(p, move));
      const bool in_play = (replies >> rules.slot_in(place, move, p.hole) & 1) != 0;
      win.forbids.push_back({format_move(move, Rules::Geometry::side), value, in_play});
    }
    return win;
  }

  // The game with the most pieces for which this much memory would be enough.
  std::string what_fits(std::uint64_t bytes) const {
    Parameters p = rules_->parameters();
    while (--p.total >= 2 * (p.lose + 1)) {
      const Rules smaller(p);
      const std::vector<std::size_t> kinds(static_cast<std::size_t>(smaller.slice_count()));
      if (dense_solve_memory<NarrowWord>(smaller, 0, kinds, WholeGame(smaller)) <= bytes)
        return fmt::format("total={} would fit", p.total);
    }
    return "";
  }

  GameSpec spec_;
  std::shared_ptr<const Rules> rules_;
};

}  // namespace zermelo::ostle
