// SPDX-License-Identifier: MIT
// A game in BDDL, compiled: conditions and moves as masks over the board's squares.
// Shaik and van de Pol (2023), section 3.3.
#pragma once

#include <array>
#include <cassert>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gen/bddl/syntax.h"
#include "gen/grid/position.h"
#include "symmetry/grid.h"

namespace zermelo::bddl {

// What squares must be like: sets of squares that may not be black, white or open. ("Must be black"
// forbids white and open.)
struct Demand {
  Squares no_black = 0, no_white = 0, no_open = 0;

  bool contradictory() const { return (no_black & no_white & no_open) != 0; }
  bool holds(const GridPosition& p) const {
    return ((p.black & no_black) | (p.white & no_white) | (~p.occupied() & no_open)) == 0;
  }
  // Whether every position that meets this one meets `other`.
  bool implies(const Demand& other) const {
    return (other.no_black & ~no_black) == 0 && (other.no_white & ~no_white) == 0 &&
           (other.no_open & ~no_open) == 0;
  }
  auto operator<=>(const Demand&) const = default;
};

// What squares become; the sets are disjoint, all other squares stay as they are.
struct Effect {
  Squares black = 0, white = 0, open = 0;

  Squares squares() const { return black | white | open; }
  auto operator<=>(const Effect&) const = default;
};

// A demand at every place of the board where it fits. A place is an anchor (?x,?y), as a square.
class Pattern {
 public:
  Pattern() = default;
  // Throws SyntaxError if it names a square by number that is not on the board.
  Pattern(const Condition& condition, Grid grid, const std::string& file);

  // Where it fits (Definition 3.4) in any position.
  Squares anchors() const { return anchors_; }
  // Whether one shift tests a square for all anchors at once.
  bool is_shifted() const { return shifted_; }
  // Where it holds, among `candidates`.
  Squares where(const GridPosition& p, Squares candidates) const {
    assert(!shifted_ || where_shifted(p, candidates) == where_listed(p, candidates));
    return shifted_ ? where_shifted(p, candidates) : where_listed(p, candidates);
  }
  // `anchor` is one of anchors().
  const Demand& at(int anchor) const { return demands_[static_cast<std::size_t>(anchor)]; }

 private:
  // If all squares are relative to the anchor, one shift tests a square for all anchors at once.
  struct Term {
    int shift;  // from the anchor to the square
    bool no_black, no_white, no_open;
  };
  Squares where_shifted(const GridPosition& p, Squares candidates) const;
  Squares where_listed(const GridPosition& p, Squares candidates) const;

  bool shifted_ = true;
  Squares anchors_ = 0;
  std::vector<Term> terms_;
  std::array<Demand, max_squares> demands_{};
};

// An action of one side.
class Rule {
 public:
  // For an effect without NOT.
  Rule(const Action& action, const Condition& effect, Grid grid, const std::string& file);

  const std::string& name() const { return name_; }
  // Anchors at which the action can be applied on some board.
  Squares anchors() const { return anchors_; }
  // Removes anchors.
  void leave_out(Squares anchors) { anchors_ &= ~anchors; }
  Squares applicable(const GridPosition& p) const { return before_.where(p, anchors_); }

  const Demand& before(int anchor) const { return before_.at(anchor); }
  const Effect& effect(int anchor) const { return effects_[static_cast<std::size_t>(anchor)]; }
  // The position after it, the other side to move.
  GridPosition apply(const GridPosition& p, int anchor) const {
    const Effect& e = effect(anchor);
    const Squares rest = ~e.squares();
    return {(p.black & rest) | e.black, (p.white & rest) | e.white, !p.white_to_move};
  }

 private:
  std::string name_;
  Pattern before_;
  Squares anchors_ = 0;
  std::array<Effect, max_squares> effects_{};
};

enum class Stuck { draws, loses };

// What happens to a side that cannot move, unless it is specified: it loses if neither side has a
// goal; otherwise the game is drawn.
inline Stuck stuck_by_default(const Problem& problem) {
  return problem.black_goals.empty() && problem.white_goals.empty() ? Stuck::loses : Stuck::draws;
}

// Immutable and thread-safe.
class Model {
 public:
  // `stuck` is what happens to a side that cannot move; if it is absent, stuck_by_default. Throws
  // SyntaxError, also if the board has more than 64 squares, or UsageError if the start is won.
  Model(const Domain& domain, const Problem& problem, std::optional<Stuck> stuck);

  Grid grid() const { return grid_; }
  const GridPosition& start() const { return start_; }
  Stuck stuck() const { return stuck_; }
  // The rules of Black, of White. No two anchors do the same under the same condition: what an
  // action repeats is left out.
  std::span<const Rule> rules(bool white) const { return rules_[white ? 1 : 0]; }

  // A side wins if any of these is met after one of its moves.
  std::span<const Demand> goals(bool white) const { return goals_[white ? 1 : 0].all; }
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
    struct Somewhere {
      Pattern pattern;
      Squares anchors;  // those where it says something that no earlier goal says
    };
    Squares any_of = 0;               // one of these squares has a piece of the side
    std::vector<Demand> listed;       // or one of these holds
    std::vector<Somewhere> patterns;  // or one of these
    std::vector<Demand> all;          // everything, for comparing
  };
  static Goals compile_goals(const std::vector<Condition>& goals, Grid grid, bool white,
                             const std::string& file);
  static std::vector<Rule> compile_rules(const std::vector<Action>& actions, Grid grid,
                                         const std::string& file);
  static Grid compile_grid(const Problem& problem);
  GridPosition compile_start(const Problem& problem) const;
  void find_symmetries();
  void find_goal_squares();

  Grid grid_;
  GridPosition start_;
  Stuck stuck_;
  std::array<std::vector<Rule>, 2> rules_;
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
