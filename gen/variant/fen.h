// SPDX-License-Identifier: MIT
// Positions as FEN, and moves as UCI and SAN, as chess programs write those of variants:
// "+P" is a promoted man of shogi's kind, "Q~" one that was a pawn, "[Qp]" what is in hand.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/variant/moves.h"
#include "gen/variant/position.h"
#include "gen/variant/variant.h"

namespace zermelo::variant {

// Reads the board, hands, side to move, castling, en passant, counters (of checks as
// "2+1", those that are left to give, or behind the others as "+1+2", those given), and "pass" if
// the last move was one, twice if the last two were; what follows the board may be left out. Throws
// IllegalPosition, with what is wrong. Whether play can lead to the position is not looked at.
Position parse_fen(std::string_view text, const Variant& variant);
std::string format_fen(const Position& position, const Variant& variant);

// "e2e4", "e7e8q", "e2e3+", "P@e4"; castling as the king's move, a pass as "e1e1".
std::string format_uci(const Move& move, const Position& position, const Rules& rules);
// The legal move of this name; none if there is none.
std::optional<Move> parse_uci(std::string_view text, const Position& position, const Rules& rules,
                              std::vector<Move>& scratch);

// "Nbd7", "exd6", "e8=Q+", "O-O", "P@e4". The move must be legal; others are listed in `scratch`.
std::string format_san(const Move& move, const Position& position, const Rules& rules,
                       std::vector<Move>& scratch);

}  // namespace zermelo::variant
