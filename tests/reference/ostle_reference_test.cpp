// SPDX-License-Identifier: MIT
//
// Checks the brute-force Ostle reference on facts derived by hand, and on laws any solution obeys.

#include "ostle_reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "text_symmetry.h"

namespace zermelo::reference {
namespace {

OstleOptions small_game(int size, int start, int lose, bool symmetric = false) {
  OstleOptions options;
  options.size = size;
  options.start = start;
  options.lose = lose;
  options.symmetric_repetition = symmetric;
  return options;
}

// What move leads to from a state, or "not allowed".
std::string after(const OstleReference& game, const std::string& state, const std::string& move) {
  for (const ReferenceMove& candidate : game.moves(state))
    if (candidate.text == move) return candidate.next;
  return "not allowed";
}

using Values = std::map<std::string, std::pair<int, int>>;  // outcome, plies

Values all_values(const OstleReference& game) {
  Values values;
  game.for_each_state([&](const std::string& text, ReferenceValue value) {
    EXPECT_TRUE(values.emplace(text, std::pair{value.outcome, value.plies}).second) << text;
  });
  return values;
}

// ------------------------------------------------------------------------------- effects of moves

class OstleReferenceMoves : public testing::Test {
 protected:
  const OstleReference game_{small_game(3, 3, 1)};
};

TEST_F(OstleReferenceMoves, PushAcrossTheBoard) {
  // a3 pushes b3 to c3; pushing it back from the other side would restore the position.
  EXPECT_EQ(after(game_, "bw1/1b1/o1w b", "a3R"), "1wb/1w1/o1b b c3L");
  // A push that meets nothing, and one of the own colour: the opponent cannot undo them.
  EXPECT_EQ(after(game_, "bw1/1b1/o1w b", "b2L"), "wb1/w2/o1b b");
  EXPECT_EQ(after(game_, "1w1/bb1/o1w b", "a2R"), "1b1/1ww/o1b b");
}

TEST_F(OstleReferenceMoves, FrontOfTheRowDecidesWhoCanPushBack) {
  const OstleReference game(small_game(4, 2, 1));
  // b w . : the front piece is the opponent's. w b in front of the mover's piece: it is not.
  EXPECT_EQ(after(game, "bbw1/4/4/o2w b", "a4R"), "1wwb/4/4/o2b b d4L");
  EXPECT_EQ(after(game, "bwb1/4/4/o2w b", "a4R"), "1wbw/4/4/o2b b");
}

TEST_F(OstleReferenceMoves, OffTheEdge) {
  EXPECT_EQ(after(game_, "bw1/1b1/o1w b", "a3L"), "loss");  // the mover's own, down to one
  EXPECT_EQ(after(game_, "bw1/1b1/obw b", "a3L"), "1b1/1w1/owb b");
  EXPECT_EQ(after(game_, "bw1/1b1/obw b", "a3U"), "1b1/1w1/owb b");
  EXPECT_EQ(after(game_, "bw1/1b1/obw b", "b2U"), "win");          // the opponent's b3, down to one
  EXPECT_EQ(after(game_, "bww/1b1/obw b", "b2U"), "wwb/3/owb b");  // of three
  // A row of three, of both colours: only the last piece goes.
  EXPECT_EQ(after(game_, "bww/1b1/obw b", "a3R"), "1wb/1w1/owb b");
}

TEST_F(OstleReferenceMoves, PushingOwnPieceOff) {
  EXPECT_EQ(after(game_, "b1w/b1w/ob1 b", "a2U"), "w1b/2b/ow1 b");
}

TEST_F(OstleReferenceMoves, IntoTheHole) {
  EXPECT_EQ(after(game_, "bw1/1b1/obw b", "b1L"), "wb1/1w1/o1b b");  // the moved piece itself
  EXPECT_EQ(after(game_, "b1w/b1w/ob1 b", "a3D"), "2b/w1b/ow1 b");   // its own piece in front
  EXPECT_EQ(after(game_, "bwo/w1w/b2 b", "a3R"), "1wo/b1b/w2 b");    // an opponent's piece
  EXPECT_EQ(after(game_, "1bo/w1w/b2 b", "b3R"), "loss");
}

TEST_F(OstleReferenceMoves, HoleMovesToEmptySquaresAndNotBack) {
  const std::string state = "bw1/1b1/obw b";
  EXPECT_EQ(after(game_, state, "a1U"), "wb1/ow1/1wb b a2D");
  EXPECT_EQ(after(game_, state, "a1R"), "not allowed");  // occupied
  EXPECT_EQ(after(game_, state, "a1L"), "not allowed");  // outside
  EXPECT_EQ(after(game_, "wb1/ow1/1wb b", "a2D"), "bw1/1b1/obw b a1U");
  EXPECT_EQ(after(game_, "wb1/ow1/1wb b a2D", "a2D"), "not allowed");
}

TEST_F(OstleReferenceMoves, CountAndOrder) {
  std::vector<std::string> names;
  for (const ReferenceMove& move : game_.moves("bw1/1b1/o1w b")) names.push_back(move.text);
  EXPECT_EQ(names, (std::vector<std::string>{"a3U", "a3D", "a3L", "a3R", "b2U", "b2D", "b2L", "b2R",
                                             "a1U", "a1R"}));
  EXPECT_THROW(game_.moves("bw1/1b1/o1w b c3L"), std::invalid_argument);  // no such move
  EXPECT_THROW(game_.moves("bw1/1b1/o1w b a3L"), std::invalid_argument);  // it removes a piece
  EXPECT_THROW(game_.moves("bw1/3/o1w b"), std::invalid_argument);        // too few pieces
}

TEST(OstleReferenceRepetition, AMirrorImageCountsAsTheSameUnderTheSymmetricRule) {
  // Both sides shift their pair from the left corner to the right: the result is the mirror image
  // of the start. The opponent cannot undo the mover's shift, so the exact rule forbids nothing.
  const std::string before = "ww1/1o1/bb1 b";
  const OstleReference exact(small_game(3, 2, 1, false));
  const OstleReference symmetric(small_game(3, 2, 1, true));
  EXPECT_EQ(after(exact, before, "a1R"), "bb1/1o1/1ww b");
  EXPECT_EQ(after(symmetric, before, "a1R"), "bb1/1o1/1ww b a3R");
}

TEST(OstleReferenceRepetition, TheSymmetricRuleForbidsTheFirstOfSeveralImages) {
  // The hole enters the centre. Four symmetries leave the new position as it is, so each of the
  // four ways out leads to an image of the old one; the first in the program's order is upwards,
  // and the position already is in the orientation with the smallest code (mover on squares 2 and
  // 6).
  const std::string before = "b1w/3/wob b";
  const OstleReference exact(small_game(3, 2, 1, false));
  const OstleReference symmetric(small_game(3, 2, 1, true));
  EXPECT_EQ(after(exact, before, "b1U"), "w1b/1o1/b1w b b2D");
  EXPECT_EQ(after(symmetric, before, "b1U"), "w1b/1o1/b1w b b2U");
  EXPECT_EQ(after(symmetric, "w1b/1o1/b1w b b2U", "b2D").substr(0, 11), "b1w/3/wob b");
}

// -------------------------------------------------------------------------------- evident values

TEST(OstleReferenceValues, WinAtOnce) {
  const Values values = all_values(OstleReference(small_game(3, 3, 1)));
  EXPECT_EQ(values.at("bw1/1b1/obw b"), (std::pair{+1, 1}));
  EXPECT_EQ(values.at("bw1/1b1/obw b a1U"), (std::pair{+1, 1}));
}

TEST(OstleReferenceValues, AFullBoardWhereEveryMoveLosesAPiece) {
  const Values values = all_values(OstleReference(small_game(3, 4, 3)));
  EXPECT_EQ(values.size(), 630u);  // 9 * C(8, 4) full boards, on which every move removes a piece
  // Corners push each other off; so the mover loses in one ply, an odd number.
  EXPECT_EQ(values.at("bwb/wow/bwb b"), (std::pair{-1, 1}));
  EXPECT_EQ(values.at("wbw/bob/wbw b"), (std::pair{+1, 1}));
}

TEST(OstleReferenceValues, TheForbiddenMoveMatters) {
  for (const bool symmetric : {false, true}) {
    const Values values = all_values(OstleReference(small_game(3, 3, 1, symmetric)));
    int differing = 0;
    for (const auto& [text, value] : values)
      if (text.find(" b ") != std::string::npos)
        differing += value != values.at(text.substr(0, text.find(" b ") + 2));
    EXPECT_GT(differing, 0);
  }
}

// -------------------------------------------------------------------------------------- counting

TEST(OstleReferenceCounts, Positions) {
  EXPECT_EQ(OstleReference(small_game(3, 3, 1)).position_count(), 18900u);
  const OstleReference full(small_game(3, 4, 3));
  EXPECT_EQ(full.counts().positions, 89);         // Burnside: (630 + 2 + 6 + 2 + 4 * 18) / 8
  EXPECT_EQ(full.counts().nontrivial_states, 0);  // no move leads to a full board

  OstleOptions options = small_game(3, 3, 1);
  options.total = 4;
  EXPECT_EQ(OstleReference(options).position_count(), 9u * 28 * 15);
}

TEST(OstleReferenceCounts, HistogramHasEveryNontrivialState) {
  for (const bool symmetric : {false, true}) {
    const OstleReference game(small_game(3, 3, 1, symmetric));
    long long sum = 0;
    for (const auto& [value, number] : game.nontrivial_histogram()) {
      EXPECT_NE(value, 1) << "checkmates are trivial";
      sum += number;
    }
    EXPECT_EQ(sum, game.counts().nontrivial_states);
  }
}

TEST(OstleReferenceOptions, MustMakeAGame) {
  EXPECT_THROW(OstleReference(small_game(2, 2, 1)), std::invalid_argument);
  EXPECT_THROW(OstleReference(small_game(3, 2, 2)), std::invalid_argument);
}

// ------------------------------------------------------------------ laws that every solution obeys

struct Game {
  int size, start, lose;
  bool symmetric;
};

class OstleReferenceLaws : public testing::TestWithParam<Game> {
 protected:
  OstleReferenceLaws()
      : game_(
            small_game(GetParam().size, GetParam().start, GetParam().lose, GetParam().symmetric)) {}
  const OstleReference game_;
};

TEST_P(OstleReferenceLaws, ValuesAreTheSameInAMirror) {
  const Values values = all_values(game_);
  for (int turns = 0; turns < 4; ++turns) {
    for (const bool mirror : {false, true}) {
      const TextSymmetry image(GetParam().size, turns, mirror);
      for (const auto& [text, value] : values) {
        const auto other = values.find(image(text));
        ASSERT_NE(other, values.end()) << text << " -> " << image(text);
        ASSERT_EQ(other->second, value) << text << " -> " << image(text);
      }
    }
  }
}

// (p, r) is worth what p is, unless r is p's only best move.
TEST_P(OstleReferenceLaws, TwoValuesAPosition) {
  std::map<std::string, std::vector<std::pair<int, int>>> by_position;
  for (const auto& [text, value] : all_values(game_))
    by_position[text.substr(0, text.find(" b"))].push_back(value);
  for (const auto& [position, values] : by_position) {
    const auto equal = std::count(values.begin(), values.end(), values.front());
    EXPECT_GE(equal + 1, static_cast<long>(values.size())) << position;
  }
}

INSTANTIATE_TEST_SUITE_P(Games, OstleReferenceLaws,
                         testing::Values(Game{3, 2, 1, false}, Game{3, 2, 1, true},
                                         Game{3, 3, 1, false}, Game{3, 3, 1, true},
                                         Game{3, 3, 2, false}, Game{3, 4, 3, false}));

// Values against the moves as listed: one sample game, small enough to look every state up.
TEST(OstleReferenceSolution, EveryValueFollowsFromItsMoves) {
  for (const bool symmetric : {false, true}) {
    OstleOptions options = small_game(3, 2, 1, symmetric);
    const OstleReference game(options);
    const Values values = all_values(game);
    for (const auto& [text, value] : values) {
      int fastest_win = 0, slowest_loss = 0;
      bool draw = false;
      for (const ReferenceMove& move : game.moves(text)) {
        const auto [outcome, plies] = move.next == "win"    ? std::pair{-1, 0}
                                      : move.next == "loss" ? std::pair{+1, 0}
                                                            : values.at(move.next);
        if (outcome == 0) draw = true;
        if (outcome > 0) slowest_loss = std::max(slowest_loss, plies + 1);
        if (outcome < 0 && (fastest_win == 0 || plies + 1 < fastest_win)) fastest_win = plies + 1;
      }
      const auto expected = fastest_win > 0 ? std::pair{+1, fastest_win}
                            : draw          ? std::pair{0, 0}
                                            : std::pair{-1, slowest_loss};
      ASSERT_EQ(value, expected) << text;
    }
  }
}

}  // namespace
}  // namespace zermelo::reference
