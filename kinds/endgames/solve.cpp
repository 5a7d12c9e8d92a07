// SPDX-License-Identifier: MIT
#include "kinds/endgames/solve.h"

#include <algorithm>
#include <bitset>
#include <mutex>
#include <optional>

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
  TakeOver(Solver& solver, const Endless* endless, SolvedTable& table, std::size_t slot,
           int threads)
      : solver_(solver),
        endless_(endless),
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
    const Value value = solver_.first_value(place);
    if (!value.is_draw() || endless_ == nullptr) return value;
    const Outcome outcome = endless_->outcome(place);
    return outcome == Outcome::draw ? value : Value::endless(outcome);
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
    if (found.is_win() && found.plies() - 1 > stats.longest_win) {
      stats.longest_win = found.plies() - 1;
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
  const GroupIndex& index_;
  std::size_t slot_;
  SolvedTable::Slice& slice_;
  int threads_;
  std::vector<std::uint8_t> code_of_;
};

template <class Word>
std::vector<SliceStats> solve_with(const EndgameGraph& graph, const EndlessRule& rule,
                                   SolvedTable& table, int threads,
                                   const std::function<bool()>& should_stop) {
  RetrogradeSolver<EndgameGraph, Word> solver(graph, threads);
  if (!solver.run(should_stop)) throw Interrupted(stopped_sentence);
  using Endless = EndlessPlay<EndgameGraph, Word>;
  std::optional<Endless> endless;
  if (!rule.is_draw()) {
    endless.emplace(graph, rule, solver.words(), threads, [&] {
      if (should_stop()) throw Interrupted(stopped_sentence);
    });
  }
  std::vector<SliceStats> stats;
  for (std::size_t slot = 0; slot < table.slices.size(); ++slot)
    stats.push_back(
        TakeOver<Word>(solver, endless ? &*endless : nullptr, table, slot, threads).run());
  return stats;
}

}  // namespace

Solved solve_group(const Rules& rules, const MaterialGroup& group,
                   const std::vector<const SolvedTable*>& smaller, int threads,
                   const std::function<bool()>& should_stop) {
  Solved result{std::make_unique<SolvedTable>(rules, group), {}};
  const FinishedTables tables(rules, smaller);
  const EndgameGraph graph(rules, result.table->index, tables, threads);
  const EndlessRule rule = endless_rule(rules);
  try {
    result.stats = solve_with<NarrowPlainWord>(graph, rule, *result.table, threads, should_stop);
  } catch (const WordTooNarrow&) {
    result.stats = solve_with<PlainWord>(graph, rule, *result.table, threads, should_stop);
  }
  return result;
}

std::uint64_t bytes_to_solve(const Rules& rules, const GroupIndex& index) {
  // Words, also after passes, their schedule, what is asked of endless play, and codes.
  const std::uint64_t places = rules.endings().has_passes() ? 2 : 1;
  std::uint64_t bytes = sizeof(NarrowPlainWord::Storage);
  if (!endless_rule(rules).is_draw())
    bytes += EndlessPlay<EndgameGraph, NarrowPlainWord>::place_bytes;
  return index.size() * (places * bytes + 1) + (8u << 20);
}

}  // namespace zermelo::endgames
