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
#include <tuple>

#include "gen/edge.h"
#include "gen/ostle/notation.h"
#include "gen/ostle/seen.h"
#include "probe/choices.h"
#include "probe/puzzle.h"

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
  using State = GameState<Game>;
  using Option = typename Game::Option;
  static constexpr int side = Game::Geometry::side;

  PuzzleRules(const Game& game, OwnConditions own) : game_(game), own_(own) {}

  // As people see it.
  bool is_white_to_move(const State& state) const { return state.white_to_move; }
  // Pieces of the side to move, and of the other.
  PieceCounts pieces(int slice) const {
    const auto size = game_.slice_size(slice);
    return {size.own, size.opponent};
  }
  PieceCounts pieces(const State& state) const { return pieces(state.slice); }

  // Whether positions of the slice may meet the conditions.
  bool wants_slice(const PuzzleConditions& c, int slice) const {
    if (c.sacrifice && !can_sacrifice(slice)) return false;
    return !c.pieces || *c.pieces == pieces(slice);
  }

  // Whether a move of a position of the slice may give up a piece without losing the game with it.
  bool can_sacrifice(int slice) const {
    return game_.slice_size(slice).own > game_.parameters().lose + 1;
  }

  // Whether a move of a position of the slice pushes off a piece of the opponent's; of its maker's.
  bool captures(const State& state, const Option& option) const {
    return option.kind == EdgeKind::wins ||
           (option.kind == EdgeKind::exit && takes_opponent(state.slice, option));
  }
  bool gives_up(const State& state, const Option& option) const {
    return option.kind == EdgeKind::loses ||
           (option.kind == EdgeKind::exit && !takes_opponent(state.slice, option));
  }

  // Whether the maker of a move that removes nothing could end the game at once if the opponent
  // passed.
  bool threatens(const State&, const Option& option) const {
    return game_.wins_at_once(game_.next_slice(option.slice), option.position.swapped());
  }

  // How strongly a move tempts somebody who does not look ahead: the weight with which it is
  // played. Pieces of the opponent's are pushed off with pleasure, one's own with reluctance, and
  // the last spare one never.
  double temptation(const State& state, const Option& option) const {
    if (option.kind == EdgeKind::loses) return 0;
    return captures(state, option) ? 4 : gives_up(state, option) ? 0.25 : 1;
  }

  // Whether Ostle's own conditions let this move be one that wins.
  bool may_be_key(const State& state, const Option& option) const {
    return !own_.hole_key || option.move.from == state.position.hole;
  }

  // Whether some move leads to the canonical position without forbidding anything.
  bool is_reachable(const State& state) const {
    const auto place = game_.locate(state.slice, state.position);
    return game_.possible_replies(state.slice, state.position, place.stabiliser) >>
               Game::no_slot_number &
           1;
  }

  // Of a state up to symmetry.
  using Identity = std::tuple<int, std::uint64_t, unsigned>;
  Identity identity(const State& s) const {
    const auto place = game_.locate(s.slice, s.position);
    const bool restricted = !(s.forbidden == Game::no_move);
    return {s.slice, place.index,
            restricted ? game_.slot_in(place, s.forbidden, s.position.hole) : Game::no_slot_number};
  }

  std::string move_text(const Option& option) const { return format_move(option.move, side); }
  std::string state_text(const State& state) const { return seen(state).text(); }
  Diagram diagram(const State& state) const { return make_diagram(seen(state).state()); }

 private:
  static Seen<side> seen(const State& s) { return {s.position, s.white_to_move, s.forbidden}; }
  // Of a move that removes a piece: whether it was the opponent's, who is to move then.
  bool takes_opponent(int slice, const Option& option) const {
    return game_.slice_size(option.slice).own < game_.slice_size(slice).opponent;
  }

  const Game& game_;
  OwnConditions own_;
};

}  // namespace zermelo::ostle
