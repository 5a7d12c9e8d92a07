// SPDX-License-Identifier: MIT
// A chess variant with its n-move rule by brute force, for comparing: positions as FENs, each with
// every count of plies since the last zeroing move, values by going over all of them until nothing
// changes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "gen/value.h"
#include "tests/reference/variant_graph.h"

namespace zermelo::reference {

class NMoveReference {
 public:
  // `plies`: how many without a zeroing move make a draw; 0: any number may be made.
  NMoveReference(const std::string& rules, const std::string& name, int plies)
      : graph_(rules, name), plies_(plies) {}

  void add(const std::string& men, const std::string& held = {}) { graph_.add(men, held); }
  void solve() {
    graph_.explore();
    without_rule_ = outcomes(0);
    if (plies_ > 0) with_rule_ = outcomes(plies_);
    find_zeroing();
  }

  struct Answer {
    Outcome without_rule;  // of the side to move
    Outcome with_rule;     // with the count at 0
    // For a position that is decided with the rule: the highest count with which it still is, taken
    // from the rule's plies; -1 if it is none, or if there is no rule.
    int plies_by_counts;
    // Plies to the next zeroing move, where those to positions that only the rule draws come after
    // as many plies as the rule allows; 0 if the game is drawn without it.
    int plies;
  };
  // Of positions in which the game goes on: visit(FEN, answer).
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      if (graph_.end(i)) continue;
      visit(graph_.fen(i), Answer{without_rule_[i].front(), at(i, 0), by_counts(i), zeroing_[i]});
    }
  }

 private:
  using Next = VariantGraph::Next;
  using Outcomes = std::vector<std::vector<Outcome>>;  // by position and count

  // With counts up to `limit`, which draws unless the game is over; 0: without the rule.
  Outcomes outcomes(int limit) const {
    const auto counts = static_cast<std::size_t>(limit) + 1;
    Outcomes all(graph_.size(), std::vector<Outcome>(counts, Outcome::draw));
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      if (graph_.end(i)) std::fill(all[i].begin(), all[i].end(), *graph_.end(i));
    }
    for (bool changes = true; changes;) {
      changes = false;
      for (std::size_t i = 0; i < graph_.size(); ++i) {
        for (std::size_t c = 0; c < counts; ++c) changes = decide(all, i, c, limit) || changes;
      }
    }
    return all;
  }
  bool decide(Outcomes& all, std::size_t i, std::size_t count, int limit) const {
    if (graph_.end(i) || all[i][count] != Outcome::draw) return false;
    if (limit > 0 && static_cast<int>(count) == limit) return false;
    Outcome best = Outcome::loss;
    for (const Next& next : graph_.next(i)) {
      const std::size_t then = next.zeroes || limit == 0 ? 0 : count + 1;
      best = std::max(best, opposite(all[next.position][then]));
    }
    all[i][count] = best;
    return best != Outcome::draw;
  }
  Outcome at(std::size_t i, std::size_t count) const {
    return plies_ > 0 ? with_rule_[i][count] : without_rule_[i].front();
  }
  int by_counts(std::size_t i) const {
    if (plies_ == 0 || at(i, 0) == Outcome::draw) return -1;
    int count = 0;
    while (count < plies_ && with_rule_[i][static_cast<std::size_t>(count) + 1] == at(i, 0))
      ++count;
    return plies_ - count;
  }

  // By plies, from the shortest on.
  void find_zeroing() {
    zeroing_.assign(graph_.size(), 0);
    const int most = 4 * plies_ + 120;
    for (int plies = 1; plies <= most; ++plies) {
      std::vector<std::size_t> found;
      for (std::size_t i = 0; i < graph_.size(); ++i) {
        if (zeroing_[i] == 0 && !graph_.end(i) && comes_in(i, plies)) found.push_back(i);
      }
      for (const std::size_t i : found) zeroing_[i] = plies;
    }
  }
  // Whether the best move of a position that is decided without the rule is worth so many plies.
  bool comes_in(std::size_t i, int plies) const {
    const Outcome outcome = without_rule_[i].front();
    if (outcome == Outcome::draw) return false;
    int best = 0;
    for (const Next& next : graph_.next(i)) {
      const Outcome after = without_rule_[next.position].front();
      if (outcome == Outcome::win && after != Outcome::loss) continue;
      const int cost = cost_of(next);
      if (outcome == Outcome::win && cost == plies) return true;
      if (cost == 0) {  // (Not yet known.)
        if (outcome == Outcome::loss) return false;
        continue;
      }
      best = std::max(best, cost);
    }
    return outcome == Outcome::loss && best == plies;
  }
  int cost_of(const Next& next) const {
    if (graph_.end(next.position)) return 1;
    if (next.zeroes) return at(next.position, 0) == Outcome::draw ? plies_ + 1 : 1;
    const int then = zeroing_[next.position];
    return then == 0 ? 0 : then + 1;
  }

  VariantGraph graph_;
  int plies_;
  Outcomes without_rule_, with_rule_;
  std::vector<int> zeroing_;
};

}  // namespace zermelo::reference
