// SPDX-License-Identifier: MIT
// What comes of play among positions that lead to each other: x = A x + b, where A is what a move
// does within them, and b what comes of moves that leave them.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "reports/bicgstab.h"

namespace zermelo {

// What is known of play from a position: the probabilities of its ends, the plies to be expected,
// and perhaps one thing more.
enum class Quantity : std::size_t { first, draw, second, plies, extra };

// Several systems are solved side by side, one for each rate of errors (a lane), so that each
// position has a row of `quantities` times `lanes` numbers. One thread at a time.
template <std::size_t quantities, std::size_t lanes>
class CyclicSystem {
 public:
  static constexpr std::size_t columns = quantities * lanes;
  using Row = std::array<double, columns>;
  using Rows = SystemRows<columns>;
  using Lanes = std::array<double, lanes>;
  static constexpr std::size_t at(Quantity quantity, std::size_t lane) {
    return static_cast<std::size_t>(quantity) * lanes + lane;
  }
  static double ended(const Row& row, std::size_t lane) {
    return row[at(Quantity::first, lane)] + row[at(Quantity::draw, lane)] +
           row[at(Quantity::second, lane)];
  }

  // How play goes on from a position: the probability of each of its best moves, and of each other.
  struct Weights {
    Lanes best{}, other{};
  };

  // Positions have numbers from 0, in the order in which they are added. Moves are added first, the
  // best ones of them before the others; then the position, with the number of those that are best,
  // what comes of moves that leave the system, and the lanes (as bits) in which one may be made.
  void add_move(std::uint32_t target) { targets_.push_back(target); }
  void add_position(std::size_t best, const Weights& weights, const Row& leaving, unsigned leaves) {
    const std::size_t begin = ends_.empty() ? 0 : ends_.back().all;
    ends_.push_back({begin + best, targets_.size()});
    assert(begin + best <= targets_.size());
    weights_.push_back(weights);
    leaving_.push_back(leaving);
    leaves_.push_back(static_cast<std::uint8_t>(leaves));
  }

  // Solves it, but for rounding; where that is not reached, at least 300 steps of play are
  // followed. From where play never leaves, nothing comes. Throws Interrupted if `stop` is set.
  void solve(const std::atomic<bool>* stop) {
    // Sweeps by Gauss and Seidel suffice where play soon leaves.
    constexpr int few_sweeps = 6, rounds = 4, sweeps_after = 10;
    stop_ = stop;
    targets_.insert(targets_.end(), ahead, 0);
    find_stuck();
    x_.resize(ends_.size());
    bool is_settled = sweep_until_settled(few_sweeps);
    for (int round = 0; round < rounds && !is_settled; ++round) {
      add_what_is_missing();
      is_settled = sweep_until_settled(sweeps_after);
    }
    // (No such game is known.)
    constexpr std::uint64_t least_sweeps = 300, most_moves = 200'000'000;
    if (!is_settled)
      sweep_until_settled(static_cast<int>(std::max(least_sweeps, most_moves / targets_.size())));
  }
  const Rows& solution() const { return x_; }

 private:
  // Where a position's moves end in targets_: its best ones; all.
  struct Ends {
    std::size_t best, all;
  };
  static constexpr std::size_t ahead = 24;  // moves, of which what they lead to is fetched

  void check_stop() const {
    if (stop_ != nullptr && *stop_) throw Interrupted("Stopped.");
  }

  // Finds from where play, in some lanes, never leaves.
  void find_stuck() {
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      check_stop();
      std::size_t k = 0;
      for (std::size_t i = 0; i < ends_.size(); ++i) {
        unsigned leaves = leaves_[i];
        for (; k < ends_[i].best; ++k) leaves |= leaves_[targets_[k]];
        unsigned others = 0;
        for (; k < ends_[i].all; ++k) others |= leaves_[targets_[k]];
        for (std::size_t lane = 0; lane < lanes; ++lane)
          if (weights_[i].other[lane] > 0) leaves |= others & 1U << lane;
        has_changed |= leaves != leaves_[i];
        leaves_[i] = static_cast<std::uint8_t>(leaves);
      }
    }
  }
  void forget_stuck(std::size_t position, Row& row) const {
    constexpr unsigned all = (1U << lanes) - 1;
    if (leaves_[position] == all) return;
    for (std::size_t k = 0; k < columns; ++k)
      if ((leaves_[position] >> k % lanes & 1) == 0) row[k] = 0;
  }

  // The position's row of A x.
  Row moved(std::size_t position, const Rows& x) const {
    Row best{}, other{};
    const Ends ends = ends_[position];
    std::size_t k = position == 0 ? 0 : ends_[position - 1].all;
    for (; k < ends.best; ++k) add(k, x, best);
    for (; k < ends.all; ++k) add(k, x, other);
    const Weights& weights = weights_[position];
    for (std::size_t c = 0; c < columns; ++c)
      best[c] = weights.best[c % lanes] * best[c] + weights.other[c % lanes] * other[c];
    return best;
  }
  void add(std::size_t move, const Rows& x, Row& sum) const {
    const char* const later = reinterpret_cast<const char*>(&x[targets_[move + ahead]]);
    for (std::size_t byte = 0; byte < sizeof(Row); byte += 64) __builtin_prefetch(later + byte);
    const Row& row = x[targets_[move]];
    for (std::size_t c = 0; c < columns; ++c) sum[c] += row[c];
  }

  // By how much any position's numbers have changed; plies relative to what they are.
  struct Change {
    Lanes ended{}, plies{};
  };
  // Follows play at least one step further.
  Change sweep() {
    Change change;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      Row next = moved(i, x_);
      for (std::size_t c = 0; c < columns; ++c) next[c] += leaving_[i][c];
      forget_stuck(i, next);
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        for (const Quantity end : {Quantity::first, Quantity::draw, Quantity::second}) {
          const double by = std::abs(next[at(end, lane)] - x_[i][at(end, lane)]);
          change.ended[lane] = std::max(change.ended[lane], by);
        }
        const double plies = next[at(Quantity::plies, lane)];
        const double by = std::abs(plies - x_[i][at(Quantity::plies, lane)]);
        if (plies > 0) change.plies[lane] = std::max(change.plies[lane], by / plies);
      }
      x_[i] = next;
    }
    return change;
  }
  bool sweep_until_settled(int most) {
    for (int sweeps = 0; sweeps < most; ++sweeps) {
      check_stop();
      if (has_settled(sweep())) return true;
    }
    return false;
  }
  bool has_settled(const Change& change) const {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      if (change.ended[lane] >= 2e-15) return false;
      // (Play that may go on for ever has more plies with every sweep: these say nothing then.)
      const bool has_ended = 1 - ended(x_.back(), lane) < 1e-10;
      if (has_ended && change.plies[lane] >= 1e-12) return false;
    }
    return true;
  }

  // Where play goes round for long, sweeps gain little, and what they have not found is the
  // solution of a linear system: one sweep makes M x + c of x, so x lacks d, (1 - M) d = M x + c -
  // x (that is, sweeps are the preconditioner).
  void add_what_is_missing() {
    constexpr int most_steps = 100;
    Rows missing = x_;
    sweep();
    std::swap(missing, x_);
    Row before{}, tolerance;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      for (std::size_t c = 0; c < columns; ++c) {
        missing[i][c] -= x_[i][c];
        before[c] = std::max(before[c], std::abs(missing[i][c]));
      }
    }
    for (std::size_t c = 0; c < columns; ++c)
      tolerance[c] = is_probability(c) ? 1e-15 : 1e-13 * std::max(1.0, std::abs(x_.back()[c]));
    const auto apply = [this](const Rows& x, Rows& result) { subtract_sweep(x, result); };
    BiCgStab<columns, decltype(apply)> method(std::move(missing), apply);
    method.solve(tolerance, most_steps);
    const Row after = method.greatest_residual();
    for (std::size_t c = 0; c < columns; ++c)
      if (after[c] < before[c] / 2 && makes_sense(method.solution(), c))
        for (std::size_t i = 0; i < x_.size(); ++i) x_[i][c] += method.solution()[i][c];
  }
  // result = x - M x.
  void subtract_sweep(const Rows& x, Rows& result) const {
    check_stop();
    result = x;
    for (std::size_t i = 0; i < x.size(); ++i) {
      Row next = moved(i, result);
      forget_stuck(i, next);
      result[i] = next;
    }
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t c = 0; c < columns; ++c) result[i][c] = x[i][c] - result[i][c];
  }
  static bool is_probability(std::size_t column) { return column < at(Quantity::plies, 0); }
  // Whether probabilities stay such, and plies positive, if `more` is added.
  bool makes_sense(const Rows& more, std::size_t column) const {
    constexpr double rounding = 1e-9, any = std::numeric_limits<double>::max();
    const double least = column < at(Quantity::extra, 0) ? -rounding : -any;
    const double most = is_probability(column) ? 1 + rounding : any;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      const double sum = x_[i][column] + more[i][column];
      if (!(sum >= least && sum <= most)) return false;
    }
    return true;
  }

  const std::atomic<bool>* stop_ = nullptr;
  std::vector<std::uint32_t> targets_;  // and some more, so that one may look ahead
  std::vector<Ends> ends_;
  std::vector<Weights> weights_;
  std::vector<std::uint8_t> leaves_;  // lanes in which play may leave, as bits
  Rows leaving_, x_;
};

}  // namespace zermelo
