// SPDX-License-Identifier: MIT
#include "gen/variant/moves.h"

#include <algorithm>
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

Outcome opposite(Outcome outcome) { return static_cast<Outcome>(-static_cast<int>(outcome)); }

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
  find_standing();
}

// Where a man may stand: in its region, not where it would have had to promote, and, if the game
// begins with such men, where they can come to from their first squares.
void Rules::find_standing() {
  for (const Kind& kind : variant_.kinds) standing_.push_back(kind.region);
  for (const Colour side : {Colour::black, Colour::white}) {
    if (!variant_.mandatory_pawn_promotion) continue;
    for (const Square pawn : variant_.promotion_pawns[side]) {
      SquareSet& squares = standing_[pawn][side];
      squares &= ~variant_.promotion_region[side];
    }
  }
  follow_men_from_start();
  leave_out_immobile();
}

void Rules::follow_men_from_start() {
  const Position start = parse_fen(variant_.start, variant_);
  for (const Colour side : {Colour::black, Colour::white}) {
    for (std::size_t kind = 0; kind < variant_.kinds.size(); ++kind) {
      const Man man = man_of(static_cast<int>(kind), side);
      SquareSet begin;
      for (const Square square : start.of[side]) {
        if (start.men[square] == man) begin.add(square);
      }
      // (What promotion brings may appear elsewhere.)
      const bool promoted = variant_.promotion_kinds[side].contains(static_cast<Square>(kind)) ||
                            variant_.kinds[kind].demotes_to != no_kind || variant_.demotion;
      if (promoted || begin.empty()) continue;
      standing_[kind][side] &= reachable(static_cast<int>(kind), side, begin);
    }
  }
}

// Where a man can come to from any of these squares, and they themselves.
SquareSet Rules::reachable(int kind, Colour side, SquareSet begin) const {
  SquareSet seen = begin;
  while (!begin.empty()) {
    const Square from = begin.pop_first();
    for (const Way& way : ways_.from(side, kind, from)) {
      if (seen.contains(way.to)) continue;
      seen.add(way.to);
      begin.add(way.to);
    }
  }
  return seen;
}

void Rules::leave_out_immobile() {
  if (!variant_.immobility_illegal) return;
  for (const Colour side : {Colour::black, Colour::white}) {
    for (std::size_t kind = 0; kind < variant_.kinds.size(); ++kind) {
      for (const Square square : standing_[kind][side]) {
        if (ways_.from(side, static_cast<int>(kind), square).empty())
          standing_[kind][side].remove(square);
      }
    }
  }
}

// Lists the moves of one position, those included that leave the mover's king attacked.
struct Rules::Generator {
  const Rules& rules;
  const Position& position;
  std::vector<Move>& moves;
  const Colour mover = position.to_move, other = opponent_of(mover);
  const SquareSet occupied = position.occupied();

  void men() {
    for (const Square from : position.of[mover]) {
      const int kind = kind_of_man(position.men[from]);
      const std::span<const Way> ways = rules.ways_.from(mover, kind, from);
      for (std::size_t i = 0; i < ways.size(); ++i) {
        if (is_open(ways[i], occupied))
          go(kind, ways[i]);
        else
          i += ways[i].barred_too;
      }
    }
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
    rules.add_promotions(kind, mover, position, move, moves);
  }
};

void Rules::legal_moves(const Position& position, std::vector<Move>& moves) const {
  moves.clear();
  if (ended(position)) return;
  Generator generator{*this, position, moves};
  generator.men();
  if (variant_.castling) add_castling(position, moves);
  Position after;
  std::erase_if(moves, [&](const Move& move) {
    if (is_immobile(move, position.to_move)) return true;
    after = position;
    apply(after, move);
    return !left_safe(after, position.to_move) ||
           (!variant_.checking && in_check(after, after.to_move));
  });
  if (variant_.must_capture) leave_captures(moves);
}

void Rules::leave_captures(std::vector<Move>& moves) {
  const auto quiet = [](const Move& move) {
    return move.type != Move::Type::capture && move.type != Move::Type::en_passant;
  };
  if (!std::all_of(moves.begin(), moves.end(), quiet)) std::erase_if(moves, quiet);
}

bool Rules::is_immobile(const Move& move, Colour mover) const {
  return variant_.immobility_illegal && move.type != Move::Type::castling && move.to != no_square &&
         ways_.from(mover, kind_of_man(move.man), move.to).empty();
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
      promotion.man = man_of(promoted, colour);
      moves.push_back(promotion);
    }
  }
  if (what.promotes_to != no_kind && (arrives || zone.contains(move.from)) &&
      (!v.promotion_on_capture || move.type == Move::Type::capture)) {
    Move promotion = move;
    promotion.man = man_of(what.promotes_to, colour);
    moves.push_back(promotion);
    must = must || v.mandatory_piece_promotion;
  }
  if (v.demotion && what.demotes_to != no_kind) {
    Move demotion = move;
    demotion.man = man_of(what.demotes_to, colour);
    moves.push_back(demotion);
    must = must || v.mandatory_piece_promotion;
  }
  if (!must) moves.push_back(move);
}

bool Rules::may_have_another(int kind, Colour colour, const Position& position) const {
  const int limit = variant_.promotion_limit[static_cast<std::size_t>(kind)];
  if (limit < 0) return true;
  return count_of(position, kind, colour) < limit;
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
  if (!is_royal(position.men[king])) return false;
  const Colour other = opponent_of(colour_of_man(position.men[king]));
  if (in_check(position, opponent_of(other))) return true;
  SquareSet occupied = position.occupied();
  occupied.remove(king);
  for (const Square square : span_of(king, to)) {
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
    if (move.type == Move::Type::en_passant) position.clear(position.en_passant_man);
    if (move.from != no_square) position.clear(move.from);
    if (variant_.castling) forget_castling(position, move);
    position.put(move.to, move.man);
  }
  position.en_passant_man = no_square;
  position.en_passant = {};
  position.quiet_plies = zeroes ? 0 : position.quiet_plies + 1;
  if (mover == Colour::black) ++position.move_number;
  position.to_move = other;
  if (move.first_step) set_en_passant(position, move);
}

bool Rules::moves_a_pawn(const Position& position, const Move& move) const {
  if (move.from == no_square) return false;
  return variant_.n_move_kinds[position.to_move].contains(
      static_cast<Square>(kind_of_man(position.men[move.from])));
}

void Rules::castle(Position& position, const Move& move) const {
  const Colour mover = position.to_move;
  const std::size_t side = position.castling[mover][0] == move.to ? 0 : 1;
  const int rank = absolute_rank(variant_.board, variant_.castling_rank, mover);
  const Square king_to = variant_.board.square(
      side == 0 ? variant_.castling_queenside_file : variant_.castling_kingside_file, rank);
  const Square rook_to = static_cast<Square>(side == 0 ? king_to + 1 : king_to - 1);
  const Man rook = position.men[move.to];
  position.clear(move.from);
  position.clear(move.to);
  position.put(king_to, move.man);
  position.put(rook_to, rook);
  position.castling[mover] = {no_square, no_square};
}

// Rights go when the king moves, and when a rook moves or is taken.
void Rules::forget_castling(Position& position, const Move& move) const {
  for (const Colour side : {Colour::black, Colour::white}) {
    for (Square& rook : position.castling[side]) {
      if (rook == move.from || rook == move.to) rook = no_square;
    }
  }
  if (castling_king_square(position, position.to_move) == no_square)
    position.castling[position.to_move] = {no_square, no_square};
}

// After a first step: the squares passed. Those of a pawn count only where an opponent's man can
// take on them; of other men they are always part of the position, as FENs of chess programs have
// it.
void Rules::set_en_passant(Position& position, const Move& move) const {
  const Colour taker = position.to_move;
  const int kind = kind_of_man(move.man);
  const bool takers_matter = kind == pawn_;
  if (!variant_.en_passant_kinds[opponent_of(taker)].contains(static_cast<Square>(kind))) return;
  const SquareSet passed = ways_.between(move.from, move.to) & variant_.en_passant_region[taker];
  for (const Square square : passed) {
    if (!takers_matter || can_take_en_passant(position, square)) position.en_passant.add(square);
  }
  if (!position.en_passant.empty()) position.en_passant_man = move.to;
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

bool Rules::attacked_on(const Position& position, Square square, Colour by,
                        const SquareSet& occupied) const {
  for (const Square from : position.of[by] & occupied) {
    if (ways_.attacks(by, kind_of_man(position.men[from]), from, square, occupied)) return true;
  }
  return false;
}

bool Rules::attacked(const Position& position, Square square, Colour by) const {
  return attacked_on(position, square, by, position.occupied());
}

bool Rules::in_check(const Position& position, Colour side) const {
  for (const Square square : position.of[side]) {
    if (is_royal(position.men[square]) && attacked(position, square, opponent_of(side)))
      return true;
  }
  return false;
}

bool Rules::is_royal(Man man) const {
  return royal_.contains(static_cast<Square>(kind_of_man(man)));
}

// Whether royal men see each other along a line with nothing between.
bool Rules::facing(const Position& position) const {
  if (!variant_.flying_general) return false;
  const SquareSet occupied = position.occupied();
  for (const Square a : position.of.white) {
    if (!is_royal(position.men[a])) continue;
    for (const Square b : position.of.black) {
      if (is_royal(position.men[b]) && on_one_line(a, b) && !ways_.between(a, b).meets(occupied))
        return true;
    }
  }
  return false;
}

bool Rules::on_one_line(Square a, Square b) const {
  const Board& board = variant_.board;
  return board.file(a) == board.file(b) || board.rank(a) == board.rank(b);
}

bool Rules::left_safe(const Position& after, Colour mover) const {
  return !in_check(after, mover) && !facing(after);
}

std::optional<Outcome> Rules::ended(const Position& position) const {
  const Colour to_move = position.to_move;
  for (const Colour side : {opponent_of(to_move), to_move}) {
    if (is_extinct(position, side))
      return side == to_move ? *variant_.extinction : opposite(*variant_.extinction);
  }
  if (has_flag(position, opponent_of(to_move))) return Outcome::loss;
  return std::nullopt;
}

bool Rules::is_extinct(const Position& position, Colour side) const {
  if (!variant_.extinction) return false;
  const int needed = variant_.extinction_opponent_count +
                     (variant_.extinction_claim && side == position.to_move ? 1 : 0);
  const auto decides = [&](int own, int others) {
    return own <= variant_.extinction_count && others >= needed;
  };
  const Colour other = opponent_of(side);
  if (variant_.extinction_of_all)
    return decides(position.of[side].count(), position.of[other].count());
  for (const Square kind : variant_.extinction_kinds) {
    if (decides(count_of(position, kind, side), count_of(position, kind, other))) return true;
  }
  return false;
}

int Rules::count_of(const Position& position, int kind, Colour side) {
  const Man man = man_of(kind, side);
  int number = 0;
  for (const Square square : position.of[side]) number += position.men[square] == man ? 1 : 0;
  return number;
}

bool Rules::has_flag(const Position& position, Colour side) const {
  if (variant_.flag_region[side].empty()) return false;
  int number = 0;
  for (const Square square : position.of[side] & variant_.flag_region[side]) {
    const int kind = kind_of_man(position.men[square]);
    number += variant_.flag_kinds[side].contains(static_cast<Square>(kind)) ? 1 : 0;
  }
  return number > 0 && number >= variant_.flag_count;
}

Outcome Rules::without_moves(const Position& position) const {
  if (in_check(position, position.to_move)) return variant_.checkmate;
  if (variant_.stalemate_by_count) {
    const int own = position.of[position.to_move].count();
    const int others = position.of[opponent_of(position.to_move)].count();
    return own < others ? Outcome::loss : own > others ? Outcome::win : Outcome::draw;
  }
  return variant_.stalemate;
}

Status Rules::status(const Position& position, std::vector<Move>& scratch) const {
  if (!possible(position)) return {Status::Kind::impossible, Outcome::draw};
  if (const std::optional<Outcome> end = ended(position)) return {Status::Kind::ended, *end};
  legal_moves(position, scratch);
  if (!scratch.empty()) return {Status::Kind::goes_on, Outcome::draw};
  return {Status::Kind::ended, without_moves(position)};
}

bool Rules::possible(const Position& position) const {
  Both<int> royal_men;
  for (const Colour side : {Colour::black, Colour::white}) {
    for (const Square square : position.of[side]) {
      const Man man = position.men[square];
      if (!may_stand(kind_of_man(man), side, square)) return false;
      royal_men[side] += is_royal(man) ? 1 : 0;
    }
  }
  if (!royal_.empty() && (royal_men.black != 1 || royal_men.white != 1)) return false;
  if (!variant_.checking && in_check(position, position.to_move)) return false;
  // (The side to move would have won before.)
  if (has_flag(position, position.to_move)) return false;
  return left_safe(position, opponent_of(position.to_move));
}

bool Rules::may_stand(int kind, Colour side, Square square) const {
  return standing_[static_cast<std::size_t>(kind)][side].contains(square);
}

}  // namespace zermelo::variant
