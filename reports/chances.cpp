// SPDX-License-Identifier: MIT
#include "reports/chances.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "gen/error.h"

namespace zermelo {
namespace {

constexpr double small = 1e-9;

void check_stop(const std::atomic<bool>* stop) {
  if (stop != nullptr && *stop) throw Interrupted("Stopped.");
}

// What play from a position amounts to, as far as it has been followed.
struct Prospect {
  double first = 0, draw = 0, second = 0, plies = 0;

  double ended() const { return first + draw + second; }
};

Prospect of_end(int score, bool first_moves) {
  if (score == 0) return {.draw = 1};
  return (score > 0) == first_moves ? Prospect{.first = 1} : Prospect{.second = 1};
}

template <ChanceExtra extra>
class Chain {
 public:
  Chain(const PlayGraph& graph, const ErrorRates& errors)
      : graph_(graph), errors_(errors), prospects_(graph.positions()) {
    if constexpr (has_extra) extras_.resize(graph.positions());
  }

  // Follows play until nothing changes, or for as long as that is worth it.
  Chances follow(const std::atomic<bool>* stop) {
    // (Where hardly anybody errs, games that go round may take millions of plies.)
    constexpr std::uint64_t least_sweeps = 300, most_moves = 200'000'000;
    for (std::uint64_t sweeps = 1;; ++sweeps) {
      check_stop(stop);
      const Change change = sweep();
      if (graph_.is_ordered()) break;
      const bool has_ended = 1 - prospects_.front().ended() < small / 10;
      // (Play that may go on for ever has more plies with every sweep: these say nothing then.)
      if (has_ended ? change.plies < 1e-12 : change.ended < 1e-15) break;
      if (sweeps >= least_sweeps && sweeps * graph_.count_moves() >= most_moves) break;
    }
    return found();
  }

 private:
  static constexpr bool has_extra = extra != ChanceExtra::none;

  // By how much any position's numbers have changed; plies relative to what they are.
  struct Change {
    double ended = 0, plies = 0;
  };
  // Follows play one step further from all positions, the last ones first: where no position can
  // be reached again, to its end.
  Change sweep() {
    Change change;
    for (std::uint32_t i = graph_.positions(); i-- > 0;) {
      const Prospect next = of_position(i);
      const Prospect& old = prospects_[i];
      change.ended = std::max(change.ended, next.ended() - old.ended());
      change.plies = std::max(change.plies, (next.plies - old.plies) / next.plies);
      prospects_[i] = next;
    }
    return change;
  }

  Prospect of_position(std::uint32_t position) {
    const bool first_moves = graph_.first_to_move(position);
    const auto moves = graph_.moves(position);
    const double error = first_moves ? errors_.first : errors_.second;
    const double any = error / static_cast<double>(moves.size());
    const double best = (1 - error) / static_cast<double>(graph_.best(position));
    Prospect sum{.plies = 1};
    double more = 0;
    for (std::size_t m = 0; m < moves.size(); ++m) {
      const double weight = any + (m < graph_.best(position) ? best : 0);
      if (weight == 0) break;  // (best moves come first)
      const Prospect next = after(moves[m], first_moves);
      sum.first += weight * next.first;
      sum.draw += weight * next.draw;
      sum.second += weight * next.second;
      sum.plies += weight * next.plies;
      if constexpr (has_extra) more += weight * extra_after(moves[m], first_moves);
    }
    if constexpr (extra == ChanceExtra::log_choices)
      more += std::log10(static_cast<double>(moves.size()));
    if constexpr (has_extra) extras_[position] = more;
    return sum;
  }
  Prospect after(PlayGraph::Target target, bool first_moves) const {
    return PlayGraph::is_end(target) ? of_end(PlayGraph::score_of(target), first_moves)
                                     : prospects_[target];
  }
  double extra_after(PlayGraph::Target target, bool first_moves) const {
    if (!PlayGraph::is_end(target)) return extras_[target];
    if (extra != ChanceExtra::score) return 0;
    const int score = PlayGraph::score_of(target);
    return first_moves ? score : -score;
  }

  Chances found() const {
    const Prospect& start = prospects_.front();
    Chances found{start.first, start.draw, start.second, std::max(0.0, 1 - start.ended())};
    if (found.endless >= small) return found;
    found.plies = start.plies;
    if (extra == ChanceExtra::score) found.score = extras_.front();
    if (extra == ChanceExtra::log_choices) found.log_choices = extras_.front();
    return found;
  }

  const PlayGraph& graph_;
  ErrorRates errors_;
  std::vector<Prospect> prospects_;
  std::vector<double> extras_;  // by position, as prospects_; empty if nothing else is asked for
};

}  // namespace

Chances chances(const PlayGraph& graph, const ErrorRates& errors, const std::atomic<bool>* stop,
                ChanceExtra extra) {
  switch (extra) {
    case ChanceExtra::none:
      return Chain<ChanceExtra::none>(graph, errors).follow(stop);
    case ChanceExtra::score:
      return Chain<ChanceExtra::score>(graph, errors).follow(stop);
    case ChanceExtra::log_choices:
      break;
  }
  return Chain<ChanceExtra::log_choices>(graph, errors).follow(stop);
}

std::optional<std::vector<double>> random_lengths(const PlayGraph& graph,
                                                  const std::atomic<bool>* stop) {
  constexpr std::uint64_t most_moves = 2'000'000'000;
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
