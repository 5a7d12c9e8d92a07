// SPDX-License-Identifier: MIT
#include "reports/sampled_puzzles.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "gen/error.h"
#include "probe/random_positions.h"

namespace zermelo {
namespace {

constexpr std::uint64_t in_a_round = 500, most_rounds = 40;

struct Flag {
  const char* name;
  bool PuzzleConditions::*condition;
};
constexpr std::array flags = {Flag{"only_move", &PuzzleConditions::only_move},
                              Flag{"only_line", &PuzzleConditions::only_line},
                              Flag{"sacrifice", &PuzzleConditions::sacrifice},
                              Flag{"quiet_key", &PuzzleConditions::quiet_key},
                              Flag{"capture_refused", &PuzzleConditions::capture_refused},
                              Flag{"reachable", &PuzzleConditions::reachable}};

// (The multiples differ from the step of the generator of samples; otherwise neighbouring seeds
// would draw the same positions, shifted by one.)
std::uint64_t seed_of_round(std::uint64_t seed, std::uint64_t round) {
  return seed * 0xd1342543de82ef95u + round * 0xaf251af3b0f025b5u;
}

// The positions of some rounds.
std::vector<ListedPosition> positions_of_rounds(const Table& table, std::uint64_t seed,
                                                std::uint64_t begin, std::uint64_t end) {
  std::vector<ListedPosition> positions;
  for (std::uint64_t round = begin; round < end; ++round)
    for (std::string& text : random_positions(table, in_a_round, seed_of_round(seed, round)))
      positions.push_back({std::move(text), ""});
  return positions;
}

}  // namespace

std::span<const char* const> puzzle_flags() {
  static const auto names = [] {
    std::array<const char*, flags.size()> found{};
    std::ranges::transform(flags, found.begin(), &Flag::name);
    return found;
  }();
  return names;
}

void set_flag(PuzzleConditions& conditions, const std::string& name) {
  const auto flag = std::ranges::find(flags, name, &Flag::name);
  if (flag == flags.end()) {
    conditions.own.insert(name);
  } else {
    conditions.*flag->condition = true;
  }
}

MineReport mine_some(const Table& table, const PuzzleConditions& conditions,
                     const MineOptions& options, std::uint64_t seed, const PuzzleSink& sink,
                     std::uint64_t rounds) {
  MineReport all;
  MineOptions of_round = options;
  std::set<std::string> seen;
  bool wanted = true;
  // (Each search reads the table anew, so that they become longer.)
  for (std::uint64_t done = 0; done < rounds && wanted && !all.stopped;) {
    const std::uint64_t end = std::min(rounds, std::max<std::uint64_t>(1, 2 * done));
    of_round.positions = positions_of_rounds(table, seed, done, end);
    done = end;
    const MineReport report = table.mine(conditions, of_round, [&](const Puzzle& puzzle) {
      if (!seen.insert(puzzle.position).second) return true;
      wanted = sink(puzzle) && ++all.given < options.limit;
      return wanted;
    });
    all.stopped = report.stopped;
  }
  all.found = all.given;
  return all;
}

std::uint64_t puzzle_rounds(std::uint64_t positions) {
  return std::clamp<std::uint64_t>(positions / 250, 1, most_rounds);
}

PuzzleConditions proper_puzzles(const Table& table, const std::string& condition) {
  PuzzleConditions conditions;
  if (!condition.empty()) set_flag(conditions, condition);
  if (table.metric() != Metric::score && condition != "capture_refused")
    conditions.win_in = ValueRange{.first = 2};
  return conditions;
}

std::vector<KindOfPuzzle> best_puzzles(const Table& table, std::uint64_t seed,
                                       const MineOptions& options) {
  std::vector<KindOfPuzzle> found;
  MineOptions mining = options;
  // (Enough that one of them is not the best of another kind, too.)
  mining.order = PuzzleOrder::difficulty;
  mining.limit = flags.size();
  mining.solution.max_nodes = 1;  // (Of one of them the solution is wanted.)
  if (table.info().positions > in_a_round * most_rounds)
    mining.positions = positions_of_rounds(table, seed, 0, most_rounds);
  for (const Flag& flag : flags) {
    if (flag.condition == &PuzzleConditions::reachable) continue;  // (No kind of puzzle.)
    std::optional<Puzzle> best;
    try {
      const MineReport report =
          table.mine(proper_puzzles(table, flag.name), mining, [&](const Puzzle& puzzle) {
            const auto is_same = [&](const KindOfPuzzle& other) {
              return other.puzzle.position == puzzle.position;
            };
            if (std::ranges::any_of(found, is_same)) return true;
            best = puzzle;
            return false;
          });
      if (report.stopped) throw Interrupted("Stopped.");
    } catch (const UsageError&) {  // (The table, or the game, has no such condition.)
    }
    if (!best) continue;
    best->solution = table.solution(best->position, {.max_nodes = 20});
    found.push_back({flag.name, *std::move(best)});
  }
  return found;
}

}  // namespace zermelo
