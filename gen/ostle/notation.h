// SPDX-License-Identifier: MIT
// Ostle's notation, as it is typed.
//
//   wwwww/5/2o2/5/bbbbb b c3U
//
// Ranks from the top, separated by slashes: b and w for pieces, o for the hole, digits for runs of
// empty squares; then the side to move; then, if there is one, the move that rule 8 forbids. A move
// is its source square and a direction (U D L R), with files a.. from the left and ranks 1.. from
// the bottom, as in Takizawa (2023).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/ostle/parameters.h"
#include "gen/ostle/position.h"
#include "gen/position_status.h"
#include "gen/text/diagram.h"
#include "gen/value.h"

namespace zermelo::ostle {

// A state as written. Bit s of a set is square s = rank * size + file, a1 = 0.
struct State {
  int size = 5;
  std::uint64_t black = 0, white = 0;
  int hole = 0;
  bool white_to_move = false;
  std::optional<Move> forbidden = std::nullopt;

  bool operator==(const State&) const = default;
};

// Throws IllegalPosition, with what is wrong and where, if the text is not an arrangement of one
// hole and pieces on a board with that side. Checks neither the number of pieces nor the move's
// legality.
State parse_state(std::string_view text, int size);
std::string format_state(const State& state);

// Throws IllegalPosition if the text is not a square of a board with that side and a direction.
Move parse_move(std::string_view text, int size);
std::string format_move(Move move, int size);
std::string format_square(int square, int size);

// The start: Black's pieces on the first rank and White's on the last, from file a on; the hole in
// the centre, or on the lower left of the four centre squares; Black to move.
State start_state(const Parameters& parameters);

// What the numbers of pieces say about a state in a game with these parameters: everything that the
// rules demand, except that the forbidden move is a move (check_forbidden in
// gen/ostle/state_view.h).
PositionStatus material_status(const State& state, const Parameters& parameters);

// The board with its forbidden move crossed and a caption, without move values.
Diagram make_diagram(const State& state);
// A move as it looks on a board with that side.
MoveShape shape_of(Move move, int size);
// The state that a picture's squares show, with nothing forbidden. Throws IllegalPosition if they
// are not those of a board with that side and one hole.
State state_from(const std::vector<Cell>& cells, Colour to_move, int size);

}  // namespace zermelo::ostle
