// SPDX-License-Identifier: MIT
#include "gen/text/rank_text.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace zermelo {
namespace {

// Square by square.
std::string plain_text(const BoardPicture& p) {
  std::string text;
  for (int rank = p.rows - 1; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file <= p.columns; ++file) {
      const bool is_square = file < p.columns;
      const std::uint64_t bit = is_square ? std::uint64_t{1} << (rank * p.columns + file) : 0;
      const bool taken = ((p.black | p.white | p.hole) & bit) != 0;
      if (is_square && !taken) {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
      if (taken) text += (p.black & bit) != 0 ? 'b' : (p.white & bit) != 0 ? 'w' : 'o';
    }
    if (rank > 0) text += '/';
  }
  return text + (p.white_to_move ? " w" : " b");
}

TEST(RankText, IsThatOfEachSquare) {
  std::mt19937_64 random(1);
  for (int columns = 1; columns <= 64; ++columns) {
    for (int rows = 1; rows * columns <= 64; ++rows) {
      const std::uint64_t all = ~std::uint64_t{0} >> (64 - rows * columns);
      for (int i = 0; i < 50; ++i) {
        const std::uint64_t taken = i == 0 ? 0 : i == 1 ? all : random() & random() & all;
        const std::uint64_t colours = random();
        BoardPicture p{.columns = columns, .rows = rows, .black = taken & colours};
        p.white = taken & ~colours;
        p.hole = i % 3 == 0 && p.white != 0 ? p.white & (~p.white + 1) : 0;
        p.white &= ~p.hole;
        p.white_to_move = i % 2 == 0;
        std::string text = "before ";
        append_board(text, p);
        ASSERT_EQ(text, "before " + plain_text(p));
      }
    }
  }
}

}  // namespace
}  // namespace zermelo
