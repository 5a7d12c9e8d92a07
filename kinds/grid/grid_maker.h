// SPDX-License-Identifier: MIT
// A kind of table of a game on a grid: made, counted, verified, walked over and mined. Included by
// one source file per game and kind. Tables says how: kinds/codes/maker.h, kinds/stones/maker.h,
// kinds/ranked/maker.h.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/parallel.h"
#include "gen/position_record.h"
#include "kinds/grid/grid_kind.h"
#include "kinds/puzzles/miner.h"
#include "kinds/shrink_file.h"
#include "kinds/source_walk.h"
#include "probe/table_maker.h"

namespace zermelo {

// The places of the listed positions, each of them once up to symmetry. Throws what is wrong with
// the first that is not in the table.
template <class Source, class Rules>
std::vector<typename Source::Place> places_of(const Rules& rules, const ValueReader& reader,
                                              const Source& source,
                                              const std::vector<ListedPosition>& listed,
                                              int threads) {
  constexpr std::size_t at_once = 64;
  using Places = std::vector<typename Source::Place>;
  struct Read {
    Places places;
    std::exception_ptr error;  // of the one after these
  };
  const auto place_of = [&](const ListedPosition& entry) {
    return Source::place_of(rules, read_listed(entry.where, [&] {
                              const PositionOf<Rules> p = read_position(rules, entry.text);
                              if constexpr (requires { source.value(p); }) {
                                in_table(source.value(p));
                              } else {
                                reader.value(entry.text);  // it is in the table, or this throws
                              }
                              return p;
                            }));
  };
  const auto read_some = [&](std::uint64_t task) {
    Read read;
    const std::size_t begin = task * at_once, end = std::min(listed.size(), begin + at_once);
    try {
      for (std::size_t i = begin; i < end; ++i) read.places.push_back(place_of(listed[i]));
    } catch (...) {
      read.error = std::current_exception();
    }
    return read;
  };
  Places places;
  std::set<typename Source::Place> seen;
  parallel_in_order((listed.size() + at_once - 1) / at_once, threads, [&] { return read_some; },
                    [&](const Read& read) {
                      for (const auto& place : read.places)
                        if (seen.insert(place).second) places.push_back(place);
                      if (read.error) std::rethrow_exception(read.error);
                    });
  return places;
}

template <class Rules, class Tables>
MineReport mine_grid(const Rules& rules, const OpenTable& table, const PuzzleConditions& conditions,
                     const MineOptions& options, const PuzzleSink& sink) {
  using Source = typename Tables::Source;
  constexpr bool counts_plies = Tables::Metric::kind == Metric::distance;
  check_metric(conditions, Tables::Metric::kind);
  if (!conditions.own.empty()) {
    throw UsageError(fmt::format("{} has no condition '{}'.", table.file->header().game.name,
                                 *conditions.own.begin()));
  }
  if (!options.positions && contradictory(conditions)) return {.complete = true};
  const bool at_once = counts_plies && (!conditions.win_in || conditions.win_in->first == 1);
  std::optional<Source> source;
  const bool made = is_made(options, [&] {
    source.emplace(rules, table.file, at_once, options.positions.has_value(),
                   thread_count(options.threads), [&] { end_if_stopped(options); });
  });
  if (!made) return {.stopped = true};
  std::optional<std::vector<typename Source::Place>> listed;
  if (options.positions) {
    listed = places_of(rules, *table.reader->values(), *source, *options.positions,
                       thread_count(options.threads));
  }
  const GridPuzzleRules<Rules> puzzle_rules(rules);
  return Miner(*source, puzzle_rules, conditions, options, std::move(listed)).run(sink);
}

// What walks make of positions (kinds/source_walk.h).
template <class Rules>
struct GridRecords {
  PositionRecord operator()(const PositionOf<Rules>& p, Value value) const {
    return {.black = p.black, .white = p.white, .value = value, .white_to_move = p.white_to_move};
  }
  template <class P>
  requires requires(const P& p) { p.kinds; }
  PieceRecord pieces(const P& p) const { return {p.kinds, p.hands}; }

  std::shared_ptr<const Rules> rules;
  OpenTable table;
};

template <class Rules, class Tables>
class GridMaker final : public TableMaker, public ValueWork {
 public:
  // `spec` is that of its tables, with all parameters filled in.
  GridMaker(GameSpec spec, std::shared_ptr<const Rules> rules)
      : spec_(std::move(spec)), rules_(std::move(rules)) {}

  std::string metric() const override { return metric_name<typename Tables::Metric>(); }

  SolveReport solve(const std::string& path, const SolveOptions& options) const override {
    require_fit<Tables>(*rules_);
    TableHeader header{spec_, metric(), creator()};
    header.states = Tables::states;
    if constexpr (requires { Tables::index_header_of(*rules_); })
      header.index = Tables::index_header_of(*rules_);
    return Tables::solve(*rules_, std::move(header), path, options);
  }
  VerifyReport verify(const OpenTable& table, const WorkOptions& options) const override {
    return Tables::verify(*rules_, *table.file, options.threads, options.progress);
  }

  const ValueWork* values() const override { return this; }
  std::unique_ptr<RecordWalk> walk(const OpenTable& table,
                                   const WalkOptions& options) const override {
    constexpr bool counts_plies = Tables::Metric::kind == Metric::distance;
    auto source = std::make_unique<typename Tables::Walked>(
        *rules_, table.file, counts_plies, false, thread_count(options.threads), [] {});
    return walk_over(std::move(source), options, GridRecords<Rules>{rules_, table});
  }
  StatsReport stats(const OpenTable& table, const WorkOptions& options, bool) const override {
    return Tables::stats(*rules_, *table.file, options.threads, options.progress);
  }
  MineReport mine(const OpenTable& table, const PuzzleConditions& conditions,
                  const MineOptions& options, const PuzzleSink& sink) const override {
    if constexpr (Tables::Metric::kind != Metric::outcome)
      return mine_grid<Rules, Tables>(*rules_, table, conditions, options, sink);
    throw UsageError("A table of outcomes has no puzzles.");  // (Table says so before.)
  }
  ShrinkWork shrinking(const OpenTable& table) const override {
    if constexpr (requires { Tables::layer_costs(*rules_, *table.file); }) {
      return [table, rules = rules_](const std::string& path, const ShrinkOptions& options) {
        const LayerCosts costs = Tables::layer_costs(*rules, *table.file);
        const ChosenLayers chosen = layers_to_leave_out(costs, options.lookups);
        ShrinkReport report = shrink_file(*table.file, chosen.left_out, path, options);
        report.lookups = chosen.lookups;
        return report;
      };
    }
    return {};
  }
  std::unique_ptr<const CodedPlay> loaded_play(const OpenTable& table, int threads,
                                               const std::atomic<bool>* stop) const override {
    if constexpr (requires { typename Tables::Loaded; }) {
      using Source = AnyGridSource<PositionOf<Rules>>;
      return std::make_unique<OwningGridPlay<Source>>(
          std::make_unique<GridSource<Rules, typename Tables::Loaded>>(
              rules_, *table.file, threads, [&] {
                if (stop != nullptr && *stop) throw Interrupted("Reading the table was stopped.");
              }));
    }
    return nullptr;
  }
  std::uint64_t mining_memory(const OpenTable& table, std::uint64_t positions) const override {
    if constexpr (requires { Tables::mining_memory(*table.file); })
      return Tables::mining_memory(*table.file);
    return ValueWork::mining_memory(table, positions);
  }

 private:
  GameSpec spec_;
  std::shared_ptr<const Rules> rules_;
};

// Adds a maker after the present ones.
template <class Rules, class Tables>
void add_grid_maker(GameWork& work, GameSpec spec, const std::shared_ptr<const Rules>& rules) {
  work.makers.push_back(std::make_unique<GridMaker<Rules, Tables>>(std::move(spec), rules));
  if (work.count) return;
  work.count = [rules](const WorkOptions& options, bool) {
    return Tables::count(*rules, options.threads, options.progress);
  };
}

}  // namespace zermelo
