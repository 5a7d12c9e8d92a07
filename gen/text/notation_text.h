// SPDX-License-Identifier: MIT
// What the notations of positions have in common.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gen/text/diagram.h"

namespace zermelo {

// At least one part; parts may be empty.
std::vector<std::string_view> split(std::string_view text, char separator);
// The parts that are not empty.
std::vector<std::string_view> words_of(std::string_view text);
// Throws IllegalPosition if a picture does not have this many squares.
void require_cells(const std::vector<Cell>& cells, int columns, int rows);
// A character that was typed; one that a terminal might obey is shown as a number.
std::string shown(char c);

}  // namespace zermelo
