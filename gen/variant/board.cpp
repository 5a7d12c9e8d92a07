// SPDX-License-Identifier: MIT
#include "gen/variant/board.h"

#include <fmt/format.h>

namespace zermelo::variant {

std::string Board::name(Square square) const {
  return fmt::format("{}{}", static_cast<char>('a' + file(square)), rank(square) + 1);
}

std::optional<Square> Board::take_square(std::string_view& text) const {
  if (text.size() < 2 || text[0] < 'a' || text[0] > 'z') return std::nullopt;
  std::size_t length = 1;
  int number = 0;
  while (length < text.size() && length < 3 && '0' <= text[length] && text[length] <= '9')
    number = 10 * number + (text[length++] - '0');
  if (length == 1 || text[1] == '0' || !contains(text[0] - 'a', number - 1)) return std::nullopt;
  const Square found = square(text[0] - 'a', number - 1);
  text.remove_prefix(length);
  return found;
}

}  // namespace zermelo::variant
