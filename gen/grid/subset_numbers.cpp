// SPDX-License-Identifier: MIT
#include "gen/grid/subset_numbers.h"

namespace zermelo {

SubsetNumbers::SubsetNumbers(int k) : k_(k) {
  if (k > 0 && k <= max_subset_universe) ranks_ = std::make_unique<const SubsetRank>(k);
  int things = k;
  while (k > 0 && things + 1 < most_things && Binomials::of(things + 1, k) <= most_listed) ++things;
  if (things < most_things && Binomials::of(things, k) <= most_listed)
    subsets_ = all_subsets<std::uint64_t>(things, k);
}

// From the largest thing down (the combinatorial number system).
std::uint64_t SubsetNumbers::long_subset(std::uint64_t number) const {
  std::uint64_t subset = 0;
  int thing = most_things - 1;
  for (int order = k_; order > 0; --order, --thing) {
    while (Binomials::of(thing, order) > number) --thing;
    number -= Binomials::of(thing, order);
    subset |= std::uint64_t{1} << thing;
  }
  return subset;
}

}  // namespace zermelo
