// SPDX-License-Identifier: MIT
// Feeds bytes to the reader of AIGER files: they are refused, or are a graph that can be read again
// after either writer has written it, and that means the same as a graph of ours. If it is a safety
// game, its circuit with one side's inputs replaced is a file like it.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "proof/aiger/aiger.h"
#include "proof/synthesis/reduced_game.h"
#include "symbolic/model/aig.h"

namespace {

using namespace zermelo;
using proof::AigerFile;
using symbolic::Literal;

void require(bool condition) {
  if (!condition) std::abort();
}

// Arbitrary values for the variables that have no definition.
bool any_value(std::size_t variable) { return (variable * 0x9E3779B97F4A7C15 >> 40 & 1) != 0; }

std::vector<bool> values_of(const AigerFile& file) {
  std::vector<bool> values = {false};
  const auto value = [&](std::uint32_t literal) {
    return values[literal / 2] != (literal % 2 != 0);
  };
  const std::size_t free = file.inputs + file.latches.size();
  while (values.size() <= free) values.push_back(any_value(values.size()));
  for (const proof::AigerAnd& gate : file.ands) {
    values.push_back(value(gate.left) && value(gate.right));
  }
  return values;
}

// The values of the file's variables, and the cone of all its variables.
void look_at_graph(const AigerFile& file) {
  symbolic::Aig aig;
  std::vector<Literal> inputs;
  std::vector<bool> given;
  for (std::size_t n = 0; n < file.inputs + file.latches.size(); ++n) {
    inputs.push_back(aig.input());
    given.push_back(any_value(n + 1));
  }
  const std::vector<Literal> variables = add_to_graph(file, aig, inputs);
  require(aig.check());
  const std::vector<bool> wanted = values_of(file), found = evaluate(aig, given);
  require(variables.size() == wanted.size());
  const AigerFile cone = proof::cone_of(aig, inputs, variables);
  require(cone.check() && cone.outputs.size() == variables.size());
  const std::vector<bool> again = values_of(cone);
  for (std::size_t n = 0; n < variables.size(); ++n) {
    const std::uint32_t output = cone.outputs[n];
    require(value_of(found, variables[n]) == wanted[n]);
    require((again[output / 2] != (output % 2 != 0)) == wanted[n]);
  }
}

// With the controller's inputs always 1.
void look_at_game(const AigerFile& file) {
  try {
    proof::SafetyGraph graph = proof::make_safety_graph(file);
    require(graph.next.size() == file.latches.size());
    const std::size_t lists = file.outputs.size() + file.bad.size() + file.constraints.size();
    require(graph.listed.size() == lists);
    proof::ReducedGame game = reduce(std::move(graph));
    require(game.game.aig.check());
    const std::vector<Literal> ones(game.game.controller.size(), symbolic::true_literal);
    const AigerFile circuit = closed_circuit(file, std::move(game), true, ones);
    require(circuit.check() && proof::input_roles(circuit).controller.empty());
    require(circuit.inputs == proof::input_roles(file).environment.size());
    require(circuit.outputs.size() == file.outputs.size());
    require(circuit.bad.size() == file.bad.size());
    require(circuit.constraints.size() == file.constraints.size());
    proof::make_safety_game(proof::make_safety_graph(circuit));
  } catch (const UsageError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // (The inputs of a binary file take no bytes, but everything below takes some for each.)
  constexpr std::uint32_t most_variables = 10'000;
  try {
    const AigerFile file =
        proof::parse_aiger(std::string_view(reinterpret_cast<const char*>(data), size));
    require(file.check());
    if (file.variables() > most_variables) return 0;
    require(proof::parse_aiger(format_aiger_ascii(file)) == file);
    require(proof::parse_aiger(format_aiger_binary(file)) == file);
    look_at_graph(file);
    look_at_game(file);
  } catch (const SyntaxError&) {
  }
  return 0;
}
