// SPDX-License-Identifier: MIT
// Feeds bytes to the readers of strategies and of safety games: they are refused in a sentence, or
// can be read again after the writers have written them.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "gen/error.h"
#include "proof/aiger/aiger.h"
#include "proof/check/strategy_file.h"
#include "proof/strategy/strategy_output.h"
#include "proof/synthesis/safety_game.h"

namespace {

using namespace zermelo;

void require(bool condition) {
  if (!condition) std::abort();
}

void read_strategy(std::string_view bytes) {
  const proof::Strategy strategy = proof::parse_strategy(bytes);
  const std::string binary = proof::format_strategy(strategy);
  const std::string ascii = proof::format_strategy(strategy, proof::AigerForm::ascii);
  require(proof::format_strategy(proof::parse_strategy(binary)) == binary);
  require(proof::format_strategy(proof::parse_strategy(ascii)) == binary);
}

void read_safety_game(std::string_view bytes) {
  // (The inputs of a binary file take no bytes, but a graph takes some for each.)
  constexpr std::uint32_t most_variables = 10'000;
  const proof::AigerFile file = proof::parse_aiger(bytes);
  if (file.variables() > most_variables) return;
  const proof::SafetyGraph graph = proof::make_safety_graph(file);
  require(graph.aig.check());
  require(graph.next.size() == graph.latches.size());
  const proof::ReachGame game = proof::make_safety_game(graph);
  require(game.start.size() == graph.latches.size());
}

// Every fault is an Error, never anything else.
template <class Read>
void try_to(Read&& read, const std::uint8_t* data, std::size_t size) {
  try {
    read(std::string_view(reinterpret_cast<const char*>(data), size));
  } catch (const Error& error) {
    require(*error.what() != '\0');
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try_to(read_strategy, data, size);
  try_to(read_safety_game, data, size);
  return 0;
}
