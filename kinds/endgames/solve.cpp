// SPDX-License-Identifier: MIT
#include "kinds/endgames/solve.h"

#include <algorithm>
#include <bitset>
#include <mutex>

#include "gen/error.h"
#include "gen/parallel.h"
#include "kinds/endgames/graph.h"
#include "tablebase/retrograde/plain_word.h"
#include "tablebase/retrograde/solver.h"

namespace zermelo::endgames {
namespace {

constexpr std::uint64_t numbers_a_task = 1 << 14;
using RawValues = std::bitset<65536>;

std::size_t raw_of(Value value) { return static_cast<std::uint16_t>(value.raw()); }

// Takes the values of one word's solver over into a table, and counts.
template <class Word>
class TakeOver {
 public:
  using Solver = RetrogradeSolver<EndgameGraph, Word>;

  TakeOver(Solver& solver, SolvedTable& table, int threads)
      : solver_(solver), table_(table), threads_(threads) {}

  std::array<SideStats, 2> run() {
    make_palette();
    std::array<SideStats, 2> stats;
    for (const int side : {0, 1}) take_side(side, stats[static_cast<std::size_t>(side)]);
    return stats;
  }

 private:
  bool is_member(int side, std::uint64_t number) {
    return solver_.words()[solver_.graph().place(side, number)] != Word::unused;
  }
  Value value(int side, std::uint64_t number) {
    return solver_.first_value(solver_.graph().place(side, number));
  }
  std::uint64_t tasks() const {
    return (table_.index.size() + numbers_a_task - 1) / numbers_a_task;
  }

  void make_palette() {
    std::mutex mutex;
    RawValues all;
    parallel_tasks(2 * tasks(), threads_, [&] {
      return [&, own = std::make_unique<RawValues>()](std::uint64_t task) mutable {
        const int side = task < tasks() ? 0 : 1;
        for_each_number(task % tasks(), [&](std::uint64_t number) {
          if (is_member(side, number)) own->set(raw_of(value(side, number)));
        });
        const std::lock_guard lock(mutex);
        all |= *own;
      };
    });
    all.set(raw_of(Value::draw()));  // (So that the palette is never empty.)
    for (std::size_t raw = 0; raw < all.size(); ++raw) {
      if (all[raw]) table_.palette.push_back(Value::from_raw(static_cast<std::int16_t>(raw)));
    }
    std::ranges::sort(table_.palette, [](Value a, Value b) { return a.raw() < b.raw(); });
    if (table_.palette.size() > 256)
      throw Error(
          "This material has more than 256 different values; a table has no room for them.");
    code_of_.assign(all.size(), 0);
    for (std::size_t code = 0; code < table_.palette.size(); ++code)
      code_of_[raw_of(table_.palette[code])] = static_cast<std::uint8_t>(code);
  }

  template <class Visit>
  void for_each_number(std::uint64_t task, Visit&& visit) const {
    const std::uint64_t begin = task * numbers_a_task;
    const std::uint64_t end = std::min(table_.index.size(), begin + numbers_a_task);
    for (std::uint64_t number = begin; number < end; ++number) visit(number);
  }

  void take_side(int side, SideStats& stats) {
    auto& codes = table_.codes[static_cast<std::size_t>(side)];
    codes.resize(table_.index.size());
    std::mutex mutex;
    parallel_tasks(tasks(), threads_, [&] {
      return [&, kinds = std::vector<std::uint64_t>()](std::uint64_t task) mutable {
        SideStats own;
        kinds.assign(table_.palette.size(), 0);
        // What is no position repeats the value before, which costs least in a file.
        std::uint8_t code = code_of_[0];
        for_each_number(task, [&](std::uint64_t number) {
          if (is_member(side, number)) {
            const Value found = value(side, number);
            code = code_of_[raw_of(found)];
            ++kinds[code];
            count(number, found, own);
          }
          codes[number] = code;
        });
        for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
          if (kinds[kind] > 0) own.histogram[table_.palette[kind]] = kinds[kind];
        }
        const std::lock_guard lock(mutex);
        add(own, stats);
      };
    });
  }

  void count(std::uint64_t number, Value found, SideStats& stats) const {
    Men men;
    unsigned stabiliser = 1;
    table_.index.at(number, men, stabiliser);
    const std::uint64_t orbit = table_.index.symmetries() / stabiliser;
    ++stats.positions;
    stats.unfolded += orbit;
    (found.is_win() ? stats.wins : found.is_loss() ? stats.losses : stats.draws) += orbit;
    if (found.is_win() && found.plies() - 1 > stats.longest_win) {
      stats.longest_win = found.plies() - 1;
      stats.longest_index = number;
    }
  }
  static void add(const SideStats& more, SideStats& stats) {
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
  SolvedTable& table_;
  int threads_;
  std::vector<std::uint8_t> code_of_;
};

template <class Word>
std::array<SideStats, 2> solve_with(const EndgameGraph& graph, SolvedTable& table, int threads,
                                    const std::function<bool()>& should_stop) {
  RetrogradeSolver<EndgameGraph, Word> solver(graph, threads);
  if (!solver.run(should_stop))
    throw Interrupted("The work was stopped; it goes on when called again.");
  return TakeOver<Word>(solver, table, threads).run();
}

}  // namespace

Solved solve_material(const Rules& rules, const Material& material,
                      const std::vector<const SolvedTable*>& smaller, int threads,
                      const std::function<bool()>& should_stop) {
  Solved result{std::make_unique<SolvedTable>(rules, material), {}};
  const FinishedTables tables(rules, smaller);
  const EndgameGraph graph(rules, material, result.table->index, tables, threads);
  try {
    result.stats = solve_with<NarrowPlainWord>(graph, *result.table, threads, should_stop);
  } catch (const WordTooNarrow&) {
    result.stats = solve_with<PlainWord>(graph, *result.table, threads, should_stop);
  }
  return result;
}

std::uint64_t bytes_to_solve(const MaterialIndex& index) {
  // Words of both sides, their schedule, and the codes that they become.
  return 2 * index.size() * (sizeof(NarrowPlainWord::Storage) + 1) + (8u << 20);
}

}  // namespace zermelo::endgames
