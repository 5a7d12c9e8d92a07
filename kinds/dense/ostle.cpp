// SPDX-License-Identifier: MIT
// Ostle in the registry (gen/games.cmake).
#include <memory>

#include "kinds/dense/with_instance.h"

namespace zermelo::ostle {

std::shared_ptr<const Game> make_game(const GameSpec& spec) {
  const Parameters parameters = parse_parameters(spec.parameters);
  return with_instance(parameters.size, [&](auto side, auto bits) {
    return make_sized_game<side.value, decltype(bits)>(parameters);
  });
}

}  // namespace zermelo::ostle
