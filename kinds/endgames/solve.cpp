// SPDX-License-Identifier: MIT
#include "kinds/endgames/solve.h"

#include <algorithm>
#include <bitset>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

#include "gen/error.h"
#include "gen/parallel.h"
#include "kinds/endgames/graph.h"
#include "tablebase/retrograde/endless_play.h"
#include "tablebase/retrograde/plain_word.h"
#include "tablebase/retrograde/solver.h"

namespace zermelo::endgames {
namespace {

constexpr const char* stopped_sentence = "The work was stopped; it goes on when called again.";
constexpr std::uint64_t numbers_a_task = 1 << 14;
using RawValues = std::bitset<65536>;

EndlessRule endless_rule(const Rules& rules) {
  return {rules.endings().endless, rules.endings().perpetual_check_loses};
}

std::size_t raw_of(Value value) { return static_cast<std::uint16_t>(value.raw()); }

// Takes the values of one slice over from one word's solver into a table, and counts.
template <class Word>
class TakeOver {
 public:
  using Solver = RetrogradeSolver<EndgameGraph, Word>;
  using Endless = EndlessPlay<EndgameGraph, Word>;

  // `endless`: null where play without end is a draw.
  TakeOver(Solver& solver, const Endless* endless, const Measure& measure, SolvedTable& table,
           std::size_t slot, int threads)
      : solver_(solver),
        endless_(endless),
        measure_(measure),
        index_(table.index),
        slot_(slot),
        slice_(table.slices[slot]),
        threads_(threads) {}

  SliceStats run() {
    make_palette();
    slice_.codes.resize(size());
    SliceStats stats;
    std::mutex mutex;
    parallel_tasks(tasks(), threads_, [&] {
      return [&, kinds = std::vector<std::uint64_t>()](std::uint64_t task) mutable {
        SliceStats own;
        kinds.assign(slice_.palette.size(), 0);
        take(task, kinds, own);
        for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
          if (kinds[kind] > 0) own.histogram[slice_.palette[kind]] = kinds[kind];
        }
        const std::lock_guard lock(mutex);
        add(own, stats);
      };
    });
    return stats;
  }

 private:
  std::uint64_t size() const { return index_.of(slot_).size(); }
  bool is_member(std::uint64_t number) {
    return solver_.words()[solver_.graph().place(slot_, number)] != Word::unused;
  }
  Value value(std::uint64_t number) {
    const std::uint64_t place = solver_.graph().place(slot_, number);
    const Value solved = solver_.first_value(place);
    if (measure_.metric == Metric::zeroing && !measure_.has_room(solved.plies()))
      throw Error("This material has too many plies to zeroing; a table has no room for them.");
    if (!solved.is_draw() || endless_ == nullptr) return measure_.stored_of_solved(solved);
    const Outcome outcome = endless_->outcome(place);
    if (outcome == Outcome::draw || measure_.metric == Metric::outcome)
      return Value::of_outcome(outcome);
    return Value::endless(outcome);
  }
  std::uint64_t tasks() const { return (size() + numbers_a_task - 1) / numbers_a_task; }

  void make_palette() {
    std::mutex mutex;
    RawValues all;
    parallel_tasks(tasks(), threads_, [&] {
      return [&, own = std::make_unique<RawValues>()](std::uint64_t task) mutable {
        for_each_number(task, [&](std::uint64_t number) {
          if (is_member(number)) own->set(raw_of(value(number)));
        });
        const std::lock_guard lock(mutex);
        all |= *own;
      };
    });
    if (all.none()) all.set(raw_of(Value::draw()));  // (So that the palette is never empty.)
    for (std::size_t raw = 0; raw < all.size(); ++raw) {
      if (all[raw]) slice_.palette.push_back(Value::from_raw(static_cast<std::int16_t>(raw)));
    }
    std::ranges::sort(slice_.palette, [](Value a, Value b) { return a.raw() < b.raw(); });
    if (slice_.palette.size() > 256)
      throw Error(
          "This material has more than 256 different values; a table has no room for them.");
    code_of_.assign(all.size(), 0);
    for (std::size_t code = 0; code < slice_.palette.size(); ++code)
      code_of_[raw_of(slice_.palette[code])] = static_cast<std::uint8_t>(code);
  }

  template <class Visit>
  void for_each_number(std::uint64_t task, Visit&& visit) const {
    const std::uint64_t begin = task * numbers_a_task;
    const std::uint64_t end = std::min(size(), begin + numbers_a_task);
    for (std::uint64_t number = begin; number < end; ++number) visit(number);
  }

  // `kinds`: how many positions have a value, by code.
  void take(std::uint64_t task, std::vector<std::uint64_t>& kinds, SliceStats& stats) {
    // What is no position repeats the value before, which costs least in a file.
    std::uint8_t code = code_of_[0];
    for_each_number(task, [&](std::uint64_t number) {
      if (is_member(number)) {
        const Value found = value(number);
        code = code_of_[raw_of(found)];
        ++kinds[code];
        count(number, found, stats);
      }
      slice_.codes[number] = code;
    });
  }
  void count(std::uint64_t number, Value found, SliceStats& stats) const {
    Men men;
    unsigned stabiliser = 1;
    index_.at(slot_, number, men, stabiliser);
    const std::uint64_t orbit = index_.of(slot_).symmetries() / stabiliser;
    ++stats.positions;
    stats.unfolded += orbit;
    (found.is_win() ? stats.wins : found.is_loss() ? stats.losses : stats.draws) += orbit;
    const Value told = measure_.of_stored(found);
    const bool has_number = measure_.metric == Metric::distance
                                ? !told.is_endless()
                                : measure_.metric == Metric::zeroing && !told.is_past_rule();
    if (found.is_win() && has_number && told.magnitude() > stats.longest_win) {
      stats.longest_win = told.magnitude();
      stats.longest_index = number;
    }
  }
  static void add(const SliceStats& more, SliceStats& stats) {
    stats.positions += more.positions;
    stats.unfolded += more.unfolded;
    stats.wins += more.wins;
    stats.draws += more.draws;
    stats.losses += more.losses;
    for (const auto& [value, count] : more.histogram) stats.histogram[value] += count;
    if (more.longest_win > stats.longest_win ||
        (more.longest_win == stats.longest_win && more.longest_index < stats.longest_index)) {
      stats.longest_win = more.longest_win;
      stats.longest_index = more.longest_index;
    }
  }

  Solver& solver_;
  const Endless* endless_;
  const Measure& measure_;
  const GroupIndex& index_;
  std::size_t slot_;
  SolvedTable::Slice& slice_;
  int threads_;
  std::vector<std::uint8_t> code_of_;
};

// Solves the graph as it is now, with words as narrow as the values allow, and calls take(solver).
template <class Take>
void solve_graph(const EndgameGraph& graph, int threads, const std::function<bool()>& should_stop,
                 const Take& take) {
  const auto solve_with = [&]<class Word>(std::type_identity<Word>) {
    RetrogradeSolver<EndgameGraph, Word> solver(graph, threads);
    if (!solver.run(should_stop)) throw Interrupted(stopped_sentence);
    take(solver);
  };
  try {
    solve_with(std::type_identity<NarrowPlainWord>{});
  } catch (const WordTooNarrow&) {
    solve_with(std::type_identity<PlainWord>{});
  }
}

// Plies to zeroing. Who wins where a zeroing move stays in the group is found first: without the
// n-move rule by a solve of its own, with it by solving until what was supposed comes out. With
// zeroing moves that cannot go round in circles there is one solution: whoever wins without the
// rule is supposed to win with it, and those whose plies are too many are struck out, time and
// again. Otherwise only what is proved counts, beginning with nothing.
class ZeroingSolve {
 public:
  ZeroingSolve(EndgameGraph& graph, const Measure& measure, int threads,
               const std::function<bool()>& should_stop)
      : graph_(graph), threads_(threads), should_stop_(should_stop), phase_{measure, {}} {}

  // Then the graph's solution has the plies, if it is confirmed.
  void run() {
    if (graph_.has_zeroing_moves()) find_winners();
    graph_.set_zeroing_apart(phase_);
  }
  // Whether the solution is what was supposed. If it is not, it is supposed from now on, and the
  // graph has to be solved again.
  template <class Word>
  bool confirm(RetrogradeSolver<EndgameGraph, Word>& solver) {
    if (phase_.known.empty() || phase_.measure.rule == 0) return true;
    std::vector<KnownWinner> found(phase_.known.size());
    go_over(solver, [&](std::uint64_t place, Value value) {
      found[place] = winner(value.outcome(), phase_.measure.is_past_rule(value.plies() - 1));
    });
    phase_.known.swap(found);
    return phase_.known == found;
  }

 private:
  static KnownWinner winner(Outcome outcome, bool past_rule) {
    if (outcome == Outcome::draw) return KnownWinner::nobody;
    if (outcome == Outcome::win)
      return past_rule ? KnownWinner::mover_past_rule : KnownWinner::mover;
    return past_rule ? KnownWinner::other_past_rule : KnownWinner::other;
  }
  void find_winners() {
    phase_.known.resize(graph_.places());
    const bool all_past_rule = phase_.measure.rule > 0 && graph_.may_zero_in_circles();
    graph_.ask_winner_alone();
    solve_graph(graph_, threads_, should_stop_, [&](auto& solver) {
      go_over(solver, [&](std::uint64_t place, Value value) {
        phase_.known[place] = winner(value.outcome(), all_past_rule);
      });
    });
  }
  // Calls visit(place, value) for the members.
  template <class Word, class Visit>
  void go_over(RetrogradeSolver<EndgameGraph, Word>& solver, const Visit& visit) {
    parallel_tasks(graph_.places() / chunk_size, threads_, [&] {
      return [&](std::uint64_t chunk) {
        for (std::uint64_t place = chunk * chunk_size; place < (chunk + 1) * chunk_size; ++place) {
          if (solver.words()[place] != Word::unused) visit(place, solver.first_value(place));
        }
      };
    });
  }

  EndgameGraph& graph_;
  int threads_;
  const std::function<bool()>& should_stop_;
  ZeroingPhase phase_;
};

}  // namespace

Solved solve_group(const Rules& rules, const MaterialGroup& group,
                   const std::vector<const SolvedTable*>& smaller, const Measure& measure,
                   int threads, const std::function<bool()>& should_stop) {
  Solved result{std::make_unique<SolvedTable>(rules, group), {}};
  const FinishedTables tables(rules, smaller);
  EndgameGraph graph(rules, result.table->index, tables, threads);
  ZeroingSolve zeroing(graph, measure, threads, should_stop);
  if (measure.metric == Metric::zeroing) zeroing.run();
  const EndlessRule rule = endless_rule(rules);
  const auto take_over = [&]<class Word>(RetrogradeSolver<EndgameGraph, Word>& solver) {
    std::optional<EndlessPlay<EndgameGraph, Word>> endless;
    if (!rule.is_draw()) {
      endless.emplace(graph, rule, solver.words(), threads, [&] {
        if (should_stop()) throw Interrupted(stopped_sentence);
      });
    }
    for (std::size_t slot = 0; slot < result.table->slices.size(); ++slot)
      result.stats.push_back(TakeOver<Word>(solver, endless ? &*endless : nullptr, measure,
                                            *result.table, slot, threads)
                                 .run());
  };
  while (result.stats.empty()) {
    solve_graph(graph, threads, should_stop, [&](auto& solver) {
      if (measure.metric != Metric::zeroing || zeroing.confirm(solver)) take_over(solver);
    });
  }
  return result;
}

std::uint64_t bytes_to_solve(const Rules& rules, const GroupIndex& index, Metric metric) {
  // Words, also after passes, their schedule, what is asked of endless play, who wins, and who was
  // supposed to, and codes.
  const std::uint64_t places = rules.endings().has_passes() ? 2 : 1;
  std::uint64_t bytes = sizeof(NarrowPlainWord::Storage) + (metric == Metric::zeroing ? 2 : 0);
  if (!endless_rule(rules).is_draw())
    bytes += EndlessPlay<EndgameGraph, NarrowPlainWord>::place_bytes;
  return index.size() * (places * bytes + 1) + (8u << 20);
}

}  // namespace zermelo::endgames
