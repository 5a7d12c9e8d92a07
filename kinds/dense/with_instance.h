// SPDX-License-Identifier: MIT
// The instance of Ostle's templates for a board's side and this processor.
#pragma once

#include <type_traits>

#include "gen/ostle/processor_bits.h"
#include "kinds/dense/ostle_instances.h"

namespace zermelo::ostle {

// Calls make(side, bits) with the side as a constant.
template <class Make>
auto with_instance(int side, const Make& make) {
  return with_bits_of_processor([&](auto bits) {
    switch (side) {
      case 3:
        return make(std::integral_constant<int, 3>(), bits);
      case 4:
        return make(std::integral_constant<int, 4>(), bits);
      case 5:
        return make(std::integral_constant<int, 5>(), bits);
      default:
        return make(std::integral_constant<int, 6>(), bits);
    }
  });
}

}  // namespace zermelo::ostle
