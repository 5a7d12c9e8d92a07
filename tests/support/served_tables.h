// SPDX-License-Identifier: MIT
// Small tables of all kinds, for tests of the server.
#pragma once

#include <string>
#include <vector>

#include "probe/game.h"
#include "tests/support/bddl_games.h"
#include "tests/support/version2_games.h"

namespace zermelo::test {

struct TableToServe {
  std::string name;
  GameSpec spec;
  std::string metric;
};

// Ostle with both repetition rules and as distances, stones, outcomes, distances and scores of
// Othello, listed positions, both versions of BDDL, with pieces in hand, lines, several kinds.
inline std::vector<TableToServe> tables_to_serve() {
  const auto ostle = [](const char* repetition) {
    return GameSpec{"ostle",
                    {{"size", "3"}, {"start", "3"}, {"lose", "1"}, {"repetition", repetition}}};
  };
  return {
      {"exact", ostle("exact"), "distance"},
      {"symmetric", ostle("symmetric"), "distance"},
      {"reach", ostle("exact"), "reach"},
      {"connect", {"connect", {{"columns", "4"}, {"rows", "4"}}}, "distance"},
      {"outcomes", {"connect", {{"columns", "4"}, {"rows", "4"}}}, "outcome"},
      {"othello", {"othello", {{"rows", "4"}, {"cols", "4"}}}, "distance"},
      {"scores", {"othello", {{"rows", "4"}, {"cols", "4"}, {"metric", "score"}}}, "score"},
      {"breakthrough", {"breakthrough", {{"columns", "3"}, {"rows", "5"}}}, "distance"},
      {"bddl", bddl_spec(shipped_games / "hex/3x3.bddl"), "distance"},
      {"tapatan", {"bddl", {{"domain", version_2_game("tapatan")}}}, "distance"},
      {"quixo", {"bddl", {{"domain", version_2_game("quixo")}}}, "distance"},
      {"drops", {"bddl", {{"domain", drops_3x3}}}, "distance"},
  };
}

inline void solve_table(const TableToServe& table, const std::string& path) {
  make_game(table.spec)->kind(table.metric)->solve(path, {});
}

// The smallest one: Ostle on 3x3, as in the guides.
inline void solve_small_table(const std::string& path) { solve_table(tables_to_serve()[0], path); }

}  // namespace zermelo::test
