// SPDX-License-Identifier: MIT
#include "othello_thesis/thesis_ends.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "gen/error.h"
#include "symbolic/bdd/count_states.h"
#include "symbolic/bdd/model_bdd.h"
#include "symbolic/bdd/symbolic_game.h"
#include "symbolic/model/connect_model.h"

namespace zermelo::symbolic {
namespace {

BigCount choose(int n, int k) {
  BigCount result = 1;
  for (int i = 1; i <= k; ++i)
    result = checked_multiply(result, static_cast<BigCount>(n - k + i)) / static_cast<BigCount>(i);
  return result;
}

class Ends {
 public:
  Ends(const ThesisOptions& options, const ProgressText& progress)
      : progress_(progress),
        othello_(options.model),
        squares_(options.model.squares()),
        manager_(othello_.model().variables(), options.bdd),
        bdds_(othello_.model()) {}

  ThesisEnds find() {
    const Model& model = othello_.model();
    const Bdd boards = bdds_.of(model.is_board);
    const Bdd deadlocks = without_successors() & boards;
    // Equation 4.12 and section 4.4.
    const std::vector<int> turn = {2 * model.turn};
    const Bdd ended = for_all(deadlocks, variables_at(turn));
    const Bdd white_leads = bdds_.of(othello_.more_white());
    const Bdd black_leads = bdds_.of(othello_.more_black());
    ThesisEnds ends;
    ends.deadlocks = set(deadlocks);
    ends.ended = set(ended);
    ends.won_by_white = outcome(ended & white_leads, won_full());
    ends.won_by_black = outcome(ended & black_leads, won_full());
    ends.drawn = outcome(ended - (white_leads | black_leads), drawn_full());
    // One colour on at least one square and at most all but one; no disc at all is a draw.
    const BigCount one_colour = 2 * ((BigCount{1} << squares_) - 2);
    ends.won_by_white.one_colour.formula = ends.won_by_black.one_colour.formula = one_colour;
    ends.drawn.one_colour.formula = 2;
    return ends;
  }

 private:
  // The conjunction of the universal preimages of the empty set under all T_ij.
  Bdd without_successors() {
    std::vector<int> all(static_cast<std::size_t>(othello_.model().variables()));
    std::iota(all.begin(), all.end(), 0);
    Bdd result = Bdd::constant(true);
    for (int s = 0; s < squares_; ++s) {
      result &= all_preimage(Relation(bdds_.of(othello_.step(s)), all), Bdd::constant(false));
      if (progress_) progress_(fmt::format("square {} of {}", s + 1, squares_));
    }
    return result;
  }

  ThesisSet set(const Bdd& states) {
    const Model& model = othello_.model();
    return {
        size_of(states), count_states(states & bdds_.of(model.canonical), model.variables()), {}};
  }

  ThesisOutcome outcome(const Bdd& ended, BigCount full) {
    const Bdd is_full = bdds_.of(othello_.discs(squares_));
    const Bdd is_one_colour =
        bdds_.of(othello_.has_none(black)) | bdds_.of(othello_.has_none(white));
    ThesisOutcome o{set(ended), set(ended & is_full), set((ended - is_full) & is_one_colour),
                    set(ended - (is_full | is_one_colour))};
    o.full.formula = full;
    return o;
  }

  // Full boards with more discs of one given colour, and with as many of either; both turns.
  BigCount won_full() const {
    BigCount boards = 0;
    for (int discs = squares_ / 2 + 1; discs <= squares_; ++discs)
      boards = checked_add(boards, choose(squares_, discs));
    return checked_multiply(boards, 2);
  }
  BigCount drawn_full() const {
    return squares_ % 2 != 0 ? 0 : checked_multiply(choose(squares_, squares_ / 2), 2);
  }

  const ProgressText& progress_;
  OthelloModel othello_;
  int squares_;
  BddManager manager_;
  ModelBdds bdds_;
};

}  // namespace

ThesisEnds thesis_ends(const ThesisOptions& options, const ProgressText& progress) {
  return Ends(options, progress).find();
}

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
