// SPDX-License-Identifier: MIT
#include "reports/chances.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>

#include "gen/error.h"
#include "reports/cyclic_system.h"

namespace zermelo {
namespace {

constexpr double small = 1e-9;

void check_stop(const std::atomic<bool>* stop) {
  if (stop != nullptr && *stop) throw Interrupted("Stopped.");
}

// One number for each of the error rates that are followed together.
template <std::size_t lanes>
using Lanes = std::array<double, lanes>;

constexpr std::size_t quantities_of(ChanceExtra extra) {
  return static_cast<std::size_t>(Quantity::extra) + (extra == ChanceExtra::none ? 0 : 1);
}

// The logarithms of numbers of moves, each computed once.
std::vector<double> logs_of_choices(const PlayGraph& graph) {
  std::size_t most = 0;
  for (std::uint32_t i = 0; i < graph.positions(); ++i)
    most = std::max(most, graph.moves(i).size());
  std::vector<double> logs(most + 1);
  for (std::size_t n = 1; n <= most; ++n) logs[n] = std::log10(static_cast<double>(n));
  return logs;
}

// Several rates are followed together: most of the time goes into reading the graph, and into cache
// misses at what its moves lead to.
template <ChanceExtra extra, std::size_t lanes>
class Chain {
 public:
  // (Rates that are missing are perfect play.)
  Chain(const PlayGraph& graph, std::span<const ErrorRates> errors)
      : graph_(graph), count_(errors.size()), prospects_(graph.positions()) {
    assert(errors.size() <= lanes);
    for (std::size_t lane = 0; lane < errors.size(); ++lane) {
      first_errors_[lane] = errors[lane].first;
      second_errors_[lane] = errors[lane].second;
    }
    if constexpr (extra == ChanceExtra::log_choices) logs_ = logs_of_choices(graph);
  }

  // Follows play from the positions of each component, after those that it leads to: topological
  // value iteration (P. Dai and J. Goldsmith, IJCAI 2007).
  std::vector<Chances> follow(const std::atomic<bool>* stop) {
    stop_ = stop;
    graph_.for_each_component([&](std::span<const std::uint32_t> component) {
      check_stop(stop_);
      if (component.size() > 1 || leads_to_itself(component.front())) return settle(component);
      prospects_[component.front()] = of_position(component.front());
    });
    std::vector<Chances> all;
    for (std::size_t lane = 0; lane < count_; ++lane) all.push_back(found(lane));
    return all;
  }

 private:
  using System = CyclicSystem<quantities_of(extra), lanes>;
  // What play from a position amounts to, as far as it has been followed.
  using Prospect = typename System::Row;
  using Weights = typename System::Weights;
  static constexpr std::size_t at(Quantity quantity, std::size_t lane) {
    return System::at(quantity, lane);
  }

  bool leads_to_itself(std::uint32_t position) const {
    return std::ranges::find(graph_.moves(position), position) != graph_.moves(position).end();
  }

  // Positions that lead to each other.
  void settle(std::span<const std::uint32_t> component) {
    numbers_.resize(graph_.positions(), outside);
    for (std::uint32_t i = 0; i < component.size(); ++i) numbers_[component[i]] = i;
    System system;
    for (const std::uint32_t position : component) add(position, system);
    system.solve(stop_);
    for (std::uint32_t i = 0; i < component.size(); ++i) {
      prospects_[component[i]] = system.solution()[i];
      numbers_[component[i]] = outside;
    }
  }
  void add(std::uint32_t position, System& system) const {
    std::size_t best = 0;
    unsigned leaves = 0;
    Prospect leaving = before_the_move(position);
    const Weights weights = for_each_move(
        position, [&](PlayGraph::Target target, const Lanes<lanes>& each, bool is_best) {
          if (!PlayGraph::is_end(target) && numbers_[target] != outside) {
            system.add_move(numbers_[target]);
            best += is_best ? 1 : 0;
            return;
          }
          add(position, target, each, leaving);
          for (std::size_t lane = 0; lane < lanes; ++lane)
            leaves |= (each[lane] > 0 ? 1U : 0U) << lane;
        });
    system.add_position(best, weights, leaving, leaves);
  }

  // Calls f(target, weights, is_best) for each move that is made at any rate, with its
  // probabilities; best ones come first.
  template <class F>
  Weights for_each_move(std::uint32_t position, const F& f) const {
    const auto moves = graph_.moves(position);
    const std::size_t best = graph_.best(position);
    const Lanes<lanes>& errors = graph_.first_to_move(position) ? first_errors_ : second_errors_;
    Weights weights;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      weights.other[lane] = errors[lane] / static_cast<double>(moves.size());
      weights.best[lane] = weights.other[lane] + (1 - errors[lane]) / static_cast<double>(best);
    }
    for (std::size_t m = 0; m < best; ++m) f(moves[m], weights.best, true);
    if (std::ranges::any_of(errors, [](double error) { return error > 0; }))
      for (std::size_t m = best; m < moves.size(); ++m) f(moves[m], weights.other, false);
    return weights;
  }

  // What is certain before a move is chosen.
  Prospect before_the_move(std::uint32_t position) const {
    Prospect sum{};
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      sum[at(Quantity::plies, lane)] = 1;
      if constexpr (extra == ChanceExtra::log_choices)
        sum[at(Quantity::extra, lane)] = logs_[graph_.moves(position).size()];
    }
    return sum;
  }
  // Adds what a move leads to, by its weights.
  void add(std::uint32_t position, PlayGraph::Target target, const Lanes<lanes>& weights,
           Prospect& sum) const {
    if (!PlayGraph::is_end(target)) {
      const Prospect& next = prospects_[target];
      for (std::size_t column = 0; column < sum.size(); ++column)
        sum[column] += weights[column % lanes] * next[column];
      return;
    }
    const int score = PlayGraph::score_of(target);
    const int for_first = graph_.first_to_move(position) ? score : -score;
    const Quantity result = for_first > 0   ? Quantity::first
                            : for_first < 0 ? Quantity::second
                                            : Quantity::draw;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      sum[at(result, lane)] += weights[lane];
      if constexpr (extra == ChanceExtra::score)
        sum[at(Quantity::extra, lane)] += weights[lane] * for_first;
    }
  }
  Prospect of_position(std::uint32_t position) const {
    Prospect sum = before_the_move(position);
    for_each_move(position, [&](PlayGraph::Target target, const Lanes<lanes>& weights, bool) {
      add(position, target, weights, sum);
    });
    return sum;
  }

  Chances found(std::size_t lane) const {
    const Prospect& start = prospects_.front();
    const auto of_start = [&](Quantity quantity) { return start[at(quantity, lane)]; };
    // (What the linear system leaves of 0 may be below it.)
    Chances found{std::max(0.0, of_start(Quantity::first)), std::max(0.0, of_start(Quantity::draw)),
                  std::max(0.0, of_start(Quantity::second)),
                  std::max(0.0, 1 - System::ended(start, lane))};
    if (found.endless >= small) return found;
    found.plies = of_start(Quantity::plies);
    if constexpr (extra == ChanceExtra::score) found.score = of_start(Quantity::extra);
    if constexpr (extra == ChanceExtra::log_choices) found.log_choices = of_start(Quantity::extra);
    return found;
  }

  static constexpr std::uint32_t outside = 0xffff'ffff;

  const PlayGraph& graph_;
  const std::atomic<bool>* stop_ = nullptr;
  std::size_t count_;  // of the rates that are asked for
  Lanes<lanes> first_errors_{}, second_errors_{};
  std::vector<Prospect> prospects_;     // by position
  std::vector<double> logs_;            // by the number of moves, if they are asked for
  std::vector<std::uint32_t> numbers_;  // in the component that is followed, by position
};

template <ChanceExtra extra>
std::vector<Chances> followed(const PlayGraph& graph, std::span<const ErrorRates> errors,
                              const std::atomic<bool>* stop) {
  if (errors.size() == 1) return Chain<extra, 1>(graph, errors).follow(stop);
  if (errors.size() == 2) return Chain<extra, 2>(graph, errors).follow(stop);
  return Chain<extra, rates_together>(graph, errors).follow(stop);
}

}  // namespace

std::vector<Chances> chances(const PlayGraph& graph, std::span<const ErrorRates> errors,
                             const std::atomic<bool>* stop, ChanceExtra extra) {
  switch (extra) {
    case ChanceExtra::none:
      return followed<ChanceExtra::none>(graph, errors, stop);
    case ChanceExtra::score:
      return followed<ChanceExtra::score>(graph, errors, stop);
    case ChanceExtra::log_choices:
      break;
  }
  return followed<ChanceExtra::log_choices>(graph, errors, stop);
}

Chances chances(const PlayGraph& graph, const ErrorRates& errors, const std::atomic<bool>* stop,
                ChanceExtra extra) {
  return chances(graph, std::span(&errors, 1), stop, extra).front();
}

std::optional<std::vector<double>> random_lengths(const PlayGraph& graph,
                                                  const std::atomic<bool>* stop) {
  constexpr std::uint64_t most_moves = 400'000'000;
  std::vector<double> lengths = {0}, now(graph.positions(), 0), next(graph.positions(), 0);
  now[0] = 1;
  std::uint32_t begin = 0, end = 1;  // where positions may have a probability
  double left = 1;
  for (std::uint64_t done = 0; left >= small;) {
    check_stop(stop);
    double ended = 0;
    std::uint32_t next_begin = graph.positions(), next_end = 0;
    for (std::uint32_t i = begin; i < end; ++i) {
      if (now[i] == 0) continue;
      const auto moves = graph.moves(i);
      const double each = now[i] / static_cast<double>(moves.size());
      now[i] = 0;
      done += moves.size();
      for (const PlayGraph::Target target : moves) {
        if (PlayGraph::is_end(target)) {
          ended += each;
          continue;
        }
        next[target] += each;
        next_begin = std::min(next_begin, target);
        next_end = std::max(next_end, target + 1);
      }
    }
    lengths.push_back(ended);
    left -= ended;
    if (next_end == 0) break;
    if (done > most_moves) return std::nullopt;
    std::swap(now, next);
    begin = next_begin;
    end = next_end;
  }
  return lengths;
}

}  // namespace zermelo
