// SPDX-License-Identifier: MIT
// The rules of a variant at work: legal moves, what a position is after one, and how a game ends.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/value.h"
#include "gen/variant/board.h"
#include "gen/variant/position.h"
#include "gen/variant/variant.h"
#include "gen/variant/ways.h"

namespace zermelo::variant {

struct Move {
  enum class Type : std::uint8_t {
    quiet,
    capture,
    en_passant,
    castling,  // `to` is where the rook stands
    drop,      // from the hand; `from` is no_square
    pass       // from == to == no_square
  };
  Square from = no_square, to = no_square;
  Man man = no_man;  // what stands on `to` afterwards: what has moved, or promoted; for castling
                     // the king
  Type type = Type::quiet;
  bool first_step = false;  // by a way that may be answered en passant

  bool operator==(const Move&) const = default;
};

// Whether the game has ended in a position, and with what value for the side that would be to move.
struct Status {
  enum class Kind : std::uint8_t { goes_on, ended, impossible };
  Kind kind = Kind::goes_on;
  Outcome outcome = Outcome::draw;  // of an ended game

  bool operator==(const Status&) const = default;
};

// Immutable once made; any number of threads may use it. No function allocates but for lists of
// moves, which keep their memory when they are used again.
class Rules {
 public:
  // Throws IllegalPosition if the variant's start is no position of it.
  explicit Rules(Variant variant);

  const Variant& variant() const { return variant_; }
  const Ways& ways() const { return ways_; }
  const Board& board() const { return variant_.board; }

  // All legal moves, in an order that is the same on every machine; none if the game has ended().
  void legal_moves(const Position& position, std::vector<Move>& moves) const;
  // Plays a legal move.
  void apply(Position& position, const Move& move) const;

  // The end that the position itself shows, before any move is looked for: a king that has been
  // blown up, a flag that has been reached. Nothing in variants where only moves decide.
  std::optional<Outcome> ended(const Position& position) const;
  // What it is worth for the side to move that it has no legal move.
  Outcome without_moves(const Position& position) const;
  // Both questions; it looks for moves in `scratch`.
  Status status(const Position& position, std::vector<Move>& scratch) const;

  // Whether play can lead to it, as far as the rules show at a glance: men stand where their kinds
  // may, each side has its royal men, the side that has moved has not left them attacked, and the
  // side to move has not won before.
  bool possible(const Position& position) const;

  // Whether a man of this kind can come to stand on a square: pawns do not where they must promote.
  bool may_stand(int kind, Colour side, Square square) const;

  // Whether a square is attacked by this side's men.
  bool attacked(const Position& position, Square square, Colour by) const;
  // Whether the side's royal men are attacked.
  bool in_check(const Position& position, Colour side) const;

 private:
  struct Generator;

  static void leave_captures(std::vector<Move>& moves);
  bool is_extinct(const Position& position, Colour side) const;
  static int count_of(const Position& position, int kind, Colour side);
  bool has_flag(const Position& position, Colour side) const;
  void find_standing();
  void follow_men_from_start();
  SquareSet reachable(int kind, Colour side, SquareSet begin) const;
  void leave_out_immobile();
  bool is_immobile(const Move& move, Colour mover) const;
  bool left_safe(const Position& after, Colour mover) const;
  bool facing(const Position& position) const;
  bool on_one_line(Square a, Square b) const;
  bool is_royal(Man man) const;
  bool attacked_on(const Position& position, Square square, Colour by,
                   const SquareSet& occupied) const;

  void add_promotions(int kind, Colour colour, const Position& position, Move move,
                      std::vector<Move>& moves) const;
  bool may_have_another(int kind, Colour colour, const Position& position) const;
  void add_castling(const Position& position, std::vector<Move>& moves) const;
  Square castling_king_square(const Position& position, Colour side) const;
  bool passes_attack(const Position& position, Square king, Square to) const;

  bool moves_a_pawn(const Position& position, const Move& move) const;
  void castle(Position& position, const Move& move) const;
  void forget_castling(Position& position, const Move& move) const;
  void set_en_passant(Position& position, const Move& move) const;
  bool can_take_en_passant(const Position& position, Square square) const;

  Variant variant_;
  Ways ways_;
  KindSet royal_;
  int pawn_ = no_kind;
  std::vector<Both<SquareSet>> standing_;  // of each kind
};

}  // namespace zermelo::variant
