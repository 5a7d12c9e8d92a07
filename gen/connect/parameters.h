// SPDX-License-Identifier: MIT
// What can be chosen about Connect Four, and its textual form "columns=7 rows=6 line=4".
#pragma once

#include <map>
#include <string>

namespace zermelo::connect {

struct Parameters {
  int columns = 7, rows = 6;  // at most 64 squares
  int line = 4;               // so many stones in a row win; 2 or more

  bool operator==(const Parameters&) const = default;
};

// Reads key=value pairs; keys that are absent keep their defaults. Throws UsageError.
Parameters parse_parameters(const std::map<std::string, std::string>& values);

// Every parameter with its value: names a table uniquely.
std::map<std::string, std::string> describe(const Parameters& parameters);

}  // namespace zermelo::connect
