// SPDX-License-Identifier: MIT
#include "gen/bddl/spec.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <optional>

#include "gen/bddl/parser.h"
#include "gen/error.h"

namespace zermelo::bddl {
namespace {

std::string parameter(const GameSpec& spec, const char* name) {
  const auto found = spec.parameters.find(name);
  return found == spec.parameters.end() ? std::string() : found->second;
}

std::optional<Stuck> parse_stuck(const std::string& word) {
  if (word.empty()) return std::nullopt;
  if (word == "draw") return Stuck::draws;
  if (word == "loss") return Stuck::loses;
  throw UsageError(fmt::format("stuck is draw or loss, not '{}'.", word));
}

}  // namespace

const GameInfo& info() {
  static const GameInfo game = {
      "bddl",
      "any game whose rules you write in two short files (docs/bddl.md): --bddl DOMAIN PROBLEM",
      "A move is the square where a piece is placed, or the squares that it leaves and reaches: "
      "a2-b3, with x where it takes something.",
      {{"domain", "text", "", "how the sides move"},
       {"problem", "text", "", "board, start and goals"},
       {"stuck", "loss|draw", "loss if there are no goals, or else draw",
        "what becomes of a side that cannot move"}},
      {}};
  return game;
}

std::string hash_of(const std::string& domain, const std::string& problem) {
  const std::string both = domain + '\0' + problem;
  const XXH128_hash_t hash = XXH3_128bits(both.data(), both.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

Rules rules_of(const GameSpec& spec) {
  for (const auto& [name, text] : spec.parameters) {
    const bool known = name == "domain" || name == "problem" || name == "stuck" ||
                       name == "domain-file" || name == "problem-file" || name == "hash";
    if (!known) {
      throw UsageError(fmt::format("A game in BDDL has no parameter '{}'.", name));
    }
  }
  const std::string hash = parameter(spec, "hash");
  if (!hash.empty() && hash != hash_of(parameter(spec, "domain"), parameter(spec, "problem")))
    throw UsageError("The rules are not those that their hash was made of.");
  return {parse_domain(parameter(spec, "domain"), parameter(spec, "domain-file")),
          parse_problem(parameter(spec, "problem"), parameter(spec, "problem-file")),
          parse_stuck(parameter(spec, "stuck"))};
}

Model model_of(const GameSpec& spec) {
  const Rules rules = rules_of(spec);
  return Model(rules.domain, rules.problem, rules.stuck);
}

}  // namespace zermelo::bddl
