// SPDX-License-Identifier: MIT
#include "cli/dialogue.h"

#include <fmt/format.h>

#include <cstdio>
#include <iostream>

#include "cli/output.h"
#include "gen/error.h"
#include "probe/move_list.h"

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

void say_no_such_move(const std::string& word) {
  print(
      fmt::format("There is no move '{}' here; `moves` lists those there are, `help` says what "
                  "else you can type.\n",
                  word));
}

std::optional<std::size_t> find_typed(const std::vector<std::string>& legal,
                                      const std::string& line) {
  if (const auto number = find_move(legal, line)) return number;
  try {
    const std::vector<std::string> words = read_moves(line);
    if (words.size() == 1) return find_move(legal, words.front());
  } catch (const UsageError&) {  // (an unterminated comment: not a move)
  }
  return {};
}

}  // namespace zermelo::cli
