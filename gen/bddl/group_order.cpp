// SPDX-License-Identifier: MIT
#include "gen/bddl/group_order.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace zermelo::bddl {
namespace {

constexpr std::size_t most_groups = 4096;

class GreedyOrder {
 public:
  explicit GreedyOrder(const GroupGraph& graph)
      : graph_(graph), users_(graph.next.size()), unsolved_users_(graph.next.size()) {
    for (std::size_t g = 0; g < graph.next.size(); ++g) {
      unsolved_.push_back(graph.next[g].size());
      if (graph.next[g].empty()) ready_.push_back(g);
      for (const int next : graph.next[g]) {
        users_[static_cast<std::size_t>(next)].push_back(g);
        ++unsolved_users_[static_cast<std::size_t>(next)];
      }
    }
  }

  // Groups in the order in which they are solved.
  std::vector<std::size_t> run() {
    std::vector<std::size_t> order;
    while (!ready_.empty()) {
      // (Among equals the last one: what it leads to was solved most recently.)
      auto best = ready_.begin();
      for (auto at = ready_.begin(); at != ready_.end(); ++at)
        if (growth(*at) <= growth(*best)) best = at;
      const std::size_t group = *best;
      ready_.erase(best);
      solve(group);
      order.push_back(group);
    }
    return order;
  }

 private:
  // How many more values are kept once the group is solved.
  double growth(std::size_t group) const {
    double result = unsolved_users_[group] == 0 ? 0 : graph_.positions[group];
    for (const int next : graph_.next[group]) {
      const auto n = static_cast<std::size_t>(next);
      if (unsolved_users_[n] == 1) result -= graph_.positions[n];
    }
    return result;
  }
  void solve(std::size_t group) {
    for (const int next : graph_.next[group]) --unsolved_users_[static_cast<std::size_t>(next)];
    for (const std::size_t user : users_[group])
      if (--unsolved_[user] == 0) ready_.push_back(user);
  }

  const GroupGraph& graph_;
  std::vector<std::vector<std::size_t>> users_;
  std::vector<std::size_t> unsolved_, unsolved_users_;
  std::vector<std::size_t> ready_;
};

}  // namespace

std::vector<int> order_groups(const GroupGraph& graph) {
  std::vector<int> numbers(graph.next.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  if (numbers.size() > most_groups) return numbers;
  int number = static_cast<int>(numbers.size());
  for (const std::size_t group : GreedyOrder(graph).run()) numbers[group] = --number;
  return numbers;
}

double most_values_needed(const GroupGraph& graph) {
  std::vector<std::size_t> lowest_user(graph.next.size());
  std::iota(lowest_user.begin(), lowest_user.end(), std::size_t{0});
  for (std::size_t g = graph.next.size(); g-- > 0;)
    for (const int next : graph.next[g]) lowest_user[static_cast<std::size_t>(next)] = g;
  double most = 0;
  for (std::size_t g = 0; g < graph.next.size(); ++g) {
    double needed = 0;
    for (std::size_t i = g; i < graph.next.size(); ++i)
      if (lowest_user[i] <= g) needed += graph.positions[i];
    most = std::max(most, needed);
  }
  return most;
}

}  // namespace zermelo::bddl
