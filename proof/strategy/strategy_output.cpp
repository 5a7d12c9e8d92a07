// SPDX-License-Identifier: MIT
#include "proof/strategy/strategy_output.h"

#include <fmt/format.h>

#include <cassert>
#include <utility>
#include <vector>

#include "gen/text/notation_text.h"
#include "proof/check/strategy_file.h"
#include "proof/circuit_file.h"

namespace zermelo {
namespace proof {
namespace {

using symbolic::Literal;

std::vector<std::string> comment_lines(const Strategy& strategy) {
  std::vector<std::string> lines = {std::string(strategy_first_line)};
  std::string game = "game " + strategy.game.name;
  for (const auto& [name, value] : strategy.game.parameters) {
    // The file should not disclose where the texts were read from.
    if (is_text_parameter(name) || name.ends_with("-file")) continue;
    game += fmt::format(" {}={}", name, value);
  }
  lines.push_back(std::move(game));
  for (const char* name : text_parameters) {
    const auto found = strategy.game.parameters.find(name);
    if (found == strategy.game.parameters.end()) continue;
    for (const std::string_view line : split(found->second, '\n'))
      lines.push_back(fmt::format("{} {}", name, line));
  }
  if (!strategy.start.empty()) lines.push_back("start " + strategy.start);
  lines.emplace_back(strategy.owner == symbolic::black ? "owner black" : "owner white");
  lines.emplace_back(strategy.claim.kind == Claim::Kind::wins ? "claim wins"
                                                              : "claim does-not-lose");
  if (strategy.claim.plies) lines.push_back(fmt::format("depth {}", *strategy.claim.plies));
  if (!strategy.creator.empty()) lines.push_back("creator " + strategy.creator);
  for (std::size_t n = 0; n < strategy.moves.size(); ++n)
    lines.push_back(fmt::format("move {} {}", n, strategy.moves[n]));
  return lines;
}

}  // namespace

AigerFile aiger_of(const Strategy& strategy) {
  assert(strategy.check());
  std::vector<Literal> outputs = {strategy.member};
  outputs.insert(outputs.end(), strategy.rank.begin(), strategy.rank.end());
  outputs.insert(outputs.end(), strategy.move.begin(), strategy.move.end());
  AigerFile file = cone_of(strategy.aig, strategy.inputs, outputs);
  for (std::uint32_t k = 0; k < strategy.variables.size(); ++k)
    file.input_names[k] = strategy.variables[k];
  std::uint32_t n = 0;
  file.output_names[n++] = "member";
  for (std::size_t k = 0; k < strategy.rank.size(); ++k)
    file.output_names[n++] = fmt::format("rank[{}]", k);
  for (std::size_t k = 0; k < strategy.move.size(); ++k)
    file.output_names[n++] = fmt::format("move[{}]", k);
  file.comments = comment_lines(strategy);
  return file;
}

std::string format_strategy(const Strategy& strategy, AigerForm form) {
  return format_aiger(aiger_of(strategy), form);
}

}  // namespace proof

std::uint64_t strategy_gates(const proof::Strategy& strategy) {
  return aiger_of(strategy).ands.size();
}

std::uint64_t write_strategy(const proof::Strategy& strategy, const std::string& path) {
  return write_aiger(aiger_of(strategy), path);
}

}  // namespace zermelo
