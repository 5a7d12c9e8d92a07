// SPDX-License-Identifier: MIT
// Strategies that have the positions that can come up, and no others.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/wrong_file.h"
#include "proof/check/binary_number.h"
#include "proof/strategy.h"
#include "proof/strategy/model_play.h"
#include "proof/strategy/state_circuits.h"

namespace zermelo::proof {

[[noreturn]] inline void throw_strategy_stopped() {
  throw Interrupted("Stopped; nothing is saved.");
}

// A state that can come up.
struct StrategyState {
  ArenaState state;
  std::uint32_t rank = 0;
  std::uint32_t move = 0;             // if the owner is to move
  std::vector<std::uint32_t> next{};  // where the game can go on; only for ranks that are counted
};

// Walks through all states that can come up and makes a strategy of them. `Play` is a ModelPlay
// that also has:
//   bool tells_plies()                whether it knows how long the game still takes
//   int plies(state)                  how long, if it does and the owner wins
//   best_of(state, moves, is_known)   the owner's move, if possible to a state that is known
template <class Play>
class StrategyWalk {
 public:
  StrategyWalk(const Play& play, const TableStrategyOptions& options)
      : play_(play), options_(options), counts_ranks_(play.wins() && !play.tells_plies()) {}

  Strategy run() {
    find(play_.start());
    for (std::size_t n = 0; n < states_.size(); ++n) {
      expand(n);
      if (n % 1024 == 0) pause(n);
    }
    if (counts_ranks_) count_ranks();
    return strategy();
  }
  std::uint64_t positions() const { return states_.size(); }

 private:
  // --- The walk ----------------------------------------------------------------------------------

  std::uint32_t find(const ArenaState& state) {
    const auto [found, is_new] =
        numbers_.try_emplace(state, static_cast<std::uint32_t>(states_.size()));
    if (!is_new) return found->second;
    constexpr std::uint64_t most_numbers = std::numeric_limits<std::uint32_t>::max();
    const std::uint64_t most = std::min(options_.most_positions, most_numbers);
    if (states_.size() >= most) {
      throw OutOfMemory(
          fmt::format("More than {} positions can come up, which is too many.", most));
    }
    states_.push_back({.state = state});
    return found->second;
  }

  void expand(std::size_t n) {
    const ArenaState state = states_[n].state;
    const std::vector<ArenaSuccessor> moves = successors(play_.arena(), state);
    if (play_.wins() && !counts_ranks_)
      states_[n].rank = static_cast<std::uint32_t>(play_.plies(state));
    if (state.to_move == play_.owner()) {
      const ArenaSuccessor& best = play_.best_of(
          state, moves, [&](const ArenaState& next) { return numbers_.contains(next); });
      states_[n].move = static_cast<std::uint32_t>(best.move);
      return go_to(n, best);
    }
    for (const ArenaSuccessor& move : moves) go_to(n, move);
  }
  void go_to(std::size_t n, const ArenaSuccessor& move) {
    if (move.is_over) return;
    const std::uint32_t next = find(move.state);
    if (counts_ranks_) states_[n].next.push_back(next);
  }

  void pause(std::size_t done) const {
    if (options_.progress) options_.progress(done);
    if (options_.stop != nullptr && *options_.stop) throw_strategy_stopped();
  }

  // The longest play from each state.
  void count_ranks() {
    std::vector<std::pair<std::uint32_t, std::size_t>> path;  // states, and which move is next
    std::vector<bool> begun(states_.size());
    for (std::uint32_t first = 0; first < states_.size(); ++first) {
      if (!begun[first]) path.emplace_back(first, 0);
      begun[first] = true;
      while (!path.empty()) {
        auto& [n, move] = path.back();
        if (move == states_[n].next.size()) {
          states_[n].rank = rank_above(states_[n]);
          path.pop_back();
          continue;
        }
        const std::uint32_t next = states_[n].next[move++];
        if (begun[next]) continue;
        begun[next] = true;
        path.emplace_back(next, 0);
      }
    }
  }
  std::uint32_t rank_above(const StrategyState& state) const {
    std::uint32_t most = 0;
    for (const std::uint32_t next : state.next) {
      if (states_[next].rank == 0)
        throw WrongFile(
            "A table without distances does not give a strategy for a game in which positions can "
            "recur.");
      most = std::max(most, states_[next].rank);
    }
    return most + 1;
  }

  // --- Circuits ----------------------------------------------------------------------------------

  Strategy strategy() {
    std::optional<int> plies;
    if (play_.wins()) plies = static_cast<int>(states_.front().rank);
    Strategy result = play_.empty_strategy(plies);

    std::vector<Literal> board = result.inputs;
    const Literal white_to_move = board.back();
    board.pop_back();
    StateCircuits circuits(result.aig, board, following_variables(play_.arena()));
    const auto choose = [&](Literal for_black, Literal for_white) {
      return result.aig.choose(white_to_move, for_white, for_black);
    };
    const BySide<SideStates> sides = {side_states(symbolic::black), side_states(symbolic::white)};
    result.member = choose(circuits.member(sides[symbolic::black].boards),
                           circuits.member(sides[symbolic::white].boards));
    const auto number = [&](const SideStates& side, bool of_rank) {
      const auto& numbers = of_rank ? side.ranks : side.moves;
      std::vector<Literal> bits;
      const std::uint32_t most = numbers.empty() ? 0 : std::ranges::max(numbers);
      for (std::size_t bit = 0; bit < bits_for(most); ++bit) {
        std::vector<bool> values;
        for (const std::uint32_t value : numbers) values.push_back((value >> bit & 1) != 0);
        bits.push_back(circuits.function(side.boards, values));
      }
      return bits;
    };
    result.move = number(sides[play_.owner()], false);
    if (!play_.wins()) return result;
    const auto black_rank = number(sides[symbolic::black], true);
    const auto white_rank = number(sides[symbolic::white], true);
    for (std::size_t bit = 0; bit < std::max(black_rank.size(), white_rank.size()); ++bit) {
      result.rank.push_back(choose(bit_of_number(black_rank, bit), bit_of_number(white_rank, bit)));
    }
    return result;
  }

  // The states with that side to move, sorted.
  struct SideStates {
    std::vector<BoardKey> boards;
    std::vector<std::uint32_t> ranks, moves;
  };
  SideStates side_states(Side side) const {
    std::vector<std::pair<BoardKey, std::uint32_t>> order;
    for (std::uint32_t n = 0; n < states_.size(); ++n) {
      if (states_[n].state.to_move == side) order.emplace_back(states_[n].state.board, n);
    }
    std::ranges::sort(order);
    SideStates result;
    for (const auto& [board, n] : order) {
      result.boards.push_back(board);
      result.ranks.push_back(states_[n].rank);
      result.moves.push_back(states_[n].move);
    }
    return result;
  }

  const Play& play_;
  const TableStrategyOptions& options_;
  bool counts_ranks_;  // because the table has none
  std::vector<StrategyState> states_;
  std::unordered_map<ArenaState, std::uint32_t, StateHash> numbers_;
};

}  // namespace zermelo::proof
