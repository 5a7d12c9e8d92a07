// SPDX-License-Identifier: MIT
// Ostle behind the Game interface: one board side each, so that they compile apart.
#pragma once

#include <memory>

#include "gen/ostle/parameters.h"
#include "probe/game.h"

namespace zermelo::ostle {

std::shared_ptr<const Game> make_game_3(const Parameters& parameters);
std::shared_ptr<const Game> make_game_4(const Parameters& parameters);
std::shared_ptr<const Game> make_game_5(const Parameters& parameters);

}  // namespace zermelo::ostle
