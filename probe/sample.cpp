// SPDX-License-Identifier: MIT
// Table::sample: positions drawn at random.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "probe/split_mix.h"
#include "probe/table.h"
#include "probe/table_reader.h"

namespace zermelo {
namespace {

// The numbers of a table's slices, one slice after another.
class AllNumbers {
 public:
  explicit AllNumbers(const Table& table) {
    for (std::size_t slice = 0; slice < table.info().slices.size(); ++slice) {
      all_ += table.indices(slice);
      ends_.push_back(all_);
    }
  }
  std::uint64_t size() const { return all_; }
  // Whether any of them is that of a position. Looks at them one by one.
  bool any_position(const Table& table) const {
    for (std::uint64_t number = 0; number < all_; ++number)
      if (table.position_at(at(number))) return true;
    return false;
  }
  TableIndex at(std::uint64_t number) const {
    const auto end = std::ranges::upper_bound(ends_, number);
    const auto slice = static_cast<std::size_t>(end - ends_.begin());
    return {slice, number - (slice == 0 ? 0 : ends_[slice - 1])};
  }

 private:
  std::uint64_t all_ = 0;
  std::vector<std::uint64_t> ends_;
};

}  // namespace

std::vector<std::string> Table::sample(std::uint64_t count, std::uint64_t seed) const {
  constexpr int most_misses = 1000000;
  const AllNumbers numbers(*this);
  SplitMix random(seed);
  std::vector<std::string> drawn;
  for (int misses = 0; drawn.size() < count;) {
    // (In a small table it is soon clear that there is nothing to draw.)
    const bool stores_none =
        static_cast<std::uint64_t>(misses) == numbers.size() && !numbers.any_position(*this);
    if (stores_none || misses == most_misses)
      throw NotInTable(info_->path + " stores no positions, or too few to draw from at random.");
    if (auto position = position_at(numbers.at(random.below(numbers.size())))) {
      drawn.push_back(std::move(*position));
      misses = 0;
    } else {
      ++misses;
    }
  }
  return drawn;
}

}  // namespace zermelo
