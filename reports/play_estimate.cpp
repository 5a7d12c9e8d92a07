// SPDX-License-Identifier: MIT
#include "reports/play_estimate.h"

#include <algorithm>
#include <memory>
#include <random>
#include <string>

#include "gen/parallel.h"
#include "gen/stopwatch.h"
#include "probe/coded_play.h"
#include "reports/chances.h"
#include "reports/text_play.h"
#include "tablebase/job/memory_limit.h"

namespace zermelo {
namespace {

// What looking at positions takes on one thread, as random games tell.
struct Pace {
  double seconds = 0;  // for each position, and its moves
  double moves = 0;    // of each position
};

Pace pace_of(const CodedPlay& play, const std::string& start) {
  constexpr double enough_seconds = 0.1;
  constexpr std::uint64_t enough_positions = 5000;
  const std::unique_ptr<CodedMoves> moves = play.moves();
  std::mt19937_64 random(1);
  const Stopwatch clock;
  std::uint64_t positions = 0, all_moves = 0;
  std::string code = play.code(start);
  while (positions == 0 || (positions < enough_positions && clock.seconds() < enough_seconds)) {
    const auto found = moves->list(code);
    for (std::size_t i = 0; i < found.size(); ++i) static_cast<void>(moves->value(i));
    ++positions;
    all_moves += found.size();
    const CodedMove& move = found[random() % found.size()];
    code = move.ending ? play.code(start) : std::string(move.after);
  }
  const auto count = static_cast<double>(positions);
  return {clock.seconds() / count, static_cast<double>(all_moves) / count};
}

// Of a PlayGraph.
std::uint64_t graph_bytes(std::uint64_t positions, std::uint64_t moves) {
  return positions * std::uint64_t{19} + moves * sizeof(PlayGraph::Target);
}

}  // namespace

ChancesPlan plan_chances(std::uint64_t positions, std::uint64_t moves, std::uint64_t component,
                         int threads, std::uint64_t memory_limit) {
  // (Positions that can be reached again are solved as a CyclicSystem.)
  const std::uint64_t each =
      positions * std::uint64_t{40} + (component > 1 ? component * std::uint64_t{180} : 0);
  const std::uint64_t limit = MemoryLimit(memory_limit).bytes();
  const std::uint64_t left = limit - std::min(limit, graph_bytes(positions, moves));
  // (Some 80 bytes for each position were free before; of few positions more costs nothing.)
  constexpr std::uint64_t always = std::uint64_t{3} << 30;
  const std::uint64_t most = std::min(left, std::max(2 * each, always));
  // (A second thread gains more than twice as many rates together.)
  const auto wanted = static_cast<std::uint64_t>(thread_count(threads));
  ChancesPlan plan{.together = rates_together};
  while (plan.together > 1 && each * plan.together * wanted > most) plan.together /= 2;
  const std::uint64_t fit = most / std::max<std::uint64_t>(each * plan.together, 1);
  plan.threads = static_cast<int>(std::clamp<std::uint64_t>(fit, 1, wanted));
  plan.memory = each * plan.together * static_cast<std::uint64_t>(plan.threads);
  return plan;
}

SolveEstimate estimate_play_report(const Table& table, int threads, std::uint64_t memory_limit) {
  std::unique_ptr<const CodedPlay> play = table.coded_play();
  if (!play) play = text_play(table, nullptr);
  const Pace pace = pace_of(*play, table.start());
  // (As whole reports on Breakthrough 3x5 and Connect Four 5x4 take.)
  constexpr double seconds_of_a_move = 40e-9;
  SolveEstimate estimate;
  estimate.index = table.info().positions;
  const auto positions = static_cast<double>(estimate.index);
  const double each = pace.seconds + pace.moves * seconds_of_a_move;
  estimate.seconds = positions * each / thread_count(threads);
  const auto moves = static_cast<std::uint64_t>(positions * pace.moves);
  const ChancesPlan plan = plan_chances(estimate.index, moves, 1, threads, memory_limit);
  estimate.memory = graph_bytes(estimate.index, moves) + plan.memory;
  return estimate;
}

ChancesEstimate estimate_chances(const PlayGraph& graph, std::size_t rates, int threads) {
  // (As reports on Breakthrough 3x5, Dao, and Micro Shogi take.)
  constexpr double of_a_move = 15e-9, of_a_move_that_returns = 42e-9,
                   of_a_position_that_returns = 1.6e-6;
  ChancesEstimate estimate{graph.positions(), graph.largest_component()};
  const auto moves = static_cast<double>(graph.count_moves());
  double seconds = moves * of_a_move;
  if (estimate.together > 1) {
    const auto together = static_cast<double>(estimate.together);
    seconds += together * of_a_position_that_returns +
               moves * together / static_cast<double>(estimate.positions) * of_a_move_that_returns;
  }
  estimate.seconds = seconds * static_cast<double>(rates) / threads;
  return estimate;
}

}  // namespace zermelo
