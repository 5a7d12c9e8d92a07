// SPDX-License-Identifier: MIT
// zermelo play with a game and no table: against a search.
#pragma once

#include <memory>
#include <string>

#include "gen/text/square_names.h"
#include "gen/value.h"
#include "kinds/search_player.h"
#include "probe/game.h"

namespace zermelo::cli {

struct SearchPlayOptions {
  enum class Seats { first, second, both, nobody };  // which side the search plays
  Seats seats = Seats::second;
  SearchMoveOptions search;
  SquareNaming squares = SquareNaming::file_rank;
};

// Throws GameOver or IllegalPosition for the state that it begins in, and UsageError if the game
// has no search.
void play_search(std::shared_ptr<const Game> game, std::string start,
                 const SearchPlayOptions& options);

}  // namespace zermelo::cli
