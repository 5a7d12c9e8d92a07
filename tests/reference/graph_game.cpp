// SPDX-License-Identifier: MIT
#include "tests/reference/graph_game.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace zermelo::test {
namespace {

using Values = std::vector<std::vector<int>>;

// What a move is worth to its maker; nothing as long as it is not known. Draws never become known.
std::optional<int> worth_of(const GraphMove& move, const Values& values) {
  if (move.kind != GraphMove::Kind::inner) {
    return move.worth == 0 ? std::nullopt : std::optional(move.worth);
  }
  const int reply =
      values[static_cast<std::size_t>(move.target)][static_cast<std::size_t>(1 + move.forbids)];
  if (reply == 0) return std::nullopt;
  return reply > 0 ? -reply - 1 : -reply + 1;
}

// The value of a state if it is decided in n plies, otherwise 0.
int decided_in(int n, const std::vector<GraphMove>& moves, int forbidden, const Values& values) {
  bool all_lose = true;
  int slowest = 0;
  for (int i = 0; i < static_cast<int>(moves.size()); ++i) {
    if (i == forbidden) continue;
    const std::optional<int> worth = worth_of(moves[static_cast<std::size_t>(i)], values);
    if (worth == n) return n;
    if (!worth || *worth > 0) all_lose = false;
    if (worth && *worth < 0) slowest = std::max(slowest, -*worth);
  }
  return all_lose && slowest == n ? -n : 0;
}

}  // namespace

bool GraphGame::may_be_forbidden(std::size_t position, std::size_t move) const {
  const auto kind = moves[position][move].kind;
  const bool leads_on = kind == GraphMove::Kind::inner || kind == GraphMove::Kind::reply_wins;
  return leads_on && moves[position].size() > 1;
}

std::vector<std::vector<int>> values_of(const GraphGame& game) {
  Values values;
  int longest = 2;  // the most levels from one that decides something to the next
  for (const auto& moves : game.moves) {
    values.emplace_back(1 + moves.size());
    for (const GraphMove& move : moves) longest = std::max(longest, std::abs(move.worth) + 1);
  }
  for (int n = 1, last = 0; n <= last + longest; ++n) {
    const Values before = values;
    for (std::size_t p = 0; p < values.size(); ++p) {
      for (std::size_t f = 0; f < values[p].size(); ++f) {
        if (values[p][f] != 0 || (f > 0 && !game.may_be_forbidden(p, f - 1))) continue;
        values[p][f] = decided_in(n, game.moves[p], static_cast<int>(f) - 1, before);
        if (values[p][f] != 0) last = n;
      }
    }
  }
  return values;
}

}  // namespace zermelo::test
