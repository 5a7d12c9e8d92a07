// SPDX-License-Identifier: MIT
// Small random games as explicit graphs, and who wins them by plain backward induction. Shares no
// code with what it checks.
#pragma once

#include <cstddef>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace zermelo::test {

// Alice and Bob move in turn. A state is a number of `bits` bits, of which the highest says that
// Bob is to move. Where there are no moves the game is over: Alice has won, or she has not.
struct ExplicitGame {
  int bits = 0;
  unsigned start = 0;
  std::vector<std::vector<unsigned>> moves;  // of each state: where they lead, in order
  std::vector<bool> won;                     // by Alice; only where there are no moves
  // Maps that change nothing, a group without the identity: where each bit except the highest goes.
  std::vector<std::vector<int>> symmetries;

  unsigned states() const { return 1u << bits; }
  unsigned bob() const { return states() / 2; }  // the highest bit
  bool bob_to_move(unsigned state) const { return (state & bob()) != 0; }
  bool is_over(unsigned state) const { return moves[state].empty(); }
  // Whether everything stated here holds.
  bool check() const;
};

// The state with its bits permuted.
unsigned image(const std::vector<int>& symmetry, unsigned state);

struct RandomGameShape {
  int bits = 5;
  bool bob_begins = false;
  bool symmetric = false;  // some permutation of the bits, and its powers, change nothing
};
ExplicitGame random_game(std::mt19937& random, const RandomGameShape& shape);

// For each state: within how many plies Alice can force a win, if she can.
std::vector<std::optional<int>> plies_to_win(const ExplicitGame& game);

// For each state: whether play from the start can lead there.
std::vector<bool> reachable(const ExplicitGame& game);

// For messages: "5 bits, from 3: 0>17,20 1>. 2+ ...": the moves, + won by Alice, . over otherwise.
std::string to_text(const ExplicitGame& game);

}  // namespace zermelo::test
