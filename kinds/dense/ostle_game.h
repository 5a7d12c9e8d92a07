// SPDX-License-Identifier: MIT
// Ostle behind the Game interface, for one board side and one policy of bits.
#pragma once

#include <memory>

#include "gen/ostle/parameters.h"
#include "probe/game.h"

namespace zermelo::ostle {

// Defined in ostle_game_impl.h; instantiated by one source file per side, so that they compile in
// parallel, and by ostle_portable.cpp and ostle_portable_6.cpp for processors without BMI2.
// `parameters.size` is N.
template <int N, class Bits>
std::shared_ptr<const Game> make_sized_game(const Parameters& parameters);

}  // namespace zermelo::ostle
