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
  // The cannon of janggi hops over no man of its own kind, of either side, and takes none.
  bool shuns_own_kind = false;

  bool operator==(const Kind&) const = default;
};

// What an end of the game is worth for the side that would be to move.
using EndValue = std::optional<Outcome>;

// Who has won where the rules count the men that are left.
enum class MaterialCounting : std::uint8_t { none, janggi, unweighted, white_wins, black_wins };

// An end of the game when a side's men stand in a row or in a square, or lead across the board. It
// is looked for after that side's move.
struct Connection {
  int row = 0;        // men next to each other in a row; 0 for no such end
  int square = 0;     // of so many files and ranks, all with men
  int collinear = 0;  // men on one line, with anything between them
  bool horizontal = true, vertical = true, diagonal = true;
  KindSet kinds;
  Both<SquareSet> from, to;      // a chain of men from one region to the other
  Outcome value = Outcome::win;  // of the side whose men they are

  bool operator==(const Connection&) const = default;
};

// Men in hand, and how they are dropped.
struct Drops {
  bool allowed = false;
  bool captures_to_hand = false;  // what is taken comes into the taker's hand, demoted
  bool keep_promotion = false;    // ... but for what is promoted
  bool promoted = false;          // a man may be dropped in its promoted state
  bool checks = true;             // a drop may give check to a king
  bool pawns_on_first_rank = false;
  bool pawns_in_promotion_region = false;
  bool no_pawn_mate = false;  // shogi's pawn may not be dropped with mate
  bool bishops_on_both_shades = false;
  bool castling = false;  // dropped kings and rooks may castle
  Both<SquareSet> region;
  KindSet not_doubled;  // are dropped on no file with `most_on_file` of them
  int most_on_file = 1;
  bool mandatory = false;  // as long as one of these kinds is in hand
  KindSet mandatory_kinds;
  std::vector<int> order;  // of kinds, as hands are written in FENs

  bool operator==(const Drops&) const = default;
};

// Whose rules say how many moves the weaker side counts before it draws. Moves and tables are not
// concerned.
enum class CountingRule : std::uint8_t { none, makruk, cambodian, asean };

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
  // From and to these squares rooks, cannons, soldiers and men that step along ranks and files go
  // diagonally as well: the palaces of janggi.
  SquareSet diagonal_lines;
  KindSet mutually_immune;       // take no man of their own kind
  bool makpong = false;          // a king in check may only take the man that gives it
  Both<bool> pass;               // instead of a move; the second pass in a row ends the game
  Both<bool> pass_on_stalemate;  // ... only without other moves, whatever `pass` says
  bool blast = false;            // a capture removes the taker, and all men next to it but pawns
  KindSet blast_immune;
  Drops drops;

  // Ends.
  Outcome stalemate = Outcome::draw;  // the mover's
  Outcome checkmate = Outcome::loss;
  // What it is worth for a side that no more than `extinction_count` of its men of one of these
  // kinds are left (or of all its men, if `extinction_of_all`), while the other side has at least
  // `extinction_opponent_count` of them, and one more if the poor side is to move and the end must
  // be claimed.
  EndValue extinction;
  KindSet extinction_kinds;
  bool extinction_of_all = false;
  int extinction_count = 0, extinction_opponent_count = 0;
  bool extinction_claim = false;
  // The last men of these kinds, no more of them than `extinction_count` and one, may not be left
  // attacked; and, where checks are counted together, not all men of these kinds at once.
  bool pseudo_royal = false, duple_check = false;
  bool counts_checks = false;  // who has given so many checks to a king has won:
  Both<int> checks{1, 1};      // at the start
  // A side that moves so many of these men into its region wins.
  Both<KindSet> flag_kinds;
  Both<SquareSet> flag_region;
  int flag_count = 1;
  bool flag_move = false;     // the other side has a reply, if it is White who comes first
  bool flag_safe = false;     // only men that are not attacked
  bool flag_blocked = false;  // one such man is enough if the region has no free square
  Connection connection;
  MaterialCounting counting = MaterialCounting::none;
  bool full_board_ends = false;     // by counting
  bool must_capture = false;        // unless only other moves answer a check
  bool checking = true;             // false: giving check to a king is illegal
  bool stalemate_by_count = false;  // `stalemate` is for the side with fewer men
  CountingRule counting_rule = CountingRule::none;
  // What play that never ends is worth: to White, unless who from some move on gives check with
  // each move loses by that. Moves are not concerned.
  Outcome endless = Outcome::draw;
  bool perpetual_check_loses = false;
  // Where it depends on more: the option, the reason and the way out, as a sentence without a full
  // stop.
  std::string endless_rule;

  bool operator==(const Variant&) const = default;

  // Whether play that never ends may be more than a draw.
  bool has_endless_rule() const {
    return endless != Outcome::draw || perpetual_check_loses || !endless_rule.empty();
  }
  // By its symbol, such as "N", and by its name; no_kind if there is none.
  int kind_of(std::string_view symbol) const;
  int kind_named(std::string_view kind_name) const;
};

}  // namespace zermelo::variant
