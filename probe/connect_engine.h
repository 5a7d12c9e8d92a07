// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "gen/connect/parameters.h"
#include "probe/engine.h"

namespace zermelo::connect {

std::unique_ptr<Engine> make_connect_engine(const Parameters& parameters);

}  // namespace zermelo::connect
