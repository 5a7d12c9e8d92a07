// SPDX-License-Identifier: MIT
#include "gen/text/board_words.h"

#include <fmt/format.h>

#include <array>
#include <bit>

namespace zermelo {

std::string number_word(int number) {
  static constexpr std::array words = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                       "seven", "eight", "nine", "ten",   "eleven", "twelve"};
  if (number < 0 || number >= static_cast<int>(words.size())) return std::to_string(number);
  return words[static_cast<std::size_t>(number)];
}

std::string listed(const std::vector<std::string>& parts, const std::string& last) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " " + last + " " : ", ";
    text += parts[i];
  }
  return text;
}

std::string squares_text(Squares squares, Grid grid) {
  std::vector<std::string> parts;
  for (int rank = 0; rank < grid.rows; ++rank) {
    for (int file = 0; file < grid.columns;) {
      const int begin = file;
      while (file < grid.columns && (squares & bit_of(grid.square(file, rank))) != 0) ++file;
      const int length = file - begin;
      const std::string first = format_square(grid.square(begin, rank), grid);
      if (length == 0) {
        ++file;
      } else if (length < 3) {
        for (int k = begin; k < file; ++k)
          parts.push_back(format_square(grid.square(k, rank), grid));
      } else {
        parts.push_back(first + " to " + format_square(grid.square(file - 1, rank), grid));
      }
    }
  }
  return listed(parts);
}

std::string board_sentence(Grid grid) {
  const auto counted = [](int count, const char* what, const std::string& first,
                          const std::string& last) {
    if (count == 1) return fmt::format("one {}, {}", what, first);
    return fmt::format("{} {}s, {} to {}", number_word(count), what, first, last);
  };
  const auto file = [&](int f) {
    std::string name = format_square(grid.square(f, 0), grid);
    name.pop_back();
    return name;
  };
  const std::string rows =
      grid.rows == 1 ? "one row"
                     : counted(grid.rows, "row", "1", std::to_string(grid.rows)) + " from below";
  return fmt::format("The board has {}, and {}.",
                     counted(grid.columns, "column", file(0), file(grid.columns - 1)), rows);
}

std::string start_sentence(const GridPosition& start, Grid grid, const std::string& piece) {
  if (start.occupied() == 0) return "At the start it is empty.";
  const auto of_side = [&](const char* side, Squares squares) {
    const bool one = std::has_single_bit(squares);
    return fmt::format("{} {} {}{} on {}", one ? "a" : "", side, piece, one ? "" : "s",
                       squares_text(squares, grid))
        .substr(one ? 0 : 1);
  };
  std::vector<std::string> parts;
  if (start.black != 0) parts.push_back(of_side("black", start.black));
  if (start.white != 0) parts.push_back(of_side("white", start.white));
  const bool one = std::has_single_bit(start.black != 0 ? start.black : start.white);
  const bool all = start.occupied() == grid.all();
  return fmt::format("At the start there {} {}{}.", one ? "is" : "are", listed(parts),
                     all ? "" : "; all other squares are open");
}

}  // namespace zermelo
