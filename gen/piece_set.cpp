// SPDX-License-Identifier: MIT
#include "gen/piece_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "gen/error.h"

namespace zermelo {
namespace {

void check_board(int columns, int rows) {
  if (columns < 1 || rows < 1 || columns > 64 || rows > 64 / columns) {
    throw UsageError(
        fmt::format("A board has 1 to 64 squares, not {} by {} of them.", columns, rows));
  }
}

void check_letter(const PieceKind& kind, const std::vector<PieceKind>& kinds) {
  if (kind.letter < 'A' || kind.letter > 'Z')
    throw UsageError(fmt::format("The letter of {} is not one from A to Z.", kind.name));
  for (const PieceKind& other : kinds) {
    if (&other == &kind || other.letter != kind.letter) continue;
    throw UsageError(
        fmt::format("{} and {} both have the letter {}.", kind.name, other.name, kind.letter));
  }
}

void check_kinds(const std::vector<PieceKind>& kinds) {
  if (kinds.empty() || kinds.size() > PieceSet::most_kinds) {
    throw UsageError(fmt::format("A game has 1 to {} kinds of pieces, not {}.",
                                 PieceSet::most_kinds, kinds.size()));
  }
  const auto in_hand = std::ranges::count(kinds, true, &PieceKind::in_hand);
  if (in_hand > PieceSet::most_kinds_in_hand) {
    throw UsageError(fmt::format("At most {} kinds of pieces can be in hand, not {}.",
                                 PieceSet::most_kinds_in_hand, in_hand));
  }
  for (const PieceKind& kind : kinds) check_letter(kind, kinds);
}

constexpr char lower(char letter) { return static_cast<char>(letter - 'A' + 'a'); }

}  // namespace

PieceSet::PieceSet(int columns, int rows, std::vector<PieceKind> kinds, std::uint64_t squares,
                   std::vector<BoardLine> lines)
    : columns_(columns),
      rows_(rows),
      kinds_(std::move(kinds)),
      squares_(squares),
      lines_(std::move(lines)) {
  check_board(columns, rows);
  check_kinds(kinds_);
  squares_ &= ~std::uint64_t{0} >> (64 - columns * rows);
  assert(std::ranges::all_of(lines_, [&](const BoardLine& line) {
    return std::ranges::all_of(line, [&](int square) { return (squares_ >> square & 1) != 0; });
  }));
  has_hands_ = std::ranges::any_of(kinds_, &PieceKind::in_hand);
}

char PieceSet::letter(Content piece) const {
  if (kinds_.size() == 1) return is_white(piece) ? 'w' : 'b';
  const char upper = (*this)[kind_of(piece)].letter;
  return is_white(piece) ? upper : lower(upper);
}

std::optional<Content> PieceSet::piece(char letter) const {
  for (int kind = 0; kind < size(); ++kind) {
    for (const bool white : {false, true}) {
      const Content piece = content_of(kind, white);
      if (this->letter(piece) == letter) return piece;
    }
  }
  return std::nullopt;
}

std::string PieceSet::all_letters() const {
  if (kinds_.size() == 1) return "b or w";
  std::string text;
  for (const PieceKind& kind : kinds_)
    text += fmt::format("{}{} or {}", text.empty() ? "" : ", ", kind.letter, lower(kind.letter));
  return text;
}

}  // namespace zermelo
