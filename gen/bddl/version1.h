// SPDX-License-Identifier: MIT
// What games in version 1 of BDDL say about single squares: Shaik and van de Pol, "Concise QBF
// Encodings for Games on a Grid" (2023), section 3.1. The tree has it as what version 2 would say;
// here it is as it was written, for all that must follow the text: formulas, warnings, words.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "gen/bddl/contents.h"
#include "gen/bddl/tree.h"

namespace zermelo::bddl {

enum class Colour { open, black, white };

// As what stands on a square; there is one kind of piece.
constexpr Content as_content(Colour colour) {
  return colour == Colour::open ? open_square : content_of(0, colour == Colour::white);
}

// What a square may be, of three contents.
inline constexpr ContentSet any_colour = ContentSet::everything(1);

// black(?x+1,?y), or NOT(black(?x+1,?y)) if negated.
struct SquareCondition {
  Colour colour = Colour::open;
  bool negated = false;
  Coordinate x, y;
  Place place = {};

  // What it leaves of the square.
  ContentSet allowed() const {
    const ContentSet named = ContentSet::of(as_content(colour));
    return negated ? any_colour.without(named) : named;
  }
  bool allows(Colour c) const { return allowed().contains(as_content(c)); }
};

// All of them must hold.
using SquareConditions = std::vector<SquareCondition>;

// As the tree has them. (NOT(black(s)) is on(s) and NOT(black(s)); as an effect, `avoid`.)
tree::Condition condition_of(const SquareConditions& said);
std::vector<tree::Effect> effects_of(const SquareConditions& said);

// The reverse: of a condition or an effect of version 1.
SquareConditions said_by(const tree::Condition& condition);
SquareConditions said_by(const std::vector<tree::Effect>& effects);

// All effects without `avoid` that effects stand for: themselves, in version 2.
std::vector<std::vector<tree::Effect>> choices_of(const std::vector<tree::Effect>& effects);

// A square as its coordinates are written: two that are equal are one square, whatever the board
// and the anchor are. (Others may be one square on some boards, or for some anchors.)
using SquareAsWritten = std::pair<Coordinate, Coordinate>;
SquareAsWritten as_written(const SquareCondition& condition);

// Throws SyntaxError if a square of the rules is given by a number that the board does not have, or
// one of the start is not on the board, or given twice.
void check_squares(const tree::Game& game);

// What happens to a side that cannot move, whichever it is: it loses, or the game is drawn.
bool stuck_loses(const tree::Game& game);

}  // namespace zermelo::bddl
