// SPDX-License-Identifier: MIT
#include "symmetry/bits.h"

#include <cstdlib>

namespace zermelo {

bool processor_has_bmi2() {
  const char* portable = std::getenv("ZERMELO_PORTABLE");
  if (portable != nullptr && *portable != '\0') return false;
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
  return false;
#endif
}

}  // namespace zermelo
