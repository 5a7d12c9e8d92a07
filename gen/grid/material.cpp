// SPDX-License-Identifier: MIT
#include "gen/grid/material.h"

#include <utility>

namespace zermelo {
namespace {

void append_pieces(std::string& text, int number, char letter) {
  if (number == 0) return;
  if (number > 1) text += std::to_string(number);
  text += letter;
}

}  // namespace

Material Material::exchanged() const {
  Material result;
  for (std::size_t i = 0; i < board.size(); ++i) result.board[i ^ 1] = board[i];
  result.hands = std::rotl(hands, 4 * PieceSet::most_kinds);
  result.white_to_move = !white_to_move;
  return result;
}

std::string format_material(const Material& material, const PieceSet& pieces) {
  std::string text;
  for (const bool white : {true, false}) {
    for (int kind = 0; kind < pieces.size(); ++kind) {
      const Content piece = content_of(kind, white);
      append_pieces(text, material.on_board(piece), pieces.letter(piece));
    }
    if (white) text += '/';
  }
  if (!pieces.has_hands()) return text;
  text += '[';
  for (const bool white : {false, true}) {
    for (int kind = 0; kind < pieces.size(); ++kind)
      append_pieces(text, material.in_hand(white, kind), pieces.letter(content_of(kind, white)));
  }
  if (text.back() == '[') text += '-';
  return text + ']';
}

}  // namespace zermelo
