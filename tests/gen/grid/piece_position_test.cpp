// SPDX-License-Identifier: MIT
#include "gen/grid/piece_position.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "tests/support/error_text.h"
#include "tests/support/random_pieces.h"

namespace zermelo {
namespace {

const PieceSet animals(3, 4,
                       {{"lion", 'L'},
                        {"giraffe", 'G', true},
                        {"elephant", 'E', true},
                        {"chick", 'C', true},
                        {"hen", 'H'}});

TEST(PiecePosition, KnowsWhatStandsWhereAndIsInHand) {
  PiecePosition p;
  p.set(4, content_of(6, true));
  p.set(5, content_of(3, false));
  EXPECT_EQ(p.at(4), content_of(6, true));
  EXPECT_EQ(p.at(5), content_of(3, false));
  EXPECT_EQ(p.of_kind(6), bit_of(4));
  EXPECT_EQ(p.of_kind(0), 0u);
  EXPECT_EQ(p.own(), bit_of(5));
  p.set(4, content_of(1, false));
  EXPECT_EQ(p.at(4), content_of(1, false));
  p.set(4, open_square);
  EXPECT_EQ(p.occupied(), bit_of(5));
  p.set_in_hand(true, 7, 15);
  p.set_in_hand(false, 0, 3);
  EXPECT_EQ(p.in_hand(true, 7), 15);
  EXPECT_EQ(p.in_hand(false, 0), 3);
  p.set_in_hand(true, 7, 0);
  EXPECT_EQ(p.in_hand(true, 7), 0);
}

TEST(PiecePosition, IsWrittenByRanksWithItsHands) {
  const PiecePosition p = parse_position("GLE/1C1/1c1/elg[] b", animals);
  EXPECT_EQ(p.at(0), content_of(2, false));
  EXPECT_EQ(p.at(10), content_of(0, true));
  EXPECT_EQ(format_position(p, animals), "GLE/1C1/1c1/elg[] b");
  EXPECT_EQ(format_position({}, animals), "3/3/3/3[] b");
  for (const char* hands : {"[c2E]", "[2Ec]", "[EcE]", "[1cEE]"})
    EXPECT_EQ(format_position(parse_position("1L1/3/3/1l1" + std::string(hands) + " w", animals),
                              animals),
              "1L1/3/3/1l1[c2E] w");
  const PieceSet morris(7, 7, {{"man", 'M', true}}, test::morris_squares);
  EXPECT_EQ(format_position(parse_position("3/1b1/3/2w3/3/3/3[8b9w] b", morris), morris),
            "3/1b1/3/2w3/3/3/3[8b9w] b");
}

TEST(PiecePosition, IsReadAsItIsWritten) {
  std::mt19937_64 random(1);
  for (int n = 0; n < 2000; ++n) {
    const PieceSet set = test::random_set(random);
    const PiecePosition p = test::random_pieces(set, random);
    ASSERT_TRUE(fits(p, set));
    const std::string text = format_position(p, set);
    ASSERT_EQ(parse_position(text, set), p) << text;
    const Diagram d = make_diagram(p, set);
    PiecePosition seen = position_from(d.cells, colour_of(p.white_to_move), set);
    put_in_hand(seen, d.hands, set);
    ASSERT_EQ(seen, p) << text;
  }
}

TEST(PiecePosition, SaysWhatIsWrongAndWhere) {
  const auto complaint = [](const std::string& text) {
    return test::error_text<IllegalPosition>([&] { parse_position(text, animals); });
  };
  EXPECT_EQ(complaint("3/3/3/3[]"),
            "'3/3/3/3[]' is not a position: write the ranks and the side to move, as in "
            "'3/3/3/3[] b'.");
  EXPECT_EQ(complaint("3/3/3[] b"), "The position has 3 ranks; this board has 4.");
  EXPECT_EQ(complaint("3/x2/3/3[] b"),
            "'x' in rank 3 is not L or l, G or g, E or e, C or c, H or h or a number of empty "
            "squares.");
  EXPECT_EQ(complaint("3/3/4/3[] b"), "Rank 2 ('4') does not have 3 squares.");
  EXPECT_EQ(complaint("3/3/lll1/3[] b"), "Rank 2 ('lll1') does not have 3 squares.");
  EXPECT_EQ(complaint("3/3/3/3[] x"), "The side to move is b or w, not 'x'.");
  EXPECT_EQ(complaint("3/3/3/3 b"),
            "The pieces in hand are missing: write them in brackets behind the board, as in "
            "'3/3/3/3[] b'.");
  EXPECT_EQ(complaint("3/3/3/3[c b"),
            "A bracket, ']', ends the pieces in hand, and a space follows.");
  EXPECT_EQ(complaint("3/3/3/3[]c b"),
            "A bracket, ']', ends the pieces in hand, and a space follows.");
  EXPECT_EQ(complaint("3/3/3/3[l] b"), "'l' is not a piece that can be in hand.");
  EXPECT_EQ(complaint("3/3/3/3[9c7c] b"),
            "At most 15 pieces of a kind can be in hand; of 'c' it is 16.");
  for (const char* hands : {"[2]", "[0c]"})
    EXPECT_EQ(complaint("3/3/3/3" + std::string(hands) + " b"),
              "In the brackets a number stands in front of the piece that is in hand so many "
              "times, from 1.");
  const PieceSet bare(3, 1, {{"lion", 'L'}, {"hen", 'H'}});
  EXPECT_EQ(test::error_text<IllegalPosition>([&] { parse_position("3[] b", bare); }),
            "This game has no pieces in hand; leave the brackets out.");
}

TEST(PiecePosition, ThatFitsNoGameIsNoticed) {
  const PieceSet set(3, 1, {{"lion", 'L'}, {"chick", 'C', true}}, 0b011);
  const PiecePosition p = parse_position("lC[2C] b", set);
  EXPECT_TRUE(fits(p, set));
  const auto without = [&](auto&& change) {
    PiecePosition q = p;
    change(q);
    return fits(q, set);
  };
  EXPECT_FALSE(without([](auto& q) { q.white = q.black; })) << "both on one square";
  EXPECT_FALSE(without([](auto& q) { q.set(2, 1); })) << "a square that does not exist";
  EXPECT_FALSE(without([](auto& q) { q.set(0, content_of(2, true)); })) << "a kind too many";
  EXPECT_FALSE(without([](auto& q) { q.kinds[1] = bit_of(2); })) << "a kind of an open square";
  EXPECT_FALSE(without([](auto& q) { q.set_in_hand(false, 0, 1); })) << "not one for a hand";
  EXPECT_FALSE(without([](auto& q) { q.set_in_hand(true, 5, 1); })) << "a kind too many in hand";
}

TEST(PiecePosition, HasOneCanonicalImage) {
  std::mt19937_64 random(2);
  const PieceSet set(4, 4, {{"lion", 'L'}, {"giraffe", 'G', true}, {"hen", 'H'}});
  const std::vector<GridSymmetry> symmetries = grid_symmetries({4, 4});
  for (int n = 0; n < 500; ++n) {
    const PiecePosition p = test::random_pieces(set, random);
    std::set<PiecePosition> images;
    for (const GridSymmetry& g : symmetries) {
      PiecePosition q{.hands = p.hands, .white_to_move = p.white_to_move};
      for (int s = 0; s < 16; ++s) q.set(g.image(s), p.at(s));
      ASSERT_EQ(image(g, p), q);
      images.insert(q);
    }
    for (const PiecePosition& q : images) ASSERT_EQ(canonical(symmetries, q), *images.begin());
    ASSERT_EQ(orbit_size(symmetries, p), images.size());
  }
}

// --- Moves ---------------------------------------------------------------------------------------

TEST(PieceChange, IsWrittenByWhatItChanges) {
  const auto written = [](const char* before, const char* after) {
    return format_change({parse_position(before, animals), parse_position(after, animals)},
                         animals);
  };
  EXPECT_EQ(written("3/3/3/1l1[] b", "3/3/1l1/3[] w"), "Lb1-b2");
  EXPECT_EQ(written("3/1C1/1g1/3[] b", "3/1g1/3/3[c] w"), "Gb2xb3");
  EXPECT_EQ(written("3/1c1/3/3[] b", "1h1/3/3/3[] w"), "Cb3-b4=H");
  EXPECT_EQ(written("1E1/1c1/3/3[] b", "1h1/3/3/3[e] w"), "Cb3xb4=H");
  EXPECT_EQ(written("3/3/3/3[2c] b", "3/3/1c1/3[c] w"), "C@b2");
  EXPECT_EQ(written("2E/3/3/3[c] b", "3/3/1c1/3[] w"), "C@b2xc4");
  EXPECT_EQ(written("L1e/3/3/3[] w", "3/3/3/L2[] b"), "La4-a1xc4");
  EXPECT_EQ(written("3/1c1/3/3[] b", "3/1h1/3/3[] w"), "b3=H");
  EXPECT_EQ(written("3/3/3/1l1[] b", "3/3/3/1l1[] w"), "pass");
  EXPECT_EQ(written("3/3/3/1l1[] b", "3/3/3/1l1[c] w"), "{[c]}");
  EXPECT_EQ(written("3/3/3/g1e[] b", "3/3/3/e1g[] w"), "{a1=e,c1=g}");
  EXPECT_EQ(written("3/3/3/g1e[] b", "3/3/3/2E[] w"), "{a1=.,c1=E}");

  const PieceSet men(3, 1, {{"man", 'M', true}});
  const auto of_men = [&](const char* before, const char* after) {
    return format_change({parse_position(before, men), parse_position(after, men)}, men);
  };
  EXPECT_EQ(of_men("b1w[] b", "2b[] w"), "a1xc1");
  EXPECT_EQ(of_men("2w[b] b", "1b1[] w"), "b1xc1");
  EXPECT_EQ(format_result({parse_position("b1w[] b", men), parse_position("2b[w] w", men)}, men),
            "{a1=.,c1=b,[w]}");
}

TEST(PieceChange, TellsWhatIsDropped) {
  const auto dropped = [](const char* before, const char* after) {
    return shape_of({parse_position(before, animals), parse_position(after, animals)}, animals)
        .dropped;
  };
  EXPECT_EQ(dropped("3/3/3/3[2c] b", "3/3/1c1/3[c] w"), (Cell{Cell::Kind::black, 'C'}));
  EXPECT_EQ(dropped("2E/3/3/3[C] w", "2E/3/1C1/3[] b"), (Cell{Cell::Kind::white, 'C'}));
  EXPECT_EQ(dropped("3/1C1/1g1/3[] b", "3/1g1/3/3[c] w"), Cell::empty);
  const PieceSet men(3, 1, {{"man", 'M', true}});
  EXPECT_EQ(shape_of({parse_position("3[2b] b", men), parse_position("b2[b] w", men)}, men).dropped,
            Cell::black);
}

TEST(PieceChange, ThatReadsAsAnotherIsWrittenByItsResult) {
  const PiecePosition before = parse_position("3/1C1/1g1/3[] b", animals);
  std::vector<PieceChange> changes;
  for (const char* after : {"3/1g1/3/3[c] w", "3/1g1/3/3[] w", "3/1C1/g2/3[] w"})
    changes.push_back({before, parse_position(after, animals)});
  std::vector<std::string> texts = {"Gb2xb3", "Gb2xb3", "Gb2-a2"};
  tell_apart(texts, changes, animals);
  EXPECT_EQ(texts, (std::vector<std::string>{"{b2=.,b3=g,[c]}", "{b2=.,b3=g}", "Gb2-a2"}));
}

// Whatever the moves of a position are, no two of them are written alike.
TEST(PieceChange, HasATextOfItsOwn) {
  std::mt19937_64 random(3);
  for (int n = 0; n < 2000; ++n) {
    const PieceSet set = test::random_set(random);
    const PiecePosition before = test::random_pieces(set, random);
    std::set<PiecePosition> results;
    while (results.size() < 40) {
      PiecePosition after = test::randomly_changed(before, set, random);
      after.white_to_move = !before.white_to_move;
      results.insert(after);
      if (random() % 50 == 0) break;
    }
    std::vector<PieceChange> changes;
    std::vector<std::string> texts;
    for (const PiecePosition& after : results) {
      changes.push_back(change_between(before, after));
      texts.push_back(format_change(changes.back(), set));
    }
    tell_apart(texts, changes, set);
    ASSERT_EQ(std::set<std::string>(texts.begin(), texts.end()).size(), results.size())
        << format_position(before, set);
  }
}

}  // namespace
}  // namespace zermelo
