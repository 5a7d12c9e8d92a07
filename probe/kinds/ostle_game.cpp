// SPDX-License-Identifier: MIT
#include "probe/kinds/ostle_game.h"

namespace zermelo::ostle {

// (gen/games.cmake)
std::shared_ptr<const Game> make_game(const GameSpec& spec) {
  const Parameters parameters = parse_parameters(spec.parameters);
  switch (parameters.size) {
    case 3:
      return make_game_3(parameters);
    case 4:
      return make_game_4(parameters);
    default:
      return make_game_5(parameters);
  }
}

}  // namespace zermelo::ostle
