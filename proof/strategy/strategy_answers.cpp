// SPDX-License-Identifier: MIT
#include "proof/strategy/strategy_answers.h"

#include <algorithm>
#include <cstddef>

namespace zermelo::proof {
namespace {

// The k-th bit of each word.
std::uint64_t number_of_bits(const std::vector<std::uint64_t>& values,
                             const std::vector<Literal>& bits, std::size_t k) {
  std::uint64_t result = 0;
  for (std::size_t n = 0; n < bits.size(); ++n) result |= (value_of(values, bits[n]) >> k & 1) << n;
  return result;
}

// At most as many states as a word has bits.
void add_answers(const Strategy& strategy, std::span<const ArenaState> states,
                 std::vector<StateAnswer>& answers) {
  const std::vector<std::uint64_t> values =
      simulate(strategy.aig, inputs_of(states, strategy.inputs.size() - 1));
  const std::uint64_t members = value_of(values, strategy.member);
  for (std::size_t k = 0; k < states.size(); ++k) {
    if ((members >> k & 1) == 0) {
      answers.emplace_back();
    } else {
      answers.push_back({true, number_of_bits(values, strategy.rank, k),
                         number_of_bits(values, strategy.move, k)});
    }
  }
}

}  // namespace

std::vector<StateAnswer> answers_in(const Strategy& strategy, std::span<const ArenaState> states) {
  std::vector<StateAnswer> answers;
  answers.reserve(states.size());
  while (!states.empty()) {
    const std::size_t count = std::min(states.size(), symbolic::assignments_per_word);
    add_answers(strategy, states.first(count), answers);
    states = states.subspan(count);
  }
  return answers;
}

StateAnswer answer_in(const Strategy& strategy, const ArenaState& state) {
  return answers_in(strategy, {&state, 1}).front();
}

}  // namespace zermelo::proof
