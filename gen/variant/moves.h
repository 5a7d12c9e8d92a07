// SPDX-License-Identifier: MIT
// The rules of a variant at work: legal moves, what a position is after one, and how a game ends.
#pragma once

#include <cstddef>
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
    pass       // from == to == no_square, and no man
  };
  Square from = no_square, to = no_square;
  Man man = no_man;  // what stands on `to` afterwards: what has moved, or promoted; for castling
                     // the king
  Type type = Type::quiet;
  bool first_step = false;  // by a way that may be answered en passant

  bool operator==(const Move&) const = default;
};

// What Black, who moves second, has ahead when men are counted in janggi: one and a half, twice.
inline constexpr int janggi_odds = 3;

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
  // That a pawn of shogi may not be dropped with mate is a rule here; for Fairy-Stockfish it is a
  // move that loses.
  void legal_moves(const Position& position, std::vector<Move>& moves) const;
  // Plays a legal move.
  void apply(Position& position, const Move& move) const;
  // Forgets the squares passed on which nobody can take, where they do not count: apply() leaves
  // none of them, but FENs may have some.
  void drop_idle_en_passant(Position& position) const;

  // The end that the position itself shows, before any move is looked for: a king that has been
  // blown up, a flag that has been reached. Nothing in variants where only moves decide.
  std::optional<Outcome> ended(const Position& position) const;
  // What it is worth for the side to move that it has no legal move.
  Outcome without_moves(const Position& position) const;
  // Both questions; it looks for moves in `scratch`.
  Status status(const Position& position, std::vector<Move>& scratch) const;

  // Whether play can lead to it, as far as the rules show at a glance: men stand where their kinds
  // may, each side has as many royal men as at the start, the side that has moved has not left them
  // attacked, and the side to move has not won before.
  bool possible(const Position& position) const;

  // Whether a man of this kind can come to stand on a square: pawns do not where they must promote.
  bool may_stand(int kind, Colour side, Square square) const;

  // Where men of a kind may be dropped, as far as other men and immobility do not matter.
  SquareSet drop_squares(int kind, Colour side) const;
  // What a man is in the hand of the side that takes it.
  int kind_in_hand(int kind) const;
  // The kind that is made of a pawn: where it must be told from others, one of its own.
  int promoted_pawn(int kind) const;
  // Whether it is "+P" of a "P".
  bool is_promoted(int kind) const;
  // What a drop takes from the hand: it may come to the board promoted.
  int kind_dropped(const Move& move) const;

  // What a man of this kind counts in janggi, twice: rooks 26, pawns 4.
  int janggi_points(int kind) const;

  // Whether a square is attacked by this side's men.
  bool attacked(const Position& position, Square square, Colour by) const;
  // Whether a royal man of the side is attacked, which makes a check of the move before.
  bool royal_attacked(const Position& position, Colour side) const;
  // The same, or one that is royal as the last of its kind.
  bool in_check(const Position& position, Colour side) const;

 private:
  struct Generator;

  // moves.cpp: what can be played.
  void list_moves(const Position& position, std::vector<Move>& moves) const;
  bool is_legal(const Position& position, const Move& move, Position& after) const;
  bool breaks_makpong(const Position& position, const Move& move) const;
  bool takes_immune(const Position& position, const Move& move) const;
  void add_pass(const Position& position, std::vector<Move>& moves) const;
  static void leave_captures(std::vector<Move>& moves);
  void leave_drops(std::vector<Move>& moves) const;
  bool is_immobile(const Position& position, const Move& move) const;
  void add_promotions(int kind, Colour colour, const Position& position, Move move,
                      std::vector<Move>& moves) const;
  bool may_have_another(int type, Colour colour, const Position& position) const;
  void add_castling(const Position& position, std::vector<Move>& moves) const;
  Square castling_king_square(const Position& position, Colour side) const;
  bool passes_attack(const Position& position, Square king, Square to) const;

  // moves.cpp: what a position is after a move.
  struct Castled {
    Square king, rook;
  };
  Castled castled_to(const Position& position, const Move& move) const;
  bool moves_a_pawn(const Position& position, const Move& move) const;
  void castle(Position& position, const Move& move) const;
  void take_and_put(Position& position, const Move& move) const;
  void blow_up(Position& position, Square centre) const;
  void forget_castling(Position& position, const Move& move, Square king) const;
  void drop_castling(Position& position, Square square) const;
  void set_en_passant(Position& position, const Move& move) const;
  bool can_take_en_passant(const Position& position, Square square) const;

  // drops.cpp
  void add_drops(const Position& position, std::vector<Move>& moves) const;
  SquareSet doubled(const Position& position, int kind) const;
  bool leaves_both_shades(const Position& position, Square square) const;
  bool leaves_room_for_bishops(const Position& after, Colour side) const;
  bool must_drop(const Position& position) const;
  bool is_legal_drop(const Move& move, const Position& after) const;
  void take_to_hand(Position& position, Man man) const;

  // ends.cpp
  bool is_extinct(const Position& position, Colour side) const;
  int count_of(const Position& position, int type, Colour side) const;
  static int in_hand(const Position& position, Colour side);
  std::optional<Outcome> ended_by_flag(const Position& position) const;
  bool both_flags_draw(Colour mover) const;
  bool kings_carry_flag(Colour side) const;
  bool king_can_follow(const Position& position) const;
  bool has_flag(const Position& position, Colour side, bool safe) const;
  bool can_have_checks(const Position& position) const;
  int royal_men(const Position& position, Colour side) const;
  void count_royal_men();
  bool is_connected(const Position& position, Colour side) const;
  Outcome counted(const Position& position) const;
  Outcome stalemated(const Position& position) const;

  // royalty.cpp
  bool attacks(const Position& position, Square from, Square to, const SquareSet& occupied) const;
  bool meets_own_kind(const Position& position, int kind, const Way& way) const;
  bool attacked_on(const Position& position, Square square, Colour by,
                   const SquareSet& occupied) const;
  bool is_royal(Man man) const;
  SquareSet men_of_type(const Position& position, int type, Colour side) const;
  SquareSet last_men(const Position& position, Colour side) const;
  SquareSet last_men_after(const Position& before, const Move& move) const;
  bool promotes_pawn(const Position& before, const Move& move) const;
  bool last_man_attacked(const Position& position, Square square,
                         const SquareSet& last_of_others) const;
  SquareSet neighbours(Square square) const;
  bool all_attacked(const Position& position, Colour side, const SquareSet& last_of_others) const;
  bool facing(const Position& position) const;
  bool on_one_line(Square a, Square b) const;
  bool left_safe(const Position& after, Colour mover) const;
  bool is_safe(const Position& before, const Move& move, const Position& after) const;

  // standing.cpp: where men can come to stand.
  void find_standing();
  void add_where_men_promote();
  void follow_men_from_start();
  SquareSet reachable(int kind, Colour side, SquareSet begin) const;
  void leave_out_immobile();

  // What a kind counts as: promoted men are what they look like.
  int type_of_kind(int kind) const {
    return variant_.kinds[static_cast<std::size_t>(kind)].looks_like;
  }
  int type_of(Man man) const { return type_of_kind(kind_of_man(man)); }

  Variant variant_;
  Ways ways_;
  KindSet royal_;
  std::optional<Both<int>> royal_number_;  // of men, if it never changes
  int pawn_ = no_kind, shogi_pawn_ = no_kind, bishop_ = no_kind;
  std::vector<Both<SquareSet>> standing_;  // of each kind
};

}  // namespace zermelo::variant
