// SPDX-License-Identifier: MIT
#include "othello_thesis/thesis_growth.h"

#include <fmt/format.h>

#include <cmath>

#include "gen/error.h"
#include "symbolic/bdd/symbolic_game.h"
#include "symbolic/model/connect_model.h"

namespace zermelo::symbolic {
namespace {

constexpr int least_side = 4, most_side = 8;

// A board's place in the sequence 4x4, 4x5, 5x5, ...
int place(int rows, int cols) { return rows + cols - 2 * least_side; }

double quotient(std::uint64_t bytes, BigCount states) {
  return static_cast<double>(bytes) / static_cast<double>(states);
}

void extrapolate(ThesisGrowth& growth) {
  double sum = 0;
  for (const ThesisGrowth::Board& board : growth.boards) sum += board.factor.value_or(0);
  const ThesisGrowth::Board& last = growth.boards.back();
  const double mean = sum / static_cast<double>(growth.boards.size() - 1);
  const int steps = place(most_side, most_side) - place(last.rows, last.cols);
  growth.mean_factor = mean;
  growth.bytes_per_state_8x8 = last.bytes_per_state * std::pow(mean, steps);
  growth.bytes_8x8 = 1e22 * *growth.bytes_per_state_8x8;
}

}  // namespace

std::uint64_t thesis_bytes(std::uint64_t nodes) { return nodes * 3147 / 100; }

ThesisGrowth thesis_growth(const ThesisOptions& options, const ProgressText& progress) {
  const int rows = options.model.rows, cols = options.model.cols;
  if (rows < least_side || cols < rows || cols > rows + 1 || cols > most_side)
    throw UsageError("Table 7.3 has the boards 4x4, 4x5, 5x5, 5x6 and so on up to 8x8.");
  ThesisGrowth growth;
  for (int n = 0; n <= place(rows, cols); ++n) {
    ThesisOptions o = options;
    o.model.rows = least_side + n / 2;
    o.model.cols = least_side + (n + 1) / 2;
    o.model.start_row = o.model.rows / 2 - 1;
    o.model.start_col = o.model.cols / 2 - 1;
    if (progress) progress(fmt::format("{}x{}", o.model.rows, o.model.cols));
    const ThesisSizes sizes = thesis_sizes(o, false);
    ThesisGrowth::Board board{.rows = o.model.rows,
                              .cols = o.model.cols,
                              .states = sizes.program_won_states,
                              .all_states = sizes.won_states,
                              .nodes = sizes.program_won.nodes,
                              .bytes = thesis_bytes(sizes.program_won.nodes),
                              .bytes_per_state = 0,
                              .factor = {}};
    board.bytes_per_state = quotient(board.bytes, board.states);
    if (n > 0) board.factor = board.bytes_per_state / growth.boards.back().bytes_per_state;
    growth.boards.push_back(board);
  }
  if (growth.boards.size() > 1) extrapolate(growth);
  return growth;
}

std::vector<PastEndsLayer> layers_past_ends(const connect::Parameters& board, const BddOptions& bdd,
                                            const ProgressText& progress) {
  const ConnectModel model(board);
  const BddManager manager(model.model().variables(), bdd);
  const SymbolicGame game(model.model());
  Bdd stopping = game.initial(), going_on = stopping;
  std::vector<PastEndsLayer> layers;
  for (int n = 0;; ++n) {
    layers.push_back(
        {n, {game.count(stopping), size_of(stopping)}, {game.count(going_on), size_of(going_on)}});
    if (progress)
      progress(fmt::format("{} stones: {} nodes", n, layers.back().stopping.size.nodes));
    if (n + 1 == game.layers()) return layers;
    const Side side = connect_mover(n);
    const Bdd ended = game.won(other(side), side, stopping);
    stopping = game.successors(stopping - ended, side, SymbolicGame::Moves::up);
    going_on = game.successors(going_on, side, SymbolicGame::Moves::up);
  }
}

}  // namespace zermelo::symbolic
