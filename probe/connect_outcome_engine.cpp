// SPDX-License-Identifier: MIT
#include "gen/connect/game.h"
#include "probe/grid_engines.h"
#include "probe/outcome_storage.h"
#include "probe/stone_engine_impl.h"
#include "symbolic/hybrid.h"

namespace zermelo {

std::unique_ptr<Engine> make_connect_outcome_engine(
    const std::map<std::string, std::string>& parameters) {
  const connect::Parameters p = connect::parse_parameters(parameters);
  symbolic::check_hybrid_board(p);
  return make_stone_engine<connect::Connect, OutcomeStorage>("connect", p);
}

}  // namespace zermelo
