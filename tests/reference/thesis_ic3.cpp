// SPDX-License-Identifier: MIT
// The names are the thesis's: a frame F_i is a set of states that has the start in it, in which
// Alice has not won, and from which she cannot win within a few plies, as it believes; F_0 is the
// start alone. A CTI (counterexample to induction) is a state that has to leave its frame. P, the
// property, is "Alice has not won".
//
// Where the printed algorithms contradict the text, the text and its example are followed:
// - Algorithm 2, lines 14 and 18: the state that is left out of F_m is to be avoided in F_{m+1}
//   (they print "not s'" for "s'"). "There is such a transition" is "there is a CTI" in games.
// - Lines 15 and 19 remove states up to F_m, but F_{k+1}, where m = k + 1, stays P.
// - Line 25 compares F_i and F_{i+1} for i < k only. (For i = k both are P at first.)
#include "tests/reference/thesis_ic3.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

namespace zermelo::test {
namespace {

// States that agree in some bits. Its negation is a clause.
struct BitCube {
  unsigned care, values;

  bool contains(unsigned state) const { return ((state ^ values) & care) == 0; }
  bool operator==(const BitCube&) const = default;
};

class ThesisIc3 {
 public:
  ThesisIc3(const ExplicitGame& game, ThesisGeneralise generalise, const ThesisChoice& choose)
      : game_(game), generalise_(generalise), choose_(choose), frames_(3) {}

  std::uint64_t obligations() const { return handled_; }

  // Algorithm 2. True is "reachable": Alice can win.
  bool prove() {
    // Line 4.
    if (game_.won[game_.start]) return true;
    for (const unsigned next : game_.moves[game_.start])
      if (game_.won[next]) return true;
    // Line 6: F_0 is the start, F_1 is P. (Frame k + 1 also exists, and is P.)
    for (int k = 1;;) {
      if (!handle_obligations(k)) return true;
      // Lines 22 to 26.
      ++k;
      frames_.resize(static_cast<std::size_t>(k) + 2);
      frame(k).clear();
      frame(k + 1).clear();
      propagate(k);
      for (int i = 1; i < k; ++i)
        if (is_subset(i + 1, i)) return false;
    }
  }

 private:
  using Frame = std::vector<BitCube>;  // what is removed from P

  Frame& frame(int i) { return frames_[static_cast<std::size_t>(i)]; }
  void add(const BitCube& cube, int i) {
    if (std::ranges::find(frame(i), cube) == frame(i).end()) frame(i).push_back(cube);
  }
  bool in_frame(int i, unsigned state) const {
    if (i == 0) return state == game_.start;
    if (game_.won[state]) return false;
    return std::ranges::none_of(frames_[static_cast<std::size_t>(i)],
                                [&](const BitCube& c) { return c.contains(state); });
  }
  bool is_subset(int i, int j) const {
    for (unsigned s = 0; s < game_.states(); ++s)
      if (in_frame(i, s) && !in_frame(j, s)) return false;
    return true;
  }

  // --- Obligations -------------------------------------------------------------------------------

  // What must not be reached: "Alice has won", or one state.
  static constexpr int not_p = -1;

  BitCube cube_of_state(unsigned state) const { return {game_.states() - 1, state}; }

  // Lines 8 to 21. Returns false if the start leads to what must not be reached.
  bool handle_obligations(int k) {
    std::set<std::pair<int, int>> obligations = {{k, not_p}};
    while (!obligations.empty()) {
      const auto [n, p] = *obligations.begin();
      if (n == 0) return false;
      ++handled_;
      if (const auto s = find_cti(n, p)) {
        const int m = remove(*s, k);
        if (m <= k) obligations.emplace(m, static_cast<int>(*s));
      } else {
        const int m = p == not_p ? k + 1 : remove(static_cast<unsigned>(p), k);
        if (m <= n) throw std::logic_error("the thesis's frames are not frames");
        obligations.erase({n, p});
        if (m <= k) obligations.emplace(m, p);
      }
    }
    return true;
  }

  // Lines 14, 15, 18 and 19: removes the state, made more general, from the frames up to F_m, which
  // is the first that leads to it.
  int remove(unsigned state, int k) {
    if (state == game_.start) throw std::logic_error("the start is never a CTI");
    BitCube cube = cube_of_state(state);
    int m = 0;
    while (m <= k && ctis(m, cube).empty()) ++m;
    if (generalise_ == ThesisGeneralise::exists && !game_.bob_to_move(state))
      cube = generalised(cube, m);
    for (int i = 1; i <= std::min(m, k); ++i) add(cube, i);
    return m;
  }

  // Lines 22 to 24: a clause moves up where no CTI prevents it.
  void propagate(int k) {
    for (int i = 1; i < k; ++i) {
      for (Frame waiting = frame(i); !waiting.empty();) {
        const BitCube cube = take(waiting);
        if (ctis(i, cube).empty()) add(cube, i + 1);
      }
    }
  }

  // --- Counterexamples: Algorithms 3 and 4 -------------------------------------------------------

  std::optional<unsigned> find_cti(int n, int p) const {
    if (p == not_p)
      return one_of(ctis(
          n, [&](unsigned s) { return bool{game_.won[s]}; }, [](unsigned) { return true; }));
    const BitCube cube = cube_of_state(static_cast<unsigned>(p));
    return one_of(ctis(
        n, [&](unsigned s) { return cube.contains(s); }, [](unsigned) { return true; }));
  }
  // Relative to the frame without the cube itself.
  std::vector<unsigned> ctis(int i, const BitCube& cube) const {
    return ctis(
        i, [&](unsigned s) { return cube.contains(s); },
        [&](unsigned s) { return !cube.contains(s); });
  }
  std::optional<unsigned> one_of(const std::vector<unsigned>& states) const {
    if (states.empty()) return {};
    return states[chosen(states.size())];
  }

  // All that a query could find.
  template <class Bad, class Counts>
  std::vector<unsigned> ctis(int i, Bad&& bad, Counts&& counts) const {
    // Exists-predecessors: Alice can move to a bad state.
    std::vector<unsigned> found;
    for (unsigned s = 0; s < game_.states(); ++s) {
      if (!in_frame(i, s) || !counts(s) || game_.bob_to_move(s)) continue;
      if (std::ranges::any_of(game_.moves[s], bad)) found.push_back(s);
    }
    if (!found.empty()) return found;
    // Forall-predecessors: there is a move, and every one leaves the next frame without the bad
    // states. (Algorithm 3 finds them with two solvers; they are looked up here.)
    const auto leaves = [&](unsigned next) { return bad(next) || !in_frame(i + 1, next); };
    for (unsigned s = 0; s < game_.states(); ++s) {
      if (!in_frame(i, s) || !counts(s) || game_.is_over(s)) continue;
      if (std::ranges::all_of(game_.moves[s], leaves)) found.push_back(s);
    }
    return found;
  }

  // --- Generalisation: Bradley's, of VMCAI 2011 --------------------------------------------------

  // Drops everything that can be dropped except the turn: the start stays, and so does every frame
  // below F_m inductive relative to the cube.
  BitCube generalised(BitCube cube, int m) const {
    std::vector<unsigned> bits;
    for (unsigned bit = 1; bit < game_.bob(); bit *= 2) bits.push_back(bit);
    while (!bits.empty()) {
      const unsigned bit = take(bits);
      if ((cube.care & bit) == 0) continue;
      const auto smaller = down({cube.care & ~bit, cube.values & ~bit}, m);
      if (smaller) cube = *smaller;
    }
    return cube;
  }

  // The algorithm "down": as long as there is a CTI, the cube is widened to contain it.
  std::optional<BitCube> down(BitCube cube, int m) const {
    for (;;) {
      if (cube.contains(game_.start)) return {};
      std::optional<unsigned> cti;
      for (int i = 0; i < m && !cti; ++i) cti = one_of(ctis(i, cube));
      if (!cti) return cube;
      // "Care must be taken that the variable turn isn't removed."
      if (game_.bob_to_move(*cti)) return {};
      cube.care &= ~(cube.values ^ *cti);
      cube.values &= cube.care;
    }
  }

  std::size_t chosen(std::size_t among) const { return choose_ && among > 1 ? choose_(among) : 0; }
  template <class T>
  T take(std::vector<T>& waiting) const {
    const auto next = waiting.begin() + static_cast<std::ptrdiff_t>(chosen(waiting.size()));
    const T result = *next;
    waiting.erase(next);
    return result;
  }

  const ExplicitGame& game_;
  ThesisGeneralise generalise_;
  const ThesisChoice& choose_;
  std::vector<Frame> frames_;
  std::uint64_t handled_ = 0;
};

// Goes through all sequences of choices, in lexical order.
class ChoiceTree {
 public:
  std::size_t choose(std::size_t among) {
    if (depth_ == path_.size()) path_.push_back({0, among});
    return path_[depth_++].first;
  }
  // Returns false if there is no other sequence.
  bool next() {
    path_.resize(depth_);
    depth_ = 0;
    while (!path_.empty() && path_.back().first + 1 == path_.back().second) path_.pop_back();
    if (path_.empty()) return false;
    ++path_.back().first;
    return true;
  }

 private:
  std::vector<std::pair<std::size_t, std::size_t>> path_;  // what was chosen, among how many
  std::size_t depth_ = 0;
};

}  // namespace

ThesisAnswer thesis_answer(const ExplicitGame& game, ThesisGeneralise generalise,
                           const ThesisChoice& choose) {
  ThesisIc3 ic3(game, generalise, choose);
  const bool wins = ic3.prove();
  return {wins, ic3.obligations()};
}

ThesisExecutions all_thesis_executions(const ExplicitGame& game, ThesisGeneralise generalise) {
  ChoiceTree tree;
  ThesisExecutions result;
  do {
    const ThesisAnswer answer =
        thesis_answer(game, generalise, [&](std::size_t among) { return tree.choose(among); });
    ++result.runs;
    if (answer.wins) ++result.wins;
    result.least_obligations = result.runs == 1
                                   ? answer.obligations
                                   : std::min(result.least_obligations, answer.obligations);
    result.most_obligations = std::max(result.most_obligations, answer.obligations);
  } while (tree.next());
  return result;
}

}  // namespace zermelo::test
