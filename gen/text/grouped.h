// SPDX-License-Identifier: MIT
// Large numbers as people read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gen/cxx_standard.h"

namespace zermelo {

// The digits of a number of any length, in groups: "1,234,567".
inline std::string grouped_digits(std::string digits) {
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}
inline std::string grouped(std::uint64_t number) { return grouped_digits(std::to_string(number)); }
// With its noun: "1 ply", "7 plies".
inline std::string grouped(std::uint64_t number, std::string_view one, std::string_view many) {
  return grouped(number).append(" ").append(number == 1 ? one : many);
}

}  // namespace zermelo
