// SPDX-License-Identifier: MIT
// Playing in the terminal: what a person types.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace zermelo::cli {

// Asks for a line and returns it without the white space around it. Returns nothing at the end of
// the input, or after "quit" or "q".
std::optional<std::string> read_command();

// Reads one line and passes it to obey(line), unless it is empty. Returns false at the end.
template <class Obey>
bool ask_for_command(Obey&& obey) {
  const auto command = read_command();
  if (command && !command->empty()) obey(*command);
  return command.has_value();
}

// Answers a word that is neither a move nor anything else.
void say_no_such_move(const std::string& word);

// The index of the move that a person means, typed as in lists of moves (probe/move_list.h), with
// or without its number and marks. Returns nothing if it is none of these.
std::optional<std::size_t> find_typed(const std::vector<std::string>& legal,
                                      const std::string& line);

// The same of LegalMove or MoveValue.
template <class Move>
std::optional<std::size_t> move_typed(const std::vector<Move>& moves, const std::string& line) {
  std::vector<std::string> legal;
  for (const Move& m : moves) legal.push_back(m.move);
  return find_typed(legal, line);
}

}  // namespace zermelo::cli
