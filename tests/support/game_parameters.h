// SPDX-License-Identifier: MIT
// What tests need to know about the tables of parameters of all games.
#pragma once

#include <algorithm>

#include "gen/games.h"

namespace zermelo::test {

// Whether rules, not numbers, are among a game's parameters.
inline bool has_texts(const GameInfo& game) {
  return std::ranges::any_of(game.parameters,
                             [](const GameParameter& p) { return p.range == "text"; });
}

}  // namespace zermelo::test
