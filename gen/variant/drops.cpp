// SPDX-License-Identifier: MIT
// Men in hand: how they come there, and how they are dropped.
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <string_view>
#include <utility>

#include "gen/variant/moves.h"

namespace zermelo::variant {
namespace {

SquareSet rank_squares(const Board& board, int rank) {
  SquareSet squares;
  for (int file = 0; file < board.files; ++file) squares.add(board.square(file, rank));
  return squares;
}

SquareSet file_squares(const Board& board, int file) {
  SquareSet squares;
  for (int rank = 0; rank < board.ranks; ++rank) squares.add(board.square(file, rank));
  return squares;
}

SquareSet dark_squares(const Board& board) {
  SquareSet squares;
  for (Square s = 0; s < board.size(); ++s) {
    if ((board.file(s) + board.rank(s)) % 2 == 0) squares.add(s);
  }
  return squares;
}

}  // namespace

SquareSet Rules::drop_squares(int kind, Colour side) const {
  const Drops& d = variant_.drops;
  const Board& board = variant_.board;
  SquareSet squares = d.region[side] & variant_.kinds[static_cast<std::size_t>(kind)].region[side];
  if (kind == pawn_ && !d.pawns_in_promotion_region) squares &= ~variant_.promotion_region[side];
  if (kind == pawn_ && !d.pawns_on_first_rank)
    squares &= ~rank_squares(board, side == Colour::white ? 0 : board.ranks - 1);
  return squares;
}

void Rules::add_drops(const Position& position, std::vector<Move>& moves) const {
  const Colour side = position.to_move;
  const SquareSet free = board().all() & ~position.occupied();
  for (const int kind : variant_.drops.order) {
    if (position.hands[side][static_cast<std::size_t>(kind)] == 0) continue;
    const Kind& what = variant_.kinds[static_cast<std::size_t>(kind)];
    for (const Square square : drop_squares(kind, side) & free & ~doubled(position, kind)) {
      if (kind == bishop_ && !leaves_both_shades(position, square)) continue;
      Move move{no_square, square, man_of(kind, side), Move::Type::drop, false};
      moves.push_back(move);
      if (!variant_.drops.promoted || what.promotes_to == no_kind) continue;
      move.man = man_of(what.promotes_to, side);
      moves.push_back(move);
    }
  }
}

// The files on which the mover has as many of these men as there may be.
SquareSet Rules::doubled(const Position& position, int kind) const {
  const Drops& d = variant_.drops;
  SquareSet squares;
  if (!d.not_doubled.contains(static_cast<Square>(kind))) return squares;
  const SquareSet men = men_of_type(position, kind, position.to_move);
  for (int file = 0; file < board().files; ++file) {
    const SquareSet on_file = file_squares(board(), file);
    if ((men & on_file).count() >= d.most_on_file) squares |= on_file;
  }
  return squares;
}

// A bishop is dropped where there is none on squares of this shade.
bool Rules::leaves_both_shades(const Position& position, Square square) const {
  if (!variant_.drops.bishops_on_both_shades) return true;
  const SquareSet dark = dark_squares(board());
  const SquareSet shade = dark.contains(square) ? dark : ~dark;
  return !men_of_type(position, bishop_, position.to_move).meets(shade);
}

// Whether bishops in hand still find squares of the shades that they need.
bool Rules::leaves_room_for_bishops(const Position& after, Colour side) const {
  if (!variant_.drops.bishops_on_both_shades || bishop_ == no_kind) return true;
  const SquareSet dark = dark_squares(board());
  const SquareSet bishops = men_of_type(after, bishop_, side);
  const SquareSet free = drop_squares(bishop_, side) & ~after.occupied();
  int room = 0;
  for (const SquareSet& shade : {dark, ~dark})
    room += !bishops.meets(shade) && free.meets(shade) ? 1 : 0;
  return room >= after.hands[side][static_cast<std::size_t>(bishop_)];
}

bool Rules::must_drop(const Position& position) const {
  if (!variant_.drops.mandatory) return false;
  for (const Square kind : variant_.drops.mandatory_kinds) {
    if (position.hands[position.to_move][kind] > 0) return true;
  }
  return false;
}

// What has been checked of every other move holds of a drop.
bool Rules::is_legal_drop(const Move& move, const Position& after) const {
  const Colour mover = opponent_of(after.to_move);
  const Drops& d = variant_.drops;
  if (!leaves_room_for_bishops(after, mover)) return false;
  const bool pawn_may_mate = !d.no_pawn_mate || kind_of_man(move.man) != shogi_pawn_;
  if (!d.checks && royal_attacked(after, after.to_move)) return false;
  // (Also where the check itself ends the game.)
  if (pawn_may_mate || !in_check(after, after.to_move) || ended(after)) return true;
  std::vector<Move> answers;
  list_moves(after, answers);
  return !answers.empty();
}

// What a drop takes out of the hand.
int Rules::kind_dropped(const Move& move) const {
  const int kind = kind_of_man(move.man);
  return is_promoted(kind) ? variant_.kinds[static_cast<std::size_t>(kind)].demotes_to : kind;
}

int Rules::kind_in_hand(int kind) const {
  const Kind& what = variant_.kinds[static_cast<std::size_t>(kind)];
  if (variant_.drops.keep_promotion) return what.looks_like;
  return what.demotes_to == no_kind ? kind : what.demotes_to;
}

void Rules::take_to_hand(Position& position, Man man) const {
  const auto kind = static_cast<std::size_t>(kind_in_hand(kind_of_man(man)));
  assert(kind < most_kinds_in_hand);
  ++position.hands[opponent_of(colour_of_man(man))][kind];
}

}  // namespace zermelo::variant
