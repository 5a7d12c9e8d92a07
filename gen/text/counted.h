// SPDX-License-Identifier: MIT
// Numbers with their nouns, for messages.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <string>
#include <string_view>

namespace zermelo {

// "1 ply", "7 plies". Without a plural of its own, a noun takes an s.
template <std::integral Number>
std::string counted(Number number, std::string_view one, std::string_view many = "") {
  if (number == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", number, one) : fmt::format("{} {}", number, many);
}

}  // namespace zermelo
