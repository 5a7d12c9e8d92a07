// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "gen/cxx_standard.h"

namespace zermelo::symbolic {

// Told now and then what long work is about, in a few words.
using ProgressText = std::function<void(const std::string& what)>;

}  // namespace zermelo::symbolic
