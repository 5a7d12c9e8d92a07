// SPDX-License-Identifier: MIT
#include "proof/check/strategy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <set>

#include "gen/text/counted.h"

namespace zermelo::proof {

using symbolic::Literal;

std::string claim_sentence(symbolic::Side owner, const Claim& claim, const std::string& start) {
  const char* who = owner == symbolic::black ? "Black" : "White";
  const char* does = claim.kind == Claim::Kind::wins ? "wins" : "does not lose";
  const std::string within = claim.plies ? " within " + counted(*claim.plies, "ply", "plies") : "";
  return fmt::format("{} {}{} from {}.", who, does, within, start.empty() ? "the start" : start);
}

bool Strategy::check() const {
  if (!aig.check() || aig.inputs() != inputs.size() || variables.size() != inputs.size())
    return false;
  for (std::uint32_t k = 0; k < inputs.size(); ++k) {
    const Literal input = inputs[k];
    if (input.negated() || input.node() >= aig.size() || !aig.is_input(input.node())) return false;
    if (aig.input_number(input.node()) != k) return false;
  }
  if (std::set(variables.begin(), variables.end()).size() != variables.size()) return false;
  const auto is_number = [&](const std::vector<Literal>& bits) {
    constexpr std::size_t most_bits = 64;
    return bits.size() <= most_bits &&
           std::ranges::all_of(bits, [&](Literal bit) { return bit.node() < aig.size(); });
  };
  return member.node() < aig.size() && is_number(rank) && is_number(move) &&
         claim.plies.value_or(0) >= 0;
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
  assert(result.check());
  return result;
}

}  // namespace zermelo::proof
