// SPDX-License-Identifier: MIT
#include "gen/connect/parameters.h"

#include <fmt/format.h>

namespace zermelo::connect {

const GameInfo& info() {
  static const GameInfo game = {
      "connect",
      "drop stones into columns; four in a row win (Connect Four, on any board)",
      "A move is the letter of a column.",
      {{"columns", "1..64", "7", "of the board"},
       {"rows", "1..64/columns", "6, or 64/columns if that is less", "of the board"},
       {"line", "2..64", "4", "this many stones in a row win"}},
      {},
      {.drops = true},
      [](const ParameterTexts& texts) {
        const int line = parse_parameters(texts).line;
        return line == 4 ? std::string("Connect Four") : fmt::format("Connect {}", line);
      }};
  return game;
}

Parameters parse_parameters(const ParameterTexts& texts) {
  const ParameterValues values = read_parameters(info(), texts);
  return {values.at("columns"), values.at("rows"), values.at("line")};
}

ParameterTexts describe(const Parameters& p) {
  return parameter_texts(info(), {{"columns", p.columns}, {"rows", p.rows}, {"line", p.line}});
}

}  // namespace zermelo::connect
