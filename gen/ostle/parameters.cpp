// SPDX-License-Identifier: MIT
#include "gen/ostle/parameters.h"

#include <algorithm>

#include "gen/parameter_reader.h"

namespace zermelo::ostle {

Parameters parse_parameters(const std::map<std::string, std::string>& values) {
  const ParameterReader reader("ostle", values, {"size", "start", "lose", "total", "repetition"});
  Parameters p;
  p.size = reader.number("size", 3, 5, 5);
  p.start = reader.number("start", 1, p.size, p.size);
  p.lose = reader.number("lose", 0, p.start - 1, std::min(3, p.start - 1));
  p.total = reader.number("total", 2 * (p.lose + 1), 2 * p.start, 2 * p.start);
  p.repetition = reader.choice("repetition", {"exact", "symmetric"}) == 0 ? Repetition::exact
                                                                          : Repetition::symmetric;
  return p;
}

std::map<std::string, std::string> describe(const Parameters& p) {
  return {{"size", std::to_string(p.size)},
          {"start", std::to_string(p.start)},
          {"lose", std::to_string(p.lose)},
          {"total", std::to_string(p.total)},
          {"repetition", p.repetition == Repetition::exact ? "exact" : "symmetric"}};
}

}  // namespace zermelo::ostle
