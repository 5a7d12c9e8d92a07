// SPDX-License-Identifier: MIT
// What a game on a grid gives, so that everything else is done for it: enumeration, solving,
// probing, statistics, verification and mining. See gen/bddl/game.h for one that reads its rules
// from a file.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>

#include "gen/grid/codes.h"
#include "gen/grid/position.h"
#include "symmetry/grid.h"

namespace zermelo {

// How a move ends the game, for the side that makes it.
enum class Ending : std::uint8_t { none, won, lost, drawn };

// Which of Black's wins leave White without a move instead of reaching a goal.
enum class StuckWins : std::uint8_t { none, some, all };

// Positions are sorted into layers 0, 1, 2, ...: no move leads to a lower one. If every move leads
// to a higher one the game is layered, and solved without retrograde steps.
template <class G>
concept GridGame = requires(const G& game, const GridPosition& p, const GridChange& change,
                            int layer) {
  { game.grid() } -> std::convertible_to<Grid>;
  { game.start() } -> std::convertible_to<GridPosition>;
  // Those of the board that the rules allow, the identity first. If some of them change the start,
  // start_symmetries() gives the others (see below).
  { game.symmetries() } -> std::convertible_to<std::span<const GridSymmetry>>;
  { game.is_layered() } -> std::convertible_to<bool>;
  { game.layer(p) } -> std::convertible_to<int>;
  // The greatest number of layers that a move goes up.
  { game.longest_step() } -> std::convertible_to<int>;
  { game.layer_name(layer) } -> std::convertible_to<std::string>;
  // How a move that makes a change is written; two moves of a position never the same way.
  { game.move_text(change) } -> std::convertible_to<std::string>;
  // Throws IllegalPosition if p cannot occur, GameOver if the game has ended in it.
  {game.check(p)};
  // for_each_successor(p, visit): calls visit(position, ending) for every move of p, once or more
  // often; the other side is to move then. None if p has no move.
};

// A game whose positions have numbers.
template <class G>
concept CodedGame = GridGame<G> && requires(const G& game, const GridPosition& p) {
  // encode, decode and size as of GridCodes.
  { game.codes().encode(p) } -> std::convertible_to<std::uint64_t>;
  { game.codes().decode(std::uint64_t{}) } -> std::convertible_to<GridPosition>;
  { game.codes().size() } -> std::convertible_to<std::uint64_t>;
};

// A game that need not be layered: calls visit(position) for every position with a move to p, once
// or more often; of those only some can occur in play.
template <class G>
concept GameWithUnmoves = requires(const G& game, const GridPosition& p) {
  game.for_each_predecessor(p, [](const GridPosition&) {});
};

// The symmetries that the start has too: images of a position that play can lead to by these are
// such positions as well.
template <class Game>
std::span<const GridSymmetry> symmetries_of_start(const Game& game) {
  if constexpr (requires { game.start_symmetries(); }) {
    return game.start_symmetries();
  } else {
    return game.symmetries();
  }
}

// The image of a position that stands for all of them: the smallest. The identity is the first
// symmetry.
inline GridPosition canonical(std::span<const GridSymmetry> symmetries, const GridPosition& p) {
  GridPosition best = p;
  for (const GridSymmetry& g : symmetries.subspan(1)) {
    const Squares occupied = g(p.occupied()), least = best.occupied();
    if (occupied > least) continue;
    const Squares black = g(p.black);
    if (occupied == least && black >= best.black) continue;
    best = {black, occupied & ~black, p.white_to_move};
  }
  return best;
}
template <class Game>
GridPosition canonical(const Game& game, const GridPosition& p) {
  return canonical(game.symmetries(), p);
}

// A position as play can have made it. (Codes of some games stand for several that are worth the
// same, and decode to none of them.)
template <class Game>
GridPosition position_of(const Game& game, std::uint64_t code) {
  const GridPosition p = game.codes().decode(code);
  if constexpr (requires { game.coloured(p); }) return game.coloured(p);
  return p;
}

// How many different positions are images of p, p included.
inline std::uint64_t orbit_size(std::span<const GridSymmetry> symmetries, const GridPosition& p) {
  std::uint64_t fixing = 0;
  for (const GridSymmetry& g : symmetries) fixing += g(p.black) == p.black && g(p.white) == p.white;
  return symmetries.size() / fixing;
}

// Whether some move wins at once.
template <class Game>
bool wins_at_once(const Game& game, const GridPosition& p) {
  bool wins = false;
  game.for_each_successor(
      p, [&](const GridPosition&, Ending ending) { wins = wins || ending == Ending::won; });
  return wins;
}

}  // namespace zermelo
