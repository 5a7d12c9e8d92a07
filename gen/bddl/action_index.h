// SPDX-License-Identifier: MIT
// Finds the actions that a position may allow: by what two squares must hold, or by what is in hand
// and which square is open, instead of trying all.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gen/bddl/contents.h"
#include "gen/bddl/ground_condition.h"
#include "gen/grid/piece_position.h"

namespace zermelo::bddl {

class ActionIndex {
 public:
  // What an action demands. `hand`: a kind of which one must be in hand.
  struct Demand {
    std::vector<std::pair<int, ContentSet>> squares;
    std::optional<int> hand;
  };

  // Of actions of one side. Returns whether for_each calls body(number) only where all squares are
  // as demanded, and something is in hand. All are added before the first for_each.
  bool add(std::uint32_t number, const Demand& demand, bool white, int kinds);

  // Calls body(number) for the actions that p, with their side to move, may allow, until it returns
  // false. Returns whether it never did.
  template <class Body>
  bool for_each(const PiecePosition& p, Body&& body) const {
    for (Squares own = p.own(); own != 0; own &= own - 1) {
      const int square = std::countr_zero(own);
      if (!for_each(of_piece(square, kind_of(p.at(square))), p, body)) return false;
    }
    for (const InHand& hand : in_hand_) {
      if (p.in_hand(p.white_to_move, hand.kind) == 0) continue;
      for (Squares open = hand.squares & ~p.occupied(); open != 0; open &= open - 1) {
        for (const std::uint32_t n :
             hand.by_square[static_cast<std::size_t>(std::countr_zero(open))])
          if (!body(n)) return false;
      }
      for (const std::uint32_t n : hand.others)
        if (!body(n)) return false;
    }
    for (const std::uint32_t n : others_)
      if (!body(n)) return false;
    return true;
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
  struct InHand {
    int kind;
    Squares squares = 0;
    std::array<Numbers, max_squares> by_square;
    Numbers others;
  };

  template <class Body>
  static bool for_each(const OfPiece& piece, const PiecePosition& p, Body& body) {
    for (const std::uint32_t n : piece.plain)
      if (!body(n)) return false;
    for (const Second& second : piece.seconds) {
      for (const std::uint32_t n : second.by_content[p.at(second.square)])
        if (!body(n)) return false;
    }
    return true;
  }

  const OfPiece& of_piece(int square, int kind) const {
    return by_piece_[static_cast<std::size_t>(square)][static_cast<std::size_t>(kind)];
  }
  static Numbers& with_second(OfPiece& piece, int square, Content content);
  bool add_in_hand(std::uint32_t number, const Demand& demand);

  std::array<std::array<OfPiece, PieceSet::most_kinds>, max_squares> by_piece_;
  std::vector<InHand> in_hand_;
  Numbers others_;
};

}  // namespace zermelo::bddl
