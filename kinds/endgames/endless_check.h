// SPDX-License-Identifier: MIT
// For verifying tables of variants in which play without end may be more than a draw: that each
// value is the best of those of its moves does not tell what is won by it. What is neither won nor
// lost by a decision is made into a graph of moves, forwards and with the rules as players know
// them, and solved once more. (The solver knows unmoves and other rules.)
//
// Where positions are folded by exchanging the sides, a node does not tell which side is to win; so
// each stands for two states, with the winner to move and with the loser to move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "gen/value.h"

namespace zermelo::endgames {

// How a play can leave the positions that are looked at, at best for its mover.
enum class LeavingFor : std::uint8_t { nothing, loss, draw, win };

// Not thread-safe but for add().
class EndlessCheck {
 public:
  using Node = std::uint32_t;

  // `first_side` is what play without end is worth to the first side.
  EndlessCheck(Outcome first_side, bool perpetual_check_loses)
      : first_side_(first_side), perpetual_check_loses_(perpetual_check_loses) {}

  struct Found {
    Node node = 0;
    std::uint8_t mover = 0;  // 0 or 1
    bool was_check = false;  // whether the move that led there was a check
    LeavingFor leaving = LeavingFor::nothing;
    std::vector<Node> next;  // of moves to other nodes
  };
  // Each node once, from any thread.
  void add(const Found& found);

  // To be called once all nodes that moves lead to have been added.
  void solve();
  bool has(Node node) const { return node < known_.size() && known_[node]; }
  // After solve(): what a node is worth to its mover.
  Outcome outcome(Node node) const;

 private:
  enum class Level : std::uint8_t { for_ever, again_and_again, finitely_often };

  using State = std::uint64_t;  // twice the node, plus one if the loser is to move
  static State state(Node node, bool loser_moves) {
    return 2 * State{node} + (loser_moves ? 1 : 0);
  }
  static Node node_of(State state) { return static_cast<Node>(state / 2); }
  static bool has_loser_to_move(State state) { return state % 2 != 0; }

  bool wins_by_endless_play(State state) const {
    const bool is_first = (mover_[node_of(state)] == 0) != has_loser_to_move(state);
    return (is_first ? first_side_ : opposite(first_side_)) == Outcome::win;
  }
  Level level(State state) const;
  void find_moves_back();
  std::vector<bool> won() const;
  // From where the winner can bring play out to a win, or to one of those states of their levels.
  std::vector<bool> reached(const std::vector<bool>& again,
                            const std::vector<bool>& finitely) const;

  Outcome first_side_;
  bool perpetual_check_loses_;
  std::mutex mutex_;
  std::vector<bool> known_, was_check_;  // by node
  std::vector<std::uint8_t> mover_;
  std::vector<LeavingFor> leaving_;
  std::vector<std::uint32_t> moves_;  // how many
  std::vector<Node> from_, to_;       // moves
  std::vector<Node> back_;            // from where moves come to a node, one node after the other
  std::vector<std::uint64_t> back_begins_;
  std::vector<bool> won_;  // by state
};

}  // namespace zermelo::endgames
