// SPDX-License-Identifier: MIT
#include "reports/chances.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>

#include "gen/error.h"

namespace zermelo {
namespace {

constexpr double small = 1e-9;

void check_stop(const std::atomic<bool>* stop) {
  if (stop != nullptr && *stop) throw Interrupted("Stopped.");
}

// One number for each of the error rates that are followed together.
template <std::size_t lanes>
using Lanes = std::array<double, lanes>;

// What play from a position amounts to, as far as it has been followed.
template <std::size_t lanes>
struct Prospect {
  Lanes<lanes> first{}, draw{}, second{}, plies{};

  double ended(std::size_t lane) const { return first[lane] + draw[lane] + second[lane]; }
};

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
    if constexpr (has_extra) extras_.resize(graph.positions());
    if constexpr (extra == ChanceExtra::log_choices) logs_ = logs_of_choices(graph);
  }

  // Follows play from the positions of each component until nothing changes, or for as long as that
  // is worth it: topological value iteration (P. Dai and J. Goldsmith, IJCAI 2007).
  std::vector<Chances> follow(const std::atomic<bool>* stop) {
    graph_.for_each_component([&](std::span<const std::uint32_t> component) {
      check_stop(stop);
      if (component.size() > 1 || leads_to_itself(component.front()))
        return settle(component, stop);
      prospects_[component.front()] = of_position(component.front());
    });
    std::vector<Chances> all;
    for (std::size_t lane = 0; lane < count_; ++lane) all.push_back(found(lane));
    return all;
  }

 private:
  static constexpr bool has_extra = extra != ChanceExtra::none;
  using Position = Prospect<lanes>;

  bool leads_to_itself(std::uint32_t position) const {
    return std::ranges::find(graph_.moves(position), position) != graph_.moves(position).end();
  }

  void settle(std::span<const std::uint32_t> component, const std::atomic<bool>* stop) {
    // (Where hardly anybody errs, games that go round may take millions of plies.)
    constexpr std::uint64_t least_sweeps = 300, most_moves = 200'000'000;
    for (std::uint64_t sweeps = 1;; ++sweeps) {
      check_stop(stop);
      if (has_settled(sweep(component), prospects_[component.back()])) break;
      if (sweeps >= least_sweeps && sweeps * graph_.count_moves() >= most_moves) break;
    }
  }

  // By how much any position's numbers have changed; plies relative to what they are.
  struct Change {
    Lanes<lanes> ended{}, plies{};
  };
  // Follows play at least one step further.
  Change sweep(std::span<const std::uint32_t> component) {
    Change change;
    for (const std::uint32_t position : component) {
      const Position next = of_position(position);
      const Position& old = prospects_[position];
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const double plies = (next.plies[lane] - old.plies[lane]) / next.plies[lane];
        change.ended[lane] = std::max(change.ended[lane], next.ended(lane) - old.ended(lane));
        change.plies[lane] = std::max(change.plies[lane], plies);
      }
      prospects_[position] = next;
    }
    return change;
  }
  bool has_settled(const Change& change, const Position& position) const {
    for (std::size_t lane = 0; lane < count_; ++lane) {
      if (change.ended[lane] >= 1e-15) return false;
      // (Play that may go on for ever has more plies with every sweep: these say nothing then.)
      const bool has_ended = 1 - position.ended(lane) < small / 10;
      if (has_ended && change.plies[lane] >= 1e-12) return false;
    }
    return true;
  }

  Position of_position(std::uint32_t position) {
    const bool first_moves = graph_.first_to_move(position);
    const auto moves = graph_.moves(position);
    const Lanes<lanes>& errors = first_moves ? first_errors_ : second_errors_;
    Lanes<lanes> any, best;  // the probability of a move that is not best, and of one that is
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      any[lane] = errors[lane] / static_cast<double>(moves.size());
      best[lane] = any[lane] + (1 - errors[lane]) / static_cast<double>(graph_.best(position));
    }
    Position sum;
    sum.plies.fill(1);
    Lanes<lanes> more{};
    if constexpr (extra == ChanceExtra::log_choices) more.fill(logs_[moves.size()]);
    // (Best moves come first.)
    const bool someone_errs = std::ranges::any_of(errors, [](double error) { return error > 0; });
    const std::size_t count = someone_errs ? moves.size() : graph_.best(position);
    for (std::size_t m = 0; m < count; ++m)
      add(moves[m], m < graph_.best(position) ? best : any, first_moves, sum, more);
    if constexpr (has_extra) extras_[position] = more;
    return sum;
  }
  // Adds what a move leads to, by its weights, to `sum` and to what else is asked for.
  void add(PlayGraph::Target target, const Lanes<lanes>& weights, bool first_moves, Position& sum,
           Lanes<lanes>& more) const {
    if (PlayGraph::is_end(target)) {
      const int score = PlayGraph::score_of(target), for_first = first_moves ? score : -score;
      Lanes<lanes>& result = for_first > 0 ? sum.first : for_first < 0 ? sum.second : sum.draw;
      for (std::size_t lane = 0; lane < lanes; ++lane) result[lane] += weights[lane];
      if constexpr (extra == ChanceExtra::score)
        for (std::size_t lane = 0; lane < lanes; ++lane) more[lane] += weights[lane] * for_first;
      return;
    }
    const Position& next = prospects_[target];
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      sum.first[lane] += weights[lane] * next.first[lane];
      sum.draw[lane] += weights[lane] * next.draw[lane];
      sum.second[lane] += weights[lane] * next.second[lane];
      sum.plies[lane] += weights[lane] * next.plies[lane];
    }
    if constexpr (has_extra)
      for (std::size_t lane = 0; lane < lanes; ++lane)
        more[lane] += weights[lane] * extras_[target][lane];
  }

  Chances found(std::size_t lane) const {
    const Position& start = prospects_.front();
    Chances found{start.first[lane], start.draw[lane], start.second[lane],
                  std::max(0.0, 1 - start.ended(lane))};
    if (found.endless >= small) return found;
    found.plies = start.plies[lane];
    if constexpr (extra == ChanceExtra::score) found.score = extras_.front()[lane];
    if constexpr (extra == ChanceExtra::log_choices) found.log_choices = extras_.front()[lane];
    return found;
  }

  const PlayGraph& graph_;
  std::size_t count_;  // of the rates that are asked for
  Lanes<lanes> first_errors_{}, second_errors_{};
  std::vector<Position> prospects_;
  // By position, as prospects_; empty if nothing else is asked for.
  std::vector<Lanes<lanes>> extras_;
  std::vector<double> logs_;  // by the number of moves, if they are asked for
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
