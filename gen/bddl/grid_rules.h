// SPDX-License-Identifier: MIT
// A ground game with pieces of one kind, compiled for boards of two colours: ground actions and
// goals as masks over the board's squares. Those that differ by a shift are tested together.
// Shaik and van de Pol, "Concise QBF Encodings for Games on a Grid" (2023), section 3.3.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <compare>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/bddl/ground.h"
#include "gen/grid/position.h"
#include "symmetry/grid.h"

namespace zermelo::bddl {

// What squares must be like: sets of squares that may not be black, white or open. ("Must be black"
// forbids white and open.)
struct Demand {
  Squares no_black = 0, no_white = 0, no_open = 0;

  Squares squares() const { return no_black | no_white | no_open; }
  bool holds(const GridPosition& p) const {
    return ((p.black & no_black) | (p.white & no_white) | (~p.occupied() & no_open)) == 0;
  }
  // Every square moved up by so many numbers.
  Demand shifted(int by) const { return {no_black << by, no_white << by, no_open << by}; }
  auto operator<=>(const Demand&) const = default;
};

// What squares become; the sets are disjoint, all other squares stay as they are.
struct Effect {
  Squares black = 0, white = 0, open = 0;

  Squares squares() const { return black | white | open; }
  Effect shifted(int by) const { return {black << by, white << by, open << by}; }
  auto operator<=>(const Effect&) const = default;
};

// A demand, and others that are the same but for a shift: one shift of the board tests a square for
// all of them at once. Each is known by its *place*, by how much it is shifted.
class ShiftedDemand {
 public:
  ShiftedDemand() = default;
  // As it is at place 0; nowhere yet.
  explicit ShiftedDemand(const Demand& demand);

  void add(int place) { places_ |= bit_of(place); }
  void add_all(Squares places) { places_ |= places; }
  Squares places() const { return places_; }
  Demand at(int place) const { return demand_.shifted(place); }
  // Where it holds.
  Squares where(const GridPosition& p) const {
    if (std::has_single_bit(places_))
      return at(std::countr_zero(places_)).holds(p) ? places_ : Squares{0};
    Squares left = places_;
    for (const Square& square : squares_) {
      const Squares wrong = (square.no_black & p.black) | (square.no_white & p.white) |
                            (square.no_open & ~p.occupied());
      left &= ~(wrong >> square.number);
    }
    return left;
  }

 private:
  // What a square may not be: all bits, or none.
  struct Square {
    int number;
    Squares no_black, no_white, no_open;
  };

  Demand demand_;
  std::vector<Square> squares_;
  Squares places_ = 0;
};

// Ground actions of one side that are the same but for a shift.
class ShiftedAction {
 public:
  // As it is at place 0; nowhere yet.
  ShiftedAction(std::string name, const Demand& before, const Effect& effect)
      : name_(std::move(name)), before_(before), effect_(effect) {}

  void add(int place) { before_.add(place); }
  const std::string& name() const { return name_; }
  Squares places() const { return before_.places(); }
  // The places where it can be played.
  Squares applicable(const GridPosition& p) const { return before_.where(p); }
  Demand before(int place) const { return before_.at(place); }
  Effect effect(int place) const { return effect_.shifted(place); }
  // The position after it, the other side to move.
  GridPosition apply(const GridPosition& p, int place) const {
    const Effect e = effect(place);
    const Squares rest = ~e.squares();
    return {(p.black & rest) | e.black, (p.white & rest) | e.white, !p.white_to_move};
  }

 private:
  std::string name_;
  ShiftedDemand before_;
  Effect effect_;
};

// Immutable and thread-safe.
class GridRules {
 public:
  // The game has one kind of piece, no hands, a start, actions that are whole turns with plain
  // preconditions and constant effects, no lines but goals, and the same result for whoever cannot
  // move: all of which games in version 1 have.
  explicit GridRules(const GroundGame& game);

  Grid grid() const { return grid_; }
  const GridPosition& start() const { return start_; }
  // What happens to a side that cannot move: it loses, or the game is drawn.
  bool stuck_loses() const { return stuck_loses_; }
  // Of Black, of White. No two do the same under the same condition.
  std::span<const ShiftedAction> actions(bool white) const { return actions_[white ? 1 : 0]; }

  bool has_goals(bool white) const { return !goals_[white ? 1 : 0].all.empty(); }
  // Whether a goal of that side holds. (It is looked at only after that side's moves: Definition
  // 3.9.)
  bool has_won(const GridPosition& p, bool white) const;
  bool can_move(const GridPosition& p) const;
  // Whether Black's pieces could fill a goal with this many of its moves, and at most as many of
  // White's between them, if White let them. (Says yes too often, never too seldom.)
  bool may_reach_goal(const GridPosition& p, int moves) const;

  // Symmetries of the grid that map the rules, the goals and the start onto themselves, the
  // identity first.
  std::span<const GridSymmetry> symmetries() const { return symmetries_; }

 private:
  // The goals of one side.
  struct Goals {
    Squares any_of = 0;                  // one of these squares has a piece of the side
    std::vector<Demand> listed;          // or one of these holds
    std::vector<ShiftedDemand> shifted;  // or one of these holds somewhere
    std::vector<Demand> all;             // everything, each once
  };
  static std::vector<ShiftedAction> compile_actions(const std::vector<GroundAction>& actions);
  static Goals compile_goals(const std::vector<GroundEnd>& ends, bool white);
  void find_goal_squares();

  Grid grid_;
  GridPosition start_;
  bool stuck_loses_;
  std::array<std::vector<ShiftedAction>, 2> actions_;
  std::array<Goals, 2> goals_;
  std::vector<GridSymmetry> symmetries_;

  // For may_reach_goal: the squares of each of Black's goals that must be black; how many of them a
  // move of Black's and one of White's can turn black together; whether white pieces stay where
  // they are.
  std::vector<Squares> goal_squares_;
  int made_black_ = 0;
  bool white_stays_ = true;
};

}  // namespace zermelo::bddl
