// SPDX-License-Identifier: MIT
// For processors without BMI2 (see ostle_portable.cpp), compiled in parallel with the smaller
// boards.
#include "kinds/dense/ostle_game_impl.h"

namespace zermelo::ostle {

template std::shared_ptr<const Game> make_sized_game<6, PortableBits>(const Parameters& parameters);

}  // namespace zermelo::ostle
