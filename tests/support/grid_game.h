// SPDX-License-Identifier: MIT
// The properties that every game on a grid must have, checked in each position that play can lead
// to.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "gen/grid/position.h"
#include "tests/reference/plain_games.h"

namespace zermelo::test {

using GridMoves = std::map<GridPosition, Ending>;

template <class Game>
GridMoves moves_of(const Game& game, const GridPosition& p) {
  GridMoves moves;
  game.for_each_successor(p, [&](const GridPosition& next, Ending ending) {
    const auto [known, is_new] = moves.emplace(next, ending);
    EXPECT_EQ(known->second, ending) << format_position(next, game.grid());
  });
  return moves;
}

inline GridPosition mapped(const GridSymmetry& g, const GridPosition& p) {
  return {g(p.black), g(p.white), p.white_to_move};
}

// The rules know nothing of where the board's first square is.
template <class Game>
void expect_symmetric(const Game& game, const GridPosition& p, const GridMoves& moves) {
  for (const GridSymmetry& g : game.symmetries()) {
    GridMoves images;
    for (const auto& [next, ending] : moves) images.emplace(mapped(g, next), ending);
    ASSERT_EQ(moves_of(game, mapped(g, p)), images) << format_position(p, game.grid());
  }
}

template <class Game>
void expect_layered(const Game& game, const GridPosition& p, const GridMoves& moves) {
  for (const auto& [next, ending] : moves) {
    if (ending != Ending::none) continue;
    const int step = game.layer(next) - game.layer(p);
    ASSERT_GE(step, game.is_layered() ? 1 : 0) << format_position(next, game.grid());
    ASSERT_LE(step, game.longest_step()) << format_position(next, game.grid());
  }
}

// Moves have distinct names, and positions that can occur are known as such.
template <class Game>
void expect_told_apart(const Game& game, const GridPosition& p, const GridMoves& moves) {
  std::set<std::string> names;
  for (const auto& [next, ending] : moves) {
    const std::string name = game.move_text(GridChange(p, next));
    ASSERT_TRUE(names.insert(name).second) << format_position(p, game.grid()) << ' ' << name;
    // A side that makes a winning move has won in the position where the other side would be to
    // move.
    using Kind = PositionStatus::Kind;
    const Kind expected = ending == Ending::none   ? Kind::to_move
                          : ending == Ending::won  ? Kind::lost
                          : ending == Ending::lost ? Kind::won
                                                   : Kind::drawn;
    const PositionStatus status = game.status(next);
    ASSERT_EQ(status_name(status.kind), status_name(expected))
        << format_position(next, game.grid()) << ": " << status.why;
    const std::optional<Colour> winner =
        status.kind == Kind::lost  ? std::optional(opponent_of(colour_of(next.white_to_move)))
        : status.kind == Kind::won ? std::optional(colour_of(next.white_to_move))
                                   : std::nullopt;
    ASSERT_EQ(status.winner, winner) << format_position(next, game.grid());
  }
}

// The moves of all positions are those of the plain game, and have the properties that GridGame
// demands.
template <class Game>
void expect_lawful(const Game& game, const PlainGame& plain) {
  ASSERT_TRUE((GridGame<Game>));
  const Grid grid = game.grid();
  ASSERT_EQ(format_position(game.start(), grid), plain.text_of(plain.start()));
  std::set<PlainGame::State> seen = {plain.start()};
  std::vector<PlainGame::State> waiting = {plain.start()};
  while (!waiting.empty()) {
    const PlainGame::State state = waiting.back();
    waiting.pop_back();
    const GridPosition p = parse_position(plain.text_of(state), grid);
    GridMoves expected;
    for (const auto& [next, end] : plain.moves(state)) {
      expected.emplace(parse_position(plain.text_of(next), grid), static_cast<Ending>(end));
      if (end == PlainGame::End::none && seen.insert(next).second) waiting.push_back(next);
    }
    const GridMoves moves = moves_of(game, p);
    ASSERT_EQ(moves, expected) << plain.text_of(state);
    ASSERT_NO_FATAL_FAILURE(expect_symmetric(game, p, moves));
    ASSERT_NO_FATAL_FAILURE(expect_layered(game, p, moves));
    ASSERT_NO_FATAL_FAILURE(expect_told_apart(game, p, moves));
  }
  EXPECT_GT(seen.size(), 50u);
}

}  // namespace zermelo::test
