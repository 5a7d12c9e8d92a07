// SPDX-License-Identifier: MIT
// Feeds bytes to the reader of games solved with sets: they are refused as damaged, or are written
// back as they were read. (frozen_bdd_fuzz.cpp says what the sets in them must be like.)
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "gen/error.h"
#include "symbolic/bdd/symbolic_solution.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zermelo;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    if (symbolic::SymbolicSolution::from_bytes(bytes).bytes() != bytes) std::abort();
  } catch (const DamagedTable&) {
  }
  return 0;
}
