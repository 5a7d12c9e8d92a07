// SPDX-License-Identifier: MIT
#include "kinds/dense/ostle_game_impl.h"

namespace zermelo::ostle {

template std::shared_ptr<const Game> make_sized_game<4, Bmi2Bits>(const Parameters& parameters);

}  // namespace zermelo::ostle
