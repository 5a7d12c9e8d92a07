// SPDX-License-Identifier: MIT
#include "json/value_range.h"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

#include "gen/error.h"

namespace zermelo {

ValueRange parse_range(std::string_view text, std::string_view of_what) {
  const auto fail = [&] {
    return UsageError(fmt::format(
        "'{}' is not a number of {}; write 7, 5..9 or 5.. (from 1 to {}, the smaller first).", text,
        of_what, Value::max_plies));
  };
  const auto number = [&](std::string_view digits) {
    int plies = 0;
    const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), plies);
    const bool good = error == std::errc() && rest == digits.data() + digits.size();
    if (!good || plies < 1 || plies > Value::max_plies) throw fail();
    return plies;
  };
  const auto dots = text.find("..");
  ValueRange range;
  range.first = range.last = number(text.substr(0, dots));
  if (dots == std::string_view::npos) return range;
  const std::string_view last = text.substr(dots + 2);
  range.last = last.empty() ? Value::max_plies : number(last);
  if (range.last < range.first) throw fail();
  return range;
}

}  // namespace zermelo
