// SPDX-License-Identifier: MIT
#include "proof/strategy/strategy.h"

#include <fmt/format.h>

namespace zermelo::proof {

std::string claim_sentence(symbolic::Side owner, const Claim& claim, const std::string& start) {
  const char* who = owner == symbolic::black ? "Black" : "White";
  const char* does = claim.kind == Claim::Kind::wins ? "wins" : "does not lose";
  const std::string within =
      claim.plies ? fmt::format(" within {} {}", *claim.plies, *claim.plies == 1 ? "ply" : "plies")
                  : "";
  return fmt::format("{} {}{} from {}.", who, does, within, start.empty() ? "the start" : start);
}

Strategy empty_strategy(const GameSpec& game, const symbolic::Model& model, symbolic::Side owner,
                        const Claim& claim) {
  Strategy result;
  result.game = game;
  result.owner = owner;
  result.claim = claim;
  result.variables = model.names;
  result.variables.emplace_back("white_to_move");
  for (std::size_t k = 0; k < result.variables.size(); ++k)
    result.inputs.push_back(result.aig.input());
  result.member = symbolic::false_literal;
  for (const symbolic::ModelMove& move : model.moves[owner]) result.moves.push_back(move.name);
  return result;
}

}  // namespace zermelo::proof
