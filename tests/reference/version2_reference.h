// SPDX-License-Identifier: MIT
// Plays a game in version 2 of BDDL straight from its syntax tree: nothing is filled in beforehand,
// every condition is looked at on a position, square by square. White's rules, where they are the
// image of Black's, are Black's rules on the image of the position. Shares nothing with
// gen/bddl/ground.h but the tree.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "gen/bddl/tree.h"

namespace zermelo::reference {

namespace tree = bddl::tree;

struct Version2Position {
  using Square = std::pair<int, int>;  // x and y of the language
  struct Piece {
    bool white = false;
    int kind = 0;
    auto operator<=>(const Piece&) const = default;
  };
  std::map<Square, Piece> pieces;
  std::map<std::pair<bool, int>, int> hands;  // by side and kind; none is left out
  bool white_to_move = false;

  auto operator<=>(const Version2Position&) const = default;
};

class Version2Reference {
 public:
  using Position = Version2Position;
  using Square = Position::Square;
  using Piece = Position::Piece;

  explicit Version2Reference(const tree::Game& game);

  Position start() const;
  // The squares that there are.
  const std::set<Square>& squares() const { return squares_; }
  // The positions after one turn, the other side to move. Whether the game is over is not asked.
  std::set<Position> moves(const Position& p) const;
  // Whether #illegal lets a move of the side lead here.
  bool is_legal(const Position& p, bool white) const;
  // For the side that has just moved; nothing if the game goes on.
  std::optional<tree::Result> result(const Position& p) const;

 private:
  struct Step {
    int dx = 0, dy = 0, times = 1;
    bool rides = false;
  };
  // What a variable stands for: one of these.
  struct Value {
    std::optional<Square> square;
    int number = 0;  // or a kind
    bool white = false;
    Step step;
  };
  using Values = std::map<int, Value>;  // by slot
  // A position and who reads it; whether it is an image, whose reader is really the other side.
  struct Seen {
    const Position* position;
    bool own_white;
    bool image;
  };
  struct Change {
    std::map<Square, std::optional<Piece>> puts;
    std::set<Square> takes;
    std::vector<std::pair<std::pair<bool, int>, int>> hands;
  };

  Position image(const Position& p) const;
  static bool belongs(tree::Whose whose, bool white);
  // Calls look(seen, position) as the rule is read by that side.
  bool line_holds(const tree::Line& line, tree::Whose whose, bool white, const Position& p) const;

  std::vector<Value> range(const tree::Variable& variable, const Values& values, Seen seen) const;
  template <class Visit>
  bool any_values(const std::vector<tree::Variable>& variables, std::size_t from, Values& values,
                  Seen seen, const Visit& visit) const;
  std::optional<Square> square(const tree::Square& square, const Values& values, Seen seen) const;
  bool reaches(int kind, Square from, Square to, Seen seen) const;
  bool attacked(Square square, Seen seen) const;
  int number(const tree::Number& number, const Values& values) const;
  int kind(const tree::KindName& kind, const Values& values) const;
  bool is_white(const tree::Side& side, const Values& values, Seen seen) const;
  bool stands(const tree::Contents& contents, Square square, const Values& values, Seen seen) const;
  int value(const tree::Quantity& quantity, const Values& values, Seen seen) const;
  bool holds(const tree::Condition& condition, const Values& values, Seen seen) const;
  bool all_hold(const std::vector<tree::Condition>& parts, const Values& values, Seen seen) const;
  bool call_holds(const tree::Condition& condition, const Values& values, Seen seen) const;

  bool collect(const std::vector<tree::Effect>& effects, const Values& values, Seen seen,
               Change& change) const;
  std::optional<Position> applied(const tree::Action& action, const Values& values,
                                  Seen seen) const;
  bool change_hands(const Change& change, Position& p, Seen seen) const;
  std::set<Position> part(const std::vector<int>& actions, const Position& p, bool own_white,
                          bool white) const;
  std::vector<int> first_actions(bool white) const;

  const tree::Game& game_;
  std::set<Square> squares_;
  std::set<std::pair<Square, Square>> next_;
  std::set<std::vector<Square>> lines_;  // of three
};

}  // namespace zermelo::reference
