// SPDX-License-Identifier: MIT
// What all that writes strategies has in common.
#pragma once

#include <cstdint>
#include <string>

#include "proof/strategy/strategy.h"

namespace zermelo {

// Two-input ANDs.
std::uint64_t strategy_gates(const proof::Strategy& strategy);
// In ASCII if the path ends in .aag. The whole file or none: what stood there before stays until
// the new bytes are written. Returns how many. An empty path: they are only counted. Throws
// FileError.
std::uint64_t write_strategy(const proof::Strategy& strategy, const std::string& path);

}  // namespace zermelo
