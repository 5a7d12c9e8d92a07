// SPDX-License-Identifier: MIT
// For processors without BMI2: few have none, so this is compiled with less care (CMakeLists.txt).
#include "probe/kinds/ostle_game_impl.h"

namespace zermelo::ostle {

template std::shared_ptr<const Game> make_sized_game<3, PortableBits>(const Parameters& parameters);
template std::shared_ptr<const Game> make_sized_game<4, PortableBits>(const Parameters& parameters);
template std::shared_ptr<const Game> make_sized_game<5, PortableBits>(const Parameters& parameters);

}  // namespace zermelo::ostle
