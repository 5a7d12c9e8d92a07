// SPDX-License-Identifier: MIT
#include "json/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace zermelo {

std::string percent_text(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "-";
  return fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

TextTable::TextTable(std::string_view alignment) {
  for (const char c : alignment) columns_.push_back(c == 'r' ? Align::right : Align::left);
}

void TextTable::add(std::vector<std::string> row) {
  row.resize(columns_.size());
  rows_.push_back(std::move(row));
}

std::string TextTable::text(std::size_t indent) const {
  std::vector<std::size_t> widths(columns_.size());
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line(indent, ' ');
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line += "  ";
      line += columns_[i] == Align::right ? fmt::format("{:>{}}", row[i], widths[i])
                                          : fmt::format("{:<{}}", row[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace zermelo
