// SPDX-License-Identifier: MIT
#include "gen/connect/game.h"
#include "probe/grid_engine_impl.h"
#include "probe/grid_engines.h"
#include "probe/outcome_storage.h"
#include "symbolic/hybrid.h"

namespace zermelo {

std::unique_ptr<Engine> make_connect_outcome_engine(
    const std::map<std::string, std::string>& parameters) {
  using connect::Connect;
  const connect::Parameters p = connect::parse_parameters(parameters);
  symbolic::check_hybrid_board(p);
  GameSpec spec{"connect", describe(p)};
  auto game = std::make_shared<const Connect>(p);
  if (game->cells() <= 32) {
    return std::make_unique<GridEngine<Connect, OutcomeStorage<std::uint32_t>>>(std::move(spec),
                                                                                std::move(game));
  }
  return std::make_unique<GridEngine<Connect, OutcomeStorage<std::uint64_t>>>(std::move(spec),
                                                                              std::move(game));
}

}  // namespace zermelo
