// SPDX-License-Identifier: MIT
// What can be chosen about Connect Four, and its textual form "columns=7 rows=6 line=4".
#pragma once

#include "gen/parameters.h"

namespace zermelo::connect {

struct Parameters {
  int columns = 7, rows = 6;  // at most 64 squares
  int line = 4;               // this many stones in a row win; 2 or more

  bool operator==(const Parameters&) const = default;
};

const GameInfo& info();
// Reads key=value pairs; keys that are absent have the defaults of info(). Throws UsageError.
Parameters parse_parameters(const ParameterTexts& texts);
// Every parameter with its value: names a table uniquely.
ParameterTexts describe(const Parameters& parameters);

}  // namespace zermelo::connect
