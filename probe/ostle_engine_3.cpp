// SPDX-License-Identifier: MIT
#include "probe/ostle_engine_impl.h"

namespace zermelo::ostle {

std::unique_ptr<Engine> make_ostle_engine_3(const Parameters& parameters) {
  return make_sized_engine<3>(parameters);
}

}  // namespace zermelo::ostle
