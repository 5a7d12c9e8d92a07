// SPDX-License-Identifier: MIT
#include "gen/text/square_names.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>

#include "gen/text/ascii.h"

namespace zermelo {
namespace {

// "a" to "z", then "aa" and on, as spreadsheets do.
std::string letters_of(int number, char first) {
  std::string name;
  for (int rest = number + 1; rest > 0; rest = (rest - 1) / 26)
    name.insert(name.begin(), static_cast<char>(first + (rest - 1) % 26));
  return name;
}

// A name that a text begins with: its letters as a number from 0, its number from 1, and how many
// bytes both take.
struct NameRead {
  int letters = 0, number = 0;
  std::size_t length = 0;
};

bool is_ascii_letter(char c) { return to_lower(c) >= 'a' && to_lower(c) <= 'z'; }
bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }

std::optional<NameRead> name_at(std::string_view text) {
  constexpr int too_many = 1000;  // (larger than any board)
  NameRead name;
  std::size_t i = 0;
  for (; i < text.size() && is_ascii_letter(text[i]) && name.letters < too_many; ++i)
    name.letters = 26 * name.letters + (to_lower(text[i]) - 'a' + 1);
  const std::size_t letters = i;
  for (; i < text.size() && is_ascii_digit(text[i]) && name.number < too_many; ++i)
    name.number = 10 * name.number + (text[i] - '0');
  if (letters == 0 || i == letters || text[letters] == '0') return std::nullopt;
  --name.letters;
  name.length = i;
  return name;
}

// Goes through a text: calls named(letters, number) for every name of a square, with as many
// letters as make it one, both below `letters` and at most `numbers`; and other(character).
template <class Named, class Other>
void for_each_name(std::string_view text, int letters, int numbers, Named&& named, Other&& other) {
  while (!text.empty()) {
    const std::optional<NameRead> name = name_at(text);
    const bool is_square = name && name->letters < letters && name->number <= numbers;
    // (In "a2xb3" the x is no part of a name.)
    if (is_square) {
      named(name->letters, name->number);
    } else {
      other(text.front());
    }
    text.remove_prefix(is_square ? name->length : 1);
  }
}

// Replaces every name of a square by new_name(letters, number).
template <class NewName>
std::string replaced(std::string_view text, int letters, int numbers, NewName&& new_name) {
  std::string result;
  for_each_name(
      text, letters, numbers, [&](int letter, int number) { result += new_name(letter, number); },
      [&](char c) { result += c; });
  return result;
}

}  // namespace

std::string rank_label(int rank, int rows, SquareNaming naming) {
  return naming == SquareNaming::letter_row ? letters_of(rows - 1 - rank, 'A')
                                            : std::to_string(rank + 1);
}

std::string file_label(int file, SquareNaming naming) {
  return naming == SquareNaming::letter_row ? std::to_string(file + 1) : letters_of(file, 'a');
}

std::vector<int> squares_named(std::string_view move, int columns, int rows) {
  std::vector<int> squares;
  for_each_name(
      move, columns, rows,
      [&](int file, int number) { squares.push_back((number - 1) * columns + file); }, [](char) {});
  return squares;
}

std::string renamed(std::string_view move, int columns, int rows, SquareNaming naming) {
  if (naming == SquareNaming::file_rank) return std::string(move);
  return replaced(move, columns, rows, [&](int file, int number) {
    return rank_label(number - 1, rows, naming) + file_label(file, naming);
  });
}

std::string with_files_and_ranks(std::string_view typed, int columns, int rows,
                                 SquareNaming naming) {
  if (naming == SquareNaming::file_rank) return std::string(typed);
  return replaced(typed, rows, columns, [&](int row, int number) {
    return fmt::format("{}{}", file_label(number - 1, SquareNaming::file_rank), rows - row);
  });
}

}  // namespace zermelo
