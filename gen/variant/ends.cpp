// SPDX-License-Identifier: MIT
// How games end, and which positions can be.
#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <string_view>
#include <utility>

#include "gen/variant/fen.h"
#include "gen/variant/moves.h"

namespace zermelo::variant {
namespace {

// How many squares of a set follow a square in one direction without a gap, itself included.
int run_length(const Board& board, const SquareSet& set, Square from, int dx, int dy) {
  int length = 0;
  int x = board.file(from), y = board.rank(from);
  while (board.contains(x, y) && set.contains(board.square(x, y))) {
    ++length;
    x += dx;
    y += dy;
  }
  return length;
}

// How many squares of a set lie on the line from a square to the edge, itself included.
int count_on_line(const Board& board, const SquareSet& set, Square from, int dx, int dy) {
  int number = 0;
  for (int x = board.file(from), y = board.rank(from); board.contains(x, y); x += dx, y += dy)
    number += set.contains(board.square(x, y)) ? 1 : 0;
  return number;
}

bool has_square(const Board& board, const SquareSet& set, int side) {
  for (const Square corner : set) {
    int rows = 0;
    for (int y = board.rank(corner); rows < side && y < board.ranks; ++y, ++rows) {
      const Square left = board.square(board.file(corner), y);
      if (!set.contains(left) || run_length(board, set, left, 1, 0) < side) break;
    }
    if (rows == side) return true;
  }
  return false;
}

using LineDirection = std::pair<int, int>;

std::vector<LineDirection> directions_of(const Connection& c) {
  std::vector<LineDirection> directions;
  if (c.horizontal) directions.emplace_back(1, 0);
  if (c.vertical) directions.emplace_back(0, 1);
  if (c.diagonal) directions.insert(directions.end(), {{1, 1}, {1, -1}});
  return directions;
}

// Whether a chain of squares of the set leads from one region to the other.
bool has_chain(const Board& board, const SquareSet& set, const SquareSet& from, const SquareSet& to,
               const std::vector<LineDirection>& directions) {
  SquareSet seen = set & from, open = seen;
  while (!open.empty()) {
    const Square square = open.pop_first();
    for (const auto& [dx, dy] : directions) {
      for (const int sign : {1, -1}) {
        const int x = board.file(square) + sign * dx, y = board.rank(square) + sign * dy;
        if (!board.contains(x, y)) continue;
        const Square next = board.square(x, y);
        if (!set.contains(next) || seen.contains(next)) continue;
        seen.add(next);
        open.add(next);
      }
    }
  }
  return seen.meets(to);
}

int points_in_janggi(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, int>, 6> points{{{"rook", 13},
                                                                    {"janggiCannon", 7},
                                                                    {"horse", 5},
                                                                    {"janggiElephant", 3},
                                                                    {"wazir", 3},
                                                                    {"soldier", 2}}};
  for (const auto& [kind, number] : points) {
    if (kind == name) return number;
  }
  return 0;
}

}  // namespace

std::optional<Outcome> Rules::ended(const Position& position) const {
  const Colour to_move = position.to_move;
  for (const Colour side : {opponent_of(to_move), to_move}) {
    if (is_extinct(position, side))
      return side == to_move ? *variant_.extinction : opposite(*variant_.extinction);
  }
  if (const std::optional<Outcome> end = ended_by_flag(position)) return end;
  if (variant_.counts_checks && position.checks[opponent_of(to_move)] <= 0) return Outcome::loss;
  if (is_connected(position, opponent_of(to_move))) return opposite(variant_.connection.value);
  if (position.passes >= 2) return counted(position);
  if (variant_.full_board_ends && position.occupied() == variant_.board.all())
    return counted(position);
  return std::nullopt;
}

// Last men that may not be left attacked are never taken, but they are blown up.
bool Rules::is_extinct(const Position& position, Colour side) const {
  if (!variant_.extinction || (variant_.pseudo_royal && !variant_.blast)) return false;
  const int needed = variant_.extinction_opponent_count +
                     (variant_.extinction_claim && side == position.to_move ? 1 : 0);
  const auto decides = [&](int own, int others) {
    return own <= variant_.extinction_count && others >= needed;
  };
  const Colour other = opponent_of(side);
  if (variant_.extinction_of_all) {
    return decides(position.of[side].count() + in_hand(position, side),
                   position.of[other].count() + in_hand(position, other));
  }
  for (const Square kind : variant_.extinction_kinds) {
    if (decides(count_of(position, kind, side), count_of(position, kind, other))) return true;
  }
  return false;
}

// On the board and in hand; promoted men are what they look like.
int Rules::count_of(const Position& position, int type, Colour side) const {
  const int on_board = men_of_type(position, type, side).count();
  return type < most_kinds_in_hand ? on_board + position.hands[side][static_cast<std::size_t>(type)]
                                   : on_board;
}

int Rules::in_hand(const Position& position, Colour side) {
  int number = 0;
  for (const std::uint8_t some : position.hands[side]) number += some;
  return number;
}

std::optional<Outcome> Rules::ended_by_flag(const Position& position) const {
  const Variant& v = variant_;
  const Colour mover = position.to_move;
  if (v.flag_region.white.empty() && v.flag_region.black.empty()) return std::nullopt;
  const bool theirs = has_flag(position, opponent_of(mover), v.flag_safe);
  // (Men that came under attack and are still there have arrived as well, where there is a reply.)
  if ((v.flag_move || v.flag_safe) && has_flag(position, mover, !v.flag_move))
    return theirs && both_flags_draw(mover) ? Outcome::draw : Outcome::win;
  if (!theirs) return std::nullopt;
  if (!v.flag_move || v.flag_safe) return Outcome::loss;
  if (!kings_carry_flag(mover)) return std::nullopt;
  // (Whether the king can follow is known at once.)
  if (mover == Colour::black && king_can_follow(position)) return std::nullopt;
  return Outcome::loss;
}

// Whether it is a draw that men of both sides are in their regions. Where there is a reply, only
// kings share the point, and only after White came first.
bool Rules::both_flags_draw(Colour mover) const {
  return !variant_.flag_move || (mover == Colour::white && kings_carry_flag(opponent_of(mover)));
}

bool Rules::kings_carry_flag(Colour side) const {
  return !royal_.empty() && variant_.flag_kinds[side] == royal_;
}

bool Rules::king_can_follow(const Position& position) const {
  if (in_check(position, position.to_move)) return false;
  std::vector<Move> moves;
  list_moves(position, moves);
  return std::any_of(moves.begin(), moves.end(), [&](const Move& move) {
    return move.type != Move::Type::castling && is_royal(move.man) &&
           variant_.flag_region[position.to_move].contains(move.to);
  });
}

bool Rules::has_flag(const Position& position, Colour side, bool safe) const {
  const SquareSet& region = variant_.flag_region[side];
  if (region.empty()) return false;
  int number = 0;
  for (const Square square : position.of[side] & region) {
    if (!variant_.flag_kinds[side].contains(static_cast<Square>(type_of(position.men[square]))))
      continue;
    number += safe && attacked(position, square, opponent_of(side)) ? 0 : 1;
  }
  if (number > 0 && variant_.flag_blocked && position.occupied().includes(region)) return true;
  return number > 0 && number >= variant_.flag_count;
}

bool Rules::is_connected(const Position& position, Colour side) const {
  const Connection& c = variant_.connection;
  if (c.row == 0 && c.square == 0 && c.collinear == 0 && c.from[side].empty()) return false;
  SquareSet men;
  for (const Square square : position.of[side]) {
    if (c.kinds.contains(static_cast<Square>(type_of(position.men[square])))) men.add(square);
  }
  const Board& board = variant_.board;
  const std::vector<LineDirection> directions = directions_of(c);
  for (const auto& [dx, dy] : directions) {
    for (const Square square : men) {
      if (c.row > 0 && run_length(board, men, square, dx, dy) >= c.row) return true;
      if (c.collinear > 0 && count_on_line(board, men, square, dx, dy) >= c.collinear) return true;
    }
  }
  if (c.square > 0 && has_square(board, men, c.square)) return true;
  return has_chain(board, men, c.from[side], c.to[side], directions);
}

int Rules::janggi_points(int kind) const {
  return 2 * points_in_janggi(variant_.kinds[static_cast<std::size_t>(type_of_kind(kind))].name);
}

// The value of an end in which men are counted, for the side to move.
Outcome Rules::counted(const Position& position) const {
  int white = 0;  // what White is ahead
  switch (variant_.counting) {
    case MaterialCounting::none:
      return Outcome::draw;
    case MaterialCounting::white_wins:
      white = 1;
      break;
    case MaterialCounting::black_wins:
      white = -1;
      break;
    case MaterialCounting::unweighted:
      white = position.of.white.count() - position.of.black.count();
      break;
    case MaterialCounting::janggi: {
      for (const Square square : position.occupied()) {
        const Man man = position.men[square];
        const int points = janggi_points(kind_of_man(man));
        white += colour_of_man(man) == Colour::white ? points : -points;
      }
      white -= janggi_odds;
      break;
    }
  }
  if (white == 0) return Outcome::draw;
  return (white > 0) == (position.to_move == Colour::white) ? Outcome::win : Outcome::loss;
}

Outcome Rules::without_moves(const Position& position) const {
  if (in_check(position, position.to_move)) return variant_.checkmate;
  const Outcome stalemate = stalemated(position);
  // (Draws go to the side that has the odds.)
  return stalemate == Outcome::draw ? counted(position) : stalemate;
}

Outcome Rules::stalemated(const Position& position) const {
  if (!variant_.stalemate_by_count) return variant_.stalemate;
  const int own = position.of[position.to_move].count();
  const int others = position.of[opponent_of(position.to_move)].count();
  if (own == others) return Outcome::draw;
  return own < others ? variant_.stalemate : opposite(variant_.stalemate);
}

Status Rules::status(const Position& position, std::vector<Move>& scratch) const {
  if (!possible(position)) return {Status::Kind::impossible, Outcome::draw};
  if (const std::optional<Outcome> end = ended(position)) return {Status::Kind::ended, *end};
  legal_moves(position, scratch);
  if (!scratch.empty()) return {Status::Kind::goes_on, Outcome::draw};
  return {Status::Kind::ended, without_moves(position)};
}

bool Rules::possible(const Position& position) const {
  for (const Colour side : {Colour::black, Colour::white}) {
    for (const Square square : position.of[side]) {
      if (!may_stand(kind_of_man(position.men[square]), side, square)) return false;
    }
    if (royal_number_ && royal_men(position, side) != (*royal_number_)[side]) return false;
  }
  if (!variant_.checking && royal_attacked(position, position.to_move)) return false;
  if (variant_.counts_checks && !can_have_checks(position)) return false;
  // (The side to move would have won before.)
  if (!variant_.flag_move && !variant_.flag_safe && has_flag(position, position.to_move, false))
    return false;
  return left_safe(position, opponent_of(position.to_move));
}

// (A side with no check left to give would have won before.)
bool Rules::can_have_checks(const Position& position) const {
  return position.checks[position.to_move] > 0 && position.checks.white <= variant_.checks.white &&
         position.checks.black <= variant_.checks.black;
}

// On the board and in hand.
int Rules::royal_men(const Position& position, Colour side) const {
  int number = 0;
  for (const Square square : position.of[side]) number += is_royal(position.men[square]) ? 1 : 0;
  for (const Square kind : royal_) {
    if (kind < most_kinds_in_hand) number += position.hands[side][kind];
  }
  return number;
}

// Each side keeps the royal men that it begins with, unless promotion brings others.
void Rules::count_royal_men() {
  for (const Square kind : royal_) {
    if (variant_.kinds[kind].demotes_to != no_kind ||
        variant_.promotion_kinds.white.contains(kind) ||
        variant_.promotion_kinds.black.contains(kind))
      return;
  }
  const Position start = parse_fen(variant_.start, variant_);
  royal_number_ = {royal_men(start, Colour::black), royal_men(start, Colour::white)};
}

bool Rules::may_stand(int kind, Colour side, Square square) const {
  return standing_[static_cast<std::size_t>(kind)][side].contains(square);
}

}  // namespace zermelo::variant
