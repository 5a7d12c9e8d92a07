// SPDX-License-Identifier: MIT
#include "proof/qbf/expansion.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "proof/qbf/attempt.h"
#include "proof/qbf/board_symmetries.h"

namespace zermelo::proof {
namespace {

using symbolic::other;

// A state as a key.
std::string key_of(const ArenaBoard& state) {
  std::string key(state.values.size() / 8 + 1, '\0');
  for (std::size_t v = 0; v < state.values.size(); ++v) {
    if (state.values[v]) key[v / 8] = static_cast<char>(key[v / 8] | 1 << v % 8);
  }
  key.push_back(state.to_move == symbolic::white ? 'w' : 'b');
  return key;
}

ReplyTree image_of_tree(const ReplyTree& tree, const std::vector<std::size_t>& moves) {
  ReplyTree result;
  for (const Branch& branch : tree.branches)
    result.branches.push_back({moves[branch.move], image_of_tree(branch.then, moves)});
  return result;
}

}  // namespace

class ExpansionSolver::Search {
 public:
  Search(const Arena& arena, Side attacker, std::function<bool()> stop,
         std::function<void(const ExpansionStatistics&)> progress,
         std::span<const ModelSymmetry> symmetries)
      : arena_(arena),
        changes_(arena),
        symmetries_(symmetries),
        attacker_(attacker),
        stop_(std::move(stop)),
        progress_(std::move(progress)) {}

  bool wins(const ArenaBoard& state, int plies) {
    const Result result = solve(state, plies);
    return result.succeeds == (state.to_move == attacker_);
  }
  std::optional<std::size_t> known_move(const ArenaBoard& state) const {
    const CanonicalBoard canonical = symmetries_.canonical(state);
    const auto found = known_.find(key_of(canonical.board));
    if (found == known_.end()) return std::nullopt;
    const Known& known = found->second;
    const bool attacks = state.to_move == attacker_;
    if (attacks ? known.won_within == never : known.safe_for < 0) return std::nullopt;
    const std::size_t move = attacks ? known.win.move : known.safe.move;
    return canonical.back == nullptr ? move : canonical.back->move[state.to_move][move];
  }
  const ExpansionStatistics& statistics() const { return statistics_; }

 private:
  static constexpr int never = std::numeric_limits<int>::max();
  // Images of longer refutations have little in common with those that are known in a state's own
  // orientation: together they make the trees, and so the formulas, several times as large.
  static constexpr int most_plies_by_image = 6;

  using SharedTree = std::shared_ptr<const ReplyTree>;
  // The result for the side to move: either it gets what it wants by this move, after which these
  // replies of its own refute everything; or these replies of the other side refute it.
  struct Result {
    bool succeeds = false;
    std::size_t move = 0;
    SharedTree tree;
  };
  struct Known {
    int won_within = never;  // the attacker wins within this many plies
    int safe_for = -1;       // and not within this many
    Result win, safe;
  };

  ArenaBoard after(const std::vector<bool>& values, const ArenaBoard& state,
                   std::size_t move) const {
    ArenaBoard result{{}, other(state.to_move)};
    for (const Literal next : arena_.moves[state.to_move][move].next)
      result.values.push_back(value_of(values, next));
    return result;
  }
  std::vector<bool> values_in(const ArenaBoard& state) const {
    std::vector<bool> inputs = state.values;
    inputs.push_back(state.to_move == symbolic::white);
    return evaluate(arena_.aig, inputs);
  }

  Result solve(const ArenaBoard& state, int plies) {
    const bool attacks = state.to_move == attacker_;
    const std::vector<bool> values = values_in(state);
    const bool won = value_of(values, arena_.won[attacker_]);
    if (won || plies == 0 || value_of(values, arena_.over))
      return {won == attacks, 0, std::make_shared<const ReplyTree>()};
    const CanonicalBoard canonical = symmetries_.canonical(state);
    const std::string key = key_of(canonical.board);
    if (canonical.back == nullptr || plies <= most_plies_by_image) {
      const Known& known = known_[key];
      if (known.won_within <= plies) return image(canonical.back, state.to_move, known.win);
      if (known.safe_for >= plies) return image(canonical.back, state.to_move, known.safe);
    }

    // Search in the state's own orientation, where what refuted the last state may refute it, too.
    const Result result = search(state, values, plies);
    ++statistics_.states;
    if (progress_) progress_(statistics_);
    // (The result for an image may say more, but was not looked up.)
    Known& known = known_[key];
    if (result.succeeds == attacks && plies < known.won_within) {
      known.won_within = plies;
      known.win = image(canonical.there, state.to_move, result);
    } else if (result.succeeds != attacks && plies > known.safe_for) {
      known.safe_for = plies;
      known.safe = image(canonical.there, state.to_move, result);
    }
    return result;
  }
  // Replies in a result are the winner's.
  static Result image(const ModelSymmetry* symmetry, Side to_move, const Result& result) {
    if (symmetry == nullptr) return result;
    const Side replies = result.succeeds ? to_move : other(to_move);
    return {
        result.succeeds, result.succeeds ? symmetry->move[to_move][result.move] : 0,
        std::make_shared<const ReplyTree>(image_of_tree(*result.tree, symmetry->move[replies]))};
  }

  Result search(const ArenaBoard& state, const std::vector<bool>& values, int plies) {
    if (stop_ && stop_()) throw SearchStopped();
    Attempt attempt(changes_, attacker_, state, plies, stop_);
    SharedTree& last = last_[{state.to_move, plies}];
    if (last) statistics_.replies += attempt.grow(*last);
    for (;;) {
      ++statistics_.sat_calls;
      const std::optional<std::size_t> move = attempt.move();
      if (!move) {
        last = std::make_shared<const ReplyTree>(attempt.core());
        return {false, 0, last};
      }
      const Result reply = solve(after(values, state, *move), plies - 1);
      if (!reply.succeeds) return {true, *move, reply.tree};
      statistics_.replies += attempt.grow({{Branch{reply.move, *reply.tree}}});
    }
  }

  const Arena& arena_;
  const ArenaChanges changes_;
  const BoardSymmetries symmetries_;
  const Side attacker_;
  const std::function<bool()> stop_;
  const std::function<void(const ExpansionStatistics&)> progress_;
  ExpansionStatistics statistics_;
  std::unordered_map<std::string, Known> known_;
  // What refuted the last state with the same side and length; it may refute the next one, too.
  std::map<std::pair<Side, int>, SharedTree> last_;
};

ExpansionSolver::ExpansionSolver(const Arena& arena, Side attacker, std::function<bool()> stop,
                                 std::function<void(const ExpansionStatistics&)> progress,
                                 std::span<const ModelSymmetry> symmetries)
    : search_(std::make_unique<Search>(arena, attacker, std::move(stop), std::move(progress),
                                       symmetries)) {}
ExpansionSolver::~ExpansionSolver() = default;

std::optional<bool> ExpansionSolver::wins(const ArenaBoard& state, int plies) {
  try {
    return search_->wins(state, plies);
  } catch (const SearchStopped&) {
    return std::nullopt;
  }
}
std::optional<std::size_t> ExpansionSolver::known_move(const ArenaBoard& state) const {
  return search_->known_move(state);
}
const ExpansionStatistics& ExpansionSolver::statistics() const { return search_->statistics(); }

}  // namespace zermelo::proof
