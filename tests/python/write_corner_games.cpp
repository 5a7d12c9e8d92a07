// SPDX-License-Identifier: MIT
// Writes random games (tests/reference/corner_games.h) and what the brute force says of every
// state, for tests/python/test_random_games.py to compare: one JSON object per line.
//   write_corner_games FIRST COUNT
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>

#include "tests/reference/corner_games.h"

namespace {

using nlohmann::json;
using zermelo::test::CornerGame;
using zermelo::test::CornerReference;

json json_of(const CornerReference& game, const CornerReference::State& state) {
  constexpr const char* names[] = {"to_move", "won", "lost", "drawn"};
  json result{{"position", game.text_of(state)},
              {"status", names[static_cast<int>(game.status(state))]}};
  const auto value = game.values().find(state);
  if (value == game.values().end()) return result;
  result["plies"] = value->second;  // +n a win in n, -n a loss in n, 0 a draw
  result["moves"] = json::array();
  for (const auto& after : game.after_moves(state)) result["moves"].push_back(game.text_of(after));
  return result;
}

json json_of(const CornerGame& written, const CornerReference& game) {
  json result{{"domain", written.domain()},
              {"problem", written.problem()},
              {"stuck", written.stuck_loses ? "loss" : "draw"},
              {"start", game.text_of(game.start())},
              {"refused", game.start_has_goal()},
              {"states", json::array()}};
  for (const auto& [state, unused] : game.values())
    result["states"].push_back(json_of(game, state));
  for (const auto& state : game.finished()) result["states"].push_back(json_of(game, state));
  return result;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const int first = std::atoi(arguments[1]), games = std::atoi(arguments[2]);
  for (int number = first; number < first + games; ++number) {
    std::mt19937 random(static_cast<unsigned>(number));
    const CornerGame game = zermelo::test::random_corner_game(random);
    std::cout << json_of(game, CornerReference(game)) << '\n';
  }
}
