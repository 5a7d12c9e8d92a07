// SPDX-License-Identifier: MIT
#include "kinds/endgames/endless_check.h"

#include <cassert>

namespace zermelo::endgames {

void EndlessCheck::add(const Found& found) {
  const std::lock_guard lock(mutex_);
  if (found.node >= known_.size()) {
    const std::size_t size = found.node + std::size_t{1};
    known_.resize(size);
    was_check_.resize(size);
    mover_.resize(size);
    leaving_.resize(size);
    moves_.resize(size);
  }
  assert(!known_[found.node]);
  known_[found.node] = true;
  was_check_[found.node] = found.was_check;
  mover_[found.node] = found.mover;
  leaving_[found.node] = found.leaving;
  moves_[found.node] = static_cast<std::uint32_t>(found.next.size());
  for (const Node next : found.next) {
    from_.push_back(found.node);
    to_.push_back(next);
  }
}

void EndlessCheck::solve() {
  find_moves_back();
  won_ = won();
}

Outcome EndlessCheck::outcome(Node node) const {
  if (won_[state(node, false)]) return Outcome::win;
  return won_[state(node, true)] ? Outcome::loss : Outcome::draw;
}

void EndlessCheck::find_moves_back() {
  back_begins_.assign(known_.size() + 1, 0);
  for (const Node to : to_) ++back_begins_[to + std::size_t{1}];
  for (std::size_t n = 0; n < known_.size(); ++n) back_begins_[n + 1] += back_begins_[n];
  back_.resize(to_.size());
  std::vector<std::uint64_t> next(back_begins_.begin(), back_begins_.end() - 1);
  for (std::size_t m = 0; m < to_.size(); ++m) back_[next[to_[m]]++] = from_[m];
}

// For play without end to be the winner's, some states must come again and again, and some may come
// only finitely often: after checks nothing follows, after the winner's quiet moves that the winner
// does not check for ever, and after those of the other side that this one does not.
EndlessCheck::Level EndlessCheck::level(State state) const {
  const bool has_odds = wins_by_endless_play(state);
  if (!perpetual_check_loses_) return has_odds ? Level::again_and_again : Level::for_ever;
  if (was_check_[node_of(state)]) return Level::for_ever;
  if (has_loser_to_move(state)) return Level::again_and_again;
  return has_odds ? Level::for_ever : Level::finitely_often;
}

std::vector<bool> EndlessCheck::won() const {
  std::vector<bool> found(2 * known_.size());
  for (;;) {
    std::vector<bool> again(found.size(), true);
    for (;;) {
      std::vector<bool> smaller = reached(again, found);
      if (smaller == again) break;
      again = std::move(smaller);
    }
    if (again == found) return found;
    found = std::move(again);
  }
}

std::vector<bool> EndlessCheck::reached(const std::vector<bool>& again,
                                        const std::vector<bool>& finitely) const {
  std::vector<bool> in(again.size());
  std::vector<std::uint32_t> left = moves_;
  std::vector<State> open;
  const auto take = [&](State s) {
    if (in[s]) return;
    in[s] = true;
    if (level(s) == Level::for_ever) open.push_back(s);
  };
  for (State s = 0; s < in.size(); ++s) {
    const Node node = node_of(s);
    if (!known_[node]) continue;
    const bool is_out = has_loser_to_move(s)
                            ? leaving_[node] == LeavingFor::loss && moves_[node] == 0
                            : leaving_[node] == LeavingFor::win;
    if (is_out) take(s);
    const Level where = level(s);
    if ((where == Level::again_and_again && again[s]) ||
        (where == Level::finitely_often && finitely[s]))
      open.push_back(s);
  }
  while (!open.empty()) {
    const State s = open.back();
    open.pop_back();
    const Node node = node_of(s);
    for (std::uint64_t b = back_begins_[node]; b < back_begins_[node + std::size_t{1}]; ++b) {
      const State before = state(back_[b], !has_loser_to_move(s));
      if (!has_loser_to_move(before))
        take(before);
      else if (leaving_[back_[b]] <= LeavingFor::loss && --left[back_[b]] == 0)
        take(before);
    }
  }
  return in;
}

}  // namespace zermelo::endgames
