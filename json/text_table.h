// SPDX-License-Identifier: MIT
// Percentages, and rows of cells in aligned columns.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/text/grouped.h"

namespace zermelo {

// "52.6 %"
std::string percent_text(std::uint64_t part, std::uint64_t whole);

// Rows of cells in aligned columns, two spaces apart.
class TextTable {
 public:
  enum class Align { left, right };

  // One letter per column: 'l' or 'r'.
  explicit TextTable(std::string_view alignment);
  void add(std::vector<std::string> row);
  // Each line is indented by that much, has no trailing spaces, and ends with a newline.
  std::string text(std::size_t indent = 0) const;

 private:
  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace zermelo
