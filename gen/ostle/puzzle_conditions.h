// SPDX-License-Identifier: MIT
// What the mining of puzzles asks of Ostle beyond its rules: which moves take and which give up a
// piece, what tempts a beginner, how states are written; and the conditions of Ostle's own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "gen/edge.h"
#include "gen/ostle/notation.h"
#include "gen/ostle/seen.h"

namespace zermelo::ostle {

struct OwnCondition {
  std::string_view name, meaning;
};
// The conditions that only Ostle has.
std::span<const OwnCondition> own_conditions();

struct OwnConditions {
  bool hole_key = false;  // every move that wins moves the hole
};
// Throws UsageError for a name that is none of own_conditions().
OwnConditions parse_own_conditions(const std::set<std::string>& names);

// Game is Ostle<N, Bits>. Immutable; the game must outlive it.
template <class Game>
class PuzzleRules {
 public:
  using Position = typename Game::Position;
  using Option = typename Game::Option;
  static constexpr int side = Game::Geometry::side;

  PuzzleRules(const Game& game, OwnConditions own) : game_(game), own_(own) {}

  // Pieces of the side to move, and of the other.
  struct Pieces {
    int own, opponent;
  };
  Pieces pieces(int slice) const {
    const auto size = game_.slice_size(slice);
    return {size.own, size.opponent};
  }

  // Whether a move of a position of the slice may give up a piece without losing the game with it.
  bool can_sacrifice(int slice) const {
    return game_.slice_size(slice).own > game_.parameters().lose + 1;
  }

  // Whether a move of a position of the slice pushes off a piece of the opponent's; of its maker's.
  bool captures(int slice, const Option& option) const {
    return option.kind == EdgeKind::wins ||
           (option.kind == EdgeKind::exit && takes_opponent(slice, option));
  }
  bool gives_up(int slice, const Option& option) const {
    return option.kind == EdgeKind::loses ||
           (option.kind == EdgeKind::exit && !takes_opponent(slice, option));
  }

  // Whether the maker of a move that removes nothing could end the game at once if the opponent
  // passed.
  bool threatens(const Option& option) const {
    return game_.wins_at_once(game_.next_slice(option.slice), option.position.swapped());
  }

  // How strongly a move tempts somebody who does not look ahead: the weight with which it is
  // played. Pieces of the opponent's are pushed off with pleasure, one's own with reluctance, and
  // the last spare one never.
  double temptation(int slice, const Option& option) const {
    if (option.kind == EdgeKind::loses) return 0;
    return captures(slice, option) ? 4 : gives_up(slice, option) ? 0.25 : 1;
  }

  // Whether Ostle's own conditions let this move of `p` be one that wins.
  bool may_be_key(const Position& p, const Option& option) const {
    return !own_.hole_key || option.move.from == p.hole;
  }

  std::string move_text(Move move) const { return format_move(move, side); }
  std::string state_text(const Position& p, Move forbidden, bool white_to_move) const {
    return Seen<side>{p, white_to_move, forbidden}.text();
  }
  Diagram diagram(const Position& p) const {
    return make_diagram(Seen<side>{p, false, {}}.state());
  }

 private:
  // Of a move that removes a piece: whether it was the opponent's, who is to move then.
  bool takes_opponent(int slice, const Option& option) const {
    return game_.slice_size(option.slice).own < game_.slice_size(slice).opponent;
  }

  const Game& game_;
  OwnConditions own_;
};

}  // namespace zermelo::ostle
