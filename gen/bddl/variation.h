// SPDX-License-Identifier: MIT
// The same rules on another board, with another side to begin, another result for a side that
// cannot move, or without some of their actions: made from a game's texts, so that what comes out
// is a game like any other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gen/game_spec.h"

namespace zermelo::bddl {

// What is to be changed; everything else stays as the rules have it.
struct Variation {
  std::optional<int> columns = {}, rows = {};
  std::string stuck = {};  // the result of a side that cannot move: loss, draw, or win (version 2)
  std::string turn = {};   // first or second: when Black moves, as #blackturn of version 1 says it
  std::vector<std::string> without = {};  // names of actions, of either side
};

// The number of columns and rows that the rules name. Throws SyntaxError.
struct BoardSize {
  int columns = 0, rows = 0;
};
BoardSize board_size_of(const GameSpec& spec);

// The names of the actions, as the rules list them, each of them once. Throws SyntaxError.
std::vector<std::string> action_names_of(const GameSpec& spec);

// Lines stay where they were, so that the places that errors name are those of the files. Throws
// UsageError for an action that there is not, and SyntaxError, with its place, where the rules
// give a square by a number that cannot be meant on a board of another size: one that is not nearer
// to the first column or row than to the last. The result may still be no game: a board may be too
// small for the start.
GameSpec varied(const GameSpec& spec, const Variation& variation);

}  // namespace zermelo::bddl
