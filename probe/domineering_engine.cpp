// SPDX-License-Identifier: MIT
#include "gen/domineering/game.h"
#include "probe/code_engine_impl.h"
#include "probe/grid_engines.h"

namespace zermelo {

std::unique_ptr<Engine> make_domineering_engine(
    const std::map<std::string, std::string>& parameters) {
  return make_code_engine<domineering::Domineering>("domineering",
                                                    domineering::parse_parameters(parameters));
}

}  // namespace zermelo
