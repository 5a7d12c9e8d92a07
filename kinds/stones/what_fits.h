// SPDX-License-Identifier: MIT
// Which part of a game that does not fit into memory would fit: part of the sentence that refuses
// the game.
#pragma once

#include <cstdint>
#include <string>

#include "gen/connect/game.h"
#include "gen/mnk/game.h"

namespace zermelo {

// The largest board that `bytes` are enough for, "columns=6 rows=5 would fit"; for Connect Four
// also the command that needs less. Empty if there is none, or if this is not known for the game.
template <class Game>
std::string what_fits(const Game&, std::uint64_t) {
  return "";
}
std::string what_fits(const connect::Connect& game, std::uint64_t bytes);
std::string what_fits(const mnk::Mnk& game, std::uint64_t bytes);

}  // namespace zermelo
