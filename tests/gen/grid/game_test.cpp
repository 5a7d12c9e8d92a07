// SPDX-License-Identifier: MIT
// Which games the compiler allows to become tables.
#include "gen/grid/game.h"

#include <gtest/gtest.h>

#include <string>

#include "gen/bddl/game.h"
#include "gen/breakthrough/game.h"
#include "gen/domineering/game.h"
#include "gen/notakto/game.h"
#include "gen/othello/game.h"

namespace zermelo {
namespace {

// A game that may not be layered and has no unmoves.
struct NoUnmoves {
  Grid grid() const { return {2, 2}; }
  GridPosition start() const { return {}; }
  std::span<const GridSymmetry> symmetries() const { return {}; }
  bool is_layered() const { return false; }
  int layer(const GridPosition&) const { return 0; }
  int longest_step() const { return 0; }
  std::string layer_name(int) const { return ""; }
  std::string move_text(const GridChange&) const { return ""; }
  PositionStatus status(const GridPosition&) const { return {}; }
  GridCodes codes() const { return GridCodes(grid(), 0, 1); }
};
struct Unmoves : NoUnmoves {
  void for_each_predecessor(const GridPosition&, auto&&) const {}
};
struct Layered : NoUnmoves {
  static constexpr bool is_layered() { return true; }
};

static_assert(CodedGame<NoUnmoves> && !SolvableGridGame<NoUnmoves>);
static_assert(!AlwaysLayered<Unmoves> && SolvableGridGame<Unmoves>);
static_assert(AlwaysLayered<Layered> && SolvableGridGame<Layered>);

TEST(SolvableGridGame, IsLayeredOrHasUnmoves) {
  EXPECT_TRUE(AlwaysLayered<breakthrough::Breakthrough>);
  EXPECT_TRUE(AlwaysLayered<domineering::Domineering>);
  EXPECT_TRUE(AlwaysLayered<notakto::Notakto>);
  EXPECT_TRUE(AlwaysLayered<othello::Othello>);
  EXPECT_FALSE(AlwaysLayered<bddl::BddlGame>);
  EXPECT_TRUE(SolvableGridGame<bddl::BddlGame>);
}

}  // namespace
}  // namespace zermelo
