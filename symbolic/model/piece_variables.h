// SPDX-License-Identifier: MIT
// The state variables of games in version 2 of BDDL. Each square has a binary number, 0 if it is
// open and else the number of the piece's kind among those that can stand there, and a variable
// that says whether the piece is black. Each hand is a binary number. Variables that would never
// change are left out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/bddl/possible_material.h"
#include "gen/grid/piece_position.h"
#include "symbolic/model/model.h"
#include "symbolic/model/state_bits.h"

namespace zermelo::symbolic {

// A value for each variable: inputs of a graph, or functions of them.
using PieceValues = std::vector<Literal>;

// Immutable and thread-safe.
class PieceVariables {
 public:
  PieceVariables(const bddl::PossibleMaterial& material, std::span<const bddl::tree::Hand> hands,
                 PieceSet pieces);

  // As many as a model has; with one kind of pieces "piece a1" and "black a1", as in other models.
  const std::vector<std::string>& names() const { return names_; }
  const PieceSet& pieces() const { return pieces_; }
  bddl::ContentSet possible(int square) const { return at(square).possible; }

  // The number of the square's first variable, and how many it has.
  std::pair<int, int> of_square(int square) const {
    return {at(square).first, at(square).variables()};
  }

  // A position that no board stands for gives a board of another one.
  BoardState board(const PiecePosition& p) const;
  PiecePosition position(const BoardState& board, Side to_move) const;

  // --- In circuits -------------------------------------------------------------------------------

  // Whether the values of the square's variables stand for anything that can be there.
  Literal is_possible(Aig& aig, const PieceValues& values, int square) const;
  // Whether the square holds one of these, if it holds anything that is possible.
  Literal holds(Aig& aig, const PieceValues& values, int square, bddl::ContentSet set) const;
  // Whether the square holds the same.
  Literal same(Aig& aig, const PieceValues& a, const PieceValues& b, int square) const;
  std::vector<Literal> in_hand(const PieceValues& values, bool white, int hand) const;

  void put(PieceValues& values, int square, Content content) const;
  // What is on `from` in `before`.
  void copy(Aig& aig, const PieceValues& before, int from, PieceValues& values, int to) const;
  void set_in_hand(PieceValues& values, bool white, int hand,
                   std::span<const Literal> number) const;

 private:
  struct SquareVariables {
    bddl::ContentSet possible;
    std::array<std::uint8_t, PieceSet::most_kinds> number_of_kind{};  // from 1; 0: none stands here
    int first = 0, bits = 0;                                          // of the number
    bool has_colour = false;  // its variable is the next one
    // By the values of the variables, as a number whose bit 0 is the first one.
    std::vector<std::optional<Content>> contents;

    int variables() const { return bits + (has_colour ? 1 : 0); }
  };
  struct HandVariables {
    int kind = 0;
    int first = 0, bits = 0;
  };

  const SquareVariables& at(int square) const { return squares_[static_cast<std::size_t>(square)]; }
  const HandVariables& hand_of(bool white, int hand) const {
    return hands_[white ? 1 : 0][static_cast<std::size_t>(hand)];
  }
  void add_square(int square, bddl::ContentSet possible);
  void add_hand(bool white, const bddl::tree::Hand& hand, int most);
  // The place of a possible content in `contents`.
  static unsigned code_of(const SquareVariables& square, Content content);
  // The square's variables.
  static std::span<const Literal> of(const SquareVariables& square, const PieceValues& values);

  PieceSet pieces_;
  std::vector<std::string> names_;
  std::vector<SquareVariables> squares_;
  std::array<std::vector<HandVariables>, 2> hands_;
};

}  // namespace zermelo::symbolic
