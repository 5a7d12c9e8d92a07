// SPDX-License-Identifier: MIT
#include "kinds/stones/shape_rows.h"

#include <memory>

namespace zermelo {

LowStrings::LowStrings(int length) : length_(length) {
  for (int ones = 0; ones <= length; ++ones) {
    first_.push_back(static_cast<std::uint32_t>(all_.size()));
    for (std::uint32_t string = 0; string < 1u << length; ++string) {
      if (std::popcount(string) == ones) all_.push_back(static_cast<std::uint16_t>(string));
    }
  }
  first_.push_back(static_cast<std::uint32_t>(all_.size()));
  const ColourRank& rank = colour_rank();
  for (const unsigned bit : {0u, 1u}) {
    for (int at = 0; at < length; ++at) {
      const unsigned below = (1u << at) - 1;
      for (const unsigned string : all_) {
        const unsigned with = (string & below) | bit << at | (string & ~below) << 1;
        const unsigned without = (string & below) | (string >> 1 & ~below);
        const auto place = static_cast<std::size_t>(at);
        with_[bit][place].push_back(static_cast<std::uint16_t>(rank(with)));
        without_[bit][place].push_back(
            (string >> at & 1) == bit ? static_cast<std::uint16_t>(rank(without)) : none);
      }
    }
  }
}

const LowStrings& LowStrings::of(int length) {
  static const auto all = [] {
    std::array<std::unique_ptr<const LowStrings>, longest + 1> strings;
    for (int i = 0; i <= longest; ++i)
      strings[static_cast<std::size_t>(i)].reset(new LowStrings(i));
    return strings;
  }();
  return *all[static_cast<std::size_t>(length)];
}

}  // namespace zermelo
