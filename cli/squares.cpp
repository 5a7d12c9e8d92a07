// SPDX-License-Identifier: MIT
#include "cli/squares.h"

#include "probe/move_list.h"

namespace zermelo::cli {

void add_squares_option(Arguments& verb, SquareNaming& naming) {
  verb.choice<SquareNaming>(
          "--squares", naming,
          {{"file-rank", SquareNaming::file_rank}, {"letter-row", SquareNaming::letter_row}},
          "Names of squares: file-rank, a1 at the lower left (default); or letter-row, A1 at the "
          "upper left, the letter for the row")
      .value_name("file-rank|letter-row");
}

void add_after_option(Arguments& verb, std::string& moves) {
  verb.option("--after", moves, "Play these moves first, in one argument").value_name("MOVES");
}

SquareWords::SquareWords(const Game& game, SquareNaming naming) : naming_(naming) {
  if (!game.has_rules()) return;  // (Then there are no boards, either.)
  const Diagram board = game.diagram(game.start());
  columns_ = board.columns;
  rows_ = board.rows;
}

std::vector<std::string> SquareWords::typed_moves(std::string_view list) const {
  std::vector<std::string> words = read_moves(list);
  for (std::string& word : words) word = typed(word);
  return words;
}

std::string state_after(const Game& game, const std::string& state, const std::string& moves,
                        const SquareWords& words) {
  // (Nothing can be played in a position in which the game is over, but it can be shown.)
  if (moves.empty()) return state;
  const std::vector<PlayedMove> played = play_moves(game, words.typed_moves(moves), state);
  return played.empty() ? state : played.back().move.after;
}

}  // namespace zermelo::cli
