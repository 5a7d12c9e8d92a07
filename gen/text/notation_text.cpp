// SPDX-License-Identifier: MIT
#include "gen/text/notation_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "gen/error.h"

namespace zermelo {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  parts.reserve(static_cast<std::size_t>(std::ranges::count(text, separator)) + 1);
  for (;;) {
    const auto at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words = split(text, ' ');
  std::erase_if(words, [](std::string_view word) { return word.empty(); });
  return words;
}

void require_cells(const std::vector<Cell>& cells, int columns, int rows) {
  if (cells.size() == static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows)) return;
  throw IllegalPosition(fmt::format("The number of squares given is {}; this board has {} by {}.",
                                    cells.size(), columns, rows));
}

std::string shown(char c) {
  if (c >= ' ' && c <= '~') return fmt::format("'{}'", c);
  return fmt::format("the byte {:#04x}", static_cast<unsigned char>(c));
}

}  // namespace zermelo
