// SPDX-License-Identifier: MIT
// Ostle behind the Engine interface.
#pragma once

#include <memory>

#include "gen/ostle/parameters.h"
#include "probe/engine.h"

namespace zermelo::ostle {

std::unique_ptr<Engine> make_ostle_engine(const Parameters& parameters);

// One board side each, so that they compile apart.
std::unique_ptr<Engine> make_ostle_engine_3(const Parameters& parameters);
std::unique_ptr<Engine> make_ostle_engine_4(const Parameters& parameters);
std::unique_ptr<Engine> make_ostle_engine_5(const Parameters& parameters);

}  // namespace zermelo::ostle
