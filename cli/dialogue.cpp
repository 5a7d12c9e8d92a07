// SPDX-License-Identifier: MIT
#include "cli/dialogue.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <iostream>

#include "cli/output.h"

namespace zermelo::cli {

std::optional<std::string> read_command() {
  print("> ");
  std::fflush(stdout);
  std::string line;
  if (!std::getline(std::cin, line)) {
    print("\n");
    return {};
  }
  const auto first = line.find_first_not_of(" \t\r");
  if (first == std::string::npos) return "";
  line = line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
  if (line == "quit" || line == "q") return {};
  return line;
}

bool same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  });
}

}  // namespace zermelo::cli
