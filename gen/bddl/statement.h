// SPDX-License-Identifier: MIT
// What a condition says about each square that it names.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "gen/bddl/syntax.h"

namespace zermelo::bddl {

// What a square may be, as a set of colours.
class Colours {
 public:
  static Colours any() { return Colours(7); }
  // What a square may be if this is said about it.
  static Colours of(const SquareCondition& c) {
    const unsigned colour = 1u << static_cast<unsigned>(c.colour);
    return Colours(c.negated ? 7 & ~colour : colour);
  }

  Colours operator&(Colours other) const { return Colours(set_ & other.set_); }
  bool contains(Colour colour) const { return (set_ >> static_cast<unsigned>(colour) & 1) != 0; }
  bool empty() const { return set_ == 0; }
  // Whether it is exactly one.
  bool decided() const { return set_ == 1 || set_ == 2 || set_ == 4; }
  bool operator==(const Colours&) const = default;

 private:
  explicit Colours(unsigned set) : set_(set) {}

  unsigned set_;
};

// Squares with what has been said about them. Square is how they are distinguished: by their
// coordinates as written, or as numbers. (Conditions are short: looking through a list is quicker
// than a map.)
template <class Square>
class Statement {
 public:
  // What the square may be after this has also been said about it.
  Colours add(const Square& square, Colours said) {
    const auto found = std::ranges::find(squares_, square, &std::pair<Square, Colours>::first);
    if (found == squares_.end()) return squares_.emplace_back(square, said).second;
    return found->second = found->second & said;
  }

  const std::vector<std::pair<Square, Colours>>& squares() const { return squares_; }

 private:
  std::vector<std::pair<Square, Colours>> squares_;
};

}  // namespace zermelo::bddl
