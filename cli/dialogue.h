// SPDX-License-Identifier: MIT
// Playing in the terminal: what a person types.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace zermelo::cli {

// Asks for a line and gives it without the white space around it. Nothing at the end of the input,
// or after "quit" or "q".
std::optional<std::string> read_command();

// Which of these moves a person means, by its number: as lists of moves are read
// (probe/move_list.h), with its number or marks or without. Nothing if it is none of them.
std::optional<std::size_t> move_typed(const std::vector<std::string>& legal,
                                      const std::string& line);

}  // namespace zermelo::cli
