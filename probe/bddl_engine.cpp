// SPDX-License-Identifier: MIT
#include "probe/bddl_engine.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "gen/bddl/game.h"
#include "gen/bddl/parser.h"
#include "gen/error.h"
#include "probe/code_storage.h"
#include "probe/grid_engine_impl.h"

namespace zermelo::bddl {
namespace {

std::string read_text(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  if (!file || file.bad())
    throw FileError(fmt::format("Cannot read {}: {}.", path, std::strerror(errno)));
  return std::move(text).str();
}

// Of both texts: tells at a glance whether two tables are of the same rules.
std::string hash_of(const std::string& domain, const std::string& problem) {
  const std::string both = domain + '\0' + problem;
  const XXH128_hash_t hash = XXH3_128bits(both.data(), both.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

// Without folders: where a file stood is nothing that a table should tell.
std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

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

std::shared_ptr<const BddlGame> make_game(const GameSpec& spec) {
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
  const Domain domain = parse_domain(parameter(spec, "domain"), parameter(spec, "domain-file"));
  const Problem problem =
      parse_problem(parameter(spec, "problem"), parameter(spec, "problem-file"));
  return std::make_shared<const BddlGame>(
      Model(domain, problem, parse_stuck(parameter(spec, "stuck"))));
}

}  // namespace

GameSpec read_game(const std::string& domain_path, const std::string& problem_path,
                   const std::string& stuck) {
  const std::string domain = read_text(domain_path), problem = read_text(problem_path);
  // (What is wrong in them is said with their whole paths.)
  parse_domain(domain, domain_path);
  parse_problem(problem, problem_path);
  GameSpec spec{"bddl",
                {{"domain", domain},
                 {"problem", problem},
                 {"domain-file", file_name(domain_path)},
                 {"problem-file", file_name(problem_path)},
                 {"hash", hash_of(domain, problem)}}};
  if (!stuck.empty()) spec.parameters["stuck"] = stuck;
  return spec;
}

std::unique_ptr<Engine> make_bddl_engine(const GameSpec& spec) {
  return std::make_unique<GridEngine<BddlGame, CodeStorage<BddlGame>>>(spec, make_game(spec));
}

}  // namespace zermelo::bddl
