// SPDX-License-Identifier: MIT
#include "gen/mnk/game.h"

#include <algorithm>

#include "gen/parameter_reader.h"

namespace zermelo::mnk {

Parameters parse_parameters(const std::map<std::string, std::string>& values) {
  const ParameterReader reader("mnk", values, {"m", "n", "k"});
  Parameters p;
  p.m = reader.number("m", 1, max_squares, p.m);
  const int most = max_squares / p.m;
  p.n = reader.number("n", 1, most, std::min(p.n, most));
  p.k = reader.number("k", 2, max_squares, p.k);
  return p;
}

std::map<std::string, std::string> describe(const Parameters& p) {
  return {{"m", std::to_string(p.m)}, {"n", std::to_string(p.n)}, {"k", std::to_string(p.k)}};
}

Mnk::Mnk(const Parameters& p)
    : LineGame({p.m, p.n}, p.k),
      parameters_(p),
      lines_(grid(), p.k),
      symmetries_(grid_symmetries(grid())) {}

std::string Mnk::text(const StonePosition& p) const {
  return format_position({p.black, p.white(), white_to_move(p.stones())}, grid());
}

}  // namespace zermelo::mnk
