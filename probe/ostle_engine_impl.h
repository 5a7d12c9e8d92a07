// SPDX-License-Identifier: MIT
// Ostle behind the Engine interface, for one board side; included by one source file a side.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "gen/error.h"
#include "gen/ostle/notation.h"
#include "gen/ostle/ostle.h"
#include "gen/ostle/seen.h"
#include "probe/block_cache.h"
#include "probe/choices.h"
#include "probe/engine.h"
#include "probe/ostle_engine.h"
#include "probe/ostle_miner.h"
#include "probe/ostle_puzzle_rules.h"
#include "probe/solution_builder.h"
#include "tablebase/count.h"
#include "tablebase/reach.h"
#include "tablebase/reach_stats.h"
#include "tablebase/reach_verify.h"
#include "tablebase/solve.h"
#include "tablebase/state_distances.h"
#include "tablebase/stats.h"
#include "tablebase/survey.h"
#include "tablebase/table_values.h"
#include "tablebase/verify.h"

namespace zermelo::ostle {

template <class Game, int N>
class OstleProber final : public Prober {
 public:
  OstleProber(std::shared_ptr<const Game> game, std::shared_ptr<const TableFile> file)
      : game_(std::move(game)), cache_(std::move(file)), values_(*game_, Lookup{this}) {}

  Value value(std::string_view text) const override {
    return value_of(read_state<N>(*game_, text));
  }

  std::vector<MoveValue> moves(std::string_view text) const override {
    std::vector<MoveValue> result;
    const Seen<N> seen = read_state<N>(*game_, text);
    for (const Choice<Game>& c : choices(seen)) {
      result.push_back({move_text(c), c.value, c.ends() ? "" : after(seen, c).text()});
    }
    return result;
  }

  Line line(std::string_view text, int limit) const override {
    Line line;
    std::set<std::string> seen;
    Seen<N> state = read_state<N>(*game_, text);
    while (static_cast<int>(line.moves.size()) < limit && seen.insert(state.text()).second) {
      const Choice<Game> best = choices(state).front();
      line.moves.push_back(move_text(best));
      line.complete = best.ends();
      if (line.complete) break;
      state = after(state, best);
    }
    return line;
  }

  Diagram diagram(std::string_view text, bool with_moves) const override {
    const Seen<N> seen = read_state<N>(*game_, text);
    Diagram d = make_diagram(seen.state());
    const Value value = value_of(seen);
    d.caption += ": " + to_string(value);
    if (!with_moves) return d;
    for (const Choice<Game>& choice : choices(seen)) {
      d.moves.push_back(valued(diagram_move(choice.option.move), choice.value));
    }
    return d;
  }

  Solution solution(std::string_view text, const SolutionOptions& options) const override {
    const Seen<N> seen = read_state<N>(*game_, text);
    const PuzzleRules<Game> rules(*game_, {});
    return SolutionBuilder(Chooser(*game_, values_), rules, options)
        .build(state_of(seen), value_of(seen));
  }

 private:
  struct Lookup {
    const OstleProber* prober;
    StoredValue operator()(int slice, std::uint64_t index, bool wants_second) const {
      return prober->stored(slice, index, wants_second);
    }
    void prefetch(int, std::uint64_t) const {}
  };

  StoredValue stored(int slice, std::uint64_t index, bool wants_second) const {
    const auto number = static_cast<std::size_t>(slice);
    const auto found = find_member(*game_, cache_, slice, index,
                                   wants_second ? BlockParts::all : BlockParts::without_second);
    const auto& palette = cache_.file().slices()[number].palette;
    StoredValue result{palette[found.block->first[found.member]]};
    if (const SecondValue* second = found.block->find_second(found.member)) {
      result.has_second = true;
      result.slot = second->slot;
      result.second = palette[second->code];
    }
    return result;
  }

  Value value_of(const Seen<N>& seen) const {
    return values_.with_forbidden(game_->slice_of(seen.position), seen.position, seen.forbidden);
  }

  std::vector<Choice<Game>> choices(const Seen<N>& seen) const {
    return Chooser(*game_, values_).best_first(state_of(seen));
  }
  GameState<Game> state_of(const Seen<N>& seen) const {
    return {game_->slice_of(seen.position), seen.position, seen.forbidden, seen.white_to_move};
  }
  static std::string move_text(const Choice<Game>& choice) {
    return format_move(choice.option.move, N);
  }
  Seen<N> after(const Seen<N>& seen, const Choice<Game>& choice) const {
    const GameState<Game> next = Chooser(*game_, values_).next(state_of(seen), choice);
    return {next.position, next.white_to_move, next.forbidden};
  }

  std::shared_ptr<const Game> game_;
  mutable BlockCache cache_;
  StateValues<Game, Lookup> values_;
};

template <class Game, int N>
class OstleDistanceProber final : public DistanceProber {
 public:
  OstleDistanceProber(std::shared_ptr<const Game> game, std::shared_ptr<const TableFile> file)
      : game_(std::move(game)), cache_(std::move(file)), distances_(*game_, Lookup{this}) {}

  std::optional<int> distance(std::string_view text) const override {
    const Seen<N> seen = read_state<N>(*game_, text);
    const int plies =
        distances_.distance(game_->slice_of(seen.position), seen.position, seen.forbidden);
    return plies < 0 ? std::nullopt : std::optional(plies);
  }

 private:
  struct Lookup {
    const OstleDistanceProber* prober;
    StoredArrival operator()(int slice, std::uint64_t index) const {
      return prober->stored(slice, index);
    }
  };

  StoredArrival stored(int slice, std::uint64_t index) const {
    const auto found = find_member(*game_, cache_, slice, index, BlockParts::all);
    const auto& arrivals = cache_.file().slices()[static_cast<std::size_t>(slice)].arrivals;
    StoredArrival result{arrivals[found.block->first[found.member]], {}};
    if (const SecondValue* second = found.block->find_second(found.member))
      result.slot = second->slot;
    return result;
  }

  std::shared_ptr<const Game> game_;
  mutable BlockCache cache_;
  StateDistances<Game, Lookup> distances_;
};

template <int N, class Bits>
class OstleEngine final : public Engine {
  using Game = Ostle<N, Bits>;

 public:
  explicit OstleEngine(const Parameters& parameters)
      : game_(std::make_shared<const Game>(parameters)) {}

  GameSpec spec() const override { return {"ostle", describe(game_->parameters())}; }
  std::string start() const override { return format_state(start_state(game_->parameters())); }

  Diagram diagram(std::string_view text) const override {
    const State state = parse_state(text, N);
    Diagram d = make_diagram(state);
    try {
      check_material(state, game_->parameters());
    } catch (const GameOver& over) {
      d.caption = over.what();
    }
    return d;
  }

  CountReport count(bool quick, int threads, WorkProgress progress) const override {
    return Counter(*game_, threads, std::move(progress)).run(quick);
  }

  SolveReport solve(const std::string& path, const SolveOptions& options) const override {
    return Solve<Game>(*game_, TableHeader{spec(), distance_metric, creator()}, path, options)
        .run();
  }

  SolveReport reach(const std::string& path, const SolveOptions& options,
                    SearchedMoves moves) const override {
    const Parameters& p = game_->parameters();
    if (p.total < 2 * p.start) {
      throw UsageError(
          fmt::format("The start has {} pieces; with total={} it is not among the positions.",
                      2 * p.start, p.total));
    }
    const auto start = Seen<N>::from(start_state(p)).position;
    const char* metric = moves == SearchedMoves::all ? reach_all_metric : reach_metric;
    return Reach<Game>(*game_, start, TableHeader{spec(), metric, creator()}, path, options).run();
  }

  std::unique_ptr<Prober> prober(std::shared_ptr<const TableFile> table) const override {
    check_values(*table);
    return std::make_unique<OstleProber<Game, N>>(game_, std::move(table));
  }

  std::unique_ptr<DistanceProber> distance_prober(
      std::shared_ptr<const TableFile> table) const override {
    check_distances(*table);
    return std::make_unique<OstleDistanceProber<Game, N>>(game_, std::move(table));
  }

  ReachReport reach_stats(const TableFile& table, int threads,
                          WorkProgress progress) const override {
    check_distances(table);
    ReachStatistics<Game> statistics(*game_, table, threads, std::move(progress));
    ReachReport report = statistics.run();
    for (const PlacedState& state : statistics.farthest())
      report.farthest_states.push_back(text_of(state));
    return report;
  }

  StatsReport stats(const TableFile& table, bool states, int threads,
                    WorkProgress progress) const override {
    if (states) return stats_of(survey(table, threads, std::move(progress)));
    check_values(table);
    return Statistics<Game>(*game_, table, threads, std::move(progress))
        .run([&](std::size_t slice, std::uint64_t index) {
          return *position_at(table, slice, index);
        });
  }

  SurveyReport survey(const TableFile& table, int threads, WorkProgress progress) const override {
    check_values(table);
    Survey<Game> survey(*game_, table, threads, std::move(progress));
    SurveyReport report = survey.run();
    // Asked here only, so it may borrow the table.
    const auto values = prober({std::shared_ptr<const void>(), &table});
    const PlacedState* last = nullptr;
    for (const PlacedState& state : survey.longest()) {
      report.longest_states.push_back(text_of(state));
      const bool same_position =
          last != nullptr && last->slice == state.slice && last->index == state.index;
      if (!same_position) report.longest.push_back(longest_win(*values, state));
      last = &state;
    }
    return report;
  }

  VerifyReport verify(const TableFile& table, int threads, WorkProgress progress) const override {
    check(table);
    if (table.header().holds_distances()) {
      const auto start = Seen<N>::from(start_state(game_->parameters())).position;
      return ReachVerifier<Game>(*game_, table, start, print_state, threads, std::move(progress))
          .run();
    }
    return Verifier<Game>(*game_, table, print_state, threads, std::move(progress)).run();
  }

  MineReport mine(const TableFile& table, const PuzzleConditions& conditions,
                  const MineOptions& options, const PuzzleSink& sink) const override {
    check_values(table);
    return mine_ostle<N, Bits>(*game_, table, conditions, options, sink);
  }

  DepthReport depth(const DepthOptions&) const override {
    throw UsageError("Ostle has no search for the shortest win; solve it.");
  }

  std::optional<std::string> position_at(const TableFile&, std::size_t slice,
                                         std::uint64_t index) const override {
    typename Game::Cursor cursor(game_->index(static_cast<int>(slice)));
    const Position<N>& p = cursor.at(index);
    if (!cursor.is_canonical()) return std::nullopt;
    return Seen<N>{p, false, {}}.text();
  }

 private:
  // A canonical position's text, with a forbidden move or no_move.
  static std::string print_state(const Position<N>& p, Move forbidden) {
    return Seen<N>{p, false, forbidden}.text();
  }

  void check_values(const TableFile& table) const {
    table.require_values();
    check(table);
  }
  void check_distances(const TableFile& table) const {
    table.require_distances();
    check(table);
  }
  // The table's slices must be this game's, in its order.
  void check(const TableFile& table) const {
    const auto& slices = table.slices();
    bool same = table.header().game == spec() &&
                slices.size() == static_cast<std::size_t>(game_->slice_count());
    for (int i = 0; same && i < game_->slice_count(); ++i) {
      const SliceRecord& record = slices[static_cast<std::size_t>(i)];
      same = record.name == game_->slice_name(i) && record.indices == game_->index_size(i);
    }
    if (!same) {
      throw DamagedTable(
          fmt::format("{} is damaged: its slices are not those of its game.", table.path()));
    }
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
    const Move forbidden = state.slot == no_slot
                               ? Game::no_move
                               : Game::move_of_slot(p, static_cast<Slot>(state.slot));
    return Seen<N>{p, false, forbidden}.text();
  }

  // Of the state's position.
  LongestWin longest_win(const Prober& values, const PlacedState& state) const {
    const int slice = static_cast<int>(state.slice);
    typename Game::Cursor cursor(game_->index(slice));
    const Position<N>& p = cursor.at(state.index);
    const std::uint32_t replies = game_->possible_replies(slice, p, cursor.stabiliser());
    const Place place = game_->locate(slice, p);

    LongestWin win;
    win.position = Seen<N>{p, false, {}}.text();
    win.value = values.value(win.position);
    win.unrestricted = (replies >> no_slot & 1) != 0;
    std::vector<Move> moves;
    game_->for_each_option(slice, p, [&](const typename Game::Option& option) {
      if (option.kind == EdgeKind::inner) moves.push_back(option.move);
    });
    std::ranges::sort(moves, {}, [](Move m) { return m.order(); });
    for (const Move move : moves) {
      const Value value = values.value(Seen<N>{p, false, move}.text());
      const bool in_play = (replies >> game_->slot_in(place, move, p.hole) & 1) != 0;
      win.forbids.push_back({format_move(move, N), value, in_play});
    }
    return win;
  }

  std::shared_ptr<const Game> game_;
};

template <int N>
std::unique_ptr<Engine> make_sized_engine(const Parameters& parameters) {
  if (processor_has_bmi2()) return std::make_unique<OstleEngine<N, Bmi2Bits>>(parameters);
  return std::make_unique<OstleEngine<N, PortableBits>>(parameters);
}

}  // namespace zermelo::ostle
