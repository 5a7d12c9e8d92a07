// SPDX-License-Identifier: MIT
#include "gen/grid/subset_numbers.h"

namespace zermelo {

SubsetNumbers::SubsetNumbers(int k) : k_(k) {
  if (k > 0 && k <= max_subset_universe) ranks_ = std::make_unique<const SubsetRank>(k);
  int things = k;
  while (k > 0 && things + 1 < max_squares && binomial_64(things + 1, k) <= most_listed) ++things;
  if (things < max_squares && binomial_64(things, k) <= most_listed)
    subsets_ = all_subsets<std::uint64_t>(things, k);
}

}  // namespace zermelo
