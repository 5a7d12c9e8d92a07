// SPDX-License-Identifier: MIT
// Ostle's work in the registry (gen/games.cmake).
#include "kinds/dense/with_instance.h"

namespace zermelo::ostle {

GameWork work_of(const Game& game) {
  const Parameters parameters = parse_parameters(game.spec().parameters);
  return with_instance(parameters.size, [&](auto side, auto bits) {
    return work_of_size<side.value, decltype(bits)>(game);
  });
}

}  // namespace zermelo::ostle
