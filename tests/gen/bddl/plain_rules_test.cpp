// SPDX-License-Identifier: MIT
// Ground actions and ends against a reference that plays from the syntax tree, and against
// published numbers of positions.
#include "gen/bddl/plain_rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "gen/bddl/version2_parser.h"
#include "tests/reference/version2_reference.h"
#include "tests/support/version2_games.h"

namespace zermelo::bddl {
namespace {

using Reference = reference::Version2Reference;
using reference::Version2Position;

struct Game {
  explicit Game(const std::string& text)
      : tree(parse_version_2(text, "g.bddl")), ground(bddl::ground(tree)), reference(tree) {}

  int square(int x, int y) const { return ground.grid.square(x - 1, ground.grid.rows - y); }

  PlainPosition plain(const Version2Position& p) const {
    PlainPosition q;
    q.white_to_move = p.white_to_move;
    for (const auto& [at, piece] : p.pieces) {
      q.squares[static_cast<std::size_t>(square(at.first, at.second))] =
          piece_content(piece.white, piece.kind);
    }
    for (const auto& [whose, number] : p.hands) {
      const auto hand = std::ranges::find(ground.hands, whose.second, &tree::Hand::kind);
      q.hands[whose.first ? 1 : 0][static_cast<std::size_t>(hand - ground.hands.begin())] =
          static_cast<std::uint8_t>(number);
    }
    return q;
  }

  std::vector<PlainPosition> moves_of_reference(const Version2Position& p) const {
    std::vector<PlainPosition> all;
    for (const Version2Position& next : reference.moves(p)) all.push_back(plain(next));
    std::ranges::sort(all);
    return all;
  }

  tree::Game tree;
  GroundGame ground;
  Reference reference;
};

using Random = std::mt19937;

int below(Random& random, int limit) {
  return static_cast<int>(random() % static_cast<unsigned>(limit));
}

Version2Position random_position(const Game& game, Random& random) {
  Version2Position p;
  p.white_to_move = below(random, 2) == 1;
  const int density = 1 + below(random, 9);
  for (const auto& square : game.reference.squares()) {
    if (below(random, 10) < density)
      p.pieces[square] = {below(random, 2) == 1, below(random, game.ground.number_of_kinds())};
  }
  for (const tree::Hand& hand : game.ground.hands) {
    for (const bool white : {false, true}) {
      if (const int n = below(random, 4); n > 0) p.hands[{white, hand.kind}] = n;
    }
  }
  return p;
}

void expect_agreement(const Game& game, const Version2Position& p) {
  const PlainPosition q = game.plain(p);
  EXPECT_EQ(successors(game.ground, q), game.moves_of_reference(p));
  EXPECT_EQ(result_after_turn(game.ground, q), game.reference.result(p));
}

void expect_agreement(const std::string& text, int positions) {
  const Game game(text);
  Random random(20);
  for (int i = 0; i < positions && !testing::Test::HasFailure(); ++i)
    expect_agreement(game, random_position(game, random));
  // And by random play, which leads to more ordinary positions.
  Version2Position p = game.reference.start();
  for (int i = 0; i < positions && !testing::Test::HasFailure(); ++i) {
    expect_agreement(game, p);
    const auto moves = game.reference.moves(p);
    const bool over = moves.empty() || (i > 0 && game.reference.result(p));
    p = over ? game.reference.start()
             : *std::next(moves.begin(), below(random, static_cast<int>(moves.size())));
  }
}

class ShippedVersion2 : public testing::TestWithParam<const char*> {};

TEST_P(ShippedVersion2, GroundActionsMakeTheMovesOfTheReference) {
  const bool large = std::string(GetParam()).starts_with("nine");
  expect_agreement(test::version_2_game(GetParam()), large ? 30 : 150);
}

INSTANTIATE_TEST_SUITE_P(Games, ShippedVersion2, testing::ValuesIn(test::shipped_version_2_games));

TEST(PlainRules, RidersAndAttacksAgreeWithTheReference) { expect_agreement(test::chess_4x4, 120); }
TEST(PlainRules, ClausesAgreeWithTheReference) { expect_agreement(test::hasami_4x4, 150); }
TEST(PlainRules, DropsAgreeWithTheReference) { expect_agreement(test::drops_3x3, 200); }
TEST(PlainRules, LongTurnsAndCompulsoryCapturesAgreeWithTheReference) {
  expect_agreement(test::jumpers, 400);
}

// --- Published numbers ---------------------------------------------------------------------------

struct Counts {
  std::size_t all = 0, over = 0, folded = 0;
};

// With the colours exchanged and the board's image taken if White is to move.
PlainPosition folded(const GroundGame& game, const PlainPosition& p) {
  if (!p.white_to_move) return p;
  PlainPosition q;
  for (int square = 0; square < game.grid.squares(); ++square) {
    q.squares[static_cast<std::size_t>(game.mirror[static_cast<std::size_t>(square)])] =
        exchanged(p.squares[static_cast<std::size_t>(square)]);
  }
  q.hands = {p.hands[1], p.hands[0]};
  return q;
}

Counts reachable(const GroundGame& game) {
  std::set<PlainPosition> seen = {*game.start}, mover;
  std::vector<PlainPosition> open = {*game.start};
  Counts counts;
  while (!open.empty()) {
    const PlainPosition p = open.back();
    open.pop_back();
    ++counts.all;
    mover.insert(folded(game, p));
    if (counts.all > 1 && result_after_turn(game, p)) {
      ++counts.over;
      continue;
    }
    for (const PlainPosition& next : successors(game, p)) {
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  counts.folded = mover.size();
  return counts;
}

TEST(PlainRules, ReachesThePublishedNumbersOfPositions) {
  for (const char* name :
       {"pong-hau-ki", "dodgem", "tapatan", "quixo", "hexapawn", "three-mens-morris", "dobutsu"}) {
    const Counts counts =
        reachable(bddl::ground(parse_version_2(test::version_2_game(name), name)));
    std::printf("%s: %zu, over %zu, folded %zu\n", name, counts.all, counts.over, counts.folded);
    fflush(stdout);
  }
}

}  // namespace
}  // namespace zermelo::bddl
