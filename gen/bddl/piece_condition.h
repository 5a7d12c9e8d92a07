// SPDX-License-Identifier: MIT
// Ground conditions, compiled: what asks for squares alone is a few sets of squares, and counts are
// population counts.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "gen/bddl/ground_condition.h"
#include "gen/bddl/piece_masks.h"
#include "gen/grid/piece_position.h"
#include "symmetry/bits.h"

namespace zermelo::bddl {

// Immutable and thread-safe.
class PieceCondition {
 public:
  PieceCondition() = default;  // holds always
  PieceCondition(const GroundCondition& condition, std::span<const tree::Hand> hands, int kinds);

  bool is_always() const { return type_ == Type::all && parts_.empty(); }
  // attacked(square, white) says whether the piece of that side there is attacked.
  template <class Attacked>
  bool holds(const PiecePosition& p, const Attacked& attacked) const {
    if (asks_for_squares_alone_) return some_alternative_holds(p);
    switch (type_) {
      case Type::all:
        for (const PieceCondition& part : parts_)
          if (!part.holds(p, attacked)) return false;
        return true;
      case Type::any:
        for (const PieceCondition& part : parts_)
          if (part.holds(p, attacked)) return true;
        return false;
      case Type::square:
        return set_.contains(p.at(square_));
      case Type::compare:
        return compare(left_.value(p), comparison_, right_.value(p));
      case Type::attacked:
        return attacked(square_, white_) != negated_;
    }
    return false;
  }

 private:
  using Type = GroundCondition::Type;

  class Quantity {
   public:
    Quantity() = default;
    Quantity(const GroundQuantity& quantity, std::span<const tree::Hand> hands, int kinds);
    int value(const PiecePosition& p) const {
      if (in_hand_) return p.in_hand(white_, kind_);
      Squares counted = (p.black & black_) | (p.white & white_squares_) | (~p.occupied() & open_);
      for (const Content piece : kinds_counted_)
        counted |= p.of_kind(kind_of(piece)) & (is_white(piece) ? p.white : p.black) & of_kinds_;
      return number_ + count_bits(counted);
    }

   private:
    int number_ = 0;  // to which the others are added
    bool in_hand_ = false, white_ = false;
    int kind_ = 0;  // in hand
    // Squares on which pieces of a side are counted, open squares, and pieces of one kind.
    Squares black_ = 0, white_squares_ = 0, open_ = 0, of_kinds_ = 0;
    std::vector<Content> kinds_counted_;
  };

  bool some_alternative_holds(const PiecePosition& p) const {
    for (const PieceDemand& demand : alternatives_)
      if (demand.holds(p)) return true;
    return false;
  }

  bool asks_for_squares_alone_ = false;
  std::vector<PieceDemand> alternatives_;  // one of which must hold, in that case
  Type type_ = Type::all;
  bool negated_ = false, white_ = false;
  int square_ = 0;
  ContentSet set_;
  tree::Comparison comparison_ = tree::Comparison::equal;
  Quantity left_, right_;
  std::vector<PieceCondition> parts_;
};

}  // namespace zermelo::bddl
