// SPDX-License-Identifier: MIT
// What a game on a grid provides, so that everything else is done for it: enumeration, solving,
// probing, statistics, verification and mining. See gen/bddl/game.h for one that reads its rules
// from a file.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/grid/codes.h"
#include "gen/grid/position.h"
#include "gen/position_status.h"
#include "symmetry/grid.h"

namespace zermelo {

// How a move ends the game, for the side that makes it.
enum class Ending : std::uint8_t { none, won, lost, drawn };

constexpr std::optional<Outcome> outcome_of(Ending ending) {
  if (ending == Ending::none) return std::nullopt;
  if (ending == Ending::drawn) return Outcome::draw;
  return ending == Ending::won ? Outcome::win : Outcome::loss;
}

// Which of Black's wins leave White without a move instead of reaching a goal.
enum class StuckWins : std::uint8_t { none, some, all };

// What a game's positions are: its own Game::Position, or GridPosition. PiecePosition
// (gen/grid/piece_position.h) distinguishes kinds of pieces and has pieces in hand. A position is
// ordered (<=>), knows the squares of each side and the side to move (black, white, white_to_move)
// and has, in its namespace for lookup by argument type, what GridPosition has there: image,
// quick_hash, change_between, and with a board (below) parse_position, format_position,
// position_from, put_in_hand, make_diagram and shape_of for what change_between gives.
template <class Game>
struct PositionOfGame {
  using type = GridPosition;
};
template <class Game>
requires requires { typename Game::Position; }
struct PositionOfGame<Game> {
  using type = typename Game::Position;
};
template <class Game>
using PositionOf = typename PositionOfGame<Game>::type;

// What a move changes.
template <class Position>
using ChangeOf =
    decltype(change_between(std::declval<const Position&>(), std::declval<const Position&>()));

// What must be known to read and write a game's positions: its Grid, or its PieceSet if it has one.
template <class Game>
decltype(auto) board_of(const Game& game) {
  if constexpr (requires { game.pieces(); }) {
    return game.pieces();
  } else {
    return game.grid();
  }
}

// Positions are sorted into layers 0, 1, 2, ...: no move leads to a lower one. If every move leads
// to a higher one the game is layered, and solved without retrograde steps.
template <class G>
concept GridGame = requires(const G& game, const PositionOf<G>& p,
                            const ChangeOf<PositionOf<G>>& change, int layer) {
  { game.grid() } -> std::convertible_to<Grid>;
  { game.start() } -> std::convertible_to<PositionOf<G>>;
  // The symmetries of the board that the rules allow, the identity first. If some of them change
  // the start, start_symmetries() gives the others (see below).
  { game.symmetries() } -> std::convertible_to<std::span<const GridSymmetry>>;
  { game.is_layered() } -> std::convertible_to<bool>;
  { game.layer(p) } -> std::convertible_to<int>;
  // The greatest number of layers that a move goes up.
  { game.longest_step() } -> std::convertible_to<int>;
  { game.layer_name(layer) } -> std::convertible_to<std::string>;
  // How a move that makes a change is written; two moves of a position are never written the same
  // way, except for positions with a tell_apart.
  { game.move_text(change) } -> std::convertible_to<std::string>;
  // What the rules say of p. Where play can lead to p, this must agree with for_each_successor: a
  // move to p ends the game if and only if status(p) says that it is over, with the same
  // result; and the game goes on if and only if p has a move.
  { game.status(p) } -> std::convertible_to<PositionStatus>;
  // for_each_successor(p, visit): calls visit(position, ending) for every move of p, once or more
  // often, with the other side to move; not at all if p has no move.
};

// A game whose positions have numbers. (If some boards are too large for that, the game has a
// has_codes(), and codes() throws UsageError where that is false.)
template <class G>
concept CodedGame = GridGame<G> && requires(const G& game, const PositionOf<G>& p) {
  // encode, decode and size as of GridCodes.
  { game.codes().encode(p) } -> std::convertible_to<std::uint64_t>;
  { game.codes().decode(std::uint64_t{}) } -> std::convertible_to<PositionOf<G>>;
  { game.codes().size() } -> std::convertible_to<std::uint64_t>;
};

// for_each_predecessor(p, visit) calls visit(position) for every position with a move to p, once or
// more often; only some of those can occur in play.
template <class G>
concept GameWithUnmoves = requires(const G& game, const PositionOf<G>& p) {
  game.for_each_predecessor(p, [](const PositionOf<G>&) {});
};

// A game in which play that never ends may be one side's win: endless_winner() says whose; nothing
// if it is a draw, as it is in all other games.
template <class G>
concept GameWithEndlessWins = requires(const G& game) {
  { game.endless_winner() } -> std::convertible_to<std::optional<Colour>>;
};

template <class Game>
std::optional<Colour> endless_winner_of(const Game& game) {
  if constexpr (GameWithEndlessWins<Game>) {
    return game.endless_winner();
  } else {
    return std::nullopt;
  }
}

// A game that is layered whatever its parameters are, as a static constexpr is_layered() tells the
// compiler.
template <class G>
concept AlwaysLayered = requires {
  requires G::is_layered();
};

// A game that a table can be made for. One that may not be layered and has no unmoves does not
// qualify: going through a layer once would give values before everything that they depend on is
// known.
template <class G>
concept SolvableGridGame = CodedGame<G> &&(AlwaysLayered<G> || GameWithUnmoves<G>);

// The symmetries that the start also has: they map positions that play can lead to onto such
// positions.
template <class Game>
std::span<const GridSymmetry> symmetries_of_start(const Game& game) {
  if constexpr (requires { game.start_symmetries(); }) {
    return game.start_symmetries();
  } else {
    return game.symmetries();
  }
}

// The image of a position under a symmetry.
inline GridPosition image(const GridSymmetry& g, const GridPosition& p) {
  return {g(p.black), g(p.white), p.white_to_move};
}

// The image of a position that stands for all of them: the smallest. The identity is the first
// symmetry.
template <class Position>
Position canonical(std::span<const GridSymmetry> symmetries, const Position& p) {
  Position best = p;
  for (const GridSymmetry& g : symmetries.subspan(1)) best = std::min(best, image(g, p));
  return best;
}
// (Here the smallest is the one with the smallest set of occupied squares and, among equal ones, of
// black ones.)
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
PositionOf<Game> canonical(const Game& game, const PositionOf<Game>& p) {
  if constexpr (requires { game.canonical(p); }) {
    return game.canonical(p);
  } else {
    return canonical(std::span<const GridSymmetry>(game.symmetries()), p);
  }
}

// A game whose codes are a dense index (gen/grid/piece_index.h): all images of a position have one.
template <class Game>
concept IndexedGame = requires(const Game& game, const PositionOf<Game>& p) {
  game.codes().find(p);
};

// Where a position is found: its layer, and the code of the image that stands for all. (The layer
// is negative, or above all others, if no layer has it.)
struct Located {
  int layer = -1;
  std::uint64_t code = 0;
};
template <class Game>
inline Located locate(const Game& game, const PositionOf<Game>& p) {
  if constexpr (IndexedGame<Game>) {
    const auto place = game.codes().find(p);
    return place ? Located{place->group, place->code} : Located{};
  } else {
    return {game.layer(p), game.codes().encode(canonical(game, p))};
  }
}

// Calls visit(position, ending, located) for every move of p, once or more often; where a position
// that has ended the game is found is not said.
template <class Game, class Visit>
void for_each_located_successor(const Game& game, const PositionOf<Game>& p, Visit&& visit) {
  if constexpr (IndexedGame<Game>) {
    game.for_each_located_successor(p, visit);
  } else {
    game.for_each_successor(p, [&](const PositionOf<Game>& next, Ending ending) {
      visit(next, ending, ending == Ending::none ? locate(game, next) : Located());
    });
  }
}
// Calls visit(located) for every position of the layer, which is p's, with a move to p, once or
// more often; only some of those can occur in play.
template <class Game, class Visit>
void for_each_predecessor_in_layer(const Game& game, int layer, const PositionOf<Game>& p,
                                   Visit&& visit) {
  if constexpr (IndexedGame<Game>) {
    game.for_each_predecessor_in_layer(p, visit);
  } else {
    game.for_each_predecessor(p, [&](const PositionOf<Game>& before) {
      if (const Located located = locate(game, before); located.layer == layer) visit(located);
    });
  }
}

// A position as play can have made it. (Codes of some games stand for several that are worth the
// same, and decode to none of them.)
template <class Game>
PositionOf<Game> position_of(const Game& game, std::uint64_t code) {
  const PositionOf<Game> p = game.codes().decode(code);
  if constexpr (requires { game.coloured(p); }) return game.coloured(p);
  return p;
}

// The symmetries that turn p into itself.
template <class Position>
std::vector<GridSymmetry> those_that_keep(const Position& p,
                                          std::span<const GridSymmetry> symmetries) {
  std::vector<GridSymmetry> result;
  for (const GridSymmetry& g : symmetries) {
    if (image(g, p) == p) result.push_back(g);
  }
  return result;
}

// How many different positions are images of p, including p.
template <class Position>
std::uint64_t orbit_size(std::span<const GridSymmetry> symmetries, const Position& p) {
  std::uint64_t fixing = 0;
  for (const GridSymmetry& g : symmetries) fixing += image(g, p) == p;
  return symmetries.size() / fixing;
}

// Calls visit(image) for each of them, for some more than once.
template <class Position, class Visit>
void for_each_image(std::span<const GridSymmetry> symmetries, const Position& p, Visit&& visit) {
  for (const GridSymmetry& g : symmetries) visit(image(g, p));
}

// Whether the positions of this game have numbers.
template <class Game>
bool has_codes(const Game& game) {
  if constexpr (requires { game.has_codes(); }) {
    return game.has_codes();
  } else {
    return true;
  }
}

// Whether some move wins at once.
template <class Game>
bool wins_at_once(const Game& game, const PositionOf<Game>& p) {
  if constexpr (requires { game.wins_at_once(p); }) {
    return game.wins_at_once(p);
  } else {
    bool wins = false;
    game.for_each_successor(
        p, [&](const PositionOf<Game>&, Ending ending) { wins = wins || ending == Ending::won; });
    return wins;
  }
}

}  // namespace zermelo
