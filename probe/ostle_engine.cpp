// SPDX-License-Identifier: MIT
#include "probe/ostle_engine.h"

namespace zermelo::ostle {

std::unique_ptr<Engine> make_ostle_engine(const Parameters& parameters) {
  switch (parameters.size) {
    case 3:
      return make_ostle_engine_3(parameters);
    case 4:
      return make_ostle_engine_4(parameters);
    default:
      return make_ostle_engine_5(parameters);
  }
}

}  // namespace zermelo::ostle
