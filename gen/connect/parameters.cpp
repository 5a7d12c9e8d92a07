// SPDX-License-Identifier: MIT
#include "gen/connect/parameters.h"

#include <algorithm>

#include "gen/parameter_reader.h"
#include "symmetry/grid.h"

namespace zermelo::connect {

Parameters parse_parameters(const std::map<std::string, std::string>& values) {
  const ParameterReader reader("connect", values, {"columns", "rows", "line"});
  Parameters p;
  p.columns = reader.number("columns", 1, max_squares, p.columns);
  p.rows =
      reader.number("rows", 1, max_squares / p.columns, std::min(p.rows, max_squares / p.columns));
  p.line = reader.number("line", 2, max_squares, p.line);
  return p;
}

std::map<std::string, std::string> describe(const Parameters& p) {
  return {{"columns", std::to_string(p.columns)},
          {"rows", std::to_string(p.rows)},
          {"line", std::to_string(p.line)}};
}

}  // namespace zermelo::connect
