// SPDX-License-Identifier: MIT
// Conditions with their variables filled in.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "gen/bddl/contents.h"
#include "gen/bddl/tree.h"
#include "symmetry/grid.h"

namespace zermelo::bddl {

// A position as its parts: what stands on each square, and what is in hand.
struct PlainPosition {
  std::array<Content, max_squares> squares{};
  std::array<std::array<std::uint8_t, tree::most_hands>, 2> hands{};  // Black's, White's
  bool white_to_move = false;

  auto operator<=>(const PlainPosition&) const = default;
};

// A number, how many of some contents there are on the board, or how many pieces are in a hand.
struct GroundQuantity {
  tree::Quantity::Of of = tree::Quantity::Of::number;
  int number = 0;
  ContentSet counted;
  Squares squares = 0;  // on which they are counted
  bool white = false;   // whose hand
  int hand = 0;

  int value(const PlainPosition& p) const;
  bool operator==(const GroundQuantity&) const = default;
};

// A quantity compared with another.
struct GroundComparison {
  GroundQuantity left;
  tree::Comparison comparison = tree::Comparison::equal;
  GroundQuantity right;

  bool holds(const PlainPosition& p) const;
};

// NOT is carried down to what is said about squares, numbers and attacks.
struct GroundCondition {
  enum class Type : std::uint8_t {
    all,      // parts; without any, it holds always
    any,      // parts; without any, it holds never
    square,   // what stands on `square` is in `set`
    compare,  // what is `compared`
    attacked  // by what the side that is not `white` could do first in a turn: what stands on
              // `square` would leave or change; negated, it would not
  };
  Type type = Type::all;
  bool negated = false;
  bool white = false;
  int square = 0;
  ContentSet set;
  std::shared_ptr<const GroundComparison> compared;  // (few have one)
  std::vector<GroundCondition> parts;

  static GroundCondition always() { return {}; }
  static GroundCondition never();
  static GroundCondition on_square(int square, ContentSet set);
  static GroundCondition comparison(const GroundComparison& compared);

  bool is_always() const { return type == Type::all && parts.empty(); }
  bool is_never() const { return type == Type::any && parts.empty(); }
};

// What is said about one square is said once, and what holds always or never is left out.
// `everything` is what a square can hold.
GroundCondition all_of(std::vector<GroundCondition> parts, ContentSet everything);
GroundCondition any_of(std::vector<GroundCondition> parts, ContentSet everything);
GroundCondition negation(const GroundCondition& condition, ContentSet everything);
// What can stand on a square where the condition holds, as far as its plain parts say.
ContentSet allowed_on(int square, const GroundCondition& condition, ContentSet everything);

struct HandDemand {
  bool white = false;
  int hand = 0;
  int least = 0, most = tree::most_in_hand;

  bool operator==(const HandDemand&) const = default;
};

// A condition whose parts must all hold.
struct GroundDemand {
  std::vector<std::pair<int, ContentSet>> squares;  // ascending; not those that may hold anything
  std::vector<HandDemand> hands;
  GroundCondition rest;  // what cannot be said so

  // What a square may hold.
  ContentSet at(int square, ContentSet everything) const;
  // Adds to it. False if now nothing can meet it.
  bool add(int square, ContentSet set);
  bool add(const HandDemand& demand);
};

// Demands one of which holds if and only if the condition does. What would make more than 16 of
// them remains in their rests. None contradicts itself.
std::vector<GroundDemand> demands_of(GroundCondition condition, ContentSet everything);

// The condition for positions that meet the demands about squares.
GroundCondition simplified(const GroundCondition& condition, const GroundDemand& known,
                           ContentSet everything);

// How many conditions it is made of.
std::size_t size_of(const GroundCondition& condition);

// A text that two conditions have in common if and only if they are the same, for comparing.
void append_key(const GroundCondition& condition, std::string& key);
void append_key(const GroundDemand& demand, std::string& key);
void append_key(const std::vector<std::pair<int, ContentSet>>& squares,
                const std::vector<HandDemand>& hands, const GroundCondition& rest,
                std::string& key);
void append_number(int number, std::string& key);

bool compare(int left, tree::Comparison comparison, int right);

}  // namespace zermelo::bddl
