// SPDX-License-Identifier: MIT
// Playing in the terminal: what a person types.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace zermelo::cli {

// Asks for a line and gives it without the white space around it. Nothing at the end of the input,
// or after "quit" or "q".
std::optional<std::string> read_command();

// The same letters, small or capital.
bool same_word(std::string_view a, std::string_view b);

}  // namespace zermelo::cli
