// SPDX-License-Identifier: MIT
// For processors without BMI2. They are rare, so this is optimized less (CMakeLists.txt).
#include "kinds/dense/ostle_game_impl.h"

namespace zermelo::ostle {

template std::shared_ptr<const Game> make_sized_game<3, PortableBits>(const Parameters& parameters);
template std::shared_ptr<const Game> make_sized_game<4, PortableBits>(const Parameters& parameters);
template std::shared_ptr<const Game> make_sized_game<5, PortableBits>(const Parameters& parameters);

}  // namespace zermelo::ostle
