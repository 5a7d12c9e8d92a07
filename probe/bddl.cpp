// SPDX-License-Identifier: MIT
// Reads a game in BDDL from its two files.
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "gen/bddl/spec.h"
#include "gen/bddl/version1_parser.h"
#include "gen/bddl/version2_parser.h"
#include "gen/bddl/warnings.h"
#include "gen/error.h"
#include "gen/text/whole_file.h"
#include "probe/game.h"

namespace zermelo::bddl {
namespace {

// Without folders: a table should not disclose where a file was.
std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

}  // namespace

GameSpec read_game(const std::string& domain_path, const std::string& problem_path,
                   const std::string& stuck) {
  const bool one_file = problem_path.empty();
  const std::string domain_bytes = read_whole_file(domain_path),
                    problem_bytes = one_file ? "" : read_whole_file(problem_path);
  // (Error messages name the whole paths of the files, and refer to the bytes as they are.)
  if (is_version_2(domain_bytes, domain_path)) {
    if (one_file)
      parse_version_2(domain_bytes, domain_path);
    else
      parse_version_2(domain_bytes, domain_path, problem_bytes, problem_path);
  } else {
    tree::Game game = parse_domain(domain_bytes, domain_path);
    if (one_file) {
      throw UsageError(domain_path +
                       " is in version 1 of BDDL, in which a game is two files: --bddl "
                       "DOMAIN PROBLEM.");
    }
    add_problem(problem_bytes, problem_path, game);
  }
  const std::string domain = in_utf8(domain_bytes), problem = in_utf8(problem_bytes);
  GameSpec spec{"bddl",
                {{"domain", domain},
                 {"domain-file", file_name(domain_path)},
                 {"hash", hash_of(domain, problem)}}};
  if (!one_file) {
    spec.parameters["problem"] = problem;
    spec.parameters["problem-file"] = file_name(problem_path);
  }
  if (!stuck.empty()) spec.parameters["stuck"] = stuck;
  return spec;
}

GameSpec read_game(const std::string& path, const ParameterTexts& parameters) {
  GameSpec spec = read_game(path, "");
  for (const auto& [name, text] : parameters) {
    if (!spec.parameters.emplace(name, text).second)
      throw UsageError(fmt::format("The parameter '{}' is given by the file {}.", name, path));
  }
  return spec;
}

}  // namespace zermelo::bddl

namespace zermelo {

std::vector<std::string> rule_warnings(const GameSpec& spec) {
  if (spec.name != "bddl") return {};
  return bddl::warnings_of(bddl::tree_of(spec));
}

std::string Game::title() const { return title_of(spec()); }

}  // namespace zermelo
