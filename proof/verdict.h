// SPDX-License-Identifier: MIT
// What every way of proving says, and the choice that all of them know.
#pragma once

#include <cstdint>

#include "gen/cxx_standard.h"

namespace zermelo {

// Whether the side that was asked about can force a win.
enum class Verdict : std::uint8_t { win, no_win, unknown };

// What IC3 generalises (docs/proofs.md).
enum class Generalise : std::uint8_t {
  none,    // cubes are single states
  exists,  // only cubes that one move justifies are generalised, as in Zandvliet's thesis
  both     // also cubes that all moves justify
};

}  // namespace zermelo
