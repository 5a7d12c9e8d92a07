// SPDX-License-Identifier: MIT
// Games of stones behind the Engine interface.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "probe/engine.h"

namespace zermelo {

// Throw UsageError for parameters that make no sense.
std::unique_ptr<Engine> make_connect_engine(const std::map<std::string, std::string>& parameters);
std::unique_ptr<Engine> make_mnk_engine(const std::map<std::string, std::string>& parameters);

}  // namespace zermelo
