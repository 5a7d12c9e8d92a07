// SPDX-License-Identifier: MIT
// A game in BDDL with all variables filled in: its *ground actions* and ground
// conditions name squares, pieces and numbers only. Of both sides: rules under #actions, #goals,
// ... are as Black sees the board; White's are their images under #mirror, with the colours
// exchanged.
//
//   const GroundGame game = ground(parse_version_2(text, file));
//
// Squares are numbered as in symmetry/grid.h.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/bddl/boxed.h"
#include "gen/bddl/ground_condition.h"
#include "gen/bddl/tree.h"
#include "symmetry/grid.h"

namespace zermelo::bddl {

inline constexpr std::size_t most_ground_actions =
    262'144;  // with the lines of goals, ... together
inline constexpr std::size_t most_clauses = 64;

struct HandChange {
  bool white = false;
  int hand = 0;
  int change = 0;

  bool operator==(const HandChange&) const = default;
};

// What squares become, and hands; all of it at once, what is read being read before.
struct Change {
  std::vector<std::pair<int, Content>> after;  // ascending by square
  std::vector<std::pair<int, int>> copies;     // the first square gets what the second had
  // Each by itself: a hand that loses and gains a piece must have one before.
  std::vector<HandChange> hands;

  bool operator==(const Change&) const = default;
};

// A change that is made too if its condition held before.
struct Clause {
  GroundCondition when;
  Change change;
};

// The turn goes on: if the condition holds after the change, and one of these actions is possible
// then, it must be played.
struct GroundThen {
  GroundCondition when;
  // From the first number to before the second: of the side's ground actions.
  std::vector<std::pair<int, int>> next;
};

// A move is no move if it would make a hand negative, or larger than 15.
struct GroundAction {
  std::string name;
  std::string text;        // of :text, filled in; else empty
  int part = 0;            // of a turn; 0 is the first
  int action = 0;          // its number in tree::Game::actions
  bool otherwise = false;  // only if none without it is possible in this part
  Place place = {};
  std::vector<std::pair<int, ContentSet>> before;  // ascending; squares that matter
  std::vector<HandDemand> hands_before;
  GroundCondition rest;                        // of the precondition
  std::vector<std::pair<int, Content>> after;  // ascending by square
  std::vector<std::pair<int, int>> copies;     // as in Change
  std::vector<HandChange> hands_after;
  // They change no square that `after` or `copies` change; those that can hold together agree.
  std::vector<Clause> clauses;
  Boxed<GroundThen> then;
};

// How many conditions and clauses it has, beside the plain demands.
std::size_t size_of(const GroundAction& action);

// A line of the goals, losses or draws, for the side that has moved, or of #stuck.
struct GroundEnd {
  tree::Result result = tree::Result::win;
  Place place = {};
  std::vector<GroundDemand> when;  // one of them holds
};

struct GroundSide {
  std::vector<GroundAction> actions;  // by part, then in the order of the file
  std::vector<GroundEnd> ends;        // looked at in this order
  std::vector<GroundEnd> stuck;       // the last one holds always
  std::vector<GroundEnd> illegal;     // (their results mean nothing)
};

struct GroundGame {
  int version = 2;  // of the language
  std::string name;
  std::vector<std::string> files;
  Grid grid;
  Squares exists = 0;  // the squares that there are
  std::vector<tree::Kind> kinds;
  bool names_kinds = false;
  std::vector<tree::Hand> hands;
  std::vector<std::vector<int>> lines, links;
  bool moves_along_lines = false;  // as moves_along_lines of its tree says
  std::vector<int> mirror;         // by square
  bool shared_rules = false;       // White's rules are the image of Black's
  tree::Endless endless = tree::Endless::draw;
  std::optional<int> depth;
  std::optional<PlainPosition> start;  // nothing if there is #material
  std::vector<Content> material;
  std::array<GroundSide, 2> sides;    // Black's, White's
  std::vector<std::string> warnings;  // see warnings_of, which tells more

  int number_of_kinds() const { return static_cast<int>(kinds.size()); }
  ContentSet everything() const { return ContentSet::everything(number_of_kinds()); }
  const GroundSide& side(bool white) const { return sides[white ? 1 : 0]; }
};

// Throws SyntaxError, also if the board has more than 64 squares, or if the rules stand for too
// much to be filled in; WrongFile if, in version 1, the start is won.
GroundGame ground(const tree::Game& game);

}  // namespace zermelo::bddl
