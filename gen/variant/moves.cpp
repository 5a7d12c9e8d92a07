// SPDX-License-Identifier: MIT
#include "gen/variant/moves.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <span>
#include <utility>

#include "gen/variant/fen.h"

namespace zermelo::variant {
namespace {

int absolute_rank(const Board& board, int relative, Colour side) {
  return side == Colour::white ? relative : board.ranks - 1 - relative;
}

SquareSet span_of(Square a, Square b) {
  SquareSet squares;
  for (int s = std::min(a, b); s <= std::max(a, b); ++s) squares.add(static_cast<Square>(s));
  return squares;
}

}  // namespace

Rules::Rules(Variant variant) : variant_(std::move(variant)), ways_(variant_) {
  for (std::size_t kind = 0; kind < variant_.kinds.size(); ++kind) {
    if (variant_.kinds[kind].royal) royal_.add(static_cast<Square>(kind));
  }
  pawn_ = variant_.kind_named("pawn");
  shogi_pawn_ = variant_.kind_named("shogiPawn");
  bishop_ = variant_.kind_named("bishop");
  find_standing();
  count_royal_men();
}

// Lists the moves of one position, those included that leave the mover's king attacked.
struct Rules::Generator {
  const Rules& rules;
  const Position& position;
  std::vector<Move>& moves;
  const Colour mover = position.to_move, other = opponent_of(mover);
  const SquareSet occupied = position.occupied();

  std::size_t first = 0;  // of the moves of one man

  void men() {
    for (const Square from : position.of[mover]) {
      first = moves.size();
      const int kind = kind_of_man(position.men[from]);
      const std::span<const Way> ways = rules.ways_.from(mover, kind, from);
      for (std::size_t i = 0; i < ways.size(); ++i) {
        if (is_open(ways[i], occupied) && goes_over(kind, ways[i]))
          go(kind, ways[i]);
        else
          i += ways[i].barred_too;
      }
    }
  }

  bool goes_over(int kind, const Way& way) const {
    return !rules.variant_.kinds[static_cast<std::size_t>(kind)].shuns_own_kind ||
           !rules.meets_own_kind(position, kind, way);
  }

  void go(int kind, const Way& way) {
    Move move{way.from, way.to, man_of(kind, mover), Move::Type::quiet, false};
    if (!occupied.contains(way.to)) {
      if (way.en_passant && position.en_passant.contains(way.to)) {
        move.type = Move::Type::en_passant;
      } else if (!way.quiet) {
        return;
      } else if (way.initial) {
        move.first_step = true;
      }
    } else {
      if (!way.capture || !position.of[other].contains(way.to)) return;
      move.type = Move::Type::capture;
    }
    if (!has_gone(move)) rules.add_promotions(kind, mover, position, move, moves);
  }

  // (A rider that leaps as well comes to some squares in two ways.)
  bool has_gone(const Move& move) const {
    return std::any_of(moves.begin() + static_cast<std::ptrdiff_t>(first), moves.end(),
                       [&](const Move& m) { return m.to == move.to && m.type == move.type; });
  }
};

void Rules::legal_moves(const Position& position, std::vector<Move>& moves) const {
  moves.clear();
  if (!ended(position)) list_moves(position, moves);
}

// Those of a position in which the game has not ended.
void Rules::list_moves(const Position& position, std::vector<Move>& moves) const {
  Generator generator{*this, position, moves};
  generator.men();
  if (variant_.castling) add_castling(position, moves);
  if (variant_.pass[position.to_move] && !variant_.pass_on_stalemate[position.to_move])
    add_pass(position, moves);
  if (variant_.drops.allowed) add_drops(position, moves);
  Position after;
  const auto is_illegal = [&](const Move& move) { return !is_legal(position, move, after); };
  std::erase_if(moves, is_illegal);
  if (variant_.must_capture) leave_captures(moves);
  if (must_drop(position)) leave_drops(moves);
  if (!moves.empty() || !variant_.pass_on_stalemate[position.to_move]) return;
  add_pass(position, moves);
  std::erase_if(moves, is_illegal);
}

bool Rules::is_legal(const Position& position, const Move& move, Position& after) const {
  if (move.type != Move::Type::pass) {
    if (is_immobile(position, move) || takes_immune(position, move)) return false;
    if (variant_.makpong && breaks_makpong(position, move)) return false;
  }
  after = position;
  apply(after, move);
  if (!is_safe(position, move, after)) return false;
  if (!variant_.checking && royal_attacked(after, after.to_move)) return false;
  return move.type != Move::Type::drop || is_legal_drop(move, after);
}

// A king in check stays, or takes the only man that gives it.
bool Rules::breaks_makpong(const Position& position, const Move& move) const {
  if (move.from == no_square || !is_royal(position.men[move.from])) return false;
  const Colour other = opponent_of(position.to_move);
  SquareSet checkers;
  for (const Square from : position.of[other]) {
    if (attacks(position, from, move.from, position.occupied())) checkers.add(from);
  }
  return !checkers.empty() && checkers != SquareSet::of(move.to);
}

bool Rules::takes_immune(const Position& position, const Move& move) const {
  if (move.type != Move::Type::capture || variant_.mutually_immune.empty()) return false;
  const int taken = type_of(position.men[move.to]);
  return type_of(position.men[move.from]) == taken &&
         variant_.mutually_immune.contains(static_cast<Square>(taken));
}

// (Whoever has no man on the board cannot pass, as chess programs write a pass with a man.)
void Rules::add_pass(const Position& position, std::vector<Move>& moves) const {
  if (position.of[position.to_move].empty()) return;
  moves.push_back({no_square, no_square, no_man, Move::Type::pass, false});
}

void Rules::leave_captures(std::vector<Move>& moves) {
  const auto quiet = [](const Move& move) {
    return move.type != Move::Type::capture && move.type != Move::Type::en_passant;
  };
  if (!std::all_of(moves.begin(), moves.end(), quiet)) std::erase_if(moves, quiet);
}

// Men that must be dropped come before all others; other moves wait until they find no square.
void Rules::leave_drops(std::vector<Move>& moves) const {
  const auto is_drop = [](const Move& move) { return move.type == Move::Type::drop; };
  std::erase_if(moves, [&](const Move& move) {
    return is_drop(move) &&
           !variant_.drops.mandatory_kinds.contains(static_cast<Square>(kind_dropped(move)));
  });
  if (std::any_of(moves.begin(), moves.end(), is_drop))
    std::erase_if(moves, [&](const Move& move) { return !is_drop(move); });
}

// (Promotion may bring men that never move.)
bool Rules::is_immobile(const Position& position, const Move& move) const {
  if (!variant_.immobility_illegal || move.type == Move::Type::castling) return false;
  if (move.type != Move::Type::drop && position.men[move.from] != move.man) return false;
  return ways_.from(position.to_move, kind_of_man(move.man), move.to).empty();
}

// A move to a square as it is, and with every promotion that it allows.
void Rules::add_promotions(int kind, Colour colour, const Position& position, Move move,
                           std::vector<Move>& moves) const {
  const Variant& v = variant_;
  const Kind& what = v.kinds[static_cast<std::size_t>(kind)];
  const SquareSet& zone = v.promotion_region[colour];
  const bool pawn = v.promotion_pawns[colour].contains(static_cast<Square>(kind));
  const bool arrives = zone.contains(move.to);
  bool must = false;
  if (pawn && arrives) {
    must = v.mandatory_pawn_promotion;
    for (const Square promoted : v.promotion_kinds[colour]) {
      if (!may_have_another(promoted, colour, position)) continue;
      Move promotion = move;
      promotion.man = man_of(promoted_pawn(promoted), colour);
      moves.push_back(promotion);
    }
  }
  const bool may_change = (arrives || zone.contains(move.from)) &&
                          (!v.promotion_on_capture || move.type == Move::Type::capture);
  if (what.promotes_to != no_kind && may_change &&
      may_have_another(type_of_kind(what.promotes_to), colour, position)) {
    Move promotion = move;
    promotion.man = man_of(what.promotes_to, colour);
    moves.push_back(promotion);
    must = must || v.mandatory_piece_promotion;
  }
  if (v.demotion && is_promoted(kind) && may_change) {
    Move demotion = move;
    demotion.man = man_of(what.demotes_to, colour);
    moves.push_back(demotion);
    must = must || v.mandatory_piece_promotion;
  }
  if (!must) moves.push_back(move);
}

int Rules::promoted_pawn(int kind) const {
  const int told = variant_.kind_of(variant_.kinds[static_cast<std::size_t>(kind)].symbol + "~");
  return told == no_kind ? kind : told;
}

bool Rules::is_promoted(int kind) const {
  const int low = variant_.kinds[static_cast<std::size_t>(kind)].demotes_to;
  return low != no_kind && variant_.kinds[static_cast<std::size_t>(low)].promotes_to == kind;
}

bool Rules::may_have_another(int type, Colour colour, const Position& position) const {
  const int limit = variant_.promotion_limit[static_cast<std::size_t>(type)];
  return limit < 0 || men_of_type(position, type, colour).count() < limit;
}

void Rules::add_castling(const Position& position, std::vector<Move>& moves) const {
  const Colour mover = position.to_move;
  const Variant& v = variant_;
  const int rank = absolute_rank(v.board, v.castling_rank, mover);
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    const Square rook = position.castling[mover][side];
    if (rook == no_square) continue;
    const Square king = castling_king_square(position, mover);
    if (king == no_square) continue;
    const Square king_to =
        v.board.square(side == 0 ? v.castling_queenside_file : v.castling_kingside_file, rank);
    const Square rook_to = static_cast<Square>(side == 0 ? king_to + 1 : king_to - 1);
    SquareSet others = position.occupied();
    others.remove(king);
    others.remove(rook);
    if ((span_of(king, king_to) | span_of(rook, rook_to)).meets(others)) continue;
    if (passes_attack(position, king, king_to)) continue;
    moves.push_back({king, rook, position.men[king], Move::Type::castling, false});
  }
}

// The king that castles: there may be one alone.
Square Rules::castling_king_square(const Position& position, Colour side) const {
  const int kind = variant_.castling_king[side];
  if (kind == no_kind) return no_square;
  for (const Square square : position.of[side]) {
    if (position.men[square] == man_of(kind, side)) return square;
  }
  return no_square;
}

// Whether the king castles out of check, or through it; what he comes to is looked at as for other
// moves.
bool Rules::passes_attack(const Position& position, Square king, Square to) const {
  const Colour other = opponent_of(colour_of_man(position.men[king]));
  if (!is_royal(position.men[king]) && !last_men(position, opponent_of(other)).contains(king))
    return false;
  if (in_check(position, opponent_of(other))) return true;
  const SquareSet theirs = last_men(position, other);
  SquareSet occupied = position.occupied();
  occupied.remove(king);
  for (const Square square : span_of(king, to)) {
    if (variant_.blast && neighbours(square).meets(theirs)) continue;
    if (square != king && attacked_on(position, square, other, occupied)) return true;
  }
  return false;
}

void Rules::apply(Position& position, const Move& move) const {
  const Colour mover = position.to_move, other = opponent_of(mover);
  const bool zeroes = move.type == Move::Type::capture || move.type == Move::Type::en_passant ||
                      move.type == Move::Type::drop || moves_a_pawn(position, move);
  if (move.type == Move::Type::castling) {
    castle(position, move);
  } else if (move.type != Move::Type::pass) {
    take_and_put(position, move);
  }
  position.passes = move.type == Move::Type::pass ? position.passes + 1 : 0;
  position.en_passant_man = no_square;
  position.en_passant = {};
  position.quiet_plies = zeroes ? 0 : position.quiet_plies + 1;
  if (mover == Colour::black) ++position.move_number;
  position.to_move = other;
  if (move.first_step) set_en_passant(position, move);
  if (variant_.counts_checks && royal_attacked(position, other)) --position.checks[mover];
}

void Rules::take_and_put(Position& position, const Move& move) const {
  const Square king = castling_king_square(position, position.to_move);
  const bool takes = move.type == Move::Type::capture || move.type == Move::Type::en_passant;
  if (takes) {
    const Square taken = move.type == Move::Type::capture ? move.to : position.en_passant_man;
    if (variant_.drops.captures_to_hand) take_to_hand(position, position.men[taken]);
    position.clear(taken);
  }
  if (move.type == Move::Type::drop)
    --position.hands[position.to_move][static_cast<std::size_t>(kind_dropped(move))];
  else
    position.clear(move.from);
  position.put(move.to, move.man);
  if (takes && variant_.blast) blow_up(position, move.to);
  if (!variant_.castling) return;
  forget_castling(position, move, king);
  if (move.type == Move::Type::drop && variant_.drops.castling) drop_castling(position, move.to);
}

// Pawns around the square stay, and so do men that are immune.
void Rules::blow_up(Position& position, Square centre) const {
  SquareSet squares = neighbours(centre) & position.occupied();
  for (const Square square : squares) {
    if (type_of(position.men[square]) == pawn_) squares.remove(square);
  }
  squares.add(centre);
  for (const Square square : squares) {
    const Man man = position.men[square];
    if (variant_.blast_immune.contains(static_cast<Square>(type_of(man)))) continue;
    if (variant_.drops.captures_to_hand) take_to_hand(position, man);
    position.clear(square);
  }
}

Rules::Castled Rules::castled_to(const Position& position, const Move& move) const {
  const Colour mover = position.to_move;
  const std::size_t side = position.castling[mover][0] == move.to ? 0 : 1;
  const Square king = variant_.board.square(
      side == 0 ? variant_.castling_queenside_file : variant_.castling_kingside_file,
      absolute_rank(variant_.board, variant_.castling_rank, mover));
  return {king, static_cast<Square>(side == 0 ? king + 1 : king - 1)};
}

bool Rules::moves_a_pawn(const Position& position, const Move& move) const {
  if (move.from == no_square) return false;
  return variant_.n_move_kinds[position.to_move].contains(
      static_cast<Square>(kind_of_man(position.men[move.from])));
}

void Rules::castle(Position& position, const Move& move) const {
  const Colour mover = position.to_move;
  const Castled to = castled_to(position, move);
  const Man rook = position.men[move.to];
  position.clear(move.from);
  position.clear(move.to);
  position.put(to.king, move.man);
  position.put(to.rook, rook);
  position.castling[mover] = {no_square, no_square};
}

// Rights go when the king moves or is gone, and when a rook moves, is taken or blown up.
void Rules::forget_castling(Position& position, const Move& move, Square king) const {
  for (const Colour side : {Colour::black, Colour::white}) {
    for (Square& rook : position.castling[side]) {
      if (rook == no_square) continue;
      if (rook == move.from || rook == move.to || !position.of[side].contains(rook))
        rook = no_square;
    }
    if (castling_king_square(position, side) == no_square)
      position.castling[side] = {no_square, no_square};
  }
  if (king != no_square && move.from == king)
    position.castling[position.to_move] = {no_square, no_square};
}

// A king and a rook that have been dropped on their first squares may castle.
void Rules::drop_castling(Position& position, Square square) const {
  const Variant& v = variant_;
  const Colour side = position.to_move;
  const int rank = absolute_rank(v.board, v.castling_rank, side);
  if (v.castling_king[side] == no_kind || !v.board.contains(v.castling_king_file, rank)) return;
  const Square king = v.board.square(v.castling_king_file, rank);
  if (position.men[king] != man_of(v.castling_king[side], side)) return;
  const std::array<int, 2> corners{0, v.board.files - 1};
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    const int file = v.castling_rook_files[i] < 0 ? corners[i] : v.castling_rook_files[i];
    if (file >= v.board.files) continue;
    const Square rook = v.board.square(file, rank);
    if (square != king && square != rook) continue;
    if (position.of[side].contains(rook) &&
        v.castling_rooks[side].contains(static_cast<Square>(type_of(position.men[rook]))))
      position.castling[side][i] = rook;
  }
}

// After a first step: the squares passed. Those of a pawn count only where an opponent's man can
// take on them; of other men they are always part of the position, as FENs of chess programs have
// it.
void Rules::set_en_passant(Position& position, const Move& move) const {
  const Colour taker = position.to_move;
  const int kind = kind_of_man(move.man);
  if (!variant_.en_passant_kinds[opponent_of(taker)].contains(static_cast<Square>(kind))) return;
  position.en_passant = ways_.between(move.from, move.to) & variant_.en_passant_region[taker];
  position.en_passant_man = move.to;
  drop_idle_en_passant(position);
}

void Rules::drop_idle_en_passant(Position& position) const {
  if (position.en_passant_man != no_square &&
      kind_of_man(position.men[position.en_passant_man]) == pawn_) {
    for (const Square square : SquareSet(position.en_passant)) {
      if (!can_take_en_passant(position, square)) position.en_passant.remove(square);
    }
  }
  if (position.en_passant.empty()) position.en_passant_man = no_square;
}

bool Rules::can_take_en_passant(const Position& position, Square square) const {
  const Colour taker = position.to_move;
  const SquareSet occupied = position.occupied();
  for (const Square from : position.of[taker]) {
    const int kind = kind_of_man(position.men[from]);
    if (!variant_.en_passant_kinds[taker].contains(static_cast<Square>(kind))) continue;
    for (const Way& way : ways_.from(taker, kind, from)) {
      if (way.to == square && way.en_passant && is_open(way, occupied)) return true;
    }
  }
  return false;
}

}  // namespace zermelo::variant
