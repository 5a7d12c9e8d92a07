// SPDX-License-Identifier: MIT
#include "gen/domineering/game.h"

#include <gtest/gtest.h>

#include <string>

#include "gen/error.h"
#include "gen/grid/position.h"
#include "tests/support/error_text.h"

namespace zermelo::domineering {
namespace {

std::string complaint(const Domineering& game, const GridPosition& p) {
  return test::error_text<IllegalPosition>([&] { require_to_move(game.status(p)); });
}

TEST(Domineering, ColoursWhatIsCovered) {
  for (const Parameters& size : {Parameters{4, 4}, Parameters{5, 3}, Parameters{9, 7}}) {
    const Domineering game(size);
    // Follows one line of play, and forgets at every step whose dominoes they are.
    GridPosition p = game.start();
    for (bool going_on = true; going_on;) {
      GridPosition next;
      going_on = false;
      game.for_each_successor(p, [&](const GridPosition& q, Ending ending) {
        if (ending == Ending::none) next = q, going_on = true;
      });
      if (!going_on) break;
      p = next;
      const GridPosition covered = Codes::decode(Codes::encode(p));
      EXPECT_EQ(covered.white_to_move, p.white_to_move);
      const GridPosition found = game.coloured(covered);
      EXPECT_EQ(found.occupied(), p.occupied());
      EXPECT_NO_THROW(require_to_move(game.status(found))) << format_position(found, game.grid());
    }
    EXPECT_GE(count_bits(p.occupied()), 6);
  }
}

TEST(Domineering, LeavesWhatNoDominoesCover) {
  const Domineering game({3, 3});
  const GridPosition apart{0b100000001, 0, true};
  EXPECT_EQ(game.coloured(apart), apart);
}

TEST(Domineering, SaysWhatIsNoPosition) {
  const Domineering game({3, 3});
  EXPECT_EQ(complaint(game, {0b11, 0, true}), "Black's squares are not those of upright dominoes.");
  EXPECT_NO_THROW(require_to_move(game.status({0b1001, 0b110000000, false})));
  EXPECT_EQ(complaint(game, {0b10010, 0b1100, false}),
            "White's squares are not those of dominoes across.");
  // The top rank of a board whose squares nearly fill a word.
  const Domineering large({9, 7});
  EXPECT_EQ(complaint(large, {bit_of(62), 0, true}),
            "Black's squares are not those of upright dominoes.");
}

}  // namespace
}  // namespace zermelo::domineering
