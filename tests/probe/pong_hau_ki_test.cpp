// SPDX-License-Identifier: MIT
// games/pong-hau-ki against a brute force that does not use BDDL: five points and seven lines.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "probe/table.h"
#include "tests/support/bddl_games.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

// The points: upper left and right, centre, lower left and right.
constexpr std::array<std::pair<int, int>, 7> pong_lines = {
    {{0, 3}, {1, 4}, {3, 4}, {0, 2}, {1, 2}, {3, 2}, {4, 2}}};
// The contents of each point, and the side to move: "wwEbb" as "ww.bb" and 'b'.
using PongState = std::pair<std::string, char>;

std::vector<PongState> pong_moves(const PongState& state) {
  std::vector<PongState> result;
  for (const auto& [a, b] : pong_lines) {
    for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
      const auto f = static_cast<std::size_t>(from), t = static_cast<std::size_t>(to);
      if (state.first[f] != state.second || state.first[t] != '.') continue;
      std::string points = state.first;
      std::swap(points[f], points[t]);
      result.emplace_back(points, state.second == 'b' ? 'w' : 'b');
    }
  }
  return result;
}

// Plies to a win (> 0) or a loss (<= 0, 0: cannot move) of all positions that are not drawn.
std::map<PongState, int> pong_values(const std::vector<PongState>& states) {
  std::map<PongState, int> values;
  for (int plies = 0; plies < 60; ++plies) {
    std::map<PongState, int> found;
    for (const PongState& state : states) {
      if (values.contains(state)) continue;
      const auto moves = pong_moves(state);
      const auto worth = [&](const PongState& next) {
        const auto at = values.find(next);
        return at == values.end() ? std::nullopt : std::optional(at->second);
      };
      const auto loses = [&](const PongState& s) { return worth(s) && *worth(s) <= 0; };
      const auto wins = [&](const PongState& s) { return worth(s) && *worth(s) > 0; };
      if (std::ranges::any_of(moves, loses)) found[state] = plies;
      if (std::ranges::all_of(moves, wins)) found[state] = -plies;
    }
    values.insert(found.begin(), found.end());
  }
  return values;
}

std::string pong_text(const PongState& state) {
  const auto square = [&](std::size_t n) {
    return state.first[n] == '.' ? std::string("1") : std::string(1, state.first[n]);
  };
  const auto rank = [&](std::size_t left, std::size_t right) {
    if (state.first[left] == '.' && state.first[right] == '.') return std::string("3");
    if (state.first[left] == '.') return "2" + square(right);
    if (state.first[right] == '.') return square(left) + "2";
    return square(left) + "1" + square(right);
  };
  const std::string centre = state.first[2] == '.' ? "3" : "1" + square(2) + "1";
  return rank(0, 1) + "/" + centre + "/" + rank(3, 4) + " " + state.second;
}

TEST(PongHauKi, IsWhatABruteForceFinds) {
  std::vector<PongState> states;
  std::string points = ".bbww";
  do {
    for (const char side : {'b', 'w'}) states.emplace_back(points, side);
  } while (std::ranges::next_permutation(points).found);
  ASSERT_EQ(states.size(), 60u);
  const auto values = pong_values(states);
  const test::TemporaryFolder folder;
  const std::string path = folder.file("table.ztb");
  const auto game = make_game(test::bddl_spec(test::shipped_games / "pong-hau-ki/start.bddl"));
  EXPECT_EQ(game->title(), "Pong Hau K'i");
  EXPECT_TRUE(game->warnings().empty());
  solve(*game, path);
  const Table table = Table::open(path);
  EXPECT_TRUE(table.probe(table.start()).is_draw());
  int stored = 0, missing = 0, stuck = 0;
  for (const PongState& state : states) {
    const std::string text = pong_text(state);
    const auto found = values.find(state);
    if (found != values.end() && found->second == 0) {
      EXPECT_TRUE(game->result(text)) << text;
      ++stuck;
      continue;
    }
    EXPECT_EQ(game->moves(text).size(), pong_moves(state).size()) << text;
    try {
      const Value value = table.probe(text);
      const Value expected = found == values.end() ? Value::draw()
                             : found->second > 0   ? Value::win(found->second)
                                                   : Value::loss(-found->second);
      EXPECT_EQ(value, expected) << text;
      ++stored;
    } catch (const NotInTable&) {  // (Play cannot lead to it.)
      ++missing;
    }
  }
  EXPECT_EQ(stuck, 4);
  EXPECT_EQ(stored, 52);
  EXPECT_EQ(missing, 4);
}

}  // namespace
}  // namespace zermelo
