// SPDX-License-Identifier: MIT
// Rules on other boards, with other ends, without some actions: each is compared with the game that
// is written so by hand.
#include "gen/bddl/variation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gen/bddl/spec.h"
#include "gen/error.h"
#include "probe/game.h"
#include "tests/support/bddl_games.h"
#include "tests/support/error_text.h"

namespace zermelo::bddl {
namespace {

const std::string pawns_domain =
    "#blackactions\n"
    ":action ahead\n:parameters (?x,?y)\n:precondition (black(?x,?y) open(?x,?y-1))\n"
    ":effect (open(?x,?y) black(?x,?y-1))\n"
    ":action take\n:parameters (?x,?y)\n:precondition (black(?x,?y) white(?x-1,?y-1))\n"
    ":effect (open(?x,?y) black(?x-1,?y-1))\n"
    "#whiteactions\n"
    ":action ahead\n:parameters (?x,?y)\n:precondition (white(?x,?y) open(?x,?y+1))\n"
    ":effect (open(?x,?y) white(?x,?y+1))\n";
const std::string pawns_goals = "#blackgoals\nblack(?x,ymin)\n#whitegoals\nwhite(?x,ymax)\n";

GameSpec pawns(const std::string& problem) {
  return {"bddl",
          {{"domain", pawns_domain},
           {"domain-file", "d.bddl"},
           {"problem", problem},
           {"problem-file", "p.bddl"}}};
}
GameSpec scalable_pawns() {
  return pawns("#boardsize\n3  3 % c r\n#init\nwhite(?x,1) black(?x,ymax)\n" + pawns_goals);
}
GameSpec in_version_2(const std::string& text) {
  return {"bddl", {{"domain", text}, {"domain-file", "d.bddl"}}};
}

// All positions that play leads to in a few plies, in order: the same for games that are the same.
std::vector<std::string> play_of(const Game& game, int plies) {
  std::vector<std::string> all = {game.start()};
  for (std::size_t i = 0, end = 1; plies > 0; --plies, end = all.size()) {
    for (; i < end; ++i) {
      for (const LegalMove& move : game.moves(all[i]))
        if (!move.result.empty()) all.push_back(move.result);
    }
  }
  std::ranges::sort(all);
  return all;
}
std::vector<std::string> play_of(const GameSpec& spec) { return play_of(*make_game(spec), 4); }

TEST(Variation, PutsTheSameRowsOnAnotherBoard) {
  const GameSpec larger = varied(scalable_pawns(), {.columns = 4, .rows = 5});
  EXPECT_EQ(board_size_of(larger).columns, 4);
  EXPECT_EQ(board_size_of(larger).rows, 5);
  EXPECT_EQ(make_game(larger)->start(), "wwww/4/4/4/bbbb b");
  EXPECT_EQ(play_of(larger),
            play_of(pawns("#boardsize\n4 5\n#init\nwhite(1,1) white(2,1) white(3,1) white(4,1) "
                          "black(1,5) black(2,5) black(3,5) black(4,5)\n" +
                          pawns_goals)));
}

TEST(Variation, OfNothingIsTheGameItself) {
  for (const GameSpec& game :
       {scalable_pawns(), test::bddl_spec(test::shipped_games / "breakthrough/3x4.bddl")}) {
    const GameSpec same = varied(game, {});
    EXPECT_EQ(same.parameters.at("problem"), game.parameters.at("problem"));
    EXPECT_EQ(same.parameters.at("domain"), game.parameters.at("domain"));
  }
}

// A number from the far edge would stay where it is while the edge goes away.
TEST(Variation, RefusesSquaresByNumberThatWouldNotScale) {
  const GameSpec fixed = pawns("#boardsize\n3 3\n#init\nwhite(?x,1) black(?x,3)\n" + pawns_goals);
  EXPECT_EQ(test::error_text<SyntaxError>([&] { varied(fixed, {.rows = 4}); }),
            "p.bddl:4:22: a board of another size needs this square as ?y, ymin+2 or ymax, and "
            "not as y = 3; or give a problem file for each board.");
  EXPECT_EQ(make_game(varied(fixed, {.columns = 4, .rows = 3}))->start(), "wwww/4/bbbb b");
  const GameSpec stones =
      pawns("#boardsize\n3 3\n#init\nwhite(1,1) black(xmax,ymax)\n" + pawns_goals);
  EXPECT_EQ(make_game(varied(stones, {.columns = 4, .rows = 2}))->start(), "w3/3b b");
}

TEST(Variation, ChangesWhoBeginsAndWhoIsStuck) {
  const GameSpec second = varied(scalable_pawns(), {.stuck = "loss", .turn = "second"});
  EXPECT_EQ(make_game(second)->start(), "www/3/bbb w");
  EXPECT_EQ(second.parameters.at("stuck"), "loss");
  const GameSpec game = in_version_2(
      "#bddl 2\n#boardsize 3 3\n#actions\n:action put\n:parameters ?p\n:precondition open(?p)\n"
      ":effect own(?p)\n#blackstuck loss\n#whitestuck draw\n#init black(1,1)\n#turn black\n");
  const tree::Game changed = tree_of(varied(game, {.stuck = "win", .turn = "second"}));
  ASSERT_EQ(changed.stuck.size(), 1u);
  EXPECT_EQ(changed.stuck[0].result, tree::Result::win);
  EXPECT_EQ(changed.stuck[0].whose, tree::Whose::both);
  EXPECT_TRUE(changed.white_first);
  EXPECT_FALSE(tree_of(varied(game, {.turn = "first"})).white_first);
}

TEST(Variation, LeavesActionsOut) {
  EXPECT_EQ(action_names_of(scalable_pawns()), (std::vector<std::string>{"ahead", "take"}));
  const tree::Game game = tree_of(varied(scalable_pawns(), {.without = {"TAKE"}}));
  ASSERT_EQ(game.actions.size(), 2u);
  EXPECT_EQ(game.actions[0].name, "ahead");
  EXPECT_EQ(game.actions[1].name, "ahead");
  EXPECT_EQ(game.actions[1].place.line, 11) << "lines stay where they were";
}

TEST(Variation, LeavesActionsOutOfTheRestOfATurn) {
  const std::string put = ":parameters ?p\n:precondition open(?p)\n:effect own(?p)\n";
  const GameSpec game =
      in_version_2("#bddl 2\n#boardsize 3 3\n#actions\n:action put\n" + put +
                   ":then more,last\n:action more\n" + put + ":action last\n" + put + "#init\n");
  const tree::Game one = tree_of(varied(game, {.without = {"more"}}));
  ASSERT_EQ(one.actions.size(), 2u);
  ASSERT_TRUE(one.actions[0].then);
  EXPECT_EQ(one.actions[0].then->actions, std::vector<int>{1});
  const tree::Game none = tree_of(varied(game, {.without = {"more", "last"}}));
  ASSERT_EQ(none.actions.size(), 1u);
  EXPECT_FALSE(none.actions[0].then);
}

TEST(Variation, SaysWhatItCannotDo) {
  EXPECT_EQ(test::error_text<UsageError>([&] { varied(scalable_pawns(), {.without = {"tak"}}); }),
            "The rules have no action 'tak' (did you mean take?); they have ahead, take.");
  EXPECT_EQ(test::error_text<UsageError>([&] { varied(scalable_pawns(), {.stuck = "win"}); }),
            "What happens to a side that cannot move is loss or draw, not 'win'.");
  EXPECT_EQ(test::error_text<UsageError>([&] { varied(scalable_pawns(), {.turn = "third"}); }),
            "Black moves first or second, not 'third'.");
}

// A start by rows, in version 1: squares that are given one by one come out.
TEST(Variation, FillsRowsOfTheStartIn) {
  const auto start = [](const std::string& init) {
    return make_game(pawns("#boardsize\n3 4\n#init\n" + init + "\n" + pawns_goals))->start();
  };
  EXPECT_EQ(start("white(?x,1) black(?x,ymax-1) black(?x,4)"), "www/3/bbb/bbb b");
  EXPECT_EQ(start("white(?x,1) white(xmin+1,2) black(?x+1,4)"), "www/1w1/3/1bb b");
  EXPECT_EQ(start("black(xmax,?y+1)"), "3/2b/2b/2b b");
  const auto wrong = [&](const std::string& init) {
    return test::error_text<SyntaxError>([&] { start(init); });
  };
  EXPECT_EQ(wrong("white(?x,1) black(2,1)"),
            "p.bddl:4:13: this square of the start is given twice.");
  EXPECT_EQ(wrong("white(?x,1) white(?x,1)"),
            "p.bddl:4:13: this square of the start is given twice.");
  EXPECT_EQ(wrong("white(?x+3,1)"), "p.bddl:4:1: there is no such square on this board.");
  EXPECT_EQ(wrong("white(?x,5)"), "p.bddl:4:1: y = 5 is not on the board, where it is 1 to 4.");
}

}  // namespace
}  // namespace zermelo::bddl
