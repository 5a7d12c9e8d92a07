// SPDX-License-Identifier: MIT
// Feeds bytes to the reader of frozen diagrams: they are refused as damaged, or they are a set
// whose members have ranks, and which is written back as it was read.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "gen/error.h"
#include "symbolic/bdd/frozen_bdd.h"

namespace {

using namespace zermelo;
using symbolic::FrozenBdd;
using symbolic::StateBits;

void require(bool condition) {
  if (!condition) std::abort();
}

// Checks members from `first` on: they are in order, and ranking is the inverse of unranking.
void look_at_members(const FrozenBdd& set, std::uint64_t first) {
  constexpr std::uint64_t most = 20;
  std::optional<StateBits> before;
  for (std::uint64_t rank = first; rank < set.size() && rank - first < most; ++rank) {
    const StateBits state = set.unrank(rank);
    require(set.contains(state) && set.rank(state) == rank);
    require(!before || *before < state);
    before = state;
  }
}

// Arbitrary states, next to each other and far apart.
void look_at_states(const FrozenBdd& set) {
  if (set.variables() == 0) return;
  const int unused = FrozenBdd::most_variables - set.variables();
  StateBits state = 0;
  for (int n = 0; n < 20; ++n) {
    state = ((state >> unused) * 0x9E3779B97F4A7C15 + 1) << unused;
    if (set.contains(state)) require(set.unrank(set.rank(state)) == state);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const FrozenBdd set(bytes);
    look_at_members(set, 0);
    look_at_members(set, set.size() - std::min<std::uint64_t>(set.size(), 20));
    look_at_states(set);
    require(set.bytes() == bytes);
  } catch (const DamagedTable&) {
  }
  return 0;
}
