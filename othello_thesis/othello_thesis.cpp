// SPDX-License-Identifier: MIT
#include "othello_thesis/othello_thesis.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "othello_thesis/thesis_moves.h"
#include "symbolic/bdd/count_states.h"
#include "symbolic/bdd/model_bdd.h"
#include "symbolic/bdd/symbolic_game.h"

namespace zermelo::symbolic {
namespace {

// Codes that mean nothing have no moves, so that the thesis's program takes them for ended games,
// and for wins if the squares that are neither empty nor of the other colour are in the majority.
// The three-term encoding has no such codes.
Bdd meaningless_wins(ModelBdds& bdds, const OthelloModel& othello, bool white_wins) {
  if (othello.model().is_board == true_literal) return {};
  return bdds.of(white_wins ? othello.not_black_outnumber() : othello.not_white_outnumber()) -
         bdds.of(othello.model().is_board);
}

class Run {
 public:
  Run(const ThesisOptions& options, const ProgressText& progress, const ThesisSoFar& so_far)
      : options_(options),
        progress_(progress),
        so_far_(so_far),
        winner_(options.white_wins ? white : black),
        loser_(other(winner_)),
        othello_(options.model),
        manager_(othello_.model().variables(), options.bdd),
        game_(othello_.model()),
        moves_(othello_, game_, options.relation) {
    initial_[black] = game_.initial();
    won_ = {game_.won(winner_, black, game_.boards()), game_.won(winner_, white, game_.boards())};
  }

  ThesisResult run() {
    switch (options_.algorithm) {
      case ThesisAlgorithm::reachable:
        reach();
        break;
      case ThesisAlgorithm::backward:
        backward({});
        break;
      case ThesisAlgorithm::backward_reachable:
        backward(reachable_states());
        break;
      case ThesisAlgorithm::sweep_line:
        sweep({});
        break;
      case ThesisAlgorithm::sweep_line_reachable:
        sweep(reachable_layers());
        break;
    }
    return std::move(result_);
  }

 private:
  int squares() const { return options_.model.squares(); }

  Bdd together(const States& states) const { return with_turn(states, othello_.model().turn); }
  BigCount count(const States& states) const {
    return checked_add(game_.count(states[black]), game_.count(states[white]));
  }

  void note(const States& set, const Bdd& extra = {}) {
    const ThesisIteration it{static_cast<int>(result_.iterations.size()), count(set),
                             size_of(together(set) | extra)};
    result_.iterations.push_back(it);
    if (it.size.nodes > result_.peak.nodes) result_.peak = it.size;
    if (progress_) progress_(fmt::format("iteration {}: {} nodes", it.number, it.size.nodes));
    if (so_far_) so_far_(result_);
  }

  // --- Forward -----------------------------------------------------------------------------------

  void reach() {
    States reached = initial_, before;
    note(reached);
    while (reached != before) {
      before = reached;
      reached = reached | moves_.successors(before, ThesisStep::any);
      note(reached);
    }
    result_.reachable = count(reached);
    result_.reachable_size = size_of(together(reached));
  }

  // By number of discs, with those that follow by a pass.
  std::vector<States> reachable_layers() {
    std::vector<States> layers(static_cast<std::size_t>(squares()) + 1);
    std::vector<Bdd> diagrams;
    States layer = initial_;
    BigCount states = 0;
    for (int n = 4; n <= squares(); ++n) {
      layer = layer | moves_.successors(layer, ThesisStep::pass);
      layers[static_cast<std::size_t>(n)] = layer;
      states = checked_add(states, count(layer));
      diagrams.push_back(together(layer));
      if (progress_) progress_(fmt::format("{} discs: {} nodes", n, node_count(diagrams.back())));
      layer = moves_.successors(layer, ThesisStep::disc);
    }
    result_.reachable = states;
    result_.reachable_size = size_of(diagrams);
    return layers;
  }

  States reachable_states() {
    States all;
    for (const States& layer : reachable_layers()) all = all | layer;
    result_.reachable_size = size_of(together(all));
    return all;
  }

  // --- Backward ----------------------------------------------------------------------------------

  // The states from which the winner, if it is to move, has such a step into `won`.
  Bdd winners(const States& won, ThesisStep step, const States& within) const {
    return moves_.predecessors(won[loser_], winner_, step, within[winner_]);
  }
  // The states from which the loser has such a step to a state in `among` that is not in `won`.
  Bdd escapes(const States& won, ThesisStep step, const States& among, const States& within) const {
    return moves_.predecessors(among[winner_] - won[winner_], loser_, step, within[loser_]);
  }

  // Algorithm 1 of the thesis, or, among the reachable states, its Algorithm 3: an iteration is a
  // move of the winner, then one of the loser.
  void backward(const std::optional<States>& reachable) {
    const States among = reachable ? *reachable : States{game_.boards(), game_.boards()};
    ModelBdds bdds(othello_.model());
    const Bdd extra = reachable ? Bdd() : meaningless_wins(bdds, othello_, options_.white_wins);
    const Bdd movable = among[loser_] & moves_.can_move(loser_, ThesisStep::any);
    States won = won_ & among, before;
    note(won, extra);
    while (won != before) {
      before = won;
      won[winner_] |= winners(before, ThesisStep::any, among);
      won[loser_] |= movable - escapes(won, ThesisStep::any, among, among);
      note(won, extra);
    }
    start_is_won(won);
  }

  // Algorithm 4 of the thesis, or with `reachable` states by number of discs, its Algorithm 5.
  void sweep(std::optional<std::vector<States>> reachable) {
    const auto among = [&](int n) {
      if (reachable) return (*reachable)[static_cast<std::size_t>(n)];
      return States{game_.layer(n - 4), game_.layer(n - 4)};
    };
    ModelBdds bdds(othello_.model());
    const Bdd junk = reachable ? Bdd() : meaningless_wins(bdds, othello_, options_.white_wins);
    const auto extra = [&](int n) {
      return junk.is_false() ? junk : junk & bdds.of(othello_.discs(n));
    };
    const Bdd can_put = moves_.can_move(loser_, ThesisStep::disc);
    States won = won_ & among(squares());
    note(won, extra(squares()));
    for (int n = squares() - 1; n >= 4; --n) {
      const States here = among(n);
      States line;
      line[winner_] = winners(won, ThesisStep::disc, here);
      line[loser_] = (here[loser_] & can_put) - escapes(won, ThesisStep::disc, among(n + 1), here);
      line = line | States{moves_.predecessors(line[white], black, ThesisStep::pass, here[black]),
                           moves_.predecessors(line[black], white, ThesisStep::pass, here[white])};
      won = line | (won_ & here);
      note(won, extra(n));
      if (reachable) (*reachable)[static_cast<std::size_t>(n) + 1] = {};
    }
    start_is_won(won);
  }

  void start_is_won(const States& won) {
    result_.start_is_won = !(initial_[black] & won[black]).is_false();
  }

  const ThesisOptions& options_;
  const ProgressText& progress_;
  const ThesisSoFar& so_far_;
  Side winner_, loser_;
  OthelloModel othello_;
  BddManager manager_;
  SymbolicGame game_;
  ThesisMoves moves_;
  States initial_, won_;
  ThesisResult result_;
};

}  // namespace

ThesisResult run_thesis(const ThesisOptions& options, const ProgressText& progress,
                        const ThesisSoFar& so_far) {
  return Run(options, progress, so_far).run();
}

ThesisSizes thesis_sizes(const ThesisOptions& options, bool with_relation) {
  const OthelloModel othello(options.model);
  const Model& model = othello.model();
  const BddManager manager(model.variables(), options.bdd);
  ModelBdds bdds(model);
  ThesisSizes sizes;
  sizes.initial = size_of(bdds.of(model.initial) & turn_is(black, model.turn));
  // The turn does not matter when the game has ended, so every board counts twice.
  const Side winner = options.white_wins ? white : black;
  const Bdd won = bdds.of(model.won[winner][black].front()) & bdds.of(model.is_board);
  const Bdd program_won = won - bdds.of(othello.missed_wins(winner));
  const auto count = [&](const Bdd& set) {
    return count_states(set & bdds.of(model.canonical), model.variables());
  };
  sizes.won = size_of(won);
  sizes.won_states = count(won);
  sizes.program_won = size_of(program_won | meaningless_wins(bdds, othello, options.white_wins));
  sizes.program_won_states = count(program_won);
  if (with_relation) {
    sizes.relation = size_of(complete_relation(othello, ThesisStep::any));
    sizes.partitioned = size_of(partitioned_relation(othello));
  }
  return sizes;
}

std::vector<StepCount> count_thesis_steps(const ThesisOptions& options,
                                          const ProgressText& progress) {
  OthelloModelOptions o = options.model;
  // Equation 5.3 counts three values per square, so each must have one code.
  o.encoding = OthelloModelOptions::Encoding::standard;
  const OthelloModel othello(o);
  const Model& model = othello.model();
  const BddManager manager(model.variables(), options.bdd);
  std::vector<StepCount> counts;
  for (int s = 0; s < o.squares(); ++s) {
    ModelBdds bdds(model);
    const Bdd step = bdds.of(othello.step(s));
    counts.push_back({s, size_of(step), count_steps(step, model.variables()),
                      step_count_formula(o.rows, o.cols, s)});
    if (progress) progress(fmt::format("square {} of {}", s + 1, o.squares()));
  }
  return counts;
}

BigCount step_count_formula(int rows, int cols, int square) {
  const auto three_to = [](int power) {
    BigCount result = 1;
    for (int n = 0; n < power; ++n) result = checked_multiply(result, 3);
    return result;
  };
  const int row = square / cols, col = square % cols;
  const int up = row, down = rows - 1 - row, left = col, right = cols - 1 - col;
  // The lengths of the eight directions.
  const int lengths[] = {up,
                         down,
                         left,
                         right,
                         std::min(up, left),
                         std::min(up, right),
                         std::min(down, left),
                         std::min(down, right)};
  BigCount all = 1, none = 1;
  int irrelevant = rows * cols - 1;
  for (const int length : lengths) {
    BigCount enclosing = 0;
    for (int w = 0; w <= length - 2; ++w) enclosing += three_to(w);
    all = checked_multiply(all, three_to(length));
    none = checked_multiply(none, three_to(length) - enclosing);
    irrelevant -= length;
  }
  return checked_multiply(checked_multiply(all - none, three_to(irrelevant)), 2);
}

}  // namespace zermelo::symbolic
