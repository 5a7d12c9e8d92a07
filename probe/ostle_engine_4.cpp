// SPDX-License-Identifier: MIT
#include "probe/ostle_engine_impl.h"

namespace zermelo::ostle {

std::unique_ptr<Engine> make_ostle_engine_4(const Parameters& parameters) {
  return make_sized_engine<4>(parameters);
}

}  // namespace zermelo::ostle
