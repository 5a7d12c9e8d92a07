// SPDX-License-Identifier: MIT
// A move for a side where there is no table: by search, as far as it sees the end of the game.
//
//     const auto game = zermelo::make_game({"othello", {{"rows", "8"}, {"columns", "8"}}});
//     std::cout << zermelo::search_move(*game, game->start()).move.move << '\n';
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "probe/game.h"

namespace zermelo {

struct SearchMoveOptions {
  double seconds = 2;                              // for the whole move, about; above 0
  int max_plies = 1000;                            // how far the search looks; at least 1
  std::uint64_t memory = std::uint64_t{64} << 20;  // bytes of a transposition table, about
  const std::atomic<bool>* stop = nullptr;         // set it to end the search
};

struct SearchedMove {
  // What the search knows about the move.
  enum class Finding : std::uint8_t {
    wins,   // it wins in `plies`, itself included, and no move wins sooner
    open,   // no end was seen
    draws,  // it ends the game with a draw; no move for which no end was seen is left
    loses   // every move loses; this one as late as any: in `plies`, itself included
  };
  LegalMove move;
  Finding finding = Finding::open;
  int plies = 0;  // of a win or a loss
};

// A move of the side to move. One that wins soonest, if the search finds a win; otherwise, among
// those after which it finds no win of the other side, the first one that leaves the other side the
// fewest moves; otherwise the one that loses last. The search is Game::shortest_win, first for the
// side to move and then, after each of its moves, for the other side; each gets a share of the
// time. With a limit of plies, and time enough, the same position always gets the same move.
// Throws IllegalPosition and GameOver; UsageError if the game has no such search. Thread-safe.
SearchedMove search_move(const Game& game, std::string_view state,
                         const SearchMoveOptions& options = {});

}  // namespace zermelo
