// SPDX-License-Identifier: MIT
// Finds the actions that a position may allow: by what hands and numbers of pieces must be, which
// is asked once for many actions, and by what two squares must hold, instead of trying all.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/bddl/contents.h"
#include "gen/bddl/ground_condition.h"
#include "gen/bddl/piece_condition.h"
#include "gen/bddl/piece_masks.h"
#include "gen/grid/piece_position.h"

namespace zermelo::bddl {

using SquareDemands = std::vector<std::pair<int, ContentSet>>;

// By squares alone.
class SquareIndex {
 public:
  // Of actions of one side, always the same one. Returns whether for_each calls body(number) only
  // where all squares are as demanded. All are added before the first for_each.
  bool add(std::uint32_t number, const SquareDemands& squares, bool white, int kinds);

  // Calls body(number) for the actions that p may allow, until it returns false. Returns whether it
  // never did.
  template <class Body>
  bool for_each(const PiecePosition& p, Body&& body) const {
    for (Squares own = (white_ ? p.white : p.black) & pieces_on_; own != 0; own &= own - 1) {
      const int square = std::countr_zero(own);
      if (!for_each(of_piece(square, kind_of(p.at(square))), p, body)) return false;
    }
    for (Squares open = open_ & ~p.occupied(); open != 0; open &= open - 1) {
      if (!for_each(by_open_[static_cast<std::size_t>(std::countr_zero(open))], body)) return false;
    }
    return for_each(others_, body);
  }

 private:
  using Numbers = std::vector<std::uint32_t>;

  // Of the actions of one piece that also ask for a second square: by what that holds.
  struct Second {
    int square;
    std::array<Numbers, PieceSet::contents> by_content;
  };
  struct OfPiece {
    Numbers plain;
    std::vector<Second> seconds;
  };

  template <class Body>
  static bool for_each(const Numbers& numbers, Body& body) {
    return numbers.empty() || visit(numbers, body);
  }
  // (The body is compiled once, and not at every place that calls this.)
  template <class Body>
  [[gnu::noinline]] static bool visit(const Numbers& numbers, Body& body) {
    for (const std::uint32_t n : numbers)
      if (!body(n)) return false;
    return true;
  }
  template <class Body>
  static bool for_each(const OfPiece& piece, const PiecePosition& p, Body& body) {
    if (!for_each(piece.plain, body)) return false;
    for (const Second& second : piece.seconds)
      if (!for_each(second.by_content[p.at(second.square)], body)) return false;
    return true;
  }

  const OfPiece& of_piece(int square, int kind) const {
    return by_piece_[static_cast<std::size_t>(square) * PieceSet::most_kinds +
                     static_cast<std::size_t>(kind)];
  }
  static Numbers& with_second(OfPiece& piece, int square, Content content);
  bool add_without_piece(std::uint32_t number, const SquareDemands& squares);

  std::vector<OfPiece> by_piece_ =
      std::vector<OfPiece>(std::size_t{max_squares} * PieceSet::most_kinds);
  std::array<Numbers, max_squares> by_open_;  // actions that ask for no own piece
  Squares pieces_on_ = 0, open_ = 0;          // where there are any
  bool white_ = false;
  Numbers others_;
};

// What an action demands of hands and numbers of pieces. (Its conditions ask for no attacks.)
struct Gate {
  std::vector<HandDemand> hands;
  std::vector<GroundCondition> counts;

  // The same for two gates if and only if they are.
  std::string key() const;
};

// A gate, compiled.
class PieceGate {
 public:
  PieceGate(const Gate& gate, std::span<const tree::Hand> hand_kinds, int kinds);

  bool is_open(const PiecePosition& p) const {
    if (!hands_.holds(p)) return false;
    for (const PieceCondition& count : counts_)
      if (!count.holds(p, [](int, bool) { return false; })) return false;
    return true;
  }

 private:
  HandsDemand hands_;
  std::vector<PieceCondition> counts_;
};

class ActionIndex {
 public:
  // As for SquareIndex; what for_each calls the body for has passed the gate. Actions of a family
  // can be left out together.
  bool add(std::uint32_t number, const Gate& gate, const SquareDemands& squares,
           std::span<const tree::Hand> hand_kinds, bool white, int kinds, std::size_t family = 0);

  template <class Body>
  bool for_each(const PiecePosition& p, Body&& body) const {
    return for_each(
        p, [](std::size_t) { return true; }, body);
  }
  // Of the families that are wanted(family).
  template <class Wanted, class Body>
  bool for_each(const PiecePosition& p, const Wanted& wanted, Body&& body) const {
    for (const Gated& gated : gates_) {
      if (wanted(gated.family) && gated.gate.is_open(p) && !gated.index.for_each(p, body))
        return false;
    }
    return true;
  }

 private:
  struct Gated {
    std::string key;
    std::size_t family;
    PieceGate gate;
    SquareIndex index;
  };

  std::vector<Gated> gates_;
};

}  // namespace zermelo::bddl
