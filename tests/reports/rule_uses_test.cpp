// SPDX-License-Identifier: MIT
// What the report on play says of the rules themselves: actions and kinds of pieces that are used,
// and games without an action.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "probe/game.h"
#include "probe/table.h"
#include "reports/action_names.h"
#include "reports/play_report.h"
#include "reports/play_words.h"
#include "tests/support/bddl_games.h"
#include "tests/support/error_text.h"
#include "tests/support/plain_play.h"
#include "tests/support/version2_games.h"

namespace zermelo {
namespace {

using test::game;
using test::in_bddl;
using test::PlainPlay;
using test::PlainPosition;
using test::solved;

std::string pawn_action(const std::string& game, const MoveShape& shape) {
  const int dx = shape.to.at(0) % 3 - shape.from.at(0) % 3;
  if (game == "hexapawn") return dx == 0 ? "step" : "capture";
  return dx == 0 ? "ahead" : dx < 0 ? "ahead-left" : "ahead-right";
}

// On boards of three columns.
void expect_uses_like_plain(const std::string& name, const GameSpec& spec) {
  const test::TemporaryFolder folder;
  const Table table = solved(spec, folder);
  const PlayReport report = play_report(table);
  const PlainPlay plain(table.game());
  std::map<std::string, PlayReport::Use> uses;
  for (const auto& [text, p] : plain.positions()) {
    const std::vector<LegalMove> moves = table.game().moves(text);
    std::set<std::string> legal, best, keeping;
    for (std::size_t m = 0; m < moves.size(); ++m) {
      const std::string action = pawn_action(name, moves[m].shape);
      legal.insert(action);
      if (p.worth[m] == p.value) best.insert(action);
      if (p.worth[m].outcome() == p.value.outcome()) keeping.insert(action);
    }
    for (const std::string& action : legal) ++uses[action].legal;
    for (const std::string& action : best) ++uses[action].best;
    if (keeping.size() == 1) ++uses[*keeping.begin()].only;
  }
  ASSERT_EQ(report.actions.size(), uses.size());
  for (const PlayReport::Use& use : report.actions) {
    SCOPED_TRACE(use.name);
    EXPECT_EQ(use.legal, uses[use.name].legal);
    EXPECT_EQ(use.best, uses[use.name].best);
    EXPECT_EQ(use.only, uses[use.name].only);
    EXPECT_GT(use.only, 0u);
  }
}

TEST(PlayReport, UsesOfActionsAreThoseOfABruteForce) {
  expect_uses_like_plain("hexapawn", in_bddl("hexapawn/hexapawn.bddl"));
  expect_uses_like_plain("breakthrough",
                         test::bddl_spec(test::shipped_games / "breakthrough/3x4.bddl"));
}

// On a board of three columns and four rows, with its columns, or rows, exchanged.
TEST(ActionNames, AreKeptByWhatMapsActionsOntoThoseOfTheirName) {
  std::vector<int> columns, rows;
  for (int square = 0; square < 12; ++square) {
    columns.push_back(square / 3 * 3 + 2 - square % 3);
    rows.push_back((3 - square / 3) * 3 + square % 3);
  }
  const ActionNames walk(game("bddl", {{"domain", test::walkers}, {"problem", ""}}));
  EXPECT_TRUE(walk.are_kept_by(columns) && walk.are_kept_by(rows));
  const ActionNames left_and_right(test::bddl_spec(test::shipped_games / "breakthrough/3x4.bddl"));
  EXPECT_FALSE(left_and_right.are_kept_by(columns));
  const ActionNames pawns(in_bddl("hexapawn/hexapawn.bddl"));
  EXPECT_FALSE(pawns.are_kept_by(columns)) << "a map of another board";
  const ActionNames none(game("mnk", {{"columns", "3"}, {"rows", "4"}, {"k", "3"}}));
  EXPECT_TRUE(none.are_kept_by(columns));
}

std::string with_text(std::string text, const std::string& before, const std::string& more) {
  const std::size_t at = text.find(before);
  EXPECT_NE(at, std::string::npos) << before;
  return text.insert(at, more);
}

// Hexapawn with a move that nobody needs: to give up a pawn that has another one behind it.
GameSpec hexapawn_with_a_needless_action() {
  GameSpec spec = in_bddl("hexapawn/hexapawn.bddl");
  std::string& text = spec.parameters.at("domain");
  spec.parameters.erase("hash");
  text = with_text(text, "ahead (0,-1)", "back (0,1)\n");
  text = with_text(text, ":action capture",
                   ":action give-up\n:parameters ?p ?d=back\n"
                   ":precondition own(?p) own(?p+?d)\n:effect open(?p)\n");
  return spec;
}

TEST(PlayReport, ARuleThatNobodyNeedsIsFound) {
  const GameSpec spec = hexapawn_with_a_needless_action();
  const test::TemporaryFolder folder;
  const Table table = solved(spec, folder);
  const PlayReport report = play_report(table, {.without = {"give-up", "capture"}});
  ASSERT_EQ(report.actions.size(), 3u);
  const PlayReport::Use& give_up = report.actions[1];
  EXPECT_EQ(give_up.name, "give-up");
  EXPECT_GT(give_up.legal, 0u);
  EXPECT_EQ(give_up.best, 0u);
  EXPECT_EQ(give_up.only, 0u);
  EXPECT_EQ(play_words::needless(report.actions, "action"),
            "No best move needs this action: give-up.");

  const PlainPlay with(table.game());
  for (const PlayReport::Without& without : report.without) {
    SCOPED_TRACE(without.name);
    const auto less = make_game(without_action(spec, without.name));
    const PlainPlay plain(*less);
    std::uint64_t compared = 0, different = 0, other_outcome = 0;
    for (const auto& [text, p] : with.positions()) {
      const auto found = plain.positions().find(text);
      if (found == plain.positions().end()) continue;
      ++compared;
      different += found->second.value != p.value ? 1 : 0;
      other_outcome += found->second.value.outcome() != p.value.outcome() ? 1 : 0;
      if (text == without.first) {
        EXPECT_EQ(without.first_ply, p.ply);
        EXPECT_EQ(without.first_value, p.value);
        EXPECT_EQ(without.first_without, found->second.value);
        EXPECT_NE(without.first_value, without.first_without);
      }
    }
    EXPECT_EQ(without.compared, compared);
    EXPECT_EQ(without.different, different);
    EXPECT_EQ(without.other_outcome, other_outcome);
    EXPECT_EQ(without.start, plain.start().value);
    EXPECT_EQ(without.first.empty(), different == 0);
  }
  EXPECT_EQ(report.without[0].different, 0u) << "nobody needs to give up";
  EXPECT_NE(play_words::without(report.without[0], report).find("are the same. Nobody needs it."),
            std::string::npos);
  EXPECT_GT(report.without[1].different, 0u) << "captures are needed";
}

TEST(PlayReport, ActionsThatCannotBeLeftOut) {
  const test::TemporaryFolder folder, other;
  const Table table = solved(in_bddl("hexapawn/hexapawn.bddl"), folder);
  EXPECT_EQ(test::error_text<UsageError>([&] { play_report(table, {.without = {"castle"}}); }),
            "There is no action 'castle' in these rules, only step, capture.");
  const PlayReport stuck = play_report(table, {.without = {"step"}});
  EXPECT_FALSE(stuck.without.at(0).start) << "nobody can move";
  const Table built_in = solved(game("mnk", {{"columns", "3"}, {"rows", "2"}, {"k", "3"}}), other);
  EXPECT_THROW(play_report(built_in, {.without = {"step"}}), UsageError);
  EXPECT_TRUE(play_report(built_in).actions.empty());
}

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), by);
}

// King and rook against king and bishop on a board of 3 x 3.
TEST(PlayReport, KindsOfPiecesThatMove) {
  const test::TemporaryFolder folder;
  std::string rules = replaced(test::chess_4x4, "#boardsize 4 4", "#boardsize 3 3");
  rules = replaced(rules, "black-king(4,4) black-rook(1,4)", "black-king(3,3) black-rook(2,3)");
  const Table table = solved(game("bddl", {{"domain", rules}, {"problem", ""}}), folder);
  const PlayReport report = play_report(table);
  ASSERT_EQ(report.pieces.size(), 3u);
  EXPECT_EQ(report.pieces[0].name, "king");
  const PlainPlay plain(table.game());
  std::vector<PlayReport::Use> uses(3);
  for (const auto& [text, p] : plain.positions()) {
    const std::vector<Cell> cells = table.game().diagram(text).cells;
    const std::vector<LegalMove> moves = table.game().moves(text);
    for (std::size_t kind = 0; kind < 3; ++kind) {
      bool legal = false, best = false, others_keep = false;
      for (std::size_t m = 0; m < moves.size(); ++m) {
        const char letter = cells[static_cast<std::size_t>(moves[m].shape.from.at(0))].letter;
        const bool moves_it = letter == "KRB"[kind];
        legal = legal || moves_it;
        best = best || (moves_it && p.worth[m] == p.value);
        others_keep = others_keep || (!moves_it && p.worth[m].outcome() == p.value.outcome());
      }
      uses[kind].legal += legal ? 1 : 0;
      uses[kind].best += best ? 1 : 0;
      uses[kind].only += others_keep ? 0 : 1;
    }
  }
  for (std::size_t kind = 0; kind < 3; ++kind) {
    EXPECT_EQ(report.pieces[kind].legal, uses[kind].legal);
    EXPECT_EQ(report.pieces[kind].best, uses[kind].best);
    EXPECT_EQ(report.pieces[kind].only, uses[kind].only);
  }
}

TEST(WithoutAction, IsTakenOutOfWhatOthersGoOnWith) {
  GameSpec mill = in_bddl("three-mens-morris/three-mens-morris.bddl");
  mill.parameters.erase("hash");
  EXPECT_THROW(without_action(mill, "no-such-action"), UsageError);
  const GameSpec turns = in_bddl("six-mens-morris/six-mens-morris.bddl");
  const GameSpec less = without_action(turns, "take");
  EXPECT_EQ(less.parameters.at("domain").find("take "), std::string::npos);
  EXPECT_NO_THROW(make_game(less));
}

}  // namespace
}  // namespace zermelo
