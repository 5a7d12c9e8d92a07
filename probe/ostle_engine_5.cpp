// SPDX-License-Identifier: MIT
#include "probe/ostle_engine_impl.h"

namespace zermelo::ostle {

std::unique_ptr<Engine> make_ostle_engine_5(const Parameters& parameters) {
  return make_sized_engine<5>(parameters);
}

}  // namespace zermelo::ostle
