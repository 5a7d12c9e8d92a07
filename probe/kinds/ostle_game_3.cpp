// SPDX-License-Identifier: MIT
#include "probe/kinds/ostle_game_impl.h"

namespace zermelo::ostle {

std::shared_ptr<const Game> make_game_3(const Parameters& parameters) {
  return make_sized_game<3>(parameters);
}

}  // namespace zermelo::ostle
