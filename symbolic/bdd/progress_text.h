// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "gen/cxx_standard.h"

namespace zermelo::symbolic {

// Called from time to time with a few words that say what long work is doing.
using ProgressText = std::function<void(const std::string& what)>;

}  // namespace zermelo::symbolic
