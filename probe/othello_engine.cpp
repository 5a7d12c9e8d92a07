// SPDX-License-Identifier: MIT
#include "gen/othello/game.h"
#include "probe/code_engine_impl.h"
#include "probe/grid_engines.h"

namespace zermelo {

std::unique_ptr<Engine> make_othello_engine(const std::map<std::string, std::string>& parameters) {
  return make_code_engine<othello::Othello>("othello", othello::parse_parameters(parameters));
}

}  // namespace zermelo
