// SPDX-License-Identifier: MIT
#include "gen/text/rank_text.h"

#include <algorithm>
#include <array>
#include <bit>

namespace zermelo {
namespace {

// At most 64 squares, slashes between ranks, and the side to move.
using TextBuffer = std::array<char, 136>;

char* put_number(char* to, int number) {
  if (number >= 10) *to++ = static_cast<char>('0' + number / 10);
  *to++ = static_cast<char>('0' + number % 10);
  return to;
}

}  // namespace

void append_board(std::string& text, const BoardPicture& picture) {
  TextBuffer buffer;
  char* to = buffer.data();
  const std::uint64_t taken = picture.black | picture.white | picture.hole;
  for (int rank = picture.rows - 1; rank >= 0; --rank) {
    const int end = (rank + 1) * picture.columns;
    for (int square = rank * picture.columns; square < end;) {
      // (The set of what follows may be empty, and its first square on a later rank.)
      const int next = std::min(end, square + std::countr_zero(taken >> square));
      if (next > square) to = put_number(to, next - square);
      square = next;
      if (square == end) break;
      const std::uint64_t bit = std::uint64_t{1} << square++;
      *to++ = (picture.black & bit) != 0 ? 'b' : (picture.white & bit) != 0 ? 'w' : 'o';
    }
    if (rank > 0) *to++ = '/';
  }
  *to++ = ' ';
  *to++ = picture.white_to_move ? 'w' : 'b';
  text.append(buffer.data(), to);
}

}  // namespace zermelo
