// SPDX-License-Identifier: MIT
// "Black has a winning strategy of this many steps" for a game in BDDL, from which the encodings as
// quantified Boolean formulas start. Shaik and van de Pol, "Concise QBF Encodings for Games on a
// Grid" (2023), sections 3 and 4.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/bddl/version1.h"
#include "gen/game_spec.h"
#include "symbolic/model/side.h"

namespace zermelo::proof {

struct BoundedGame {
  using Condition = bddl::SquareConditions;
  struct Action {
    std::string name;
    Condition precondition, effect;  // without NOT in effects
  };

  int columns = 0, rows = 0;  // columns * rows <= 1,024
  Condition start;            // squares by number
  bool white_first = false;
  symbolic::BySide<std::vector<Action>> actions;
  symbolic::BySide<std::vector<Condition>> goals;
  // Whether a side that cannot move has lost; if false, the game is then drawn.
  bool stuck_loses = false;
  // Steps as the paper counts them: odd ones are Black's. If White begins, the first one is a
  // dummy. If White is left without a move, that step counts. At least 1.
  int depth = 1;
};

// Throws UsageError if the game is not in BDDL, or has no #depth and none is given; WrongFile if
// somebody has won at the start; SyntaxError.
BoundedGame bounded_game(const GameSpec& spec, std::optional<int> depth = std::nullopt);

// A square, ?x and ?y from 1.
struct SquarePlace {
  int x = 0, y = 0;

  bool operator==(const SquarePlace&) const = default;
};
// The square that a condition is about, with the anchor at (x, y); nothing if it is not on the
// board.
std::optional<SquarePlace> place_of(const BoundedGame& game, const bddl::SquareCondition& condition,
                                    SquarePlace anchor);

}  // namespace zermelo::proof
