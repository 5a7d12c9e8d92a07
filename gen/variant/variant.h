// SPDX-License-Identifier: MIT
// The settled rules of one chess variant: what a section of a variants.ini says after inheritance.
// Options have the names that players know them by from Fairy-Stockfish's variants.ini; what they
// mean is in docs/variants.md.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/value.h"
#include "gen/variant/betza.h"
#include "gen/variant/board.h"

namespace zermelo::variant {

// One of something for each side.
template <class T>
struct Both {
  T black{}, white{};

  constexpr const T& operator[](Colour colour) const {
    return colour == Colour::white ? white : black;
  }
  constexpr T& operator[](Colour colour) { return colour == Colour::white ? white : black; }
  bool operator==(const Both&) const = default;
};

// Kinds of men are numbered from 0, in Variant::kinds.
inline constexpr int no_kind = -1;
inline constexpr int most_kinds = 120;
using KindSet = SquareSet;  // (Of numbers below 128, as well.)

// A kind of man. Promoted men that must remember what they were (shogi's +P, crazyhouse's Q~) are
// kinds of their own.
struct Kind {
  std::string name;    // "knight", "customPiece3", "promoted pawn"
  std::string symbol;  // as in a FEN, for White: "N", "+P", "Q~"
  std::string betza;   // how it moves
  std::vector<Step> steps;
  Both<SquareSet> region;     // where it may go, and where it gives check
  bool royal = false;         // the side has lost if it is attacked and cannot be saved
  int promotes_to = no_kind;  // "+P" of "P"
  int demotes_to = no_kind;   // "P" of "+P" and of "Q~": what it is in the taker's hand
  int looks_like = no_kind;   // "G" of "+P" where it moves as G; itself for ordinary kinds

  bool operator==(const Kind&) const = default;
};

// What an end of the game is worth for the side that would be to move.
using EndValue = std::optional<Outcome>;

struct Variant {
  std::string name;
  Board board;
  std::vector<Kind> kinds;
  std::string start;  // FEN

  // Pawns and promotion.
  KindSet double_steppers;             // kinds whose steps with `i` are bound to this region:
  Both<SquareSet> double_step_region;  // where a first step may begin
  Both<SquareSet> triple_step_region;
  Both<KindSet> promotion_pawns;
  Both<KindSet> promotion_kinds;
  Both<SquareSet> promotion_region;
  std::vector<int> promotion_limit;  // of each kind, how many a side may have: -1 for no limit
  bool mandatory_pawn_promotion = true;
  bool mandatory_piece_promotion = false;
  bool promotion_on_capture = false;  // a man that promotes by promotes_to does so only then
  bool demotion = false;              // promoted men may step back to what they were
  Both<SquareSet> en_passant_region;
  Both<KindSet> en_passant_kinds;
  int soldier = no_kind;  // steps sideways only from soldier_rank (relative, from 0) on
  int soldier_rank = 0;

  // Castling, which only positions with rights have; tables do not.
  bool castling = true;
  int castling_rank = 0;           // relative, from 0
  int castling_kingside_file = 6;  // where the king goes, from 0
  int castling_queenside_file = 2;
  int castling_king_file = 4;
  Both<int> castling_king{no_kind, no_kind};
  Both<KindSet> castling_rooks;
  std::array<int, 2> castling_rook_files{-1, -1};  // queen's side, king's side; -1: outermost

  bool immobility_illegal = false;  // men may not come to where they could never move again
  int n_move_rule = 50;             // in moves of both sides; 0 for none
  Both<KindSet> n_move_kinds;       // whose moves it begins anew from

  bool flying_general = false;  // royal men may not see each other along a line
  SquareSet diagonal_lines;

  // Ends.
  Outcome stalemate = Outcome::draw;  // the mover's
  Outcome checkmate = Outcome::loss;
  bool stalemate_by_count = false;  // stalemate is a loss for the side with fewer men

  bool operator==(const Variant&) const = default;

  // By its symbol, such as "N", and by its name; no_kind if there is none.
  int kind_of(std::string_view symbol) const;
  int kind_named(std::string_view kind_name) const;
};

}  // namespace zermelo::variant
