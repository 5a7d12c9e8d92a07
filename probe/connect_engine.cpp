// SPDX-License-Identifier: MIT
#include "gen/connect/game.h"
#include "probe/grid_engines.h"
#include "probe/stone_engine_impl.h"

namespace zermelo {

std::unique_ptr<Engine> make_connect_engine(const std::map<std::string, std::string>& parameters) {
  return make_stone_engine<connect::Connect>("connect", connect::parse_parameters(parameters));
}

}  // namespace zermelo
