// SPDX-License-Identifier: MIT
#include "kinds/stones/stone_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "gen/error.h"
#include "kinds/ranked/hybrid.h"

namespace zermelo {
namespace {

// Of the boards with at most this many columns and rows that fit, the one with the most squares,
// and of those the one with the most columns. fits(columns, rows).
template <class Fits>
std::optional<std::pair<int, int>> largest_board(int columns, int rows, Fits&& fits) {
  std::vector<std::pair<int, int>> boards;
  for (int c = 1; c <= columns; ++c) {
    for (int r = 1; r <= rows; ++r) boards.emplace_back(c, r);
  }
  std::ranges::sort(boards, std::ranges::greater(),
                    [](const auto& b) { return std::pair(b.first * b.second, b.first); });
  const auto found =
      std::ranges::find_if(boards, [&](const auto& b) { return fits(b.first, b.second); });
  return found == boards.end() ? std::nullopt : std::optional(*found);
}

template <class Game>
bool can_be_solved(const Game& game, std::uint64_t bytes) {
  return stone_memory(game, StoneWork::solving, stone_packing(game, bytes)) <= bytes;
}

}  // namespace

std::string what_fits(const connect::Connect& game, std::uint64_t bytes) {
  connect::Parameters p = game.parameters();
  const connect::Parameters whole = p;
  const auto board = largest_board(p.columns, p.rows, [&](int columns, int rows) {
    p.columns = columns;
    p.rows = rows;
    return can_be_solved(connect::Connect(p), bytes);
  });
  std::string text;
  if (board) text = fmt::format("columns={} rows={} would fit", board->first, board->second);
  try {
    symbolic::check_hybrid_board(whole);
  } catch (const UsageError&) {
    return text;
  }
  return text + (text.empty() ? "" : ", and ") +
         "`zermelo hybrid connect` tells who wins and needs less";
}

std::string what_fits(const mnk::Mnk& game, std::uint64_t bytes) {
  mnk::Parameters p = game.parameters();
  const auto board = largest_board(p.m, p.n, [&](int columns, int rows) {
    p.m = columns;
    p.n = rows;
    return can_be_solved(mnk::Mnk(p), bytes);
  });
  return board ? fmt::format("m={} n={} would fit", board->first, board->second) : "";
}

}  // namespace zermelo
