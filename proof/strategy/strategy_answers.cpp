// SPDX-License-Identifier: MIT
#include "proof/strategy/strategy_answers.h"

#include <cstddef>
#include <vector>

namespace zermelo::proof {
namespace {

std::uint64_t number_of_bits(const std::vector<bool>& values, const std::vector<Literal>& bits) {
  std::uint64_t result = 0;
  for (std::size_t k = 0; k < bits.size(); ++k)
    result |= std::uint64_t{value_of(values, bits[k])} << k;
  return result;
}

}  // namespace

StateAnswer answer_in(const Strategy& strategy, const ArenaState& state) {
  std::vector<bool> inputs;
  for (std::size_t k = 0; k + 1 < strategy.inputs.size(); ++k) inputs.push_back(state.board[k]);
  inputs.push_back(state.to_move == symbolic::white);
  const std::vector<bool> values = evaluate(strategy.aig, inputs);
  if (!value_of(values, strategy.member)) return {};
  return {true, number_of_bits(values, strategy.rank), number_of_bits(values, strategy.move)};
}

}  // namespace zermelo::proof
