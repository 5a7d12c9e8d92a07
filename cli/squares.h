// SPDX-License-Identifier: MIT
// --squares and --after: moves written with other names of squares, and played before the verb
// begins.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.h"
#include "gen/text/square_names.h"
#include "probe/game.h"

namespace zermelo::cli {

void add_squares_option(Arguments& verb, SquareNaming& naming);
void add_after_option(Arguments& verb, std::string& moves);

// A game's moves as people read and type them under a naming.
class SquareWords {
 public:
  // The game need not outlive it.
  SquareWords(const Game& game, SquareNaming naming);

  // A move of the rules, for printing.
  std::string shown(std::string_view move) const { return renamed(move, columns_, rows_, naming_); }
  // What was typed, as the rules write it.
  std::string typed(std::string_view word) const {
    return with_files_and_ranks(word, columns_, rows_, naming_);
  }
  // The words of a list of moves, as the rules write them.
  std::vector<std::string> typed_moves(std::string_view list) const;
  std::string text(const Diagram& diagram) const { return diagram_text(diagram, naming_); }
  std::string svg(const Diagram& diagram) const { return diagram_svg(diagram, naming_); }

 private:
  SquareNaming naming_;
  int columns_ = 0, rows_ = 0;
};

// The state after the moves of a list (read_moves); also one in which they have ended the game.
// Throws IllegalMove, IllegalPosition, GameOver, UsageError.
std::string state_after(const Game& game, const std::string& state, const std::string& moves,
                        const SquareWords& words);

}  // namespace zermelo::cli
