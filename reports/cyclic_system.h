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
#include <optional>
#include <utility>
#include <vector>

#include "reports/bicgstab.h"
#include "reports/check_stop.h"
#include "tablebase/sets/huge_vector.h"

namespace zermelo {

// Positions that lead to each other, by numbers from 0 in the order in which they are added, and
// how play goes on among them. There are several ways to play (lanes), followed side by side. One
// thread at a time.
template <std::size_t lanes>
class CyclicMoves {
 public:
  using Lanes = std::array<double, lanes>;
  // The probability of each of a position's best moves, and of each other.
  struct Weights {
    Lanes best{}, other{};
  };

  // Makes room for that many.
  void reserve(std::size_t positions, std::size_t moves) {
    targets_.reserve(moves + ahead);
    positions_.reserve(positions);
    leaves_.reserve(positions);
  }
  // The number of some weights. (Many positions have the same ones.)
  std::uint32_t add_weights(const Weights& weights) {
    weights_.push_back(weights);
    return static_cast<std::uint32_t>(weights_.size() - 1);
  }
  const Weights& weights(std::uint32_t number) const { return weights_[number]; }
  // Moves are added first, the best ones of them before the others; then the position, with the
  // number of those that are best, that of its weights, and the lanes (as bits) in which a move may
  // be made that leaves these positions.
  void add_move(std::uint32_t target) { targets_.push_back(target); }
  void add_position(std::uint32_t best, std::uint32_t weights, unsigned leaves) {
    assert(begin_of(positions()) + best <= targets_.size() && weights < weights_.size());
    positions_.push_back({targets_.size(), best, weights});
    leaves_.push_back(static_cast<std::uint8_t>(leaves));
  }
  // When all are added. Throws Interrupted if `stop` is set.
  void finish(const std::atomic<bool>* stop) {
    find_stuck(stop);
    find_independent();
    targets_.insert(targets_.end(), ahead, 0);
  }

  std::size_t positions() const { return positions_.size(); }
  std::size_t count_moves() const { return begin_of(positions()); }
  // How many of the first positions are an independent set, of which none leads to another (as
  // those of one side are, where sides take turns).
  std::size_t count_independent() const { return independent_; }
  // Whether play leaves them at some time, from wherever it is, in all lanes.
  bool always_leave() const {
    return std::ranges::all_of(leaves_, [](unsigned leaves) { return leaves == all_lanes; });
  }

  // The average of the rows of what a position's moves lead to; a row has `lanes` numbers of each
  // kind. It is 0 in lanes in which play never leaves from there.
  template <class Row>
  Row moved(std::size_t position, const HugeVector<Row>& rows) const {
    Row best{}, other{};
    const Position moves = positions_[position];
    std::size_t k = begin_of(position);
    for (const std::size_t end = k + moves.best; k < end; ++k) add(k, rows, best);
    for (; k < moves.end; ++k) add(k, rows, other);
    const Weights& weights = weights_[moves.weights];
    using Number = typename Row::value_type;
    for (std::size_t c = 0; c < best.size(); ++c)
      best[c] = static_cast<Number>(weights.best[c % lanes] * best[c] +
                                    weights.other[c % lanes] * other[c]);
    forget_stuck(position, best);
    return best;
  }
  template <class Row>
  void forget_stuck(std::size_t position, Row& row) const {
    if (leaves_[position] == all_lanes) return;
    for (std::size_t c = 0; c < row.size(); ++c)
      if ((leaves_[position] >> c % lanes & 1) == 0) row[c] = 0;
  }

 private:
  struct Position {
    std::uint64_t end;  // of its moves in targets_
    std::uint32_t best, weights;
  };
  static constexpr unsigned all_lanes = (1U << lanes) - 1;
  static constexpr std::size_t ahead = 24;  // moves, of which what they lead to is fetched

  std::uint64_t begin_of(std::size_t position) const {
    return position == 0 ? 0 : positions_[position - 1].end;
  }
  template <class Row>
  void add(std::size_t move, const HugeVector<Row>& rows, Row& sum) const {
    const char* const later = reinterpret_cast<const char*>(&rows[targets_[move + ahead]]);
    for (std::size_t byte = 0; byte < sizeof(Row); byte += 64) __builtin_prefetch(later + byte);
    const Row& row = rows[targets_[move]];
    for (std::size_t c = 0; c < row.size(); ++c) sum[c] += row[c];
  }

  void find_independent() {
    std::uint64_t least = positions();  // of what they lead to
    for (std::size_t i = 0; i < positions(); ++i) {
      for (std::size_t k = begin_of(i); k < positions_[i].end; ++k)
        least = std::min<std::uint64_t>(least, targets_[k]);
      if (least <= i) return;
      independent_ = i + 1;
    }
  }
  // Finds from where play, in some lanes, never leaves.
  void find_stuck(const std::atomic<bool>* stop) {
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      check_stop(stop);
      std::size_t k = 0;
      for (std::size_t i = 0; i < positions_.size(); ++i) {
        const Position& moves = positions_[i];
        unsigned leaves = leaves_[i];
        for (const std::size_t end = k + moves.best; k < end; ++k) leaves |= leaves_[targets_[k]];
        unsigned others = 0;
        for (; k < moves.end; ++k) others |= leaves_[targets_[k]];
        for (std::size_t lane = 0; lane < lanes; ++lane)
          if (weights_[moves.weights].other[lane] > 0) leaves |= others & 1U << lane;
        has_changed |= leaves != leaves_[i];
        leaves_[i] = static_cast<std::uint8_t>(leaves);
      }
    }
  }

  std::vector<std::uint32_t> targets_;  // and some more, so that one may look ahead
  std::vector<Position> positions_;
  std::vector<Weights> weights_;      // by number
  std::vector<std::uint8_t> leaves_;  // lanes in which play may leave, as bits
  std::size_t independent_ = 0;
};

// What is looked for of each position, in each lane: the probabilities of some ends of play; the
// plies to be expected; and perhaps one thing more. One thread at a time.
template <std::size_t ends, bool has_extra, std::size_t lanes>
class CyclicSystem {
 public:
  static constexpr std::size_t quantities = ends + (has_extra ? 2 : 1);
  static constexpr std::size_t columns = quantities * lanes;
  static constexpr std::size_t plies = ends, extra = ends + 1;  // after the ends
  using Row = std::array<double, columns>;
  using Rows = SystemRows<columns>;
  using Lanes = std::array<double, lanes>;
  static constexpr std::size_t at(std::size_t quantity, std::size_t lane) {
    return quantity * lanes + lane;
  }

  // `leaving`: what comes of each position's moves that leave the system, 1 ply for each position
  // included. always_ends: whether play ends from wherever it is; else all its ends must be among
  // those that are looked for. The moves, which are finished, must outlive this.
  CyclicSystem(const CyclicMoves<lanes>& moves, Rows leaving, bool always_ends)
      : moves_(moves),
        always_ends_(always_ends),
        leaving_(std::move(leaving)),
        x_(leaving_.size()) {
    assert(leaving_.size() == moves.positions());
  }

  // Solves it, but for rounding; where that is not reached, at least 300 steps of play are
  // followed. From where play never leaves, nothing comes. Throws Interrupted if `stop` is set.
  void solve(const std::atomic<bool>* stop) {
    // Sweeps by Gauss and Seidel suffice where play soon leaves.
    constexpr int few_sweeps = 6;
    stop_ = stop;
    if (sweep_until_settled(few_sweeps) || correct<float>() || correct<double>()) return;
    // (No such game is known.)
    constexpr std::uint64_t least_sweeps = 300, most_moves = 200'000'000;
    const std::uint64_t moves = std::max<std::uint64_t>(moves_.count_moves(), 1);
    sweep_until_settled(static_cast<int>(std::max(least_sweeps, most_moves / moves)));
  }
  const Rows& solution() const { return x_; }

 private:
  static constexpr double nothing = 1e-13;  // relative to the greatest number of a column
  // (A round may gain less than the one before.)
  static constexpr double safety_factor = 10;

  // By how much any position's numbers have changed; plies, where play surely ends, relative to
  // what they are.
  struct Change {
    Lanes ended{}, plies{};
  };
  // Follows play at least one step further.
  Change sweep() {
    Change change;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      Row next = moves_.moved(i, x_);
      for (std::size_t c = 0; c < columns; ++c) next[c] += leaving_[i][c];
      moves_.forget_stuck(i, next);
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        for (std::size_t end = 0; end < ends; ++end) {
          const double by = std::abs(next[at(end, lane)] - x_[i][at(end, lane)]);
          change.ended[lane] = std::max(change.ended[lane], by);
        }
        const double of_plies = next[at(plies, lane)];
        const double by = std::abs(of_plies - x_[i][at(plies, lane)]);
        // (Play that may go on for ever has more plies with every sweep: these say nothing.)
        if (of_plies > 0 && surely_ends(next, lane))
          change.plies[lane] = std::max(change.plies[lane], by / of_plies);
      }
      x_[i] = next;
    }
    return change;
  }
  bool sweep_until_settled(int most) {
    for (int sweeps = 0; sweeps < most; ++sweeps) {
      check_stop(stop_);
      if (has_settled(sweep())) return true;
    }
    return false;
  }
  bool has_settled(const Change& change) const {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      if (change.ended[lane] >= 2e-15 || change.plies[lane] >= 1e-12) return false;
    }
    return true;
  }
  bool surely_ends(const Row& row, std::size_t lane) const {
    if (always_ends_) return true;
    double ended = 0;
    for (std::size_t end = 0; end < ends; ++end) ended += row[at(end, lane)];
    return 1 - ended < 1e-10;
  }

  // Where play goes round for long, sweeps gain little, and what they have not found is the
  // solution of a linear system: one sweep makes M x + c of x, so x lacks d, (1 - M) d = M x + c -
  // x (that is, sweeps are the preconditioner). It is found with numbers of the precision of
  // Number, of which single precision takes half the time; what is then still missing is computed
  // in double precision, and found in the same way (iterative refinement). Whether all was found.
  // (A sweep begins with the independent set: what it finds of these positions depends on the
  // others only, so that they are eliminated from the system.)
  template <class Number>
  bool correct() {
    constexpr int most_rounds = 6, sweeps = 2;
    constexpr double near_rounding = 1e-10;
    double last = 1;
    Row amplification{};
    for (int round = 0; round < most_rounds; ++round) {
      const std::optional<double> found = add_what_is_missing<Number>(amplification);
      sweep_until_settled(sweeps);
      if (!found) return false;
      // (What was missing before this round; what is missing now is less by the same factor, until
      // rounding keeps it from becoming less.)
      const double factor = *found / last;
      if (safety_factor * *found * std::min(1.0, factor) < nothing) return true;
      if (*found < near_rounding && factor > 0.5) return true;
      last = *found;
    }
    return false;
  }
  // How much was missing at most, relative to the greatest number of that column (probabilities: to
  // 1); nothing if it was not found in some column. `amplification`: the
  // greatest ratio so far of what was missing in a column to its residual.
  template <class Number>
  std::optional<double> add_what_is_missing(Row& amplification) {
    constexpr int most_steps = 100;
    Row before{}, tolerance;
    SystemRows<columns, Number> missing = residual<Number>(before);
    for (std::size_t c = 0; c < columns; ++c)
      tolerance[c] = tolerance_for<Number>(before[c], amplification[c]);
    const auto apply = [this](auto& rows) { sweep_without_leaving(rows); };
    BiCgStab<Number, columns, decltype(apply)> method(std::move(missing), apply, eliminated());
    method.solve(tolerance, most_steps);
    const Row after = method.greatest_residual();
    std::optional<double> most = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      if (before[c] == 0) continue;
      const bool is_found = after[c] < before[c] / 2 && makes_sense(method.solution(), c);
      if (!is_found) {
        most.reset();
        continue;
      }
      const double found = add(method.solution(), c);
      amplification[c] = std::max(amplification[c], found / before[c]);
      if (most) most = std::max(*most, found);
    }
    return most;
  }
  // The residual at which a round that begins with `before` may stop: the last one need not be as
  // precise as Number allows.
  template <class Number>
  static double tolerance_for(double before, double amplification) {
    constexpr double finest = sizeof(Number) < sizeof(double) ? 1e-6 : 1e-10, loosest = 0.1;
    if (amplification == 0) return finest * before;
    return std::clamp(nothing / (safety_factor * amplification), finest * before, loosest * before);
  }
  // Adds a column; how much that is, as add_what_is_missing has it.
  template <class SomeRows>
  double add(const SomeRows& more, std::size_t column) {
    double most = 0, scale = 1;
    for (std::size_t i = 0; i < more.size(); ++i) {
      double& number = x_[eliminated() + i][column];
      number += more[i][column];
      most = std::max<double>(most, std::abs(more[i][column]));
      scale = std::max(scale, std::abs(number));
    }
    return most / scale;
  }
  // What one more sweep would add to each number that is not eliminated, and the greatest of that
  // by columns.
  template <class Number>
  SystemRows<columns, Number> residual(Row& greatest) {
    SystemRows<columns, Number> residual(x_.size() - eliminated());
    Rows before = x_;
    sweep();
    std::swap(before, x_);
    for (std::size_t i = 0; i < residual.size(); ++i) {
      for (std::size_t c = 0; c < columns; ++c) {
        const double by = before[eliminated() + i][c] - x_[eliminated() + i][c];
        greatest[c] = std::max(greatest[c], std::abs(by));
        residual[i][c] = static_cast<Number>(by);
      }
    }
    return residual;
  }
  std::size_t eliminated() const { return moves_.count_independent(); }
  // M x, of x.
  template <class SomeRows>
  void sweep_without_leaving(SomeRows& x) const {
    check_stop(stop_);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto next = moves_.moved(i, x);
      x[i] = next;
    }
  }
  static bool is_probability(std::size_t column) { return column < at(plies, 0); }
  // Whether probabilities stay such, and plies positive, if `more` is added.
  template <class SomeRows>
  bool makes_sense(const SomeRows& more, std::size_t column) const {
    const double rounding = sizeof(more[0][0]) < sizeof(double) ? 1e-3 : 1e-9;
    constexpr double any = std::numeric_limits<double>::max();
    const double least = column < at(extra, 0) ? -rounding : -any;
    const double most = is_probability(column) ? 1 + rounding : any;
    for (std::size_t i = 0; i < more.size(); ++i) {
      const double sum = x_[eliminated() + i][column] + more[i][column];
      if (!(sum >= least && sum <= most)) return false;
    }
    return true;
  }

  const std::atomic<bool>* stop_ = nullptr;
  const CyclicMoves<lanes>& moves_;
  bool always_ends_;
  Rows leaving_, x_;
};

}  // namespace zermelo
