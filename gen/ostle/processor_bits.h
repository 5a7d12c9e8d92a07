// SPDX-License-Identifier: MIT
// Which bit operations Ostle's code uses on this processor.
#pragma once

#include <type_traits>

#include "gen/error.h"
#include "symmetry/bits.h"

namespace zermelo::ostle {

// Whether this program has Ostle's code for processors without BMI2, too (ZERMELO_PORTABLE of
// CMakeLists.txt).
#ifdef ZERMELO_HAS_PORTABLE_OSTLE
inline constexpr bool has_portable_code = true;
#else
inline constexpr bool has_portable_code = false;
#endif

// Calls `work` with Bmi2Bits or PortableBits, as this processor needs (symmetry/bits.h), and
// returns what it returns. Throws Error if this program does not have the code that the processor
// needs.
template <class Work>
auto with_bits_of_processor(const Work& work) {
  if constexpr (std::is_same_v<Bmi2Bits, PortableBits>) {  // (no other processor's instructions)
    return work(PortableBits{});
  } else if constexpr (has_portable_code) {
    return processor_has_bmi2() ? work(Bmi2Bits{}) : work(PortableBits{});
  } else {
    if (!processor_has_bmi2()) {
      throw Error(
          "Ostle needs a processor with BMI2 instructions: this program was built without the code "
          "for other processors (ZERMELO_PORTABLE).");
    }
    return work(Bmi2Bits{});
  }
}

}  // namespace zermelo::ostle
