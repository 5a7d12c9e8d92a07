// SPDX-License-Identifier: MIT
// How easily a side errs, by what a table knows, and moves that take advantage of that. The future
// work of Takizawa, "Strongly solved Ostle" (2023): "to create a program that can lure the human
// opponent into a state where he/she is likely to make a mistake". docs/puzzles.md ("Difficulty",
// "Luring") says what is measured; grading (probe/grade.h) uses the same measure.
//
//     const auto table = zermelo::Table::open("ostle.ztb");
//     std::cout << zermelo::moves_in_style(table, table.start(),
//     zermelo::Style::lure)[0].move.move;
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "probe/table.h"

namespace zermelo {

// How easily the side to move errs: what the beginner of docs/puzzles.md does, who sees a win at
// once, and otherwise picks a move by taste. Both are from 0 to 1.
struct ErrorRisk {
  // The chance that his move changes the result: loses a draw, or does not win a win.
  double errs = 0;
  // The chance that it is not worth as much as the best one: also if it wins more slowly or loses
  // sooner. At least `errs`.
  double slips = 0;

  auto operator<=>(const ErrorRisk&) const = default;
};

// Of the side to move in a state. Throws as Table::moves.
ErrorRisk error_risk(const Table& table, std::string_view state);
// The same where Table::moves has been asked.
ErrorRisk error_risk(const Table& table, std::string_view state,
                     const std::vector<MoveValue>& moves);

// Which of equally good moves a player prefers.
enum class Style : std::uint8_t {
  plain,  // the first one in the order of Table::moves
  lure    // one after which the other side's ErrorRisk is greatest, errs before slips
};

struct StyledMove {
  MoveValue move;
  // With Style::lure, for the best moves: that of the other side after the move (if the same side
  // moves again, the greatest that its best moves lead to in this turn); 0 if the move ends the
  // game, or if the table lacks what the other side's moves lead to.
  std::optional<ErrorRisk> reply = {};
};

// The moves of a state as Table::moves has them, but of the best ones first the one that the style
// prefers. Throws as Table::moves, and UsageError for luring in a puzzle for one. Thread-safe, as
// all here.
std::vector<StyledMove> moves_in_style(const Table& table, std::string_view state, Style style);

// As Table::line, but both sides play in that style.
Line line_in_style(const Table& table, std::string_view state, int limit, Style style);

}  // namespace zermelo
