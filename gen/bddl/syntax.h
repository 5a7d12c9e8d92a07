// SPDX-License-Identifier: MIT
// What BDDL files say, as written: Shaik and van de Pol, "Concise QBF Encodings for Games on a
// Grid" (2023), section 3.1. ?x counts from 1 to the right, ?y from 1 downwards.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace zermelo::bddl {

// A place in a file; line and column count from 1.
struct Place {
  int line = 1, column = 1;
  int file = 0;  // which of the game's files, where both become one tree (version 2)
};

enum class Colour { open, black, white };

// A coordinate of a square: from the anchor (?x or ?y), from the board's edge, or by number.
struct Coordinate {
  enum class Base { anchor, minimum, maximum, zero };
  Base base = Base::anchor;
  int offset = 0;  // added to the base; with Base::zero, the number itself

  bool operator==(const Coordinate&) const = default;
};

// black(?x+1,?y), or NOT(black(?x+1,?y)) if negated.
struct SquareCondition {
  Colour colour = Colour::open;
  bool negated = false;
  Coordinate x, y;
  Place place = {};
};

// All of them must hold.
using Condition = std::vector<SquareCondition>;

struct Action {
  std::string name;
  Condition precondition, effect;
  Place place = {};
};

struct Domain {
  std::string file;  // what errors call it
  std::string name;  // of the game; empty if it says none
  std::vector<Action> black, white;
};

// Bytes of a game's name, at most.
inline constexpr std::size_t longest_name = 100;

// Squares of the largest board that can be written down: 32 by 32.
inline constexpr int most_squares_written = 1024;

struct Problem {
  std::string file;
  std::string name;  // of the game on this board; empty if it says none
  int columns = 0, rows = 0;
  Place size_place = {};
  Condition start;                                  // squares that are not open, by number
  std::vector<Condition> black_goals, white_goals;  // one of them must hold
  std::optional<int> depth;                         // plies that the file asks about
  bool white_first = false;                         // #blackturn second
};

}  // namespace zermelo::bddl
