// SPDX-License-Identifier: MIT
// What the rules say about a position: the one answer to "is it over?".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "gen/error.h"
#include "gen/value.h"

namespace zermelo {

// Whether somebody is to move in a position, or how the game has ended in it. It depends only on
// the board and the side that is, or would be, to move.
struct PositionStatus {
  enum class Kind : std::uint8_t {
    to_move,  // the game goes on, and the side to move has a move
    won,
    lost,  // it is over, and the side that would be to move has won, lost
    drawn,
    impossible  // no play has such a position (as far as the rules show at a glance)
  };
  Kind kind = Kind::to_move;
  std::optional<Colour> winner = std::nullopt;  // of a game that is won or lost
  std::string why = {};  // one sentence, for all kinds but to_move: "Black has won."

  // Won by that side, in a position in which `to_move` would be to move.
  static PositionStatus over(Colour winner, Colour to_move, std::string why);
  static PositionStatus drawn(std::string why);
  static PositionStatus impossible(std::string why);

  bool goes_on() const { return kind == Kind::to_move; }
  bool is_over() const { return !goes_on() && kind != Kind::impossible; }

  bool operator==(const PositionStatus&) const = default;
};

// "to_move", "won", "lost", "drawn", "impossible".
const char* status_name(PositionStatus::Kind kind);

// Throws IllegalPosition or GameOver, with the status's own sentence, if the game does not go on.
void require_to_move(const PositionStatus& status);

// Reads a text and returns its status: `read` returns a status, or throws IllegalPosition for a
// text that is not a state at all.
template <class Read>
PositionStatus status_of(Read&& read) {
  try {
    return std::forward<Read>(read)();
  } catch (const IllegalPosition& error) {
    return PositionStatus::impossible(error.what());
  }
}

}  // namespace zermelo
