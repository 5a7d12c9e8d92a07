// SPDX-License-Identifier: MIT
// Solves a small game in version 2 of BDDL: all positions that play leads to, by the plain
// reference (tests/reference/version2_reference.h), and what they are worth, ply by ply.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/reference/version2_reference.h"

namespace zermelo::reference {

class Version2Values {
 public:
  using Position = Version2Position;
  static constexpr int endless = 1'000'000;

  // Gives up if there are more than so many positions, or very many moves: is_complete() says so.
  Version2Values(const tree::Game& game, std::size_t most);

  bool is_complete() const { return complete_; }
  // Whether the game can begin: its start is legal and not over, or with #material one such
  // position is.
  bool can_begin() const { return can_begin_; }

  const Version2Reference& rules() const { return rules_; }
  // One, or all legal positions of #material, also those in which the game is over.
  const std::set<Position>& starts() const { return starts_; }
  // Of those in which the game goes on: 0 for a draw, n for a win of the side to move in n plies,
  // -n for its loss; endless and -endless for a win and a loss because play never ends.
  const std::map<Position, int>& values() const { return values_; }
  // In which it is over, with the result for the side that has moved.
  const std::map<Position, tree::Result>& over() const { return over_; }
  const std::set<Position>& moves(const Position& p) const { return moves_.at(p); }

  // In the program's notation, written from scratch.
  std::string text_of(const Position& p) const;

 private:
  void place_material(std::size_t piece, const Position& p);
  void explore(std::size_t most);
  void solve();
  void solve_endless();
  bool draws_by_moves(const Position& p, const std::set<Position>& drawn) const;
  // For the side to move, by what is known of its moves; nothing if that is not enough.
  std::optional<int> value_by_moves(const Position& p) const;

  const tree::Game& game_;
  Version2Reference rules_;
  std::set<Position> starts_;
  std::map<Position, std::set<Position>> moves_;
  std::map<Position, int> values_;
  std::map<Position, tree::Result> over_;
  bool can_begin_ = false, complete_ = true;
};

}  // namespace zermelo::reference
