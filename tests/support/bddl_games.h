// SPDX-License-Identifier: MIT
// The games in BDDL that the project ships, and those of the paper's authors where they are
// available.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "gen/game_spec.h"
#include "probe/game.h"

namespace zermelo::test {

inline const std::filesystem::path shipped_games = std::filesystem::path(ZERMELO_SOURCE) / "games";
// Not part of the project; tests that need these files skip themselves if they are missing.
inline const std::filesystem::path published_games =
    std::filesystem::path(ZERMELO_SOURCE).parent_path() / "shared/bddl";

// A game, given by its problem file; the domain is beside it.
inline GameSpec bddl_spec(const std::filesystem::path& problem, const std::string& stuck = "") {
  const auto folder = problem.parent_path();
  const bool shipped = problem.extension() == ".bddl";
  return bddl::read_game((folder / (shipped ? "domain.bddl" : "domain.ig")).string(),
                         problem.string(), stuck);
}

// Whether it is a game in one file, in version 2 of the language.
inline bool is_version_2_file(const std::filesystem::path& file) {
  std::string line;
  std::ifstream text(file);
  return std::getline(text, line) && line == "#bddl 2";
}

// All problem files of version 1 below a folder, in order.
inline std::vector<std::filesystem::path> problems_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> found;
  if (!std::filesystem::exists(folder)) return found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const auto extension = entry.path().extension();
    const bool is_problem = extension == ".bddl" || extension == ".ig" || extension == ".pg";
    if (is_problem && entry.path().stem() != "domain" && !is_version_2_file(entry.path()))
      found.push_back(entry.path());
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace zermelo::test
