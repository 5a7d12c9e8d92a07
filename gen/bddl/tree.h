// SPDX-License-Identifier: MIT
// The syntax tree of a game in BDDL: what the files say, with all names looked up. Nothing is
// filled in yet: actions and conditions have variables (gen/bddl/ground.h fills them in).
//
// Both versions of the language become this tree. What version 1 says is said so:
// - its two lists of actions are actions of Black and of White, its goals are ends of one side;
// - the anchor (?x,?y) is two variables, a column and a row (anchor_column, anchor_row);
// - NOT(black(s)), which is false off the board there, is on(s) and NOT(black(s));
// - NOT(black(s)) in an effect is Effect::Type::avoid, which only version 1 has.
// One difference is left to `version`: an effect that gives a square two contents is no move in
// version 1, and an error in version 2.
//
// Variables are numbers within what declares them (an action, a line, a define): their *slots*. As
// everywhere in BDDL, x counts from 1 to the right and y from 1 downwards.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gen/bddl/syntax.h"

namespace zermelo::bddl::tree {

inline constexpr std::size_t most_kinds = 8;
inline constexpr std::size_t most_hands = 6;  // kinds that can be in hand
inline constexpr int most_in_hand = 15;       // of each

// What a variable stands for. Its first letter says it: c a side; k a kind of piece; d, e, f a
// step; n, i, j a number; any other letter a square. In version 1 there are columns and rows alone.
enum class Sort { square, side, kind, step, number, column, row };

// The slots of ?x and ?y in version 1.
inline constexpr int anchor_column = 0, anchor_row = 1;

// 3, ?n, ?n-1: `offset` is added to the variable, if there is one.
struct Number {
  std::optional<int> variable;
  int offset = 0;
};

// A variable where it is declared, and what it ranges over.
struct Variable {
  std::string name;  // without the '?'
  Sort sort = Sort::square;
  int slot = 0;
  // Regions, sets of steps, or kinds, by their numbers in Game; if there are none, everything.
  std::vector<int> among;
  std::optional<Number> from, to;  // of a number; without them, from 1 to the board's extent
  Place place = {};
};

// +?d, -2?d, +?n?d
struct Shift {
  int sign = 1;
  Number times = {{}, 1};
  int step = 0;  // slot
};

// ?p+?d, (3,ymax-1); in version 1 also (?x,?y-1)
struct Square {
  std::optional<int> variable;
  Coordinate x, y;  // without a variable; only in version 1 they may count from the anchor
  std::vector<Shift> shifts;
  Place place = {};
};

struct Side {
  enum class Who { own, other, black, white, variable };
  Who who = Who::own;
  int variable = 0;
};

struct KindName {
  enum class Which { any, named, variable };
  Which which = Which::any;
  int number = 0;  // of the kind, or the variable's slot
};

// What stands on a square: open, own, other-chick, ?c-?k.
struct Contents {
  bool open = false;
  Side side;
  KindName kind;
};

// What can be compared: 3, count(own-man), hand(own,man).
struct Quantity {
  enum class Of { number, count, hand };
  Of of = Of::number;
  Number number;
  Contents contents;  // that are counted
  Side side;          // whose hand
  KindName kind;
  Place place = {};
};

enum class Comparison { less, at_most, equal, at_least, greater };

// What is handed to a define; `sort` says which of them.
struct Argument {
  Sort sort = Sort::square;
  Square square;
  Side side;
  KindName kind;
  Number number;
  int step = 0;  // slot
};

struct Condition {
  enum class Type {
    all,       // all parts hold
    none,      // NOT: not all parts hold
    any,       // for some value of the variable all parts hold
    each,      // for each
    stands,    // contents, on squares[0]
    region,    // squares[0] is in region `number`
    on,        // squares[0] exists
    off,       // it does not
    next,      // squares[0] and squares[1] are neighbours on a line or link
    line,      // squares[0] to squares[2] come one after the other on a line, either way
    reaches,   // `kind`, by the steps that have its name, from squares[0] to squares[1]
    attacked,  // an own piece on squares[0] by the other side
    compare,   // left with right
    call       // of define `number`
  };
  Type type = Type::all;
  std::vector<Condition> parts;
  Variable variable;
  Contents contents;
  std::vector<Square> squares;
  KindName kind;
  Quantity left, right;
  Comparison comparison = Comparison::equal;
  int number = 0;
  std::vector<Argument> arguments;
  Place place = {};
};

struct Effect {
  enum class Type {
    put,      // contents, on `to`
    avoid,    // anything but contents, on `to`, as the mover chooses (version 1)
    hand,     // the hand of `side` gets `sign` * `number` pieces of `kind`
    take,     // what the other side has on `to` leaves
    becomes,  // `to` gets what `from` had
    when,     // parts, if the condition held before
    each      // parts, for each value of the variable
  };
  Type type = Type::put;
  Square to, from;
  Contents contents;
  Side side;
  KindName kind;
  int sign = 1;
  Number number;
  Condition condition;
  Variable variable;
  std::vector<Effect> parts;
  Place place = {};
};

// One line of a section, or of a define: it holds if its condition does for some values of its
// variables.
struct Line {
  std::vector<Variable> variables;
  int slots = 0;  // of all variables, also those of any and each
  Condition condition;
  Place place = {};
};

// Whose rules something belongs to: both means as Black sees the board, White's being its image.
enum class Whose { both, black, white };

// A piece of what :text says; `type` says which.
struct TextPart {
  enum class Type { letters, square, number, kind };
  Type type = Type::letters;
  std::string letters;
  Square square;
  Number number;
  KindName kind;
};

struct Then {
  std::vector<int> actions;  // their numbers in Game::actions
  Condition condition;
};

struct Action {
  std::string name;
  Whose whose = Whose::both;
  bool otherwise = false;
  std::vector<Variable> parameters;
  int slots = 0;
  Condition precondition;
  std::vector<Effect> effects;
  std::optional<Then> then;
  std::vector<TextPart> text;
  Place place = {};
};

enum class Result { win, loss, draw };

// A line of #goals, #losses or #draws, for the side that has moved, or of #stuck, for the side that
// cannot.
struct End {
  Result result = Result::win;
  Whose whose = Whose::both;
  Line line;
};

struct Illegal {
  Whose whose = Whose::both;
  Line line;
};

struct Define {
  std::string name;
  std::vector<Variable> parameters;  // they have the first slots of each line
  std::vector<Line> lines;
  Place place = {};
};

struct Kind {
  std::string name;
  char letter = 'P';  // in upper case
  Place place = {};
};

struct Hand {
  int kind = 0;
  std::vector<int> takes;  // kinds that come into it when they are taken
  Place place = {};
};

struct Step {
  int dx = 0, dy = 0;
  bool rides = false;  // any number of times, over open squares
};

struct StepSet {
  std::string name;
  std::vector<Step> steps;
  Place place = {};
};

// (3,ymax-1); in regions and at the start also (?x,ymin), a row, where ?x is any column.
struct PlaceOnBoard {
  Coordinate x, y;
  Place place = {};
};

struct Region {
  std::string name;
  std::vector<PlaceOnBoard> squares;
  Place place = {};
};

struct Piece {
  bool open = false;  // that none stands there (version 1)
  bool white = false;
  int kind = 0;
  PlaceOnBoard square;  // not of #material
  Place place = {};
};

struct PiecesInHand {
  bool white = false;
  int hand = 0;  // in Game::hands
  int number = 0;
  Place place = {};
};

enum class Mirror { none, turn, rows, columns, diagonal, antidiagonal };
enum class Endless { draw, black, white };

struct Game {
  int version = 2;
  std::vector<std::string> files;  // what errors call them
  std::string name;
  bool names_kinds = false;  // #pieces is there; otherwise there is one kind, of no name
  std::vector<Kind> kinds;
  std::vector<Hand> hands;
  int columns = 0, rows = 0;
  Place size_place = {};
  std::vector<std::vector<PlaceOnBoard>> lines, links;
  std::vector<StepSet> steps;
  std::vector<Region> regions;
  std::vector<Define> defines;
  Mirror mirror = Mirror::none;
  Place mirror_place = {};
  Endless endless = Endless::draw;
  std::vector<Action> actions;
  std::vector<End> ends;   // in the order of the files
  std::vector<End> stuck;  // the first that holds
  std::vector<Illegal> illegal;
  std::vector<Piece> start;
  std::vector<PiecesInHand> start_hands;
  std::vector<Piece> material;  // instead of a start
  bool white_first = false;
  std::optional<int> depth;
};

}  // namespace zermelo::bddl::tree
