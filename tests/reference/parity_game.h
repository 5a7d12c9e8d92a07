// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace zermelo::reference {

// A parity game on a graph in which every node has a move; whoever wants even numbers wins a play
// whose greatest priority that comes for ever is even. Solved by W. Zielonka's recursion.
class ParityGame {
 public:
  struct Node {
    int priority = 0;
    bool even_moves = false;
    std::vector<std::size_t> next;
  };
  explicit ParityGame(std::vector<Node> nodes) : nodes_(std::move(nodes)), before_(nodes_.size()) {
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      for (const std::size_t next : nodes_[n].next) before_[next].push_back(n);
    }
  }
  // The nodes from which even numbers win.
  std::vector<bool> even_wins() const { return won(std::vector<bool>(nodes_.size(), true), true); }

 private:
  using Set = std::vector<bool>;

  static bool is_empty(const Set& set) { return std::ranges::find(set, true) == set.end(); }
  static void remove(Set& set, const Set& others) {
    for (std::size_t n = 0; n < set.size(); ++n) set[n] = set[n] && !others[n];
  }
  // From where, within `in`, that player can force play into `goal`.
  Set attracted(const Set& in, const Set& goal, bool even) const {
    Set set = goal;
    std::vector<std::size_t> open;
    for (std::size_t n = 0; n < set.size(); ++n) {
      if (set[n]) open.push_back(n);
    }
    while (!open.empty()) {
      const std::size_t n = open.back();
      open.pop_back();
      for (const std::size_t before : before_[n]) {
        if (!in[before] || set[before]) continue;
        const auto stays_out = [&](std::size_t next) { return in[next] && !set[next]; };
        if (nodes_[before].even_moves != even &&
            std::ranges::any_of(nodes_[before].next, stays_out))
          continue;
        set[before] = true;
        open.push_back(before);
      }
    }
    return set;
  }
  // What the player wins of a subgame.
  Set won(Set in, bool even) const {
    Set mine(in.size());
    while (!is_empty(in)) {
      int greatest = -1;
      for (std::size_t n = 0; n < in.size(); ++n) {
        if (in[n]) greatest = std::max(greatest, nodes_[n].priority);
      }
      const bool player = greatest % 2 == 0;
      Set top(in.size());
      for (std::size_t n = 0; n < in.size(); ++n) top[n] = in[n] && nodes_[n].priority == greatest;
      Set rest = in;
      remove(rest, attracted(in, top, player));
      const Set others = won(rest, !player);
      if (is_empty(others)) return player == even ? joined(mine, in) : mine;
      const Set taken = attracted(in, others, !player);
      if (even != player) mine = joined(mine, taken);
      remove(in, taken);
    }
    return mine;
  }
  static Set joined(Set a, const Set& b) {
    for (std::size_t n = 0; n < a.size(); ++n) a[n] = a[n] || b[n];
    return a;
  }

  std::vector<Node> nodes_;
  std::vector<std::vector<std::size_t>> before_;
};

}  // namespace zermelo::reference
