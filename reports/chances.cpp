// SPDX-License-Identifier: MIT
#include "reports/chances.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

#include "reports/check_stop.h"
#include "reports/cyclic_system.h"
#include "tablebase/sets/huge_vector.h"

namespace zermelo {
namespace {

constexpr double small = 1e-9;

// What is known of play from a position: the probabilities of its ends, the plies to be expected,
// and perhaps one thing more.
enum class Quantity : std::size_t { first, draw, second, plies, extra };
constexpr std::size_t ends = 3;

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
  // (The last rate stands for rates that are missing.)
  Chain(const PlayGraph& graph, std::span<const ErrorRates> errors)
      : graph_(graph), count_(errors.size()), prospects_(graph.positions()) {
    assert(!errors.empty() && errors.size() <= lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const ErrorRates& rates = errors[std::min(lane, errors.size() - 1)];
      first_errors_[lane] = rates.first;
      second_errors_[lane] = rates.second;
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
  static constexpr std::size_t quantities = quantities_of(extra);
  using Moves = CyclicMoves<lanes>;
  using Lanes = typename Moves::Lanes;
  using Weights = typename Moves::Weights;
  // What play from a position amounts to, as far as it has been followed.
  using Prospect = std::array<double, quantities * lanes>;
  static constexpr std::size_t at(Quantity quantity, std::size_t lane) {
    return at(static_cast<std::size_t>(quantity), lane);
  }
  static constexpr std::size_t at(std::size_t quantity, std::size_t lane) {
    return quantity * lanes + lane;
  }
  static double ended(const Prospect& prospect, std::size_t lane) {
    double sum = 0;
    for (std::size_t end = 0; end < ends; ++end) sum += prospect[at(end, lane)];
    return sum;
  }

  bool leads_to_itself(std::uint32_t position) const {
    return std::ranges::find(graph_.moves(position), position) != graph_.moves(position).end();
  }

  // Positions that lead to each other. Until they are settled, their prospects are what comes of
  // moves that leave them.
  void settle(std::span<const std::uint32_t> component) {
    numbers_.resize(graph_.positions(), outside);
    for (std::uint32_t i = 0; i < component.size(); ++i) numbers_[component[i]] = i;
    std::size_t most_moves = 0;
    for (const std::uint32_t position : component) most_moves += graph_.moves(position).size();
    Moves moves;
    moves.reserve(component.size(), most_moves);
    weights_.clear();
    bool ends_surely = true;
    for (const std::uint32_t position : component) ends_surely &= add_to(moves, position);
    moves.finish(stop_);
    find_prospects(component, moves, ends_surely && moves.always_leave());
    for (const std::uint32_t position : component) numbers_[position] = outside;
  }
  // Adds a position of the component. Whether play surely ends after the moves that leave it.
  bool add_to(Moves& moves, std::uint32_t position) {
    std::uint32_t best = 0;
    unsigned leaves = 0;
    Prospect leaving = before_the_move(position);
    Lanes leaves_with{};  // this probability
    const std::uint32_t weights = weights_of(position, moves);
    for_each_move(position, moves.weights(weights),
                  [&](PlayGraph::Target target, const Lanes& each, bool is_best) {
                    if (!PlayGraph::is_end(target) && numbers_[target] != outside) {
                      moves.add_move(numbers_[target]);
                      best += is_best ? 1 : 0;
                      return;
                    }
                    add(position, target, each, leaving);
                    for (std::size_t lane = 0; lane < lanes; ++lane) {
                      leaves_with[lane] += each[lane];
                      leaves |= (each[lane] > 0 ? 1U : 0U) << lane;
                    }
                  });
    moves.add_position(best, weights, leaves);
    prospects_[position] = leaving;
    bool ends_surely = true;
    constexpr double rounding = 1e-12;
    for (std::size_t lane = 0; lane < lanes; ++lane)
      ends_surely &= std::abs(ended(leaving, lane) - leaves_with[lane]) < rounding;
    return ends_surely;
  }

  // Their number among those of the component. (They depend on the side to move, and the numbers of
  // moves, of which there are fewer than 2^31.)
  std::uint32_t weights_of(std::uint32_t position, Moves& moves) {
    const std::uint64_t key = std::uint64_t{graph_.moves(position).size()} << 33 |
                              std::uint64_t{graph_.best(position)} << 1 |
                              (graph_.first_to_move(position) ? 1U : 0U);
    const auto [known, is_new] = weights_.try_emplace(key, 0);
    if (is_new) known->second = moves.add_weights(weights_of(position));
    return known->second;
  }

  // Ends that play never comes to need no solving; and if it surely ends, neither does one of those
  // that it comes to.
  void find_prospects(std::span<const std::uint32_t> component, const Moves& moves,
                      bool always_ends) {
    std::vector<std::size_t> wanted;
    for (std::size_t end = 0; end < ends; ++end)
      if (is_reached(component, end)) wanted.push_back(end);
    std::optional<std::size_t> rest;
    if (always_ends && wanted.size() > 1) {
      rest = wanted.back();
      wanted.pop_back();
    }
    // (Play that never ends is as if it had an end that it never comes to.)
    if (wanted.empty()) wanted.push_back(0);
    switch (wanted.size()) {
      case 1:
        solve<1>(component, moves, wanted, always_ends);
        break;
      case 2:
        solve<2>(component, moves, wanted, always_ends);
        break;
      default:
        solve<ends>(component, moves, wanted, always_ends);
    }
    if (rest) set_rest(component, *rest);
  }
  bool is_reached(std::span<const std::uint32_t> component, std::size_t end) const {
    return std::ranges::any_of(component, [&](std::uint32_t position) {
      const Prospect& leaving = prospects_[position];
      const auto of_end = leaving.begin() + static_cast<std::ptrdiff_t>(at(end, 0));
      return std::any_of(of_end, of_end + lanes, [](double chance) { return chance != 0; });
    });
  }
  template <std::size_t count>
  void solve(std::span<const std::uint32_t> component, const Moves& moves,
             std::vector<std::size_t> wanted, bool always_ends) {
    using System = CyclicSystem<count, extra != ChanceExtra::none, lanes>;
    for (std::size_t more = ends; more < quantities; ++more) wanted.push_back(more);
    typename System::Rows leaving(component.size());
    const auto for_all = [&](const auto& f) {
      for (std::size_t i = 0; i < component.size(); ++i)
        for (std::size_t k = 0; k < wanted.size(); ++k)
          for (std::size_t lane = 0; lane < lanes; ++lane)
            f(i, System::at(k, lane), prospects_[component[i]][at(wanted[k], lane)]);
    };
    for_all([&](std::size_t i, std::size_t column, double from) { leaving[i][column] = from; });
    System system(moves, std::move(leaving), always_ends);
    system.solve(stop_);
    for_all(
        [&](std::size_t i, std::size_t column, double& to) { to = system.solution()[i][column]; });
  }
  void set_rest(std::span<const std::uint32_t> component, std::size_t rest) {
    for (const std::uint32_t position : component) {
      Prospect& prospect = prospects_[position];
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        prospect[at(rest, lane)] = 0;
        prospect[at(rest, lane)] = std::max(0.0, 1 - ended(prospect, lane));
      }
    }
  }

  Weights weights_of(std::uint32_t position) const {
    const Lanes& errors = errors_of(position);
    Weights weights;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      weights.other[lane] = errors[lane] / static_cast<double>(graph_.moves(position).size());
      weights.best[lane] =
          weights.other[lane] + (1 - errors[lane]) / static_cast<double>(graph_.best(position));
    }
    return weights;
  }
  const Lanes& errors_of(std::uint32_t position) const {
    return graph_.first_to_move(position) ? first_errors_ : second_errors_;
  }
  // Calls f(target, weights, is_best) for each move that is made at any rate, with its
  // probabilities; best ones come first.
  template <class F>
  void for_each_move(std::uint32_t position, const Weights& weights, const F& f) const {
    const auto moves = graph_.moves(position);
    const std::size_t best = graph_.best(position);
    for (std::size_t m = 0; m < best; ++m) f(moves[m], weights.best, true);
    if (std::ranges::any_of(errors_of(position), [](double error) { return error > 0; }))
      for (std::size_t m = best; m < moves.size(); ++m) f(moves[m], weights.other, false);
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
  void add(std::uint32_t position, PlayGraph::Target target, const Lanes& weights,
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
    for_each_move(position, weights_of(position),
                  [&](PlayGraph::Target target, const Lanes& weights, bool) {
                    add(position, target, weights, sum);
                  });
    return sum;
  }

  Chances found(std::size_t lane) const {
    const Prospect& start = prospects_.front();
    const auto of_start = [&](Quantity quantity) { return start[at(quantity, lane)]; };
    // (What the linear system leaves of 0 may be below it.)
    Chances found{std::max(0.0, of_start(Quantity::first)), std::max(0.0, of_start(Quantity::draw)),
                  std::max(0.0, of_start(Quantity::second)), std::max(0.0, 1 - ended(start, lane))};
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
  Lanes first_errors_{}, second_errors_{};
  HugeVector<Prospect> prospects_;  // by position
  std::vector<double> logs_;        // by the number of moves, if they are asked for
  std::unordered_map<std::uint64_t, std::uint32_t> weights_;  // of the component's positions
  HugeVector<std::uint32_t> numbers_;  // in the component that is followed, by position
};

template <ChanceExtra extra>
std::vector<Chances> followed(const PlayGraph& graph, std::span<const ErrorRates> errors,
                              const std::atomic<bool>* stop) {
  if (errors.size() == 1) return Chain<extra, 1>(graph, errors).follow(stop);
  if (errors.size() == 2) return Chain<extra, 2>(graph, errors).follow(stop);
  if (errors.size() <= 4) return Chain<extra, 4>(graph, errors).follow(stop);
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
